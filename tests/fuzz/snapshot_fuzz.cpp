// Any bytes are either refused with an sp::Error, or begin with a snapshot that writes itself back as it was read, and that
// comes back from its printed schema.

#include <cstdint>
#include <cstdlib>

#include "report/schema_types.hpp"
#include "sp/error.hpp"
#include "types/schema/parser.hpp"
#include "types/schema/words.hpp"
#include "types/snapshots/snapshot_reader.hpp"
#include "types/snapshots/snapshot_writer.hpp"
#include "types/type_properties.hpp"

namespace {

/// Without a snapshot the schema of a damaged one may be refused: names that stand twice, tuples without fields.
void check_schema(const nlohmann::ordered_json& json, const sp::ByteVector& bytes) {
    const sp::SchemaTarget target = {sp::FlinkVersion{2, 0}};  // which has all kinds
    try {
        sp::ByteWriter out;
        sp::write_snapshot(out, *sp::parse_type(json, target));
        if (out.take() != bytes) {
            std::abort();
        }
    } catch (const sp::UsageError&) {
        if (json.contains("snapshot")) {
            std::abort();
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    sp::BoundedReader in(sp::Bytes(data, size), "snapshot");
    try {
        const sp::TypePtr type = sp::read_snapshot(in);
        sp::ByteWriter out;
        sp::write_snapshot(out, *type);
        const sp::ByteVector bytes(data, data + in.offset());
        if (out.take() != bytes) {
            std::abort();
        }
        static_cast<void>(sp::serializer_length(*type));
        static_cast<void>(sp::type_words(*type));
        check_schema(sp::type_json(*type, [](const sp::Type&) { return true; }), bytes);
        check_schema(sp::schema_type(*type), bytes);
    } catch (const sp::Error&) {
    }
    return 0;
}

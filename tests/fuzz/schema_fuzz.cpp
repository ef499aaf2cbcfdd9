// Any text as a string expression, as JSON of a type and as a schema document: refused with an sp::UsageError, or a type that
// prints in both notations as what gives the same snapshot again.

#include <cstdint>
#include <cstdlib>

#include <nlohmann/json.hpp>

#include "io/byte_writer.hpp"
#include "sp/bytes.hpp"
#include "sp/error.hpp"
#include "types/schema/document.hpp"
#include "types/schema/parser.hpp"
#include "types/schema/words.hpp"
#include "types/snapshots/snapshot_writer.hpp"

namespace {

using namespace sp;
using Json = nlohmann::ordered_json;

const SchemaTarget kTarget = {FlinkVersion{2, 0}};  // which has all kinds

ByteVector snapshot_of(const Type& type) {
    ByteWriter out;
    write_snapshot(out, type);
    return out.take();
}

void check_type(const Json& json) {
    TypePtr type;
    try {
        type = parse_type(json, kTarget);
    } catch (const UsageError&) {
        return;
    }
    ByteVector bytes;
    try {
        bytes = snapshot_of(*type);
    } catch (const UsageError&) {  // a name longer than Java's
        return;
    }
    static_cast<void>(type_words(*type));
    if (snapshot_of(*parse_type(type_json(*type, [](const Type&) { return true; }), kTarget)) != bytes) {
        std::abort();
    }
    if (json.is_string() && snapshot_of(*parse_type(type_json(*type), kTarget)) != bytes) {
        std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(as_text(Bytes(data, size)));
    check_type(text);
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_discarded()) {
        check_type(json);
    }
    try {
        static_cast<void>(read_schema_document(text));
    } catch (const UsageError&) {
    }
    return 0;
}

// Any bytes are either refused with an sp::Error, or begin with a snapshot that writes itself back as it was read.

#include <cstdint>
#include <cstdlib>

#include "sp/error.hpp"
#include "types/schema_words.hpp"
#include "types/snapshot_reader.hpp"
#include "types/snapshot_writer.hpp"
#include "types/type_properties.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    sp::BoundedReader in(sp::Bytes(data, size), "snapshot");
    try {
        const sp::TypePtr type = sp::read_snapshot(in);
        sp::ByteWriter out;
        sp::write_snapshot(out, *type);
        if (out.take() != sp::ByteVector(data, data + in.offset())) {
            std::abort();
        }
        static_cast<void>(sp::serializer_length(*type));
        static_cast<void>(sp::type_words(*type));
        static_cast<void>(sp::type_json(*type, [](const sp::Type&) { return true; }));
    } catch (const sp::Error&) {
    }
    return 0;
}

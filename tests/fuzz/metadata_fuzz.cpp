// Any bytes are either refused with an sp::Error, or give a model that writes itself back as those bytes.

#include <cstdint>
#include <cstdlib>

#include "metadata/metadata_reader.hpp"
#include "metadata/metadata_writer.hpp"
#include "sp/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const sp::ByteVector bytes(data, data + size);
    try {
        const sp::SavepointMetadata metadata = sp::read_metadata(bytes, "_metadata");
        if (sp::write_metadata(metadata) != bytes) {
            std::abort();
        }
        static_cast<void>(sp::inline_size(metadata));
        for (const sp::OperatorState& op : metadata.operators) {
            static_cast<void>(sp::checkpointed_size(op));
            static_cast<void>(sp::has_state(op));
        }
    } catch (const sp::Error&) {
    }
    return 0;
}

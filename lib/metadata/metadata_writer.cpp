#include "metadata/metadata_writer.hpp"

#include <string>

#include "metadata/metadata_fields.hpp"

namespace sp {

ByteVector write_metadata(const SavepointMetadata& metadata) {
    if (metadata.version < metadata_format::kOldestVersion || metadata.version > metadata_format::kNewestVersion) {
        throw UnsupportedError("metadata version " + std::to_string(metadata.version) + " cannot be written");
    }
    MetadataOut out({metadata.version, metadata.dialect});
    out.raw().u32(metadata_format::kMagic);
    out.raw().i32(metadata.version);
    metadata_body(out, metadata);
    if (metadata_format::has_properties(metadata.version)) {
        if (metadata.properties.empty()) {
            out.raw().bytes(metadata_format::kNullProperties);
        } else {
            out.rest(metadata.properties, "checkpoint properties");
        }
    }
    return out.raw().take();
}

}  // namespace sp

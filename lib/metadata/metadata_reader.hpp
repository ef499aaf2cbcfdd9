#pragma once

// Reads `_metadata` (Flink's Checkpoints.loadCheckpointMetadata) of versions 2 to 6 into the model of sp/metadata.hpp,
// to its last byte. It opens no other file.

#include <memory>
#include <string_view>

#include "io/file.hpp"
#include "sp/metadata.hpp"

namespace sp {

/// `source` names the file in messages. The model shares `file` instead of copying inline state. Throws InputError for
/// damage and UnsupportedError for versions that we do not read.
[[nodiscard]] SavepointMetadata read_metadata(const std::shared_ptr<const ByteVector>& file, std::string_view source);

/// The same for bytes of somebody else, which are copied once.
[[nodiscard]] SavepointMetadata read_metadata(Bytes file, std::string_view source);

/// The same for a file. One that is something else is told by its first bytes, however large it is.
[[nodiscard]] SavepointMetadata read_metadata(const File& file, std::string_view source);

}  // namespace sp

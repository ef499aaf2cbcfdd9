#pragma once

// Writes the model of sp/metadata.hpp as `_metadata` of the version that it names: the mirror of metadata_reader.hpp.

#include "sp/metadata.hpp"

namespace sp {

/// The bytes of `_metadata`. Throws UnsupportedError where the model holds what metadata.version cannot express
/// (finished subtasks in version 2, merged channel handles before 6, …).
[[nodiscard]] ByteVector write_metadata(const SavepointMetadata& metadata);

}  // namespace sp

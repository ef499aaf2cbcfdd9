#pragma once

// Reads the properties block of `_metadata` (version 4 and later): one CheckpointProperties object in Java's object
// stream form, the last thing in the file. It says what kind of snapshot it is; nothing of it is needed to read
// state.

#include "sp/metadata.hpp"

namespace sp {

/// `base_offset` is where `block` starts in the file. Throws InputError with a message that starts with ": " (as
/// MetadataIn does) if it is not one object to the last byte; an object of an unknown class gives kUnknown.
[[nodiscard]] CheckpointProperties parse_checkpoint_properties(Bytes block, std::uint64_t base_offset);

}  // namespace sp

#pragma once

// Writes Types as serializer snapshots, from their members (Type::snapshot is not looked at). What read_snapshot has read
// comes back byte for byte, in the body versions that it was read with.

#include "io/byte_writer.hpp"
#include "sp/type.hpp"

namespace sp {

/// A versioned snapshot: UTF class name, i4 version, body.
void write_snapshot(ByteWriter& out, const Type& type);

/// The form in headers of state files: an i4 2 in front.
void write_top_level_snapshot(ByteWriter& out, const Type& type);

}  // namespace sp

#pragma once

// Bytes with some of them replaced by others, perhaps of another number.

#include <cstdint>
#include <vector>

#include "sp/bytes.hpp"

namespace sp {

/// What is to stand instead of the bytes [begin, end).
struct ByteEdit {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    ByteVector bytes;
};

/// Appends `bytes` with the edits, which must not overlap; their order does not matter, and one that is there twice counts once.
void append_edited(ByteVector& out, Bytes bytes, std::vector<ByteEdit> edits);

}  // namespace sp

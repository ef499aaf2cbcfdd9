#pragma once

// Lays out a BinaryRow, BinaryArray or BinaryMap from its parts, as BinaryRowWriter and BinaryArrayWriter do.

#include <cstddef>
#include <span>

#include "sp/type.hpp"

namespace sp::codec {

/// A part in the form that its own serializer gives it (big-endian, with its length in front), or null.
struct BinaryPart {
    std::size_t begin = 0;  ///< in the bytes handed in
    std::size_t end = 0;
    bool is_null = false;
};

/// Appends the size as an i32 and the layout. `parts`: the columns of a row, the elements of an array, or of a map keys and values
/// in turn. InputError for a date or time that SQL cannot hold, and for what is larger than Java can address.
void append_binary(const Type& type, int row_kind, Bytes bytes, std::span<const BinaryPart> parts, ByteVector& out);

}  // namespace sp::codec

#pragma once

// Java's three text forms at the borders of the library: modified UTF-8 (DataInput.readUTF), UTF-16 code units, and
// Flink's StringValue form (a count of UTF-16 units plus one, then each unit as a 7-bit varint).
//
// Inside, text is a std::string in UTF-8 in which a lone surrogate is kept as its three-byte form (WTF-8), so that every
// Java string has exactly one spelling and comes back unchanged.

#include <cstdint>
#include <string>
#include <string_view>

#include "io/bounded_reader.hpp"
#include "io/byte_writer.hpp"

namespace sp::java {

/// A u16 length in bytes and modified UTF-8. Only the form that Java writes is taken (U+0000 as C0 80, shortest forms,
/// no four-byte sequences): other spellings would not be written back as they were, and mean damage.
[[nodiscard]] std::string read_utf(BoundedReader& in, std::string_view what);

/// Throws UsageError if the text takes more than 65535 bytes.
void write_utf(ByteWriter& out, std::string_view text);

/// Modified UTF-8 without the length.
[[nodiscard]] std::string decode_modified_utf8(Bytes bytes, const BoundedReader& context, std::uint64_t offset,
                                               std::string_view what);
void append_modified_utf8(ByteVector& out, std::string_view text);

/// UTF-16 code units to WTF-8 (pairs are joined) and back.
[[nodiscard]] std::string utf16_to_utf8(std::u16string_view units);
[[nodiscard]] std::u16string utf8_to_utf16(std::string_view text);

/// Flink's StringValue.readString / writeString for a non-null string.
[[nodiscard]] std::string read_string_value(BoundedReader& in, std::string_view what);
void write_string_value(ByteWriter& out, std::string_view text);

/// True for well-formed WTF-8: UTF-8 in which surrogates may stand alone but not as an encoded pair.
[[nodiscard]] bool is_wtf8(std::string_view text);

}  // namespace sp::java

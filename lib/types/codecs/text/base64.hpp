#pragma once

// Base64 with the standard alphabet and padding (RFC 4648 section 4), for byte[] and undecodable bytes.

#include <optional>
#include <string_view>

#include "sp/bytes.hpp"

namespace sp::text {

/// The exact size of the text of so many bytes.
[[nodiscard]] constexpr std::size_t base64_size(std::size_t bytes) { return (bytes + 2) / 3 * 4; }

/// Writes base64_size(bytes.size()) characters, without quotes.
char* write_base64(char* out, Bytes bytes);

/// Strict: padded, no blanks or line ends, unused bits zero, so that every byte string has exactly one text.
[[nodiscard]] std::optional<ByteVector> parse_base64(std::string_view text);

}  // namespace sp::text

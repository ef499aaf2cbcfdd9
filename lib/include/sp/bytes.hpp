#pragma once

// The two forms in which bytes travel through the library: a view of somebody's bytes, and bytes of one's own.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace sp {

/// A view of bytes; whoever hands one out says how long it stays valid.
using Bytes = std::span<const std::uint8_t>;

using ByteVector = std::vector<std::uint8_t>;

/// The bytes of a text, without a terminator.
[[nodiscard]] inline Bytes as_bytes(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

[[nodiscard]] inline std::string_view as_text(Bytes bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace sp

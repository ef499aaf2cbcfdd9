#pragma once

// The bytes in front of a state stream's data: its header (state/state_meta_info.hpp).

#include <algorithm>
#include <cstdint>
#include <vector>

#include "io/byte_source.hpp"

namespace sp {

/// The largest header that is read: it names states and types, and is far below this.
inline constexpr std::uint64_t kMaxHeader = std::uint64_t{64} << 20U;

/// Where a header ends: where the first of the stream's key groups or elements starts (metadata/stream_starts.hpp), or
/// with the stream.
[[nodiscard]] inline std::uint64_t header_end(const ByteSource& source, const std::vector<std::uint64_t>& starts) {
    return starts.empty() ? source.size() : std::min(source.size(), starts.front());
}

/// The header that ends there, as far as it can be one.
[[nodiscard]] inline ByteVector read_header(const ByteSource& source, std::uint64_t end) {
    ByteVector bytes(static_cast<std::size_t>(std::min({end, source.size(), kMaxHeader})));
    source.read_at(0, bytes);
    return bytes;
}

}  // namespace sp

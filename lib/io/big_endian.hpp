#pragma once

// Big-endian numbers (java.io.DataOutput) out of bytes whose bounds were checked before: for the hot paths, where
// BoundedReader's checks would be too many.

#include <bit>
#include <cstdint>
#include <cstring>

namespace sp {

inline std::uint16_t load_u16(const std::uint8_t* p) {
    std::uint16_t value;
    std::memcpy(&value, p, sizeof value);
    return __builtin_bswap16(value);
}
inline std::uint32_t load_u32(const std::uint8_t* p) {
    std::uint32_t value;
    std::memcpy(&value, p, sizeof value);
    return __builtin_bswap32(value);
}
inline std::uint64_t load_u64(const std::uint8_t* p) {
    std::uint64_t value;
    std::memcpy(&value, p, sizeof value);
    return __builtin_bswap64(value);
}
static_assert(std::endian::native == std::endian::little, "Java's numbers are big-endian: a swap is needed");

}  // namespace sp

#pragma once

// Big-endian numbers (java.io.DataOutput) into bytes, and out of such whose bounds were checked before: for the hot paths, where
// BoundedReader's checks would be too many.

#include <bit>
#include <cstdint>
#include <cstring>

#include "sp/bytes.hpp"

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
/// The last `size` bytes of a number, up to eight; returns their end.
inline std::uint8_t* store_big_endian(std::uint8_t* at, std::uint64_t value, std::size_t size) {
    for (std::size_t i = size; i-- > 0;) {
        *at++ = static_cast<std::uint8_t>(value >> (8 * i));
    }
    return at;
}
inline void append_big_endian(ByteVector& out, std::uint64_t value, std::size_t size) {
    std::uint8_t bytes[8];
    out.insert(out.end(), bytes, store_big_endian(bytes, value, size));
}
static_assert(std::endian::native == std::endian::little, "Java's numbers are big-endian: a swap is needed");

}  // namespace sp

#pragma once

// Decimal text of integers, written through a bare pointer, eight digits at a time and without a loop. The caller has
// kMaxInt bytes free, all of which may be overwritten.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace sp::text {

/// "-9223372036854775808" and "18446744073709551615".
inline constexpr std::size_t kMaxInt = 20;

namespace detail {

inline constexpr auto kDigitPairs = [] {
    std::array<char, 200> pairs{};
    for (std::size_t i = 0; i < 100; ++i) {
        pairs[2 * i] = static_cast<char>('0' + i / 10);
        pairs[2 * i + 1] = static_cast<char>('0' + i % 10);
    }
    return pairs;
}();

inline void store_pair(char* out, std::uint64_t below_100) { std::memcpy(out, &kDigitPairs[2 * below_100], 2); }

/// The digits of a number below 10^8 as eight bytes from 0 to 9, the first in the lowest byte: all eight at once, by
/// multiplications in the lanes of one register, since a loop over the digits is mispredicted wherever lengths vary.
inline std::uint64_t eight_digits(std::uint32_t value) {
    const std::uint64_t halves = value / 10000 | static_cast<std::uint64_t>(value % 10000) << 32;
    const std::uint64_t hundreds = halves * 10486 >> 20 & 0x0000007F0000007F;  // each half / 100
    const std::uint64_t pairs = hundreds | (halves - 100 * hundreds) << 16;
    const std::uint64_t tens = pairs * 103 >> 10 & 0x000F000F000F000F;  // each pair / 10
    return tens | (pairs - 10 * tens) << 8;
}

inline void store_eight(char* out, std::uint64_t digits) {
    std::uint64_t text = digits | 0x3030303030303030;
    if constexpr (std::endian::native == std::endian::big) {
        text = __builtin_bswap64(text);
    }
    std::memcpy(out, &text, 8);
}

/// Without leading zeros; eight bytes are stored.
inline char* write_below_10_to_8(char* out, std::uint32_t value) {
    const std::uint64_t digits = eight_digits(value);
    const unsigned zeros = static_cast<unsigned>(std::countr_zero(digits | std::uint64_t{1} << 56)) / 8;
    store_eight(out, digits >> 8 * zeros);
    return out + (8 - zeros);
}

}  // namespace detail

/// Exactly `digits` digits, with leading zeros; higher digits of the value are dropped.
inline void write_padded(char* out, std::uint64_t value, unsigned digits) {
    char* at = out + digits;
    for (; digits >= 2; digits -= 2) {
        at -= 2;
        detail::store_pair(at, value % 100);
        value /= 100;
    }
    if (digits == 1) {
        *--at = static_cast<char>('0' + value % 10);
    }
}

inline char* write_uint(char* out, std::uint64_t value) {
    constexpr std::uint64_t kTenTo8 = 100000000;
    if (value < 100) {
        const std::size_t skipped = value < 10 ? 1 : 0;
        out[0] = detail::kDigitPairs[2 * value + skipped];
        out[1] = detail::kDigitPairs[2 * value + 1];
        return out + (2 - skipped);
    }
    if (value < kTenTo8) {
        return detail::write_below_10_to_8(out, static_cast<std::uint32_t>(value));
    }
    const std::uint64_t high = value / kTenTo8;
    const auto low = static_cast<std::uint32_t>(value % kTenTo8);
    if (high < kTenTo8) {
        out = detail::write_below_10_to_8(out, static_cast<std::uint32_t>(high));
    } else {
        out = detail::write_below_10_to_8(out, static_cast<std::uint32_t>(high / kTenTo8));
        detail::store_eight(out, detail::eight_digits(static_cast<std::uint32_t>(high % kTenTo8)));
        out += 8;
    }
    detail::store_eight(out, detail::eight_digits(low));
    return out + 8;
}

inline char* write_int(char* out, std::int64_t value) {
    *out = '-';
    const bool negative = value < 0;
    const auto magnitude = static_cast<std::uint64_t>(value);
    return write_uint(out + (negative ? 1 : 0), negative ? 0 - magnitude : magnitude);
}

}  // namespace sp::text

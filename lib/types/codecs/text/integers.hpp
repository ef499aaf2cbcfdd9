#pragma once

// Decimal text of integers, written through a bare pointer: the digits are counted first (from the count of leading
// zeros) and then stored from the last to the first, two at a time. The caller has kMaxInt bytes free.

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

inline constexpr auto kPowersOf10 = [] {
    std::array<std::uint64_t, 20> powers{};
    std::uint64_t power = 1;
    for (auto& entry : powers) {
        entry = power;
        power *= 10;
    }
    return powers;
}();

inline void store_pair(char* out, std::uint64_t below_100) { std::memcpy(out, &kDigitPairs[2 * below_100], 2); }

}  // namespace detail

[[nodiscard]] inline unsigned count_digits(std::uint64_t value) {
    // 1233 / 4096 is a little more than log10(2): the estimate is right or one too low.
    const unsigned estimate = static_cast<unsigned>(64 - std::countl_zero(value | 1)) * 1233U >> 12;
    return estimate + (value >= detail::kPowersOf10[estimate] || value == 0 ? 1U : 0U);
}

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
    char* const end = out + count_digits(value);
    char* at = end;
    // Most numbers fit into 32 bits, where dividing is cheaper.
    while (value > 0xFFFFFFFFU) {
        at -= 2;
        detail::store_pair(at, value % 100);
        value /= 100;
    }
    auto low = static_cast<std::uint32_t>(value);
    while (low >= 100) {
        at -= 2;
        detail::store_pair(at, low % 100);
        low /= 100;
    }
    if (low >= 10) {
        detail::store_pair(at - 2, low);
    } else {
        at[-1] = static_cast<char>('0' + low);
    }
    return end;
}

inline char* write_int(char* out, std::int64_t value) {
    *out = '-';
    const bool negative = value < 0;
    const auto magnitude = static_cast<std::uint64_t>(value);
    return write_uint(out + (negative ? 1 : 0), negative ? 0 - magnitude : magnitude);
}

}  // namespace sp::text

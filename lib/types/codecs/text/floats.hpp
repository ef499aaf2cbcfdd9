#pragma once

// The text of float and double (design.md, Values): the shortest digits that read back the same, always with '.' or
// 'e'; plain for 1e-5 <= |x| < 1e16, else like 1.5e-7 and 1e16. Java's own text is not used: before JDK 19
// Double.toString was not always shortest.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "types/codecs/text/integers.hpp"

namespace sp::text {

/// The longest is a NaN or infinity in quotes or like "-0.000012345678901234567"; the fast paths store a little more.
inline constexpr std::size_t kMaxFloat = 32;

namespace detail {

char* write_general(char* out, double value);
char* write_general(char* out, float value);

}  // namespace detail

/// NaN and the infinities as JSON strings: "NaN", "Infinity", "-Infinity".
inline char* write_double(char* out, double value) {
    // d * 16 is an integer below 2^37: at most 10 + 4 digits, all exact, and every decimal of at most 15 digits is the
    // shortest that reads back the same once its trailing zeros are gone.
    const double magnitude = std::fabs(value);
    if (magnitude < 8589934592.0) {
        const double scaled = magnitude * 16;
        const auto sixteenths = static_cast<std::uint64_t>(static_cast<std::int64_t>(scaled));
        if (static_cast<double>(static_cast<std::int64_t>(sixteenths)) == scaled) {
            *out = '-';
            out += std::signbit(value) ? 1 : 0;
            out = write_uint(out, sixteenths >> 4);
            // ".0000" to ".9375": one load, then as many as needed.
            static constexpr char kFractions[16][5] = {"0000", "0625", "1250", "1875", "2500", "3125", "3750", "4375",
                                                       "5000", "5625", "6250", "6875", "7500", "8125", "8750", "9375"};
            static constexpr std::uint8_t kLengths[16] = {1, 4, 3, 4, 2, 4, 3, 4, 1, 4, 3, 4, 2, 4, 3, 4};
            *out++ = '.';
            std::memcpy(out, kFractions[sixteenths & 15], 4);
            return out + kLengths[sixteenths & 15];
        }
    }
    return detail::write_general(out, value);
}

/// As write_double, with the digits that are enough for a float.
inline char* write_float(char* out, float value) {
    // A whole number below 2^24 is exact and has no shorter text: its neighbours are whole or half numbers.
    const float magnitude = std::fabs(value);
    if (magnitude < 16777216.0F) {
        const auto whole = static_cast<std::uint32_t>(static_cast<std::int32_t>(magnitude));
        if (static_cast<float>(static_cast<std::int32_t>(whole)) == magnitude) {
            *out = '-';
            out += std::signbit(value) ? 1 : 0;
            out = write_uint(out, whole);
            std::memcpy(out, ".0", 2);
            return out + 2;
        }
    }
    return detail::write_general(out, value);
}

/// NaN and the infinities without quotes, for CSV.
inline char* write_double_bare(char* out, double value) {
    if (std::isfinite(value)) {
        return write_double(out, value);
    }
    const char* const name = std::isnan(value) ? "NaN" : value < 0 ? "-Infinity" : "Infinity";
    const std::size_t size = std::strlen(name);
    std::memcpy(out, name, size);
    return out + size;
}

inline char* write_float_bare(char* out, float value) {
    return std::isfinite(value) ? write_float(out, value) : write_double_bare(out, static_cast<double>(value));
}

}  // namespace sp::text

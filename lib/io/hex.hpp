#pragma once

// Hexadecimal digits.

#include <string_view>

namespace sp {

inline constexpr std::string_view kHexDigits = "0123456789abcdef";

/// The value of a digit of either case, -1 for other characters.
[[nodiscard]] constexpr int hex_digit(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

}  // namespace sp

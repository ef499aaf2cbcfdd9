#pragma once

// Where a JSON string's plain characters end, eight bytes at a time.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace sp::rows {

/// The position of the first quote, backslash or control character from `at` on, or the size of the text.
[[nodiscard]] inline std::size_t find_string_special(std::string_view text, std::size_t at) {
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    constexpr std::uint64_t kHighs = 0x8080808080808080;
    const auto has_zero = [](std::uint64_t word) { return (word - kOnes) & ~word & kHighs; };
    if constexpr (std::endian::native == std::endian::little) {
        for (; at + 8 <= text.size(); at += 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, text.data() + at, 8);
            // A borrow can only mark bytes behind the first that is marked rightly.
            const std::uint64_t marks =
                has_zero(word ^ kOnes * '"') | has_zero(word ^ kOnes * '\\') | ((word - kOnes * 0x20) & ~word & kHighs);
            if (marks != 0) {
                return at + static_cast<std::size_t>(std::countr_zero(marks)) / 8;
            }
        }
    }
    while (at < text.size() && text[at] != '"' && text[at] != '\\' && static_cast<unsigned char>(text[at]) >= 0x20) {
        ++at;
    }
    return at;
}

/// Whether all are ASCII.
[[nodiscard]] inline bool is_ascii(std::string_view text) {
    std::size_t at = 0;
    std::uint64_t all = 0;
    for (; at + 8 <= text.size(); at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, text.data() + at, 8);
        all |= word;
    }
    for (; at < text.size(); ++at) {
        all |= static_cast<unsigned char>(text[at]);
    }
    return (all & 0x8080808080808080) == 0;
}

}  // namespace sp::rows

#pragma once

// Texts cut between characters, for messages and names.

#include <cstddef>
#include <string>
#include <string_view>

namespace sp {

/// The longest part in front of `text` that has at most `most` bytes and ends where a character of UTF-8 does.
[[nodiscard]] inline std::string_view front_of(std::string_view text, std::size_t most) {
    if (text.size() <= most) {
        return text;
    }
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80) {
        --end;
    }
    return text.substr(0, end);
}

/// The same, with "…" behind it where something is missing.
[[nodiscard]] inline std::string shortened(std::string_view text, std::size_t most) {
    const std::string_view front = front_of(text, most);
    return std::string(front) + (front.size() < text.size() ? "…" : "");
}

}  // namespace sp

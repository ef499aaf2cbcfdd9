#pragma once

// Bytes in tests' source, mostly text: "<0004>name<00000003>" is hex between angle brackets and ASCII elsewhere.

#include <stdexcept>
#include <string>
#include <string_view>

#include "sp/bytes.hpp"

inline sp::ByteVector readable_bytes(std::string_view text) {
    sp::ByteVector bytes;
    bool is_hex = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '<' || text[i] == '>') {
            is_hex = text[i] == '<';
        } else if (is_hex) {
            if (i + 1 >= text.size()) {
                throw std::invalid_argument("half a byte in " + std::string(text));
            }
            bytes.push_back(static_cast<std::uint8_t>(std::stoi(std::string(text.substr(i, 2)), nullptr, 16)));
            ++i;
        } else {
            bytes.push_back(static_cast<std::uint8_t>(text[i]));
        }
    }
    return bytes;
}

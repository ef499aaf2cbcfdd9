#pragma once

// Keys for sorting by bytes that are made of several parts: the whole compares as part by part would.

#include <cstdint>

#include "sp/bytes.hpp"

namespace sp {

/// Each part ends with 00 00, and a 00 in it is 00 FF.
inline void append_part(ByteVector& key, Bytes part) {
    for (const std::uint8_t byte : part) {
        key.push_back(byte);
        if (byte == 0) {
            key.push_back(0xFF);
        }
    }
    key.insert(key.end(), 2, 0);
}

/// Numbers that compare as bytes do.
inline void append_number(ByteVector& key, std::int64_t value) {
    const std::uint64_t bits = static_cast<std::uint64_t>(value) ^ std::uint64_t{1} << 63;
    for (int shift = 56; shift >= 0; shift -= 8) {
        key.push_back(static_cast<std::uint8_t>(bits >> shift));
    }
}

}  // namespace sp

#pragma once

// Keys for sorting by bytes that are made of several parts: the whole compares as part by part would.

#include <cstdint>

#include "io/big_endian.hpp"
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

/// Eight bytes, which compare as the numbers do; returns their end.
inline std::uint8_t* store_number(std::uint8_t* at, std::int64_t value) {
    return store_big_endian(at, static_cast<std::uint64_t>(value) ^ std::uint64_t{1} << 63, sizeof value);
}

/// The mirror of store_number().
[[nodiscard]] inline std::int64_t load_number(const std::uint8_t* at) {
    return static_cast<std::int64_t>(load_u64(at) ^ std::uint64_t{1} << 63);
}

inline void append_number(ByteVector& key, std::int64_t value) {
    std::uint8_t bytes[sizeof value];
    key.insert(key.end(), bytes, store_number(bytes, value));
}

}  // namespace sp

#pragma once

// What the sort keys of entries start with on their way into a savepoint: it puts them into the order of the files. Behind
// it follow for keyed state the composite key, for elements nothing (their index is the sequence), for broadcast state the
// map key.

#include <cstdint>

#include "io/big_endian.hpp"
#include "sp/bytes.hpp"

namespace sp {

/// The order in which an operator's entries are written.
enum class WriteSection : std::uint8_t { kKeyed, kBroadcast, kElements };

struct WriteSortKey {
    std::uint16_t op = 0;
    WriteSection section = WriteSection::kKeyed;
    std::uint16_t place = 0;  ///< key group or subtask
    std::uint16_t state = 0;
    Bytes rest;

    static constexpr std::size_t kHeadSize = 2 + 1 + 2 + 2;

    void append_to(ByteVector& out) const {
        const std::uint8_t head[kHeadSize] = {
            high(op), low(op), static_cast<std::uint8_t>(section), high(place), low(place), high(state), low(state)};
        out.insert(out.end(), head, head + kHeadSize);
        out.insert(out.end(), rest.begin(), rest.end());
    }

    static WriteSortKey parse(Bytes key) {
        const std::uint8_t* const p = key.data();
        return {load_u16(p), static_cast<WriteSection>(p[2]), load_u16(p + 3), load_u16(p + 5), key.subspan(kHeadSize)};
    }

private:
    static constexpr std::uint8_t high(std::uint16_t value) { return static_cast<std::uint8_t>(value >> 8); }
    static constexpr std::uint8_t low(std::uint16_t value) { return static_cast<std::uint8_t>(value); }
};

}  // namespace sp

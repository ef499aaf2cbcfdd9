#pragma once

// What the sort keys of entries start with on their way into a savepoint: it puts them into the order of the files.
// Behind it follow for keyed state the composite key (of lists with an index, see PlannedOperator::has_index), for
// elements their index, for broadcast state the map key.

#include <cstdint>

#include "io/big_endian.hpp"
#include "sp/bytes.hpp"

namespace sp {

/// The order in which an operator's entries are written.
enum class WriteSection : std::uint8_t { kKeyed, kBroadcast, kElements };

/// Of keyed lists: what stands for an index where an entry is a whole list.
inline constexpr std::int64_t kWholeList = INT64_MIN;
/// Of elements of operator lists: what stands for an index where none is given.
inline constexpr std::int64_t kNoIndex = INT64_MAX;
inline constexpr std::size_t kIndexSize = 8;

struct WriteSortKey {
    std::uint16_t op = 0;
    WriteSection section = WriteSection::kKeyed;
    std::uint16_t place = 0;  ///< key group or subtask
    std::uint16_t state = 0;
    Bytes rest;

    static constexpr std::size_t kHeadSize = 2 + 1 + 2 + 2;

    /// All but `rest`; returns the end.
    std::uint8_t* write_head(std::uint8_t* at) const {
        const std::uint64_t head = std::uint64_t{op} << 40 | std::uint64_t{static_cast<std::uint8_t>(section)} << 32 |
                                   std::uint64_t{place} << 16 | state;
        return store_big_endian(at, head, kHeadSize);
    }

    void append_to(ByteVector& out) const {
        std::uint8_t head[kHeadSize];
        out.insert(out.end(), head, write_head(head));
        out.insert(out.end(), rest.begin(), rest.end());
    }

    static WriteSortKey parse(Bytes key) {
        const std::uint8_t* const p = key.data();
        return {load_u16(p), static_cast<WriteSection>(p[2]), load_u16(p + 3), load_u16(p + 5), key.subspan(kHeadSize)};
    }
};

}  // namespace sp

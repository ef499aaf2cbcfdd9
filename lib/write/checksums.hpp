#pragma once

// How many entries each state has and a checksum over all of them that does not depend on their order, to compare what was
// written with what is read back.

#include <cstdint>
#include <map>
#include <tuple>

#include "io/crc32c.hpp"
#include "sp/entry.hpp"

namespace sp {

struct StateChecksum {
    std::uint64_t count = 0;
    std::uint64_t sum = 0;

    bool operator==(const StateChecksum&) const = default;

    /// Key groups and subtasks are places. The parts are told apart by their sizes.
    void add(std::int32_t place, Bytes identity, Bytes value) {
        const std::uint32_t sizes[] = {static_cast<std::uint32_t>(place), static_cast<std::uint32_t>(identity.size()),
                                       static_cast<std::uint32_t>(value.size())};
        const std::uint32_t head = crc32c({reinterpret_cast<const std::uint8_t*>(sizes), sizeof sizes});
        const std::uint32_t first = crc32c(value, crc32c(identity, head));
        const std::uint32_t second = crc32c(identity, crc32c(value, ~head));
        ++count;
        sum += std::uint64_t{first} << 32 | second;
    }

    void add(const StateChecksum& other) {
        count += other.count;
        sum += other.sum;
    }
};

}  // namespace sp

#pragma once

// Joins key, namespace and map key to the composite keys of RocksDB and of canonical savepoints, without the key-group
// prefix: the mirror of state/composite_key.hpp (SerializedCompositeKeyBuilder, TimerSerializer).

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "io/sort_key.hpp"
#include "sp/entry.hpp"
#include "types/type_properties.hpp"

namespace sp {

class CompositeKeyWriter {
public:
    explicit CompositeKeyWriter(const StateDescriptor& state)
        : kind_(state.kind),
          is_ambiguous_(state.kind != StateKind::kTimer && is_ambiguous_key_possible(*state.key, *state.name_space)) {}

    /// As many bytes as the key of the entry takes, or a few more.
    static std::size_t bound(const Entry& entry) {
        return sizeof entry.timestamp + entry.key.size() + entry.name_space.size() + entry.map_key.size() +
               2 * sizeof(std::size_t);
    }

    /// Returns the end of the key.
    std::uint8_t* write(std::uint8_t* at, const Entry& entry) const {
        if (kind_ == StateKind::kTimer) {
            at = store_number(at, entry.timestamp);  // with its sign flipped, so that bytes sort like time
        }
        at = std::copy(entry.key.begin(), entry.key.end(), at);
        at = write_length(at, entry.key.size());
        at = std::copy(entry.name_space.begin(), entry.name_space.end(), at);
        at = write_length(at, entry.name_space.size());
        return std::copy(entry.map_key.begin(), entry.map_key.end(), at);
    }

    void append(ByteVector& out, const Entry& entry) const {
        const std::size_t before = out.size();
        out.resize(before + bound(entry));
        out.resize(static_cast<std::size_t>(write(out.data() + before, entry) - out.data()));
    }

private:
    /// Little-endian, as few bytes as hold it and one at least.
    std::uint8_t* write_length(std::uint8_t* at, std::size_t length) const {
        if (!is_ambiguous_) {
            return at;
        }
        do {
            *at++ = static_cast<std::uint8_t>(length);
            length >>= 8;
        } while (length != 0);
        return at;
    }

    StateKind kind_;
    bool is_ambiguous_;
};

}  // namespace sp

#pragma once

// Joins key, namespace and map key to the composite keys of RocksDB and of canonical savepoints, without the key-group
// prefix: the mirror of state/composite_key.hpp (SerializedCompositeKeyBuilder, TimerSerializer).

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

    void append(ByteVector& out, const Entry& entry) const {
        if (kind_ == StateKind::kTimer) {
            append_number(out, entry.timestamp);  // with its sign flipped, so that bytes sort like time
        }
        append(out, entry.key);
        append_length(out, entry.key.size());
        append(out, entry.name_space);
        append_length(out, entry.name_space.size());
        append(out, entry.map_key);
    }

private:
    static void append(ByteVector& out, Bytes part) { out.insert(out.end(), part.begin(), part.end()); }

    /// Little-endian, as few bytes as hold it and one at least.
    void append_length(ByteVector& out, std::size_t length) const {
        if (!is_ambiguous_) {
            return;
        }
        do {
            out.push_back(static_cast<std::uint8_t>(length));
            length >>= 8;
        } while (length != 0);
    }

    StateKind kind_;
    bool is_ambiguous_;
};

}  // namespace sp

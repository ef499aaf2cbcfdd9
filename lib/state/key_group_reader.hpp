#pragma once

// KeyGroupReader: what the readers of all keyed backends have in common. The one who restores plans the key groups of a
// snapshot and reads them through this, without knowing who wrote them. Calls are virtual per key group and batch only.

#include <cstdint>
#include <string>
#include <vector>

#include "sp/entry.hpp"

namespace sp {

class KeyGroupReader {
public:
    KeyGroupReader() = default;
    KeyGroupReader(const KeyGroupReader&) = delete;
    KeyGroupReader& operator=(const KeyGroupReader&) = delete;
    virtual ~KeyGroupReader() = default;

    /// Goes to a key group. `offset` is where the handle says that it starts, `end` where the next one does, or the end of
    /// the stream; backends that keep key groups otherwise ignore both.
    virtual void open_key_group(std::int32_t key_group, std::uint64_t offset, std::uint64_t end) = 0;

    /// Of the key group that was opened last only these keys (as their serializer writes them) are needed. Readers that can
    /// go to a key do so; others read on, and whoever asked drops what is too much.
    virtual void want_keys(std::vector<std::string> /*keys*/) {}

    /// Fills `batch` with the next entries of one state, at least one; false at the end of the key group. The entries are
    /// valid until the next call.
    [[nodiscard]] virtual bool next(EntryBatch& batch) = 0;

    /// From the next entry on, those of this state are passed over.
    virtual void skip_state(const StateDescriptor& state) = 0;
};

}  // namespace sp

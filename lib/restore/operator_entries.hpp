#pragma once

// The entries of one operator, one kind of state after the other: keyed, list, union, broadcast, coordinator.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "restore/keyed_entries.hpp"
#include "restore/operator_state_entries.hpp"
#include "restore/reading_context.hpp"
#include "sp/entry.hpp"

namespace sp {

class OperatorEntries {
public:
    /// All state, or that of a part: keyed state of key groups that have been looked into, or what is not keyed.
    enum class Content : std::uint8_t { kAll, kKeyed, kOther };

    /// `context` outlives it. `label` names the operator in messages.
    OperatorEntries(ReadingContext& context, std::size_t index, std::string label, Content content)
        : context_(context), index_(index), label_(std::move(label)), content_(content) {}

    // Of the keyed state, as KeyedEntries says.
    std::vector<const StateDescriptor*> keyed_states() { return keyed().states(); }
    std::vector<std::pair<std::int32_t, std::int32_t>> divide(std::uint64_t bytes) { return keyed().divide(bytes); }
    void turn_to(std::pair<std::int32_t, std::int32_t> key_groups) { keyed().turn_to(key_groups); }

    /// The next batch, which may be empty; false at the end.
    bool next(EntryBatch& batch);

private:
    KeyedEntries& keyed();
    bool next_coordinator(EntryBatch& batch);

    ReadingContext& context_;
    std::size_t index_;
    std::string label_;
    Content content_;
    int stage_ = 0;  // 0 keyed, 1 list, 2 union, 3 broadcast, 4 coordinator
    std::optional<KeyedEntries> keyed_;
    std::optional<OperatorStateEntries> operator_state_;
};

}  // namespace sp

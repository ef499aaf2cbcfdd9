#pragma once

// Counts the entries of a state as they are read.

#include <cstdint>
#include <memory>
#include <string>

#include "report/statistics/scattered_keys.hpp"
#include "report/statistics/state_statistics.hpp"
#include "sp/entry.hpp"
#include "types/codecs/skipper.hpp"

namespace sp::statistics {

class StateCounter {
public:
    /// `label` names the state in messages. Both references must outlive the counter.
    StateCounter(StateStatistics& statistics, SharedMemory& memory, std::string label)
        : statistics_(statistics), label_(std::move(label)), scattered_(memory) {}

    /// The entries of a key group must come together, whatever comes between those of the state. They may have another
    /// descriptor than others of the state.
    void add(const EntryBatch& batch);

    /// After the last batch. More may follow of other key groups.
    void end_group();

private:
    void begin_group(const EntryBatch& batch);
    void add_keyed(const EntryBatch& batch);
    void add_unkeyed(const EntryBatch& batch);
    void end_key();
    void end_key(Bytes key, KeyTotals totals);
    void add_value(const EntryBatch& batch, const Entry& entry);
    void add_elements(const EntryBatch& batch, const Entry& entry);
    void add_stamp(const EntryBatch& batch, const Entry& entry, Bytes bytes);

    StateStatistics& statistics_;
    std::string label_;

    // Of the key group (or subtask) at hand
    std::int32_t index_ = -1;
    GroupStatistics* group_ = nullptr;
    const StateDescriptor* state_ = nullptr;
    TypePtr key_type_;
    TypePtr element_type_;
    std::unique_ptr<codec::Skipper> element_;  ///< lists
    bool is_scattered_ = false;                ///< entries of a key may lie apart

    // Of the key at hand
    ByteVector key_;
    KeyTotals totals_;
    ScatteredKeys scattered_;
};

}  // namespace sp::statistics

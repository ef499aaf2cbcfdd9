#pragma once

// Elements of session windows: put in order of key and time, and merged to sessions as Flink's MergingWindowSet would have
// done it.

#include <optional>

#include "rows/import/import_plan.hpp"
#include "write/merged_sort.hpp"

namespace sp::rows {

class SessionSorter {
public:
    SessionSorter(unsigned threads, const std::string& temporary_folder, std::size_t memory)
        : sort_(threads, temporary_folder, memory), keys_(threads) {}

    /// An entry whose namespace is the window of its element alone. By one thread at a time each.
    void add(unsigned thread, const ImportOperator& op, const ImportState& state, std::int32_t key_group,
             const Entry& entry, std::uint64_t sequence);

    /// Hands on all entries in their sessions, with what Flink keeps about sessions and with their timers.
    void finish(const ImportPlan& plan, EntryAdder& adder);

private:
    /// A record that is being made.
    struct Scratch {
        ByteVector key;
        ByteVector payload;
    };

    MergedSort sort_;
    std::vector<Scratch> keys_;  ///< by thread
};

}  // namespace sp::rows

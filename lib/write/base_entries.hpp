#pragma once

// The entries of an operator of a savepoint into a writer, changed on the way: the base on which rows or nothing else follow.
//
//     BaseReading reading;  // which operator, which of its state, into which operator of the writer
//     add_base(reading, writer);

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "sp/read.hpp"
#include "sp/write.hpp"

namespace sp {

/// Entries of one state on their way. What changes them may take entries out, point slices elsewhere (32 bytes behind each
/// may be read) and give key groups.
struct BaseBatch {
    const StateDescriptor& state;  ///< as its stream has it
    std::size_t position;          ///< in OperatorPlan::keyed_states or operator_states
    std::int32_t key_group;        ///< in which keyed entries are stored
    std::int32_t subtask;          ///< of operator state
    std::vector<Entry>& entries;
    /// One an entry, or none: they stay in key_group.
    std::vector<std::int32_t>& new_key_groups;
};

/// A change of entries; each thread has objects of its own. Called a batch at a time.
class EntryChange {
public:
    EntryChange() = default;
    EntryChange(const EntryChange&) = delete;
    EntryChange& operator=(const EntryChange&) = delete;
    virtual ~EntryChange() = default;

    virtual void change(BaseBatch& batch) = 0;
};

using EntryChanges = std::vector<std::unique_ptr<EntryChange>>;

struct BaseReading {
    std::string savepoint;
    FileLookup files;
    std::string operator_id;  ///< 32 hex digits
    bool keyed = false;
    bool operator_state = false;
    /// The parallelism changes: elements of lists are dealt anew, and unions stay where they can.
    bool deals_elements = false;
    std::set<std::string> left_out;  ///< names of states, keyed or not
    /// The operator in the writer. States that it does not have (by kind and name, timers by service and domain) are left out,
    /// and are not looked at where that can be avoided.
    const OperatorPlan* plan = nullptr;
    std::size_t writer_index = 0;
    unsigned threads = 1;
    std::uint64_t part_bytes = std::uint64_t{16} << 20U;  ///< of state, for one thread at a time, about
    std::function<EntryChanges()> changes;                ///< called once a thread
    std::function<void(std::uint64_t done, std::uint64_t total)> progress;
};

/// UnsupportedError where something of what is wanted cannot be read; InputError, UsageError.
void add_base(const BaseReading& reading, SavepointWriter& writer);

}  // namespace sp

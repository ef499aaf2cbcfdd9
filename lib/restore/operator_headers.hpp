#pragma once

// What the headers of an operator's state streams say, whatever kind of handle leads to them: keyed streams (canonical and
// heap snapshots), meta streams of RocksDB and ForSt, materialized parts of changelogs, operator state. No state is read.

#include <cstdint>
#include <set>
#include <vector>

#include "metadata/snapshot_location.hpp"
#include "sp/entry.hpp"
#include "sp/inspect.hpp"

namespace sp {

/// Whether raw keyed state holds timers: those of heap queues beside RocksDB and ForSt (InternalTimerServiceSerializationProxy).
enum class RawTimers : std::uint8_t { kNo, kYes, kUnknown };

/// A state with one set of serializers; subtasks whose serializers differ give several of one name.
struct DescribedState {
    StateDescriptor state;
    std::set<std::int32_t> subtasks;  ///< whose headers have it so
    bool is_raw = false;              ///< timers in raw keyed state
};

struct OperatorHeaders {
    TypePtr key;                         ///< of the first keyed stream; null if there is none
    std::vector<DescribedState> states;  ///< keyed states and timers, then operator states, in the order of the headers
    std::set<std::int32_t> keyed_subtasks;     ///< that have a keyed stream
    std::set<std::int32_t> operator_subtasks;  ///< that have an operator state stream
    bool is_compressed = false;
    std::int64_t changelog_bytes = 0;  ///< of changes since the materialized state
    bool is_changelog = false;
    RawTimers raw_timers = RawTimers::kNo;
    std::int32_t raw_timer_services = 0;  ///< `states` has those in front of the first timer
    std::vector<std::string> lost;        ///< why headers are not there: the problem of each file that cannot be used
};

/// Headers that cannot be read are told in `outcome` and passed over; those whose files are missing are in `lost` only.
[[nodiscard]] OperatorHeaders read_headers(const Snapshot& snapshot, std::size_t operator_index,
                                           InspectOutcome& outcome);

}  // namespace sp

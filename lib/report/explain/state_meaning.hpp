#pragma once

// What the states of Flink's own operators mean: a table by the names, kinds and types that the operators give them. Each line was
// read in the sources of the releases that it names. A state that is in no line is a job's own, or not known here.

#include <array>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "sp/entry.hpp"

namespace sp::explain {

/// An operator, or what of it has state.
struct FlinkOperator {
    std::string_view what;     ///< in words
    std::string_view classes;  ///< of Flink
    std::string_view flink;    ///< the releases that have it, of those that were looked into: 1.17, 1.20 and 2.3
    std::string_view key;      ///< what the key of its keyed state is; empty if it has none
};

/// Of the parts of an entry, of which the key is the operator's.
struct EntryParts {
    std::string_view name_space = {};
    std::string_view map_key = {};
    std::string_view value = {};  ///< of lists the element, of timers the time stamp
};

/// In patterns '*' is any text, '#' is digits; an empty one is no condition. The first line that a state fits counts.
struct StateMeaning {
    std::string_view state;  ///< pattern of its name; of timers of the service; of a coordinator empty
    StateKind kind = StateKind::kValue;
    EntryParts types;  ///< patterns of the types in words
    const FlinkOperator* of = nullptr;
    EntryParts means;              ///< what the parts are
    std::string_view beside = {};  ///< a state or timer service that the operator has too
};

[[nodiscard]] std::span<const StateMeaning> sql_states();
[[nodiscard]] std::span<const StateMeaning> sql_join_states();
[[nodiscard]] std::span<const StateMeaning> stream_states();

/// All of them, in the order in which they are tried.
[[nodiscard]] std::array<std::span<const StateMeaning>, 3> all_states();

/// Null if none is known. `names`: of all states and timer services of the operator.
[[nodiscard]] const StateMeaning* find_meaning(const StateDescriptor& state, const std::set<std::string>& names);

/// Whether the text fits the pattern.
[[nodiscard]] bool fits(std::string_view pattern, std::string_view text);

}  // namespace sp::explain

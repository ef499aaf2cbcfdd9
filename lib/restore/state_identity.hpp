#pragma once

// Which states of an operator are the same one, whatever stream or schema tells of them.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sp/entry.hpp"

namespace sp {

/// Flink keeps states of different groups apart, whatever their names.
enum class StateGroup : std::uint8_t { kKeyed, kOperator, kBroadcast, kTimer };

[[nodiscard]] inline StateGroup group_of(StateKind kind) {
    switch (kind) {
        case StateKind::kTimer: return StateGroup::kTimer;
        case StateKind::kBroadcast: return StateGroup::kBroadcast;
        case StateKind::kOperatorList:
        case StateKind::kOperatorUnion:
        case StateKind::kCoordinator: return StateGroup::kOperator;
        default: return StateGroup::kKeyed;
    }
}

/// What tells states of a group apart: the name of a state, the service of timers.
[[nodiscard]] inline const std::string& name_in_group(const StateDescriptor& state) {
    return state.kind == StateKind::kTimer ? state.timer_service : state.name;
}

[[nodiscard]] inline bool is_same_state(const StateDescriptor& a, const StateDescriptor& b) {
    return a.kind == b.kind &&
           (a.kind == StateKind::kTimer ? a.timer_service == b.timer_service && a.timer_domain == b.timer_domain
                                        : a.name == b.name);
}

/// The position of the state among `states`; their number if it is none of them.
[[nodiscard]] inline std::size_t position_of(const std::vector<StateDescriptor>& states, const StateDescriptor& state) {
    const auto found = std::find_if(states.begin(), states.end(),
                                    [&](const StateDescriptor& other) { return is_same_state(other, state); });
    return static_cast<std::size_t>(found - states.begin());
}

}  // namespace sp

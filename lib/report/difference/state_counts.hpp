#pragma once

// How many entries of a state are equal, and how many are not.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "sp/entry.hpp"

namespace sp::difference {

enum class Side : std::uint8_t { kOld, kNew };

/// For messages.
[[nodiscard]] constexpr std::string_view label_of(Side side) { return side == Side::kOld ? "OLD" : "NEW"; }

/// What an entry is that only this side has.
[[nodiscard]] constexpr std::string_view change_of(Side only_in) { return only_in == Side::kOld ? "removed" : "added"; }

/// What one thing in two snapshots is recognised by within an operator: kind and name of a state, or domain and service of timers.
/// In the order of the output.
struct StateKey {
    int section = 0;  ///< section_of() of its kind
    bool is_timer = false;
    TimerDomain domain = TimerDomain::kEventTime;  ///< of timers
    std::string name;                              ///< or the service
    StateKind kind = StateKind::kValue;

    explicit StateKey(const StateDescriptor& state)
        : section(section_of(state.kind)),
          is_timer(state.kind == StateKind::kTimer),
          domain(is_timer ? state.timer_domain : TimerDomain::kEventTime),
          name(is_timer ? state.timer_service : state.name),
          kind(state.kind) {}

    /// Keyed state, list, union, broadcast, coordinator: the order in which an operator's state is read.
    static int section_of(StateKind kind) {
        return is_keyed(kind) ? 0 : static_cast<int>(kind) - static_cast<int>(StateKind::kTimer);
    }

    friend auto operator<=>(const StateKey&, const StateKey&) = default;
    friend bool operator==(const StateKey&, const StateKey&) = default;
};

struct StateCounts {
    std::uint64_t added = 0;
    std::uint64_t removed = 0;
    std::uint64_t changed = 0;
    std::uint64_t same = 0;
    std::vector<std::string> schema;  ///< what of it is declared otherwise: "value", "ttl", …
    std::optional<Side> only_in;      ///< the other one has no such state

    /// A queue without timers is no difference, since every process function has one.
    [[nodiscard]] bool differs(const StateKey& state) const {
        return added + removed + changed > 0 || !schema.empty() || (only_in && !state.is_timer);
    }

    void absorb(const StateCounts& other);
};

using OperatorCounts = std::map<StateKey, StateCounts>;

/// The members of rows that name a state: `"uid":"u1","state":"s","kind":"value"`. `op` is the operator's member.
[[nodiscard]] std::string place_of(std::string_view op, const StateKey& state);

inline void StateCounts::absorb(const StateCounts& other) {
    added += other.added;
    removed += other.removed;
    changed += other.changed;
    same += other.same;
    schema.insert(schema.end(), other.schema.begin(), other.schema.end());
    only_in = only_in ? only_in : other.only_in;
}

}  // namespace sp::difference

#pragma once

// Redistribution: which subtask of a restored operator gets which elements of its managed operator state, as
// StateAssignmentOperation and RoundRobinOperatorStateRepartitioner of Flink 1.20 and 2.3 decide it. List elements are
// dealt anew when the parallelism changes, union state goes to everybody, and of broadcast state each gets a copy.

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sp/metadata.hpp"

namespace sp {

/// Elements first … first + count - 1 of one named state in the handle of one old subtask.
struct ElementRun {
    std::size_t subtask = 0;  ///< position in OperatorState::subtasks
    std::size_t state = 0;    ///< position in OperatorStateHandle::states
    std::size_t first = 0;
    std::size_t count = 0;

    friend auto operator<=>(const ElementRun&, const ElementRun&) = default;
};

class Redistribution {
public:
    /// `op` must outlive the object; `parallelism` is the new one.
    Redistribution(const OperatorState& op, std::int32_t parallelism);

    /// What one new subtask gets of states with this mode, by old subtask and position in its handle. Runs without
    /// elements are left out.
    [[nodiscard]] std::vector<ElementRun> share(std::int32_t new_subtask, DistributionMode mode) const;

private:
    /// A state in the handle of an old subtask: positions as in ElementRun.
    struct Place {
        std::size_t subtask;
        std::size_t state;
    };

    /// One name with one mode over all old subtasks.
    struct NamedState {
        std::vector<Place> places;   ///< by index of the subtask
        std::uint64_t elements = 0;  ///< of all places
        std::int32_t start = 0;      ///< lists: the new subtask that gets the first elements
    };

    void group_by_name(const std::vector<std::size_t>& subtasks);
    [[nodiscard]] ElementRun whole(Place place) const;
    [[nodiscard]] bool is_kept_by(std::int32_t new_subtask, Place place) const;
    void add_dealt(std::vector<ElementRun>& share, const NamedState& state, std::int32_t new_subtask) const;
    void add_copy(std::vector<ElementRun>& share, const NamedState& state, std::int32_t new_subtask) const;

    const OperatorState& operator_;
    std::int32_t parallelism_;
    std::array<std::vector<NamedState>, 3> states_;  ///< by mode, then in the order in which Flink deals them
};

}  // namespace sp

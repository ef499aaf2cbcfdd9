#pragma once

// How evenly a state is spread over key groups, or over subtasks.

#include <cstdint>
#include <map>

#include "report/statistics/state_statistics.hpp"

namespace sp::statistics {

/// What is needed of an operator to tell.
struct OperatorShape {
    std::int32_t parallelism = 0;
    std::int32_t max_parallelism = 0;
    // Key groups that were counted, both included
    std::int32_t first_group = 0;
    std::int32_t last_group = -1;
};

/// Of one number (entries, bytes) over several places, those without any counted too.
struct Spread {
    std::uint64_t max = 0;
    std::int32_t largest = 0;  ///< the first place that has `max`
    double mean = 0;

    /// 1 if all places have the same; without entries there is none: 0.
    [[nodiscard]] double skew() const { return mean > 0 ? static_cast<double>(max) / mean : 0; }
};

/// Places, and what each of them has. Those that are not in `used` have nothing.
struct Places {
    std::map<std::int32_t, GroupStatistics> used;
    std::int64_t count = 0;  ///< 0: the state is not divided over such places

    [[nodiscard]] Spread spread_of_entries() const;
    [[nodiscard]] Spread spread_of_bytes() const;

private:
    template <class Number>
    [[nodiscard]] Spread spread(Number&& number) const;
};

/// Of keyed state.
[[nodiscard]] Places key_groups_of(const StateIdentity& state, const StateStatistics& statistics,
                                   const OperatorShape& shape);

/// Of keyed state those which have the key groups at the operator's parallelism. Broadcast state is the same in all: it has
/// no places. Nor has the coordinator's.
[[nodiscard]] Places subtasks_of(const StateIdentity& state, const StateStatistics& statistics,
                                 const OperatorShape& shape);

}  // namespace sp::statistics

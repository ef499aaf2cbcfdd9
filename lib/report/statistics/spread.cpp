#include "report/statistics/spread.hpp"

#include "restore/key_group_assignment.hpp"

namespace sp::statistics {

template <class Number>
Spread Places::spread(Number&& number) const {
    Spread spread;
    std::uint64_t sum = 0;
    for (const auto& [index, group] : used) {
        const std::uint64_t value = number(group);
        sum += value;
        if (value > spread.max) {
            spread.max = value;
            spread.largest = index;
        }
    }
    spread.mean = count > 0 ? static_cast<double>(sum) / static_cast<double>(count) : 0;
    return spread;
}

Spread Places::spread_of_entries() const {
    return spread([](const GroupStatistics& group) { return group.entries; });
}

Spread Places::spread_of_bytes() const {
    return spread([](const GroupStatistics& group) { return group.bytes(); });
}

Places key_groups_of(const StateIdentity& state, const StateStatistics& statistics, const OperatorShape& shape) {
    if (!is_keyed(state.kind)) {
        return {};
    }
    return {statistics.groups, std::int64_t{shape.last_group} - shape.first_group + 1};
}

Places subtasks_of(const StateIdentity& state, const StateStatistics& statistics, const OperatorShape& shape) {
    Places places;
    const bool has_groups = shape.max_parallelism > 0 && shape.first_group <= shape.last_group;
    if (shape.parallelism <= 0 || (is_keyed(state.kind) && !has_groups) || state.kind == StateKind::kBroadcast ||
        state.kind == StateKind::kCoordinator) {
        return places;
    }
    if (!is_keyed(state.kind)) {
        return {statistics.groups, shape.parallelism};
    }
    const auto subtask_of = [&](std::int32_t key_group) {
        return subtask_of_key_group(key_group, shape.parallelism, shape.max_parallelism);
    };
    for (const auto& [key_group, group] : statistics.groups) {
        places.used[subtask_of(key_group)] += group;
    }
    places.count = subtask_of(shape.last_group) - subtask_of(shape.first_group) + 1;
    return places;
}

}  // namespace sp::statistics

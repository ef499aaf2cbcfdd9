#pragma once

// Which subtask has which key groups (KeyGroupRangeAssignment; StateAssignmentOperation gives them out so). Flink refuses
// more subtasks than key groups; here the subtasks beyond get empty ranges, so that a split into any number of parts is
// disjoint and complete.

#include <algorithm>
#include <bit>
#include <cstdint>

#include "metadata/metadata_format.hpp"
#include "sp/metadata.hpp"

namespace sp {

/// KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex.
[[nodiscard]] constexpr KeyGroupRange key_groups_of_subtask(std::int32_t subtask, std::int32_t parallelism,
                                                            std::int32_t max_parallelism) {
    if (max_parallelism <= 0) {
        return {};
    }
    const auto border = [&](std::int64_t index) {  // the first group of this subtask and of all behind it
        return static_cast<std::int32_t>((index * max_parallelism + parallelism - 1) / parallelism);
    };
    const std::int32_t first = border(subtask);
    return {first, border(std::int64_t{subtask} + 1) - first};
}

/// KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup.
[[nodiscard]] constexpr std::int32_t subtask_of_key_group(std::int32_t key_group, std::int32_t parallelism,
                                                          std::int32_t max_parallelism) {
    return static_cast<std::int32_t>(std::int64_t{key_group} * parallelism / max_parallelism);
}

/// KeyGroupRangeAssignment.computeDefaultMaxParallelism: what a job gets that sets none.
[[nodiscard]] constexpr std::int32_t default_max_parallelism(std::int32_t parallelism) {
    constexpr auto kMost = static_cast<std::uint32_t>(metadata_format::kMaxKeyGroups);
    const auto one_and_a_half = static_cast<std::uint32_t>(parallelism) + static_cast<std::uint32_t>(parallelism) / 2;
    return static_cast<std::int32_t>(std::clamp(std::bit_ceil(std::min(one_and_a_half, kMost)), 128U, kMost));
}

}  // namespace sp

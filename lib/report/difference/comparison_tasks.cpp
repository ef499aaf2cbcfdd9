#include "report/difference/comparison_tasks.hpp"

#include <algorithm>

namespace sp::difference {
namespace {

/// Of one side. Enough for a thread to have work.
constexpr std::uint64_t kPartSize = std::uint64_t{2} << 20;

constexpr std::int32_t kLastKeyGroup = 32767;  // Flink's upper bound of max parallelism is 32768

}  // namespace

ComparisonTasks::ComparisonTasks(const std::vector<OperatorPair>& pairs, EntryReader& old_reader,
                                 EntryReader& new_reader)
    : pairs_(pairs),
      old_parts_(on_side(Side::kOld, [&] { return parts_of(old_reader, has_side(&OperatorPair::old_index)); })),
      new_parts_(on_side(Side::kNew, [&] { return parts_of(new_reader, has_side(&OperatorPair::new_index)); })) {}

bool ComparisonTasks::has_side(std::optional<std::size_t> OperatorPair::*index) const {
    return std::any_of(pairs_.begin(), pairs_.end(),
                       [&](const OperatorPair& pair) { return (pair.*index).has_value(); });
}

ComparisonTasks::Parts ComparisonTasks::parts_of(EntryReader& reader, bool is_needed) {
    Parts parts;
    if (!is_needed) {
        return parts;
    }
    while (const std::optional<ReadPart> part = reader.next_part(kPartSize)) {
        parts[part->operator_index].push_back(*part);
    }
    return parts;
}

std::optional<ComparisonTask> ComparisonTasks::next() {
    while (tasks_.empty() && next_pair_ < pairs_.size()) {
        divide(next_pair_++);
        tasks_.front().is_first = true;
        tasks_.back().is_last = true;
    }
    if (tasks_.empty()) {
        return std::nullopt;
    }
    const ComparisonTask task = tasks_.front();
    tasks_.pop_front();
    return task;
}

void ComparisonTasks::divide(std::size_t pair) {
    const std::vector<KeyGroups> ranges = ranges_of(pairs_[pair]);
    if (ranges.empty()) {
        return add(pair, std::nullopt, true);
    }
    for (const KeyGroups& range : ranges) {
        add(pair, range, false);
    }
    add(pair, std::nullopt, false);
}

/// All key groups, cut where the parts of the new side begin; one range if key groups do not correspond; none if one of the
/// sides cannot be divided.
std::vector<ComparisonTasks::KeyGroups> ComparisonTasks::ranges_of(const OperatorPair& pair) const {
    std::vector<KeyGroups> ranges;
    for (const auto& [index, parts] :
         {std::pair(pair.old_index, &old_parts_), std::pair(pair.new_index, &new_parts_)}) {
        if (!index) {
            continue;
        }
        const std::vector<ReadPart>& own = parts->at(*index);
        if (own.size() == 1) {
            return {};
        }
        ranges.clear();
        for (const ReadPart& part : own) {
            if (part.key_groups) {
                ranges.push_back(*part.key_groups);
            }
        }
    }
    if (!pair.is_aligned) {
        return {{0, kLastKeyGroup}};
    }
    ranges.front().first = 0;
    for (std::size_t i = 1; i < ranges.size(); ++i) {
        ranges[i - 1].second = ranges[i].first - 1;
    }
    ranges.back().second = kLastKeyGroup;
    return ranges;
}

void ComparisonTasks::add(std::size_t pair, std::optional<KeyGroups> key_groups, bool is_whole) {
    ComparisonTask task;
    task.pair = pair;
    const auto part_of = [&](std::optional<std::size_t> index) {
        return index ? std::optional(ReadPart{*index, key_groups, is_whole}) : std::nullopt;
    };
    task.old_part = part_of(pairs_[pair].old_index);
    task.new_part = part_of(pairs_[pair].new_index);
    tasks_.push_back(task);
}

}  // namespace sp::difference

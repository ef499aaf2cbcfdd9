// Whether the key groups of an operator's subtasks are all there, each once, and where Flink looks for them.

#include <algorithm>
#include <map>
#include <set>

#include "report/audit/checks.hpp"
#include "report/text_table.hpp"
#include "restore/key_group_assignment.hpp"

namespace sp::auditing {
namespace {

struct OwnedRange {
    KeyGroupRange range;
    std::int32_t subtask = 0;
};

std::string words_of(KeyGroupRange range) {
    return range.count == 1 ? "key group " + std::to_string(range.first)
                            : "key groups " + std::to_string(range.first) + " to " + std::to_string(range.last());
}

class KeyGroupCheck {
public:
    KeyGroupCheck(OperatorRun& op, KeyedStateHandle SubtaskState::*slot, std::string what)
        : run_(op), op_(op.op), slot_(slot), what_(std::move(what)) {}

    void check() {
        for (const SubtaskState& subtask : op_.subtasks) {
            const KeyGroupRange range = (subtask.*slot_).range();
            if (!(subtask.*slot_).is_null() && range.count != 0) {
                check_range(range, subtask.index);
            }
        }
        if (!ranges_.empty()) {
            std::ranges::stable_sort(ranges_, {}, [](const OwnedRange& owned) { return owned.range.first; });
            check_overlaps();
            check_gaps();
        }
        for (const auto& [subtask, message] : misplaced_) {
            complain("SP-KEY-GROUP-RANGE", message, subtask);
        }
    }

private:
    void check_range(KeyGroupRange range, std::int32_t subtask) {
        const std::string found = what_ + " of subtask " + std::to_string(subtask) + ": " + words_of(range);
        const std::int64_t last = std::int64_t{range.first} + range.count - 1;
        if (last >= op_.max_parallelism) {
            complain("SP-KEY-GROUP-RANGE",
                     found + ", but the max parallelism is " + std::to_string(op_.max_parallelism), subtask);
            excused_.insert(subtask);
            return;
        }
        ranges_.push_back({range, subtask});
        const KeyGroupRange own = key_groups_of_subtask(subtask, op_.parallelism, op_.max_parallelism);
        if (!own.contains(range.first) || !own.contains(range.last())) {
            misplaced_.emplace(subtask, found + ", but Flink gives it " + words_of(own));
        }
    }

    void check_overlaps() {
        OwnedRange behind = ranges_.front();  // that which reaches furthest
        for (std::size_t i = 1; i < ranges_.size(); ++i) {
            const OwnedRange& next = ranges_[i];
            if (next.range.first <= behind.range.last()) {
                const std::int32_t last = std::min(behind.range.last(), next.range.last());
                complain("SP-KEY-GROUP-OVERLAP",
                         what_ + ": " + words_of({next.range.first, last - next.range.first + 1}) +
                             " in the state of subtask " + std::to_string(behind.subtask) + " and of subtask " +
                             std::to_string(next.subtask),
                         next.subtask);
                misplaced_.erase(behind.subtask);
                misplaced_.erase(next.subtask);
            }
            if (next.range.last() > behind.range.last()) {
                behind = next;
            }
        }
    }

    void check_gaps() {
        std::int32_t next = 0;
        for (const OwnedRange& owned : ranges_) {
            check_gap(next, owned.range.first);
            next = std::max(next, owned.range.last() + 1);
        }
        check_gap(next, op_.max_parallelism);
    }

    void check_gap(std::int32_t begin, std::int32_t end) {
        while (begin < end) {
            const std::int32_t subtask = subtask_of_key_group(begin, op_.parallelism, op_.max_parallelism);
            const KeyGroupRange own = key_groups_of_subtask(subtask, op_.parallelism, op_.max_parallelism);
            const std::int32_t stop = std::min(end, own.last() + 1);
            tell_gap({begin, stop - begin}, subtask);
            begin = std::max(stop, begin + 1);
        }
    }

    /// Flink writes no handle for a subtask that has finished, or has not registered a state yet.
    void tell_gap(KeyGroupRange gap, std::int32_t subtask) {
        const auto owned = std::ranges::find(ranges_, subtask, &OwnedRange::subtask);
        if (has_finished(subtask) || excused_.contains(subtask)) {
            return;
        }
        if (owned != ranges_.end()) {
            complain("SP-KEY-GROUP-GAP",
                     what_ + ": no handle has " + words_of(gap) + " of subtask " + std::to_string(subtask), subtask);
        } else {
            complain("SP-SUBTASK-EMPTY",
                     "subtask " + std::to_string(subtask) + " has no " + what_ +
                         ", but others have: it had registered no state, or it is lost",
                     subtask);
        }
    }

    [[nodiscard]] bool has_finished(std::int32_t index) const {
        return std::ranges::any_of(
            op_.subtasks, [&](const SubtaskState& subtask) { return subtask.index == index && subtask.is_finished; });
    }

    void complain(std::string_view code, const std::string& message, std::int32_t subtask) {
        run_.add(run_.finding(code, message, subtask));
    }

    OperatorRun& run_;
    const OperatorState& op_;
    KeyedStateHandle SubtaskState::*slot_;
    std::string what_;
    std::vector<OwnedRange> ranges_;
    std::map<std::int32_t, std::string> misplaced_;  ///< by subtask; an overlap says it too
    std::set<std::int32_t> excused_;                 ///< whose range is told to be wrong: gaps follow from it
};

}  // namespace

void check_key_groups(OperatorRun& op) {
    KeyGroupCheck(op, &SubtaskState::managed_keyed_state, "managed keyed state").check();
    KeyGroupCheck(op, &SubtaskState::raw_keyed_state, "raw keyed state").check();
}

}  // namespace sp::auditing

#include "rewrite/recut.hpp"

#include <algorithm>
#include <optional>

#include "restore/key_group_assignment.hpp"
#include "restore/redistribution.hpp"
#include "sp/error.hpp"

namespace sp::rewriting {
namespace {

using Slot = KeyedStateHandle SubtaskState::*;
using OperatorSlot = std::optional<OperatorStateHandle> SubtaskState::*;

/// The part of a handle in these key groups; nothing if it has none there.
std::optional<KeyGroupsStateHandle> cut(const KeyGroupsStateHandle& handle, const KeyGroupRange& range) {
    const std::int32_t first = std::max(handle.range.first, range.first);
    const std::int32_t last = std::min(handle.range.last(), range.last());
    if (first > last) {
        return std::nullopt;
    }
    KeyGroupsStateHandle part = handle;
    part.range = {first, last - first + 1};
    const auto begin = handle.offsets.begin() + (first - handle.range.first);
    part.offsets.assign(begin, begin + part.range.count);
    return part;
}

/// Key groups without data have the offset 0 in canonical streams, which start with a header, and -1 in raw ones.
bool has_data(const KeyGroupsStateHandle& handle, bool is_raw) {
    return std::ranges::any_of(handle.offsets, [&](std::int64_t offset) { return is_raw ? offset >= 0 : offset > 0; });
}

/// Whether the handle can have key groups that are not in its stream: that of the heap backend holds each of them, empty or not.
bool is_canonical(const KeyGroupsStateHandle& handle) {
    return handle.tag == HandleTag::kSavepointKeyGroups || std::ranges::find(handle.offsets, 0) != handle.offsets.end();
}

/// Gives a handle all of these key groups, as Flink's have them, whether there is data in them or not.
void widen(KeyGroupsStateHandle& handle, const KeyGroupRange& range) {
    std::vector<std::int64_t> offsets(static_cast<std::size_t>(range.count), 0);
    std::ranges::copy(handle.offsets, offsets.begin() + (handle.range.first - range.first));
    handle.range = range;
    handle.offsets = std::move(offsets);
}

/// The handles of the new subtasks, or nothing if some would need two, or a handle is of another kind. A subtask without data
/// gets a handle too where it can, which has the states' descriptions.
std::optional<std::vector<KeyedStateHandle>> cut_keyed(const OperatorState& before, Slot slot, std::int32_t parallelism,
                                                       std::int32_t max_parallelism) {
    const bool is_raw = slot == &SubtaskState::raw_keyed_state;
    std::vector<KeyedStateHandle> handles(static_cast<std::size_t>(parallelism));
    std::vector<KeyedStateHandle> without_data(handles.size());
    for (const SubtaskState& subtask : before.subtasks) {
        const KeyedStateHandle& old = subtask.*slot;
        if (old.is_null()) {
            continue;
        }
        const auto* const groups = std::get_if<KeyGroupsStateHandle>(&old.value);
        if (groups == nullptr) {
            return std::nullopt;
        }
        const bool can_be_wider = !is_raw && is_canonical(*groups);
        for (std::size_t i = 0; i < handles.size(); ++i) {
            const KeyGroupRange range =
                key_groups_of_subtask(static_cast<std::int32_t>(i), parallelism, max_parallelism);
            auto part = cut(*groups, range);
            const bool is_filled = part && has_data(*part, is_raw);
            if (part && can_be_wider) {
                widen(*part, range);
            }
            if (is_filled) {
                if (!handles[i].is_null()) {
                    return std::nullopt;
                }
                handles[i].value = std::move(*part);
            } else if (part && can_be_wider) {
                without_data[i].value = std::move(*part);
            }
        }
    }
    for (std::size_t i = 0; i < handles.size(); ++i) {
        if (handles[i].is_null()) {
            handles[i] = std::move(without_data[i]);
        }
    }
    return handles;
}

/// A copy of the handle with some of its elements, and all of its broadcast states.
class HandleParts {
public:
    /// The handle outlives the object.
    explicit HandleParts(const OperatorStateHandle& handle) : old_(handle) {
        part_.tag = handle.tag;
        part_.task_owned_dir = handle.task_owned_dir;
        part_.shared_dir = handle.shared_dir;
        part_.delegate = handle.delegate;
        for (const OperatorStateOffsets& state : handle.states) {
            OperatorStateOffsets& copy = part_.states.emplace_back();
            copy.name = state.name;
            copy.mode = state.mode;
            if (state.mode == DistributionMode::kBroadcast) {
                copy.offsets = state.offsets;
            }
        }
    }

    void add(const ElementRun& run) {
        const auto begin = old_.states[run.state].offsets.begin() + static_cast<std::ptrdiff_t>(run.first);
        std::vector<std::int64_t>& offsets = part_.states[run.state].offsets;
        offsets.insert(offsets.end(), begin, begin + static_cast<std::ptrdiff_t>(run.count));
    }
    [[nodiscard]] OperatorStateHandle take() { return std::move(part_); }

private:
    const OperatorStateHandle& old_;
    OperatorStateHandle part_;
};

/// The handles of the new subtasks, or nothing if some would need two. Elements of lists are dealt as Flink deals them; those
/// of unions, which all subtasks get, stay where they are, or go to the first.
std::optional<std::vector<std::optional<OperatorStateHandle>>> cut_operator_state(const OperatorState& before,
                                                                                  OperatorSlot slot,
                                                                                  std::int32_t parallelism) {
    std::vector<std::optional<OperatorStateHandle>> handles(static_cast<std::size_t>(parallelism));
    OperatorState reduced;  // Redistribution looks at managed operator state
    reduced.parallelism = before.parallelism;
    std::size_t holder = SIZE_MAX;
    for (const SubtaskState& subtask : before.subtasks) {
        SubtaskState& state = reduced.subtasks.emplace_back();
        state.index = subtask.index;
        state.managed_operator_state = subtask.*slot;
        if (state.managed_operator_state && !state.managed_operator_state->is_empty) {
            holder = holder == SIZE_MAX ? reduced.subtasks.size() - 1 : holder;
        }
    }
    if (holder == SIZE_MAX) {
        return handles;
    }
    const Redistribution dealt(reduced, parallelism);
    const auto handle_of = [&](std::size_t position) -> const OperatorStateHandle& {
        return *reduced.subtasks[position].managed_operator_state;
    };
    for (std::int32_t i = 0; i < parallelism; ++i) {
        std::vector<ElementRun> runs = dealt.share(i, DistributionMode::kSplitDistribute);
        for (std::size_t position = 0; position < reduced.subtasks.size(); ++position) {
            const SubtaskState& old = reduced.subtasks[position];
            if (!old.managed_operator_state || (old.index < parallelism ? old.index : 0) != i) {
                continue;
            }
            const auto& states = old.managed_operator_state->states;
            for (std::size_t state = 0; state < states.size(); ++state) {
                if (states[state].mode == DistributionMode::kUnion && !states[state].offsets.empty()) {
                    runs.push_back({position, state, 0, states[state].offsets.size()});
                }
            }
        }
        const std::size_t source = runs.empty() ? holder : runs.front().subtask;
        HandleParts parts(handle_of(source));
        for (const ElementRun& run : runs) {
            if (run.subtask != source) {
                return std::nullopt;
            }
            parts.add(run);
        }
        handles[static_cast<std::size_t>(i)] = parts.take();
    }
    return handles;
}

/// Whether all subtasks that report operator state report the same broadcast states: then each of them has a copy to give.
bool have_equal_broadcast(const OperatorState& op) {
    std::optional<std::set<std::string>> all;
    for (const SubtaskState& subtask : op.subtasks) {
        if (!subtask.managed_operator_state || subtask.managed_operator_state->is_empty) {
            continue;
        }
        std::set<std::string> names;
        for (const OperatorStateOffsets& state : subtask.managed_operator_state->states) {
            if (state.mode == DistributionMode::kBroadcast) {
                names.insert(state.name);
            }
        }
        if (all && *all != names) {
            return false;
        }
        all = std::move(names);
    }
    return true;
}

/// One of the two kinds of keyed state by handles, or by key groups; false if neither can be.
bool recut_slot(OperatorRewrite& op, std::vector<SubtaskState>& subtasks, Slot slot, RewriteWay& way) {
    const OperatorState& before = op.original();
    if (auto handles = cut_keyed(before, slot, op.op.parallelism, op.op.max_parallelism)) {
        for (std::size_t i = 0; i < subtasks.size(); ++i) {
            subtasks[i].*slot = std::move((*handles)[i]);
        }
        way = std::max(way, RewriteWay::kMetadata);
        return true;
    }
    const bool is_managed = slot == &SubtaskState::managed_keyed_state;
    auto copies =
        plan_key_group_copies(op.source->snapshot, before, is_managed, op.op.parallelism, op.op.max_parallelism);
    if (!copies) {
        return false;
    }
    (is_managed ? op.keyed_copies : op.raw_keyed_copies) = std::move(*copies);
    way = std::max(way, RewriteWay::kRanges);
    return true;
}

/// Entries that go one by one bring raw timers along; other raw keyed state is cut in any case.
void recut_keyed(OperatorRewrite& op, std::vector<SubtaskState>& subtasks) {
    RewriteWay way = RewriteWay::kMetadata;
    const bool by_entries =
        op.keyed == RewriteWay::kEntries || !recut_slot(op, subtasks, &SubtaskState::managed_keyed_state, way);
    const bool has_raw = has_raw_keyed_state(op.original());
    const bool is_among_entries = by_entries && has_raw && op.headers().raw_timers == RawTimers::kYes;
    if (has_raw && !is_among_entries && !recut_slot(op, subtasks, &SubtaskState::raw_keyed_state, way)) {
        throw UnsupportedError("operator " + op.label() + ": its raw keyed state cannot be cut for " +
                               std::to_string(op.op.parallelism) + " subtasks");
    }
    op.keyed = by_entries ? RewriteWay::kEntries : way;
}

}  // namespace

void recut(OperatorRewrite& op) {
    const OperatorState& before = op.original();
    const std::int32_t parallelism = op.op.parallelism;
    op.deals_elements = true;
    std::vector<SubtaskState> subtasks(static_cast<std::size_t>(parallelism));
    for (std::int32_t i = 0; i < parallelism; ++i) {
        subtasks[static_cast<std::size_t>(i)].index = i;
    }
    if (has_keyed_state(before)) {
        recut_keyed(op, subtasks);
    }
    if (op.operator_state != RewriteWay::kEntries && has_operator_state(before)) {
        auto managed = have_equal_broadcast(before)
                           ? cut_operator_state(before, &SubtaskState::managed_operator_state, parallelism)
                           : std::nullopt;
        op.operator_state = managed ? RewriteWay::kMetadata : RewriteWay::kEntries;
        for (std::size_t i = 0; managed && i < subtasks.size(); ++i) {
            subtasks[i].managed_operator_state = std::move((*managed)[i]);
        }
    }
    auto raw = cut_operator_state(before, &SubtaskState::raw_operator_state, parallelism);
    if (!raw) {
        throw UnsupportedError("operator " + op.label() + ": it has raw operator state, which cannot be dealt to " +
                               std::to_string(parallelism) + " subtasks");
    }
    for (std::size_t i = 0; i < subtasks.size(); ++i) {
        subtasks[i].raw_operator_state = std::move((*raw)[i]);
    }
    op.op.subtasks = std::move(subtasks);
}

}  // namespace sp::rewriting

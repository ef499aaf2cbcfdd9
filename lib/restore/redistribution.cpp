#include "restore/redistribution.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <unordered_map>

#include "java/hash_map_order.hpp"

namespace sp {
namespace {

/// CollectionUtil.newHashMapWithExpectedSize: three quarters of the table are enough.
std::size_t capacity_for(std::size_t expected) { return expected <= 2 ? expected + 1 : (expected * 4 + 2) / 3; }

/// The names of a handle in the order of the map that MetadataV2V3SerializerBase.deserializeOperatorStateHandle puts them
/// into as it reads them.
std::vector<std::string> names_in_order(const OperatorStateHandle& handle) {
    java::HashMapOrder order(capacity_for(handle.states.size()));
    for (const OperatorStateOffsets& state : handle.states) {
        order.put(state.name);
    }
    return order.keys();
}

}  // namespace

Redistribution::Redistribution(const OperatorState& op, std::int32_t parallelism)
    : operator_(op), parallelism_(parallelism) {
    std::vector<std::size_t> subtasks(op.subtasks.size());
    std::iota(subtasks.begin(), subtasks.end(), std::size_t{0});
    std::stable_sort(subtasks.begin(), subtasks.end(),
                     [&](std::size_t a, std::size_t b) { return op.subtasks[a].index < op.subtasks[b].index; });
    group_by_name(subtasks);

    const auto lists = static_cast<std::size_t>(DistributionMode::kSplitDistribute);
    const auto count = static_cast<std::uint64_t>(parallelism);
    std::uint64_t start = 0;
    for (NamedState& state : states_[lists]) {
        state.start = static_cast<std::int32_t>(start);
        start = (start + state.elements % count) % count;  // who would get the next element begins with the next name
    }
}

/// RoundRobinOperatorStateRepartitioner.groupByStateMode: a map of the default size for each mode, into which the names
/// come through computeIfAbsent, subtask by subtask, in the order of the handles' own maps.
void Redistribution::group_by_name(const std::vector<std::size_t>& subtasks) {
    std::array<java::HashMapOrder, 3> orders;
    std::array<std::unordered_map<std::string, NamedState>, 3> named;
    for (const std::size_t subtask : subtasks) {
        const auto& handle = operator_.subtasks[subtask].managed_operator_state;
        if (!handle) {
            continue;
        }
        std::unordered_map<std::string_view, std::vector<std::size_t>> positions;
        for (std::size_t i = 0; i < handle->states.size(); ++i) {
            positions[handle->states[i].name].push_back(i);
        }
        for (const std::string& name : names_in_order(*handle)) {
            for (const std::size_t position : positions[name]) {
                const auto mode = static_cast<std::size_t>(handle->states[position].mode);
                orders[mode].compute_if_absent(name);
                NamedState& state = named[mode][name];
                state.places.push_back({subtask, position});
                state.elements += handle->states[position].offsets.size();
            }
        }
    }
    for (std::size_t mode = 0; mode < orders.size(); ++mode) {
        for (const std::string& name : orders[mode].keys()) {
            states_[mode].push_back(std::move(named[mode][name]));
        }
    }
}

ElementRun Redistribution::whole(Place place) const {
    const OperatorStateHandle& handle = *operator_.subtasks[place.subtask].managed_operator_state;
    return {place.subtask, place.state, 0, handle.states[place.state].offsets.size()};
}

bool Redistribution::is_kept_by(std::int32_t new_subtask, Place place) const {
    return parallelism_ == operator_.parallelism && operator_.subtasks[place.subtask].index == new_subtask;
}

void Redistribution::add_dealt(std::vector<ElementRun>& share, const NamedState& state,
                               std::int32_t new_subtask) const {
    // repartitionSplitState: equal runs of the elements of all subtasks, those of the first subtasks from `start` on one
    // longer where the division has a remainder.
    const auto count = static_cast<std::uint64_t>(parallelism_);
    const std::uint64_t turn =
        (static_cast<std::uint64_t>(new_subtask) + count - static_cast<std::uint64_t>(state.start)) % count;
    const std::uint64_t remainder = state.elements % count;
    std::uint64_t begin = turn * (state.elements / count) + std::min(turn, remainder);
    std::uint64_t left = state.elements / count + (turn < remainder ? 1 : 0);
    for (const Place place : state.places) {
        const std::size_t size = whole(place).count;
        if (begin < size && left > 0) {
            const std::uint64_t taken = std::min<std::uint64_t>(size - begin, left);
            share.push_back(
                {place.subtask, place.state, static_cast<std::size_t>(begin), static_cast<std::size_t>(taken)});
            left -= taken;
        }
        begin -= std::min<std::uint64_t>(begin, size);
    }
}

/// repartitionBroadcastState. With the old parallelism it runs only if some subtasks have no copy (partially finished
/// operators, since 1.14), and then beside what each keeps of its own.
void Redistribution::add_copy(std::vector<ElementRun>& share, const NamedState& state, std::int32_t new_subtask) const {
    const Place copy = state.places[static_cast<std::size_t>(new_subtask) % state.places.size()];
    for (const Place place : state.places) {
        if (is_kept_by(new_subtask, place) && place.subtask != copy.subtask) {
            share.push_back(whole(place));
        }
    }
    share.push_back(whole(copy));
}

std::vector<ElementRun> Redistribution::share(std::int32_t new_subtask, DistributionMode mode) const {
    std::vector<ElementRun> share;
    for (const NamedState& state : states_[static_cast<std::size_t>(mode)]) {
        if (mode == DistributionMode::kBroadcast) {
            add_copy(share, state, new_subtask);
        } else if (mode == DistributionMode::kSplitDistribute && parallelism_ != operator_.parallelism) {
            add_dealt(share, state, new_subtask);
        } else {
            for (const Place place : state.places) {
                if (mode == DistributionMode::kUnion || is_kept_by(new_subtask, place)) {
                    share.push_back(whole(place));
                }
            }
        }
    }
    std::erase_if(share, [](const ElementRun& run) { return run.count == 0; });
    std::sort(share.begin(), share.end());
    return share;
}

}  // namespace sp

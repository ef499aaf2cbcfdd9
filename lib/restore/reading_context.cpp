#include "restore/reading_context.hpp"

#include <algorithm>

#include "restore/key_group_assignment.hpp"

namespace sp {
namespace {

bool is_listed(const std::vector<std::string>& names, const std::string& name) {
    return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

bool ReadingContext::is_wanted(StateKind kind) const {
    if (kind == StateKind::kTimer && !options_.with_timers) {
        return false;
    }
    if (!is_keyed(kind) && (options_.key_groups || options_.keys)) {
        return false;
    }
    if (options_.split && options_.split->index != 0 && !is_keyed(kind) && kind != StateKind::kOperatorList) {
        return false;
    }
    return options_.kinds.empty() ||
           std::find(options_.kinds.begin(), options_.kinds.end(), kind) != options_.kinds.end();
}

bool ReadingContext::is_wanted(const StateDescriptor& state) {
    if (state.kind == StateKind::kTimer) {
        if (!options_.with_timers) {
            return false;
        }
        seen_timer_services_.insert(state.timer_service);
    } else {
        seen_states_.insert(state.name);
    }
    return is_wanted(state.kind) && !is_exhausted(state) && is_selected(state);
}

bool ReadingContext::is_selected(const StateDescriptor& state) const {
    const TimerSelection& timers = options_.timers;
    if (state.kind != StateKind::kTimer) {
        return is_listed(options_.states, state.name);
    }
    return is_listed(timers.services, state.timer_service) && (!timers.domain || *timers.domain == state.timer_domain);
}

bool ReadingContext::wants_only_timers() const {
    const std::vector<StateKind>& kinds = options_.kinds;
    return !kinds.empty() &&
           std::all_of(kinds.begin(), kinds.end(), [](StateKind kind) { return kind == StateKind::kTimer; });
}

bool ReadingContext::is_wanted_group(std::int32_t key_group, std::int32_t max_parallelism) const {
    const auto& wanted = options_.key_groups;
    const auto& split = options_.split;
    return (!wanted || (key_group >= wanted->first && key_group <= wanted->second)) &&
           (!split || key_groups_of_subtask(split->index, split->count, max_parallelism).contains(key_group));
}

const StateDescriptor* ReadingContext::keep(StateDescriptor state) {
    descriptors_.push_back(std::move(state));
    return &descriptors_.back();
}

std::uint64_t ReadingContext::take(const StateDescriptor& state, std::uint64_t count) {
    if (!options_.limit_per_state) {
        return count;
    }
    std::uint64_t& taken = counts_[id_of(state)];
    const std::uint64_t granted = std::min(count, *options_.limit_per_state - taken);
    taken += granted;
    return granted;
}

bool ReadingContext::is_exhausted(const StateDescriptor& state) const {
    if (!options_.limit_per_state) {
        return false;
    }
    const auto count = counts_.find(id_of(state));
    return (count == counts_.end() ? 0 : count->second) >= *options_.limit_per_state;
}

void ReadingContext::pass_over(const std::string& message) {
    if (std::find(unsupported_.begin(), unsupported_.end(), message) == unsupported_.end()) {
        unsupported_.push_back(message);
    }
}

void ReadingContext::absorb(const ReadFindings& other) {
    for (const std::string& message : other.unsupported) {
        pass_over(message);
    }
    seen_states_.insert(other.states.begin(), other.states.end());
    seen_timer_services_.insert(other.timer_services.begin(), other.timer_services.end());
}

}  // namespace sp

#include "rows/table_columns.hpp"

#include <algorithm>
#include <stdexcept>

namespace sp::rows {
namespace {

constexpr std::string_view kStatePrefix = "state:";

}  // namespace

std::string TableColumns::name_of(const std::string& state) {
    if (state == "key" || state == "namespace" || state.starts_with(kStatePrefix)) {
        return std::string(kStatePrefix) + state;
    }
    return state.starts_with('@') ? "@" + state : state;
}

TableColumns::TableColumns(std::span<const StateDescriptor* const> states, bool is_sorted) {
    bool has_timers = false;
    for (const StateDescriptor* const state : states) {
        has_name_space_ |= state->name_space->kind != TypeKind::kVoidNamespace;
        if (state->kind == StateKind::kTimer) {
            has_timers = true;
        } else {
            add(*state);
        }
    }
    if (is_sorted) {
        std::ranges::sort(columns_, {}, &Column::state);
    }
    state_count_ = columns_.size();
    if (has_timers) {
        columns_.push_back({"", "@event_time"});
        columns_.push_back({"", "@processing_time"});
    }
}

void TableColumns::add(const StateDescriptor& state) {
    for (Column& column : columns_) {
        if (column.state == state.name) {
            column.has_ttl |= state.has_ttl;
            return;
        }
    }
    columns_.push_back({state.name, name_of(state.name), state.has_ttl});
}

std::uint32_t TableColumns::find(const StateDescriptor& state) const {
    if (state.kind == StateKind::kTimer) {
        return static_cast<std::uint32_t>(state_count_ + (state.timer_domain == TimerDomain::kEventTime ? 0 : 1));
    }
    for (std::size_t i = 0; i < state_count_; ++i) {
        if (columns_[i].state == state.name) {
            return static_cast<std::uint32_t>(i);
        }
    }
    throw std::logic_error("state '" + state.name + "' was not listed");
}

std::uint32_t TableColumns::of(const StateDescriptor& state) {
    const auto known = positions_.find(&state);
    return known != positions_.end() ? known->second : positions_.emplace(&state, find(state)).first->second;
}

}  // namespace sp::rows

// Which states operators have: removed, renamed, without timers, with other time stamps.

#include <algorithm>

#include "rewrite/transforms.hpp"
#include "sp/error.hpp"
#include "types/schema/name_suggestions.hpp"

namespace sp::rewriting {
namespace {

/// A keyed and an operator state can have one name: both are meant then.
struct NamedStates {
    bool keyed = false;
    bool of_operator = false;
};

NamedStates find_states(const OperatorRewrite& op, const std::string& name, std::string_view option) {
    NamedStates found;
    std::vector<std::string> names;
    for (const StateDescriptor& state : op.schema().states) {
        if (state.name == name) {
            (is_keyed(state.kind) ? found.keyed : found.of_operator) = true;
        }
        names.push_back(state.name);
    }
    if (!found.keyed && !found.of_operator) {
        throw UsageError(std::string(option) + ": operator " + op.label() + " has no state '" + name + "'" +
                         (names.empty() ? "" : "; there are:" + list_nearest(name, names)));
    }
    return found;
}

void mark(OperatorRewrite& op, const NamedStates& states) {
    refuse_finished_subtasks(op);
    if (states.keyed) {
        op.keyed = RewriteWay::kEntries;
    }
    if (states.of_operator) {
        op.operator_state = RewriteWay::kEntries;
    }
}

}  // namespace

void remove_states(RewritePlan& plan) {
    for (const RewriteOptions::StateName& name : plan.options.remove_states) {
        OperatorRewrite& op = plan.find(name.op, "--remove-state");
        const NamedStates states = find_states(op, name.state, "--remove-state");
        mark(op, states);
        if (states.keyed) {
            op.removed_keyed_states.insert(name.state);
        }
        if (states.of_operator) {
            op.removed_operator_states.insert(name.state);
        }
        if (std::find(op.changes.begin(), op.changes.end(), "state " + name.state + " removed") != op.changes.end()) {
            continue;
        }
        op.changes.push_back("state " + name.state + " removed");
    }
}

void rename_states(RewritePlan& plan) {
    for (const auto& [name, to] : plan.options.rename_states) {
        OperatorRewrite& op = plan.find(name.op, "--rename-state");
        const NamedStates states = find_states(op, name.state, "--rename-state");
        if (to.empty()) {
            throw UsageError("--rename-state: the new name of '" + name.state + "' is empty");
        }
        if (op.removed_keyed_states.count(name.state) + op.removed_operator_states.count(name.state) != 0) {
            throw UsageError("state '" + name.state + "' cannot be removed and renamed");
        }
        mark(op, states);
        const bool is_new = (!states.keyed || op.renamed_keyed_states.emplace(name.state, to).second) &&
                            (!states.of_operator || op.renamed_operator_states.emplace(name.state, to).second);
        if (!is_new) {
            throw UsageError("--rename-state: '" + name.state + "' gets two new names");
        }
        op.changes.push_back("state " + name.state + " -> " + to);
    }
}

void remove_timers(RewritePlan& plan) {
    for (const RewriteOptions::StateName& name : plan.options.remove_timers) {
        OperatorRewrite& op = plan.find(name.op, "--remove-timers");
        std::vector<std::string> services;
        for (const StateDescriptor& queue : op.schema().timers) {
            if (queue.timer_domain == TimerDomain::kEventTime) {
                services.push_back(queue.timer_service);
            }
        }
        if (std::find(services.begin(), services.end(), name.state) == services.end()) {
            throw UsageError("--remove-timers: operator " + op.label() + " has no timer service '" + name.state + "'" +
                             (services.empty() ? "" : "; there are:" + list_nearest(name.state, services)));
        }
        refuse_finished_subtasks(op);
        op.removed_services.insert(name.state);
        op.keyed = RewriteWay::kEntries;
        op.changes.push_back("timers " + name.state + " removed");
    }
}

void shift_ttl(RewritePlan& plan) {
    if (!plan.options.ttl_shift || *plan.options.ttl_shift == 0) {
        return;
    }
    for (OperatorRewrite& op : plan.operators) {
        if (!has_keyed_state(op.op)) {
            continue;
        }
        const std::vector<StateDescriptor>& states = op.schema().states;
        if (std::any_of(states.begin(), states.end(), [](const StateDescriptor& state) { return state.has_ttl; })) {
            refuse_finished_subtasks(op);
            op.shifts_ttl = true;
            op.keyed = RewriteWay::kEntries;
            op.changes.push_back("TTL stamps shifted by " + std::to_string(*plan.options.ttl_shift) + " ms");
        }
    }
}

}  // namespace sp::rewriting

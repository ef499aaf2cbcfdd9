#include "write/planned_operator.hpp"

#include <algorithm>
#include <set>

#include "metadata/metadata_format.hpp"
#include "sp/error.hpp"
#include "types/codecs/skipper.hpp"
#include "write/canonical_form.hpp"

namespace sp {
namespace {

DuplicatePolicy policy_at(const std::vector<DuplicatePolicy>& policies, std::size_t i) {
    return i < policies.size() ? policies[i] : DuplicatePolicy::kError;
}

BasePolicy policy_at(const std::vector<BasePolicy>& policies, std::size_t i) {
    return i < policies.size() ? policies[i] : BasePolicy::kReplace;
}

void check(const PlannedOperator& op) {
    const OperatorPlan& plan = op.plan;
    const auto fail = [&](const std::string& what) { throw UsageError("operator " + op.label() + ": " + what); };
    if (plan.max_parallelism < 1 || plan.max_parallelism > metadata_format::kMaxKeyGroups) {
        fail("a max parallelism of " + std::to_string(plan.max_parallelism) + " is not within 1 and " +
             std::to_string(metadata_format::kMaxKeyGroups));
    }
    if (plan.parallelism < 1 || plan.parallelism > plan.max_parallelism) {
        fail("a parallelism of " + std::to_string(plan.parallelism) + " is not within 1 and the max parallelism of " +
             std::to_string(plan.max_parallelism));
    }
    std::set<std::string> keyed_names;  // timers' queues are among them
    for (const StateDescriptor& state : plan.keyed_states) {
        if (!keyed_names.insert(state.name).second) {
            fail("two keyed states are called '" + state.name + "'");
        }
    }
    std::set<std::string> operator_names;  // OperatorStateHandle tells lists and broadcast states apart by name alone
    for (const StateDescriptor& state : plan.operator_states) {
        if (!operator_names.insert(state.name).second) {
            fail("two operator states are called '" + state.name + "'");
        }
        if (state.kind == StateKind::kBroadcast && !state.map_key) {
            throw UnsupportedError("operator " + op.label() + ": broadcast state '" + state.name +
                                   "': its entries cannot be told apart, so that it cannot be written");
        }
    }
}

}  // namespace

PlannedOperator::PlannedOperator(OperatorPlan operator_plan) : plan(std::move(operator_plan)) {
    check(*this);
    for (std::size_t i = 0; i < plan.keyed_states.size(); ++i) {
        StateDescriptor& state = plan.keyed_states[i];
        state = canonical_form(std::move(state));
        keys.emplace_back(state);
        if (state.kind == StateKind::kList && codec::Skipper(state.value).fixed_size() == 0 && !state.has_ttl) {
            throw UnsupportedError("operator " + label() + ": state '" + state.name +
                                   "': elements of a list that take no bytes cannot be told apart, also by Flink");
        }
        has_index.push_back(state.kind == StateKind::kList && codec::Skipper(state.key).is_decodable() &&
                            codec::Skipper(state.name_space).is_decodable());
        joiners.emplace_back(policy_at(plan.on_duplicate, i), state);
        base_policies.push_back(policy_at(plan.on_base, i));
        stamps.push_back(plan.inherits_ttl && state.has_ttl
                             ? std::optional<TtlStamps>(std::in_place, state, TtlStamps::Form::kStored)
                             : std::nullopt);
    }
    // List and union states stand first in headers, and so do their elements.
    std::vector<StateDescriptor> states;
    header_places.resize(plan.operator_states.size());
    for (const bool is_broadcast : {false, true}) {
        for (std::size_t i = 0; i < plan.operator_states.size(); ++i) {
            if ((plan.operator_states[i].kind == StateKind::kBroadcast) == is_broadcast) {
                header_places[i] = static_cast<std::uint16_t>(states.size());
                states.push_back(plan.operator_states[i]);
                operator_joiners.emplace_back(policy_at(plan.on_operator_duplicate, i), states.back());
                operator_base_policies.push_back(policy_at(plan.on_operator_base, i));
            }
        }
    }
    plan.operator_states = std::move(states);
}

}  // namespace sp

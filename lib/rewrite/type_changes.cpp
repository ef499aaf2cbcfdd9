#include "rewrite/type_changes.hpp"

#include "types/type_parts.hpp"

namespace sp::rewriting {

const StateTypeChange* TypeChanges::find(const StateDescriptor& state) const {
    if (state.kind == StateKind::kTimer) {
        return nullptr;
    }
    const auto& states = is_keyed(state.kind) ? keyed_states : operator_states;
    const auto found = states.find(state.name);
    return found == states.end() ? nullptr : &found->second;
}

void TypeChanges::apply(OperatorPlan& plan) const {
    if (key) {
        plan.key = key->to();
    }
    for (auto* const states : {&plan.keyed_states, &plan.operator_states}) {
        for (StateDescriptor& state : *states) {
            if (key && is_keyed(state.kind)) {
                if (state.kind == StateKind::kTimer) {
                    state.serializer = with_part(state.serializer, state.key, key->to());
                }
                state.key = key->to();
            }
            const StateTypeChange* const change = find(state);
            if (change == nullptr) {
                continue;
            }
            if (change->map_key) {
                state.serializer = with_part(state.serializer, state.map_key, change->map_key->to());
                state.map_key = change->map_key->to();
            }
            if (change->value) {
                state.serializer = with_part(state.serializer, state.value, change->value->to());
                state.value = change->value->to();
            }
        }
    }
}

}  // namespace sp::rewriting

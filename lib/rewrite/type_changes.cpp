#include "rewrite/type_changes.hpp"

namespace sp::rewriting {

TypePtr with_part(const TypePtr& tree, const TypePtr& part, const TypePtr& replacement) {
    if (tree == nullptr || tree == part) {
        return tree == nullptr ? tree : replacement;
    }
    std::shared_ptr<Type> copy;
    for (std::size_t i = 0; i < tree->nested.size(); ++i) {
        TypePtr nested = with_part(tree->nested[i], part, replacement);
        if (nested != tree->nested[i]) {
            if (!copy) {
                copy = std::make_shared<Type>(*tree);
                copy->snapshot.clear();
            }
            copy->nested[i] = std::move(nested);
        }
    }
    return copy ? copy : tree;
}

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

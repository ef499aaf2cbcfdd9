#include "report/difference/operator_pair.hpp"

#include <algorithm>
#include <map>

#include "report/difference/schema_difference.hpp"
#include "report/difference/type_likeness.hpp"

namespace sp::difference {
namespace {

/// What the headers of both sides say of one state.
struct BothStates {
    Descriptors old_states;
    Descriptors new_states;

    [[nodiscard]] const StateDescriptor& any() const { return old_states.empty() ? *new_states[0] : *old_states[0]; }

    [[nodiscard]] bool are_alike(TypePtr StateDescriptor::*part) const {
        const TypePtr& first = any().*part;
        const auto is_like_first = [&](const StateDescriptor* state) { return encodes_alike(first, state->*part); };
        return std::all_of(old_states.begin(), old_states.end(), is_like_first) &&
               std::all_of(new_states.begin(), new_states.end(), is_like_first);
    }
};

PartForm form_of(const BothStates& states, TypePtr StateDescriptor::*part) {
    const TypePtr& type = states.any().*part;
    if (!states.are_alike(part)) {
        return PartForm::kDecoded;
    }
    if (!type || type->kind == TypeKind::kVoidNamespace) {
        return PartForm::kAbsent;
    }
    return codec::encoded_size(*type) >= 0 ? PartForm::kFixed : PartForm::kBytes;
}

class Planner {
public:
    Planner(EntryReader& old_reader, EntryReader& new_reader, const DifferenceFilter& filter)
        : old_(old_reader), new_(new_reader), filter_(filter) {}

    void plan(OperatorPair& pair) const {
        std::map<StateKey, BothStates> states;
        add_states(pair, Side::kOld, states);
        add_states(pair, Side::kNew, states);
        for (const auto& [key, both] : states) {
            pair.states.push_back(planned(pair, key, both));
        }
        pair.is_aligned = !pair.old_index || !pair.new_index || are_groups_alike(pair);
        if (!pair.only_in()) {
            compare_keys(pair, states);
            compare_schema(pair, states);
        }
    }

private:
    void add_states(OperatorPair& pair, Side side, std::map<StateKey, BothStates>& states) const {
        const bool is_old = side == Side::kOld;
        const std::optional<std::size_t> index = is_old ? pair.old_index : pair.new_index;
        if (!index) {
            return;
        }
        EntryReader& reader = is_old ? old_ : new_;
        const std::size_t passed_over = reader.unsupported().size();
        for (const StateDescriptor* state : on_side(side, [&] { return reader.keyed_states(*index); })) {
            BothStates& both = states[StateKey(*state)];
            (is_old ? both.old_states : both.new_states).push_back(state);
        }
        pair.is_incomplete = pair.is_incomplete || reader.unsupported().size() > passed_over;
    }

    [[nodiscard]] PlannedState planned(const OperatorPair& pair, const StateKey& key, const BothStates& both) const {
        PlannedState state{key, std::nullopt, {}, {}};
        if (both.old_states.empty()) {
            state.only_in = Side::kNew;
        } else if (both.new_states.empty()) {
            state.only_in = Side::kOld;
        }
        state.forms = {form_of(both, &StateDescriptor::key), form_of(both, &StateDescriptor::name_space),
                       form_of(both, &StateDescriptor::map_key)};
        state.ignored = key.is_timer ? filter_.of_timers(pair.key, key.name) : filter_.of_state(pair.key, key.name);
        if (pair.is_incomplete && state.only_in && !pair.only_in()) {
            state.ignored.everything = true;  // it may be what cannot be read
        }
        return state;
    }

    /// A key of another type can have another hash.
    [[nodiscard]] bool are_groups_alike(const OperatorPair& pair) const {
        return old_.metadata().operators[*pair.old_index].max_parallelism ==
                   new_.metadata().operators[*pair.new_index].max_parallelism &&
               std::none_of(pair.states.begin(), pair.states.end(),
                            [](const PlannedState& state) { return state.forms.key == PartForm::kDecoded; });
    }

    void compare_keys(OperatorPair& pair, const std::map<StateKey, BothStates>& states) const {
        Descriptors old_states;
        Descriptors new_states;
        for (const auto& [key, both] : states) {
            old_states.insert(old_states.end(), both.old_states.begin(), both.old_states.end());
            new_states.insert(new_states.end(), both.new_states.begin(), both.new_states.end());
        }
        if (old_states.empty() || new_states.empty() || filter_.ignores_schema(pair.key)) {
            return;
        }
        for (const SchemaDifference& difference : schema_of_keys(old_states, new_states)) {
            pair.schema_lines += difference.line(pair.member);
            pair.has_other_keys = true;
        }
    }

    static void compare_schema(OperatorPair& pair, const std::map<StateKey, BothStates>& states) {
        auto both = states.begin();
        for (const PlannedState& state : pair.states) {
            const auto& [old_states, new_states] = (both++)->second;
            if (state.only_in || state.ignored.everything || state.ignored.schema) {
                continue;
            }
            const std::string place = place_of(pair.member, state.key);
            for (const SchemaDifference& difference : schema_of_state(old_states, new_states)) {
                pair.schema_lines += difference.line(place);
                pair.schema_counts[state.key].schema.emplace_back(difference.part);
            }
        }
    }

    EntryReader& old_;
    EntryReader& new_;
    const DifferenceFilter& filter_;
};

void add_side(std::map<OperatorId, OperatorPair>& pairs, const EntryReader& reader, const OperatorSelection& selected,
              Side side) {
    const std::vector<std::string> members = reader.row_labels();
    for (const std::size_t index : reader.operators()) {
        const OperatorState& op = reader.metadata().operators[index];
        if (selected && !selected->contains(op.id)) {
            continue;
        }
        OperatorPair& pair = pairs[op.id];
        (side == Side::kOld ? pair.old_index : pair.new_index) = index;
        if (pair.key.uid.empty()) {
            pair.key = {reader.uid(index), op.id.hex()};
            pair.member = members[index];
            pair.label = reader.label(index);
        }
    }
}

}  // namespace

const PlannedState* OperatorPair::find(const StateKey& state) const {
    const auto found =
        std::lower_bound(states.begin(), states.end(), state,
                         [](const PlannedState& one, const StateKey& wanted) { return one.key < wanted; });
    return found != states.end() && found->key == state ? &*found : nullptr;
}

std::vector<OperatorPair> pair_operators(EntryReader& old_reader, EntryReader& new_reader,
                                         const OperatorSelection& selected, const DifferenceFilter& filter) {
    std::map<OperatorId, OperatorPair> by_id;
    add_side(by_id, new_reader, selected, Side::kNew);
    add_side(by_id, old_reader, selected, Side::kOld);
    std::vector<OperatorPair> pairs;
    for (auto& [id, pair] : by_id) {
        // What a stateless operator leaves in `_metadata` is no difference.
        const bool is_there = (pair.old_index && has_state(old_reader.metadata().operators[*pair.old_index])) ||
                              (pair.new_index && has_state(new_reader.metadata().operators[*pair.new_index]));
        if (is_there) {
            pairs.push_back(std::move(pair));
        }
    }
    std::stable_sort(pairs.begin(), pairs.end(), [](const OperatorPair& a, const OperatorPair& b) {
        const bool has_name_a = !a.key.uid.empty();
        return has_name_a != !b.key.uid.empty() ? has_name_a : has_name_a && a.key.uid < b.key.uid;
    });
    const Planner planner(old_reader, new_reader, filter);
    for (OperatorPair& pair : pairs) {
        planner.plan(pair);
    }
    return pairs;
}

}  // namespace sp::difference

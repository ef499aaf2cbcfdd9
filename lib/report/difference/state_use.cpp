#include "report/difference/state_use.hpp"

#include "sp/error.hpp"

namespace sp::difference {

StateUse::StateUse(const StateDescriptor& descriptor, Side its_side, const OperatorPair& pair,
                   const DifferenceFilter& filter)
    : state(&descriptor), side(its_side), key(descriptor), place(place_of(pair.member, key)) {
    label.text = "operator " + pair.label + ": state '" + descriptor.name + "'";
    if (is_keyed(descriptor.kind)) {
        const PlannedState* const planned = pair.find(key);
        if (planned == nullptr) {
            throw std::logic_error(label.text + " is in no header");
        }
        rank = static_cast<std::uint16_t>(planned - pair.states.data());
        forms = planned->forms;
        ignored = planned->ignored;
        is_counted_only = planned->only_in.has_value();
    } else {
        ignored = filter.of_state(pair.key, descriptor.name);
        is_counted_only = pair.only_in().has_value();
        forms.map_key = descriptor.map_key ? PartForm::kDecoded : PartForm::kAbsent;
    }
}

}  // namespace sp::difference

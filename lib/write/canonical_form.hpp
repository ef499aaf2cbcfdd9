#pragma once

// What a state that was read from any backend is in a canonical savepoint.

#include "sp/entry.hpp"

namespace sp {

/// The descriptor with the serializer that a KEY_VALUE or PRIORITY_QUEUE state has in a canonical header. Raw timers, whose
/// streams name key and namespace only, get a TimerSerializer; states of State V2, which name the element or the map's parts,
/// a ListSerializer or MapSerializer around them.
[[nodiscard]] StateDescriptor canonical_form(StateDescriptor state);

}  // namespace sp

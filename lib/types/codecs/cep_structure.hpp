#pragma once

// The values of Flink CEP are objects, lists and optional parts like others, but their snapshots do not say so: an
// NFAState holds lists of ComputationStates, of which no serializer knows by itself. Here are these values as Types that
// codecs already know.

#include "sp/type.hpp"

namespace sp::codec {

/// What the value of a CEP serializer consists of; null for all other kinds, and where the nested snapshots are not
/// those that Flink writes. Two forms are met in no snapshot: tuples with `field_names`, and Nullables with
/// `flag`, whose byte says that the value is there and not that it is null.
[[nodiscard]] const Type* cep_structure(const Type& type);

}  // namespace sp::codec

#pragma once

// Whether values of two types can be compared by their bytes.

#include "sp/type.hpp"
#include "types/codecs/program.hpp"

namespace sp::difference {

/// True if equal bytes are equal values and every value has the same bytes in both, as far as the types tell: they decode
/// alike. Two types that are null are alike.
[[nodiscard]] bool encodes_alike(const TypePtr& a, const TypePtr& b);

/// Whether equal values can have different bytes even so: maps and sets are written in the order of a hash table.
[[nodiscard]] bool has_unordered_part(const codec::Program& events);

}  // namespace sp::difference

#pragma once

// Reading of the bounds in schema documents. Not for use outside lib/types.

#include <cstdint>
#include <limits>

#include "types/schema/bounds.hpp"
#include "types/schema/node.hpp"

namespace sp::schema {

/// A member that is a number or an object with its "min" and "max"; left as it is where there is none.
void read_bound(Members& members, const char* name, NumberRange& range, std::int64_t least = 0,
                std::int64_t most = std::numeric_limits<std::int64_t>::max());
/// Left as it is where there is none.
void read_flag(Members& members, const char* name, bool& flag);

[[nodiscard]] DocumentBounds read_document_bounds(Members& members);
[[nodiscard]] StateBounds read_state_bounds(Members& members);

}  // namespace sp::schema

#pragma once

// What rows leave open of values that Kryo writes, and what was taken for it. A row does not say that a string was a UUID or a set a
// LinkedHashSet, so a savepoint made of plain rows can hold other classes than the one that the rows are of.

#include <string>
#include <vector>

#include "rows/import/import_plan.hpp"

namespace sp::rows {

/// A sentence for each state and part of a key in which classes were chosen. `has_savepoint`: the types are those of a savepoint, whose
/// values had classes of their own; else choosing an implementation for an interface is what the schema asks for.
[[nodiscard]] std::vector<std::string> kryo_choices(const ImportPlan& plan, bool has_savepoint);

}  // namespace sp::rows

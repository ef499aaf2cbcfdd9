#pragma once

// What the states of a snapshot's operators mean, as text or JSON, and the whole of what is known.

#include <string>

#include "report/inspected.hpp"

namespace sp::explain {

/// A paragraph, or as JSON a line, for each state and timer service of the chosen operators; "not known" for those in no line of the
/// table.
[[nodiscard]] std::string explanation(const Inspected& inspected, bool json, InspectOutcome& outcome);

/// The table itself.
[[nodiscard]] std::string all_explanations(bool json);

}  // namespace sp::explain

#pragma once

// The schema of a snapshot in the schema language (sp-schema(5)), as sp-inspect --print-schema shows it.

#include <string>
#include <vector>

#include "metadata/snapshot_location.hpp"
#include "restore/operator_names.hpp"
#include "sp/inspect.hpp"

namespace sp {

[[nodiscard]] std::string schema_document(const Snapshot& snapshot, const OperatorNames& names,
                                          const std::vector<std::size_t>& operators, InspectOutcome& outcome);

}  // namespace sp

#pragma once

// The schema of a snapshot in the schema language (sp-schema(5)), as sp-inspect --print-schema shows it.

#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "metadata/snapshot_location.hpp"
#include "restore/operator_names.hpp"
#include "sp/entry.hpp"
#include "sp/inspect.hpp"

namespace sp {

/// Adds members to a state or a timer service.
using CompleteState = std::function<void(nlohmann::ordered_json& json, const StateDescriptor& state)>;

[[nodiscard]] nlohmann::ordered_json schema_json(const Snapshot& snapshot, const OperatorNames& names,
                                                 const std::vector<std::size_t>& operators, InspectOutcome& outcome,
                                                 const CompleteState& complete = {});

/// Its text.
[[nodiscard]] std::string schema_document(const Snapshot& snapshot, const OperatorNames& names,
                                          const std::vector<std::size_t>& operators, InspectOutcome& outcome);

}  // namespace sp

#pragma once

// Statistics as NDJSON (members: sp-inspect(1)).

#include <string>

#include "report/statistics/key_text.hpp"
#include "report/statistics/spread.hpp"
#include "report/statistics/state_statistics.hpp"
#include "rows/part_printer.hpp"

namespace sp::statistics {

/// An object of a state, with its line end.
[[nodiscard]] std::string state_json(const rows::OperatorName& name, const StateIdentity& state,
                                     const StateStatistics& statistics, const OperatorShape& shape, KeyText& keys);

/// An object for each key group that has entries.
[[nodiscard]] std::string key_groups_json(const rows::OperatorName& name, const StateIdentity& state,
                                          const StateStatistics& statistics, const OperatorShape& shape);

}  // namespace sp::statistics

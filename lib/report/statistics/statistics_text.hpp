#pragma once

// Statistics as aligned tables.

#include <string>

#include "report/statistics/key_text.hpp"
#include "report/statistics/spread.hpp"
#include "report/statistics/state_statistics.hpp"
#include "rows/part_printer.hpp"
#include "sp/statistics.hpp"

namespace sp::statistics {

/// The states of an operator: a table of all, and of each what else there is to say.
[[nodiscard]] std::string operator_text(const rows::OperatorName& name, const OperatorShape& shape,
                                        const std::vector<const AllStatistics::value_type*>& states, HistogramBars bars,
                                        KeyText& keys);

/// A line for each key group that has entries.
[[nodiscard]] std::string key_groups_text(const rows::OperatorName& name, const OperatorShape& shape,
                                          const std::vector<const AllStatistics::value_type*>& states);

}  // namespace sp::statistics

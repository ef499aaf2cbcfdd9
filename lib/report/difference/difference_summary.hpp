#pragma once

// Counts of differences by operator and state.

#include <string>
#include <vector>

#include "report/difference/operator_pair.hpp"

namespace sp::difference {

/// Those of the states that differ.
struct OperatorSummary {
    std::string member;  ///< OperatorPair::member
    std::string label;
    std::optional<Side> only_in;
    bool has_other_keys = false;
    OperatorCounts counts;
};

/// A table; empty if there are no operators.
[[nodiscard]] std::string summary_text(const std::vector<OperatorSummary>& operators);

/// An object a line.
[[nodiscard]] std::string summary_json(const std::vector<OperatorSummary>& operators);

}  // namespace sp::difference

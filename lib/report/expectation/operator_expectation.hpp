#pragma once

// An operator of a snapshot held against the one that is expected: what `_metadata` and headers say.

#include <functional>

#include "report/findings.hpp"
#include "report/inspected.hpp"
#include "types/schema/document.hpp"

namespace sp {

/// What all operators of a comparison have in common.
struct OperatorJudging {
    const Inspected& inspected;
    FlinkVersionRange writers;  ///< of the snapshot
    FlinkVersion target;        ///< the job's Flink
    FindingList& findings;
};

/// A finding of the operator, and of a state if it is named.
void tell(const OperatorJudging& judging, std::size_t operator_index, std::string_view code, std::string message,
          std::string state = {}, std::string path = {});

void judge_operator(const OperatorJudging& judging, std::size_t operator_index, const SchemaOperator& expected);

}  // namespace sp

#pragma once

// The state of an operator for another number of subtasks, by handles alone where that can be: if what a new subtask gets lies
// behind one old handle. Else key groups of several streams with one header are copied byte for byte; what is no such stream goes
// entry by entry.

#include "rewrite/rewrite_plan.hpp"

namespace sp::rewriting {

/// Gives `op.op` the subtasks of its new parallelism. UnsupportedError for raw state that cannot be cut.
void recut(OperatorRewrite& op);

}  // namespace sp::rewriting

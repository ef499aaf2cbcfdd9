#pragma once

// The hashCode of an operator's keys: of their class, by the declared recipe, or learnt from the keys that are there.

#include <memory>

#include "rewrite/rewrite_plan.hpp"
#include "state/hash_inference.hpp"

namespace sp::rewriting {

/// Reads the keys where their recipe has to be learnt. Throws, with the operator, where the hash cannot be told.
[[nodiscard]] std::shared_ptr<const HashInference> hashes_of(const RewritePlan& plan, const OperatorRewrite& op);

}  // namespace sp::rewriting

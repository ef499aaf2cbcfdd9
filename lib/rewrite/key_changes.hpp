#pragma once

// Keys that get another type: which group a new key belongs to, and which old keys become the same.

#include <functional>
#include <memory>
#include <string>
#include <unordered_set>

#include "rewrite/rewrite_plan.hpp"
#include "rewrite/row_edits.hpp"
#include "sp/bytes.hpp"

namespace sp::rewriting {

/// Of new keys of an operator whose keys change. UnsupportedError or UsageError, with the operator, where their hash cannot
/// be told. By any thread.
[[nodiscard]] std::function<std::int32_t(Bytes key)> key_groups_of(const RewritePlan& plan, const OperatorRewrite& op);

/// What of an operator's keyed state is left when its keys change.
struct RemainingEntries {
    const std::vector<StateDescriptor>& states;  ///< without removed ones and timers; OperatorPlan::keyed_states
    const RowEdits& edits;
    std::size_t op;  ///< ImportOperator::index
};

/// Old keys whose entries are left out, since another's have become those of the same key: all but the one that
/// RewriteOptions::on_collision keeps, in the order of key groups and of bytes. Reads the keys, if some can become the same.
/// InputError that names the first, if none is to be left out.
[[nodiscard]] std::shared_ptr<const std::unordered_set<std::string>> left_out_keys(const RewritePlan& plan,
                                                                                   const OperatorRewrite& op,
                                                                                   const RemainingEntries& remaining);

}  // namespace sp::rewriting

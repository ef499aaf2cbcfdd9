#pragma once

// An operator's plan with what is made of it once: how its entries' keys are joined, where its operator states stand in
// the header, and what becomes of duplicates.

#include <cstdint>
#include <optional>
#include <vector>

#include "sp/write.hpp"
#include "write/composite_key_writer.hpp"
#include "write/duplicates.hpp"
#include "write/ttl_stamps.hpp"

namespace sp {

struct PlannedOperator {
    /// UsageError if Flink would not take it.
    explicit PlannedOperator(OperatorPlan operator_plan);

    /// As messages name it.
    [[nodiscard]] std::string label() const { return plan.uid.empty() ? plan.id.hex() : plan.uid; }

    OperatorPlan plan;  ///< keyed states in canonical form; of the operator states broadcast states last, as in headers

    // By keyed state
    std::vector<CompositeKeyWriter> keys;
    std::vector<bool> has_index;  ///< lists whose sort keys end with an index, since keys end by themselves
    std::vector<DuplicateJoiner> joiners;
    std::vector<BasePolicy> base_policies;
    std::vector<std::optional<TtlStamps>> stamps;  ///< of states with TTL, if stamps are inherited

    // By operator state
    std::vector<std::uint16_t> header_places;       ///< by its place in the plan as it came
    std::vector<DuplicateJoiner> operator_joiners;  ///< by its place in `plan`
    std::vector<BasePolicy> operator_base_policies;
};

}  // namespace sp

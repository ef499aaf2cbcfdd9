#pragma once

// OperatorChoice: which operators of two snapshots are compared. Known from `_metadata` alone, so that nothing is read of
// others: their files may be missing.

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/difference/operator_pair.hpp"

namespace sp::difference {

class OperatorChoice {
public:
    /// Those that the options name, or all, without those that `filter` ignores.
    OperatorChoice(const ReadOptions& options, const DifferenceFilter& filter);

    /// Whether not just all operators are compared; if so, both snapshots have to be looked into.
    [[nodiscard]] bool is_needed() const { return !named_.empty() || !filter_.is_empty(); }
    void look_into(Side side, std::string_view savepoint);

    /// UsageError for a name that neither snapshot knows.
    void check() const;

    [[nodiscard]] OperatorSelection selection() const;
    /// Ids of the chosen ones that the side has, for its ReadOptions.
    [[nodiscard]] std::vector<std::string> ids_of(Side side) const;

private:
    [[nodiscard]] bool is_chosen(const OperatorId& id) const;

    const ReadOptions& options_;
    const DifferenceFilter& filter_;
    std::vector<std::pair<std::string, OperatorId>> named_;
    std::map<OperatorId, OperatorKey> there_;  ///< on either side
    std::set<OperatorId> sides_[2];
};

}  // namespace sp::difference

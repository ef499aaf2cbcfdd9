#pragma once

// Divides the comparison of operators into parts that can be compared by themselves.

#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "report/difference/operator_pair.hpp"
#include "sp/read.hpp"

namespace sp::difference {

/// A piece of the work: a part of an operator on both sides.
struct ComparisonTask {
    std::size_t pair = 0;              ///< the operator's position
    std::optional<ReadPart> old_part;  ///< unset: the side lacks the operator
    std::optional<ReadPart> new_part;
    bool is_first = false;  ///< of the operator
    bool is_last = false;
};

class ComparisonTasks {
public:
    /// Asks the readers for their parts. The pairs must outlive this.
    ComparisonTasks(const std::vector<OperatorPair>& pairs, EntryReader& old_reader, EntryReader& new_reader);

    [[nodiscard]] std::optional<ComparisonTask> next();

private:
    /// The parts of each operator, in order.
    using Parts = std::map<std::size_t, std::vector<ReadPart>>;
    using KeyGroups = std::pair<std::int32_t, std::int32_t>;

    [[nodiscard]] bool has_side(std::optional<std::size_t> OperatorPair::*index) const;
    static Parts parts_of(EntryReader& reader, bool is_needed);
    void divide(std::size_t pair);
    [[nodiscard]] std::vector<KeyGroups> ranges_of(const OperatorPair& pair) const;
    void add(std::size_t pair, std::optional<KeyGroups> key_groups, bool is_whole);

    const std::vector<OperatorPair>& pairs_;
    Parts old_parts_;
    Parts new_parts_;
    std::size_t next_pair_ = 0;
    std::deque<ComparisonTask> tasks_;  ///< of the operators before the next one
};

}  // namespace sp::difference

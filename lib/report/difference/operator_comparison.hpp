#pragma once

// OperatorComparison: brings the entries of an operator, or of a part of it, together from two readers. They read key group
// by key group (or kind by kind of operator state) side by side, and only what they have of one is held.

#include <deque>
#include <unordered_map>

#include "report/difference/difference_lines.hpp"
#include "report/difference/value_comparison.hpp"

namespace sp::difference {

struct ComparisonSettings {
    const DifferenceFilter& filter;
    std::uint64_t memory;  ///< of both sides together
    std::string temporary_folder;
    bool prints_lines = true;
};

class OperatorComparison {
public:
    /// A reader is null where a snapshot lacks the operator.
    OperatorComparison(const OperatorPair& pair, EntryReader* old_reader, EntryReader* new_reader,
                       const ComparisonSettings& settings);

    /// Everything that the readers have from here on.
    void run(DifferenceLines& lines);

    /// Of all runs since the last call.
    [[nodiscard]] OperatorCounts take_counts();

private:
    struct Source {
        Source(Side its_side, EntryReader* its_reader, const ComparisonSettings& settings)
            : side(its_side), reader(its_reader), sort(settings.memory / 2, settings.temporary_folder) {}

        Side side;
        EntryReader* reader;
        EntryBatch batch;  ///< read, but not taken yet
        bool has_batch = false;
        std::unordered_map<const StateDescriptor*, StateUse> uses;
        StateUse* last_use = nullptr;
        EntrySort sort;
        SortedEntry entry;  ///< sorted, but not compared yet
        bool has_entry = false;
    };

    void read(Source& source);
    void take_section(Source& source, std::int64_t section);
    [[nodiscard]] std::int64_t section_of(const EntryBatch& batch) const;
    StateUse& use_of(Source& source);
    StateCounts& counts_of(StateUse& use);
    [[nodiscard]] bool is_incomplete() const;
    static void ignore(Source& source, const StateKey& key);
    void compare_declarations(DifferenceLines& lines);
    void compare_section(DifferenceLines& lines);
    void compare_both(DifferenceLines& lines);
    void report_one_sided(Source& source, DifferenceLines& lines);

    const OperatorPair& pair_;
    const ComparisonSettings& settings_;
    Source old_;
    Source new_;
    ValueComparison values_;
    OperatorCounts counts_;
};

}  // namespace sp::difference

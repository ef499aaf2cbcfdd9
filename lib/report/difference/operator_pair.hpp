#pragma once

// OperatorPair: an operator as both snapshots have it, and how its entries are brought together.

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "report/difference/difference_filter.hpp"
#include "report/difference/state_counts.hpp"
#include "sp/error.hpp"
#include "sp/read.hpp"

namespace sp::difference {

/// Errors say on which side something is wrong.
template <class Work>
decltype(auto) on_side(Side side, Work&& work) {
    return with_context([&] { return label_of(side); }, std::forward<Work>(work));
}

/// How a part of an entry stands in the bytes by which entries are sorted and recognised.
enum class PartForm : std::uint8_t {
    kAbsent,   ///< no such part, or the same in all entries
    kFixed,    ///< its bytes, always so many
    kBytes,    ///< its bytes
    kDecoded,  ///< what they mean, since the two sides write it differently
};

struct KeyForms {
    PartForm key = PartForm::kAbsent;
    PartForm name_space = PartForm::kAbsent;
    PartForm map_key = PartForm::kAbsent;
};

/// A keyed state, or the timers of one service and domain.
struct PlannedState {
    StateKey key;
    std::optional<Side> only_in;
    KeyForms forms;
    IgnoredParts ignored;
};

struct OperatorPair {
    OperatorKey key;
    std::string member;                    ///< in rows: `"uid":"u1"` or `"operator":"<hex>"`
    std::string label;                     ///< in messages
    std::optional<std::size_t> old_index;  ///< in the metadata; unset: not there
    std::optional<std::size_t> new_index;
    std::vector<PlannedState> states;  ///< keyed ones, in order
    /// The key groups of one are those of the other, so that a part of them can be compared by itself.
    bool is_aligned = true;

    /// Some of it cannot be read on one side, so that what is not there may be there.
    bool is_incomplete = false;

    // What its keyed states are declared to be
    std::string schema_lines;
    OperatorCounts schema_counts;
    bool has_other_keys = false;  ///< the type of the keys differs

    [[nodiscard]] std::optional<Side> only_in() const {
        return !old_index ? std::optional(Side::kNew) : !new_index ? std::optional(Side::kOld) : std::nullopt;
    }
    [[nodiscard]] const PlannedState* find(const StateKey& state) const;
};

using OperatorSelection = std::optional<std::set<OperatorId>>;  ///< unset: all

/// The selected operators of either snapshot, in the order of --sort. Readers are asked for their keyed states.
[[nodiscard]] std::vector<OperatorPair> pair_operators(EntryReader& old_reader, EntryReader& new_reader,
                                                       const OperatorSelection& selected,
                                                       const DifferenceFilter& filter);

}  // namespace sp::difference

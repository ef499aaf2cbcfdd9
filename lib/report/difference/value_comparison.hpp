#pragma once

// ValueComparison: whether the values of one entry on two sides are the same. Bytes are compared first; only where they differ,
// or are written differently, values are decoded.

#include <map>
#include <utility>
#include <vector>

#include "report/difference/entry_sort.hpp"
#include "report/difference/tree_comparison.hpp"

namespace sp::difference {

/// The path of a time stamp of TTL, and of an element's.
inline constexpr std::string_view kTtlPath = "@ttl";

class ValueComparison {
public:
    /// Of two entries of the same identity. Throws InputError for a value that does not decode.
    [[nodiscard]] bool is_same(const SortedEntry& old_entry, const SortedEntry& new_entry) {
        return is_same_in_bytes(pair_of(*old_entry.use, *new_entry.use), old_entry.entry, new_entry.entry) ||
               !decoded(old_entry, new_entry).is_different;
    }

    /// Where they differ, after is_same() has said that they do.
    [[nodiscard]] const ValueDifference& difference() const { return difference_; }

private:
    /// Two states that are compared.
    struct Pair {
        bool is_alike = false;      ///< equal bytes are equal values
        bool ignores_ttl = false;   ///< or there is none on one side
        bool skips_stamps = false;  ///< values begin with stamps that do not count
    };

    const Pair& pair_of(const StateUse& old_use, const StateUse& new_use);
    [[nodiscard]] static bool is_same_in_bytes(const Pair& pair, const Entry& old_entry, const Entry& new_entry);
    const ValueDifference& decoded(const SortedEntry& old_entry, const SortedEntry& new_entry);
    void compare_stamps(const SortedEntry& old_entry, const SortedEntry& new_entry);

    /// A decoded value.
    struct Decoded {
        ValueTree tree;
        std::vector<std::int64_t> stamps;
        bool is_opaque = false;
    };
    static void decode(const SortedEntry& entry, Decoded& decoded);
    static void decode_list(const SortedEntry& entry, Decoded& decoded);

    std::map<std::pair<const StateUse*, const StateUse*>, Pair> pairs_;
    std::pair<const StateUse*, const StateUse*> last_uses_{nullptr, nullptr};
    const Pair* last_pair_ = nullptr;
    Decoded old_;
    Decoded new_;
    ValueDifference difference_;
};

}  // namespace sp::difference

#pragma once

// The keys of a state that take most: those with the most bytes, and those with the most entries. Ties are broken by what
// the keys are, so that the outcome does not depend on the order in which they come.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sp/bytes.hpp"
#include "sp/type.hpp"

namespace sp::statistics {

/// What a key has in a state.
struct KeyTotals {
    std::uint64_t entries = 0;
    std::uint64_t bytes = 0;
};

struct LargeKey {
    ByteVector key;
    TypePtr type;  ///< of the key
    std::int32_t key_group = 0;
    KeyTotals totals;
};

class LargestKeys {
public:
    static constexpr std::size_t kMost = 10;  ///< of each kind

    /// Each key once.
    void add(Bytes key, const TypePtr& type, std::int32_t key_group, KeyTotals totals) {
        if (belongs<ByBytes>(by_bytes_, key, key_group, totals)) {
            insert<ByBytes>(by_bytes_, key, type, key_group, totals);
        }
        if (belongs<ByEntries>(by_entries_, key, key_group, totals)) {
            insert<ByEntries>(by_entries_, key, type, key_group, totals);
        }
    }
    void absorb(const LargestKeys& other);

    /// The largest first; of equals those with more entries, then by key group and bytes of the key.
    [[nodiscard]] const std::vector<LargeKey>& by_bytes() const { return by_bytes_; }
    /// The same for entries; of equals those with more bytes.
    [[nodiscard]] const std::vector<LargeKey>& by_entries() const { return by_entries_; }

private:
    struct ByBytes {
        static std::uint64_t first(KeyTotals totals) { return totals.bytes; }
        static std::uint64_t second(KeyTotals totals) { return totals.entries; }
    };
    struct ByEntries {
        static std::uint64_t first(KeyTotals totals) { return totals.entries; }
        static std::uint64_t second(KeyTotals totals) { return totals.bytes; }
    };

    template <class By>
    [[nodiscard]] static bool is_larger(Bytes key, std::int32_t key_group, KeyTotals totals, const LargeKey& other) {
        if (By::first(totals) != By::first(other.totals)) {
            return By::first(totals) > By::first(other.totals);
        }
        if (By::second(totals) != By::second(other.totals)) {
            return By::second(totals) > By::second(other.totals);
        }
        return key_group != other.key_group ? key_group < other.key_group : as_text(key) < as_text(other.key);
    }

    template <class By>
    [[nodiscard]] static bool belongs(const std::vector<LargeKey>& keys, Bytes key, std::int32_t key_group,
                                      KeyTotals totals) {
        return keys.size() < kMost || is_larger<By>(key, key_group, totals, keys.back());
    }

    template <class By>
    static void insert(std::vector<LargeKey>& keys, Bytes key, const TypePtr& type, std::int32_t key_group,
                       KeyTotals totals);

    std::vector<LargeKey> by_bytes_;
    std::vector<LargeKey> by_entries_;
};

}  // namespace sp::statistics

#include "report/statistics/largest_keys.hpp"

#include <algorithm>

namespace sp::statistics {

template <class By>
void LargestKeys::insert(std::vector<LargeKey>& keys, Bytes key, const TypePtr& type, std::int32_t key_group,
                         KeyTotals totals) {
    if (keys.size() == kMost) {
        keys.pop_back();
    }
    const auto place = std::find_if(
        keys.begin(), keys.end(), [&](const LargeKey& other) { return is_larger<By>(key, key_group, totals, other); });
    keys.insert(place, {ByteVector(key.begin(), key.end()), type, key_group, totals});
}

template void LargestKeys::insert<LargestKeys::ByBytes>(std::vector<LargeKey>&, Bytes, const TypePtr&, std::int32_t,
                                                        KeyTotals);
template void LargestKeys::insert<LargestKeys::ByEntries>(std::vector<LargeKey>&, Bytes, const TypePtr&, std::int32_t,
                                                          KeyTotals);

void LargestKeys::absorb(const LargestKeys& other) {
    for (const LargeKey& one : other.by_bytes_) {
        if (belongs<ByBytes>(by_bytes_, one.key, one.key_group, one.totals)) {
            insert<ByBytes>(by_bytes_, one.key, one.type, one.key_group, one.totals);
        }
    }
    for (const LargeKey& one : other.by_entries_) {
        if (belongs<ByEntries>(by_entries_, one.key, one.key_group, one.totals)) {
            insert<ByEntries>(by_entries_, one.key, one.type, one.key_group, one.totals);
        }
    }
}

}  // namespace sp::statistics

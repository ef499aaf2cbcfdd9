#include "report/statistics/largest_keys.hpp"

#include <algorithm>
#include <numeric>
#include <random>

#include "catch.hpp"

using namespace sp;
using namespace sp::statistics;

namespace {

struct Key {
    std::string bytes;
    std::int32_t key_group;
    KeyTotals totals;
};

std::vector<Key> make_keys() {
    std::vector<Key> keys;
    for (int i = 0; i < 200; ++i) {
        const auto number = static_cast<std::uint64_t>(i);
        keys.push_back({std::to_string(i), i % 7, {number % 5, number * 7919 % 50}});
    }
    return keys;
}

std::string names(const std::vector<LargeKey>& keys) {
    std::string text;
    for (const LargeKey& key : keys) {
        text += std::string(as_text(key.key)) + " ";
    }
    return text;
}

void add(LargestKeys& largest, const Key& key) { largest.add(as_bytes(key.bytes), nullptr, key.key_group, key.totals); }

}  // namespace

TEST_CASE("the largest keys do not depend on the order in which keys come, nor on who counted them") {
    std::vector<Key> keys = make_keys();
    LargestKeys sorted;
    for (const Key& key : keys) {
        add(sorted, key);
    }
    CHECK(sorted.by_bytes().size() == LargestKeys::kMost);
    CHECK(sorted.by_bytes().front().totals.bytes == 49);
    CHECK(sorted.by_entries().front().totals.entries == 4);
    std::mt19937 random(1);
    for (int i = 0; i < 10; ++i) {
        std::shuffle(keys.begin(), keys.end(), random);
        LargestKeys parts[2];
        for (std::size_t k = 0; k < keys.size(); ++k) {
            add(parts[k % 3 == 0 ? 1 : 0], keys[k]);
        }
        parts[0].absorb(parts[1]);
        CHECK(names(parts[0].by_bytes()) == names(sorted.by_bytes()));
        CHECK(names(parts[0].by_entries()) == names(sorted.by_entries()));
    }
}

TEST_CASE("of equal keys the one with more of the other comes first, then key group and bytes decide") {
    LargestKeys largest;
    add(largest, {"b", 1, {1, 10}});
    add(largest, {"a", 1, {1, 10}});
    add(largest, {"c", 0, {1, 10}});
    add(largest, {"d", 5, {2, 10}});
    add(largest, {"e", 5, {2, 9}});
    CHECK(names(largest.by_bytes()) == "d c a b e ");
    CHECK(names(largest.by_entries()) == "d e c a b ");
}

#include "report/statistics/scattered_keys.hpp"

#include <map>

#include "catch.hpp"

using namespace sp;
using namespace sp::statistics;

namespace {

using Totals = std::map<std::string, std::pair<std::uint64_t, std::uint64_t>>;

Totals finish(ScatteredKeys& keys) {
    Totals totals;
    keys.finish([&](Bytes key, KeyTotals found) {
        CHECK(totals.emplace(as_text(key), std::pair(found.entries, found.bytes)).second);  // once
    });
    return totals;
}

/// Keys of many lengths, the empty one too, each several times.
Totals add_many(ScatteredKeys& keys, std::uint64_t count) {
    Totals totals;
    for (std::uint64_t i = 0; i < 3 * count; ++i) {
        const std::uint64_t number = i * 7919 % count;
        const std::string key = number == 0 ? "" : std::string(number % 40, 'x') + std::to_string(number);
        keys.add(as_bytes(key), {i % 3 + 1, number});
        totals[key].first += i % 3 + 1;
        totals[key].second += number;
    }
    return totals;
}

}  // namespace

TEST_CASE("a key's entries add up wherever they come") {
    SharedMemory memory{std::uint64_t{64} << 20, 0, ""};
    ScatteredKeys keys(memory);
    CHECK(finish(keys).empty());
    for (const std::uint64_t count : {5000U, 3U, 200U}) {
        const Totals wanted = add_many(keys, count);
        CHECK_FALSE(keys.has_spilled());
        CHECK((finish(keys) == wanted));
    }
}

TEST_CASE("without memory keys are sorted in files, with the same outcome") {
    SharedMemory memory{0, 0, ""};
    ScatteredKeys keys(memory);
    for (const std::uint64_t count : {20000U, 10U, 1000U}) {
        const Totals wanted = add_many(keys, count);
        CHECK(keys.has_spilled() == (count > 256));
        CHECK((finish(keys) == wanted));
        CHECK_FALSE(keys.has_spilled());
    }
}

TEST_CASE("tables that share memory give it back") {
    SharedMemory memory{std::uint64_t{1} << 20, 0, ""};
    {
        ScatteredKeys one(memory);
        ScatteredKeys other(memory);
        const Totals wanted = add_many(one, 20000);
        const Totals other_wanted = add_many(other, 20000);
        CHECK(memory.used <= memory.most);
        CHECK((finish(one) == wanted));
        CHECK((finish(other) == other_wanted));
    }
    CHECK(memory.used == 0);
}

#include "io/external_sort.hpp"

#include <algorithm>
#include <random>
#include <string>

#include "catch.hpp"
#include "temp_dir.hpp"

using namespace sp;

namespace {

using Pair = std::pair<std::string, std::string>;

std::vector<Pair> random_records(std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<Pair> records;
    for (std::size_t i = 0; i < count; ++i) {
        std::string key(random() % 12, '\0');
        for (char& c : key) {
            c = static_cast<char>(random() % 3 == 0 ? random() : 0);  // many equal keys and prefixes, zeros, high bytes
        }
        records.emplace_back(key, "payload " + std::to_string(i) + std::string(random() % 30, 'x'));
    }
    return records;
}

std::vector<Pair> expected_order(std::vector<Pair> records) {
    std::stable_sort(records.begin(), records.end(), [](const Pair& a, const Pair& b) {
        return std::lexicographical_compare(
            a.first.begin(), a.first.end(), b.first.begin(), b.first.end(),
            [](char x, char y) { return static_cast<unsigned char>(x) < static_cast<unsigned char>(y); });
    });
    return records;
}

std::vector<Pair> sorted(ExternalSorter& sorter, const std::vector<Pair>& records) {
    for (const auto& [key, payload] : records) {
        sorter.add(as_bytes(key), as_bytes(payload));
    }
    sorter.finish();
    std::vector<Pair> result;
    Bytes key;
    Bytes payload;
    while (sorter.next(key, payload)) {
        result.emplace_back(as_text(key), as_text(payload));
    }
    CHECK(!sorter.next(key, payload));
    return result;
}

}  // namespace

TEST_CASE("records that fit are sorted in memory, without a folder") {
    const std::vector<Pair> records = random_records(5000, 1);
    ExternalSorter sorter({.temp_dir = "/nonexistent"});
    CHECK((sorted(sorter, records) == expected_order(records)));
    CHECK(sorter.runs_spilled() == 0);
}

TEST_CASE("records that do not fit are spilled and merged in the same order") {
    const sp_test::TempDir dir;
    const std::vector<Pair> records = random_records(5000, 2);
    const std::vector<Pair> expected = expected_order(records);
    for (const auto& [memory, fan_in] :
         {std::pair<std::size_t, std::size_t>{100000, 64}, {20000, 64}, {5000, 3}, {1000, 2}, {1, 64}}) {
        CAPTURE(memory, fan_in);
        ExternalSorter sorter({.temp_dir = dir.path(), .memory = memory, .fan_in = fan_in});
        CHECK((sorted(sorter, records) == expected));
        CHECK(sorter.runs_spilled() > 1);
        CHECK(dir.entries() == 0);
    }
}

TEST_CASE("a record larger than the memory is sorted too") {
    const sp_test::TempDir dir;
    const std::vector<Pair> records = {
        {"b", "small"}, {"a", std::string(3000000, 'x')}, {"", ""}, {std::string(100000, 'c'), "y"}};
    ExternalSorter sorter({.temp_dir = dir.path(), .memory = 1000});
    CHECK((sorted(sorter, records) == expected_order(records)));
}

TEST_CASE("nothing is sorted to nothing") {
    ExternalSorter sorter({.temp_dir = "/nonexistent"});
    CHECK(sorted(sorter, {}).empty());
}

TEST_CASE("a folder that cannot hold temporary files is an output error") {
    ExternalSorter sorter({.temp_dir = "/nonexistent", .memory = 10});
    sorter.add(as_bytes("a"), as_bytes("first"));
    CHECK_THROWS_AS(sorter.add(as_bytes("b"), as_bytes("second")), OutputError);
}

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

// A level of the sort for every sixteen bytes of these, if it were recursive, would take more than the stack.
TEST_CASE("keys that are equal over megabytes are sorted") {
    const std::string start(std::size_t{4} << 20, 'k');
    std::vector<Pair> records;
    for (int i = 0; i < 20; ++i) {
        records.emplace_back(start + static_cast<char>('z' - i % 7), std::to_string(i));
        records.emplace_back(start, std::to_string(i));
    }
    ExternalSorter sorter({.temp_dir = "/nonexistent"});
    CHECK((sorted(sorter, records) == expected_order(records)));
    ExternalSorter without_ends({.temp_dir = "/nonexistent"});
    std::erase_if(records, [&](const Pair& record) { return record.first == start; });
    CHECK((sorted(without_ends, records) == expected_order(records)));
}

TEST_CASE("keys that part at every length are sorted") {
    std::vector<Pair> records;
    for (std::size_t i = 0; i < 300; ++i) {
        std::string key(5000, '\0');
        key[16 * i] = static_cast<char>(i % 3 + 1);
        records.emplace_back(key, std::to_string(i));
        records.emplace_back(key.substr(0, 16 * i), "short " + std::to_string(i));
    }
    ExternalSorter sorter({.temp_dir = "/nonexistent"});
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

namespace {

struct Numbered {
    std::string key;
    std::string payload;
    std::uint64_t sequence;

    bool operator==(const Numbered&) const = default;
};

/// Few keys, and each sequence once, in no order; some with the highest bit, which the writer of savepoints uses.
std::vector<Numbered> numbered_records(std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<Numbered> records;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t high = random() % 4 == 0 ? std::uint64_t{1} << 63 : 0;
        records.push_back(
            {std::string(1, static_cast<char>(random() % 5 * 60)), "payload " + std::to_string(i), i | high});
    }
    std::shuffle(records.begin(), records.end(), random);
    return records;
}

std::vector<Numbered> sorted_by_sequence(ExternalSorter& sorter, const std::vector<Numbered>& records) {
    for (const Numbered& record : records) {
        sorter.add(as_bytes(record.key), as_bytes(record.payload), record.sequence);
    }
    sorter.finish();
    std::vector<Numbered> result;
    ExternalSorter::Record record;
    while (sorter.next(record)) {
        result.push_back({std::string(as_text(record.key)), std::string(as_text(record.payload)), record.sequence});
    }
    CHECK(!sorter.next(record));
    return result;
}

}  // namespace

TEST_CASE("records of one key come by their sequences, in whatever order they were added") {
    const sp_test::TempDir dir;
    const std::vector<Numbered> records = numbered_records(3000, 3);
    std::vector<Numbered> expected = records;
    std::sort(expected.begin(), expected.end(), [](const Numbered& a, const Numbered& b) {
        return a.key != b.key ? as_bytes(a.key)[0] < as_bytes(b.key)[0] : a.sequence < b.sequence;
    });
    for (const auto& [memory, fan_in] :
         {std::pair<std::size_t, std::size_t>{1 << 20, 64}, {20000, 64}, {5000, 2}, {1, 16}}) {
        CAPTURE(memory, fan_in);
        ExternalSorter sorter({.temp_dir = dir.path(), .memory = memory, .fan_in = fan_in});
        CHECK((sorted_by_sequence(sorter, records) == expected));
        CHECK((sorter.runs_spilled() == 0) == (memory == 1 << 20));
    }
}

TEST_CASE("records of one key and one sequence come as they were added") {
    const sp_test::TempDir dir;
    std::vector<Numbered> records;
    for (std::size_t i = 0; i < 500; ++i) {
        records.push_back({"k", std::to_string(i), i % 2});
    }
    std::vector<Numbered> expected = records;
    std::stable_sort(expected.begin(), expected.end(),
                     [](const Numbered& a, const Numbered& b) { return a.sequence < b.sequence; });
    for (const std::size_t memory : {std::size_t{1} << 20, std::size_t{500}, std::size_t{1}}) {
        CAPTURE(memory);
        ExternalSorter sorter({.temp_dir = dir.path(), .memory = memory, .fan_in = 3});
        CHECK((sorted_by_sequence(sorter, records) == expected));
    }
}

TEST_CASE("records are compared by the bytes of their keys, shorter first, then by sequences alone") {
    const auto order = [](std::string_view a, std::uint64_t a_sequence, std::string_view b, std::uint64_t b_sequence) {
        return ExternalSorter::compare({as_bytes(a), as_bytes("z"), a_sequence},
                                       {as_bytes(b), as_bytes("a"), b_sequence});
    };
    CHECK(order("a", 9, "b", 1) < 0);
    CHECK(order("\xff", 1, "a", 9) > 0);
    CHECK(order("a", 9, "aa", 1) < 0);
    CHECK(order("", 9, std::string_view("\0", 1), 1) < 0);
    CHECK(order("a", 1, "a", 2) < 0);
    CHECK(order("a", UINT64_MAX, "a", 2) > 0);
    CHECK(order("a", 2, "a", 2) == 0);  // the payloads differ
}

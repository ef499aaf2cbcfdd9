#include "write/merged_sort.hpp"

#include <algorithm>
#include <random>
#include <thread>

#include "catch.hpp"
#include "io/temp_dir.hpp"

using namespace sp;

namespace {

struct Numbered {
    std::string key;
    std::string payload;
    std::uint64_t sequence;

    bool operator==(const Numbered&) const = default;
    bool operator<(const Numbered& other) const {
        return key != other.key ? key < other.key : sequence < other.sequence;
    }
};

std::vector<Numbered> random_records(std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<Numbered> records;
    for (std::size_t i = 0; i < count; ++i) {
        std::string key;
        for (std::size_t size = random() % 4; size > 0; --size) {
            key += static_cast<char>('a' + random() % 3);
        }
        records.push_back({key, std::string(random() % 20, 'p') + std::to_string(i), i});
    }
    return records;
}

std::vector<Numbered> read_all(MergedSort& sort) {
    sort.finish();
    std::vector<Numbered> result;
    ExternalSorter::Record record;
    while (sort.next(record)) {
        result.push_back({std::string(as_text(record.key)), std::string(as_text(record.payload)), record.sequence});
    }
    CHECK(!sort.next(record));
    return result;
}

}  // namespace

TEST_CASE("the merged stream is the same whichever thread added what, and in whatever memory") {
    const sp_test::TempDir folder;
    const std::vector<Numbered> records = random_records(3000, 4);
    std::vector<Numbered> expected = records;
    std::sort(expected.begin(), expected.end());
    std::mt19937 random(5);
    for (const unsigned threads : {1U, 2U, 3U, 7U}) {
        for (const std::size_t memory : {std::size_t{1} << 22, std::size_t{30000}, std::size_t{1}}) {
            CAPTURE(threads, memory);
            MergedSort sort(threads, folder.path(), memory);
            for (const Numbered& record : records) {
                sort.sorter(random() % threads).add(as_bytes(record.key), as_bytes(record.payload), record.sequence);
            }
            CHECK((read_all(sort) == expected));
        }
    }
    CHECK(folder.entries() == 0);
}

TEST_CASE("threads add at the same time") {
    const sp_test::TempDir folder;
    const std::vector<Numbered> records = random_records(4000, 6);
    MergedSort sort(4, folder.path(), 50000);
    std::vector<std::thread> threads;
    for (unsigned thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&, thread] {
            for (std::size_t i = thread; i < records.size(); i += 4) {
                sort.sorter(thread).add(as_bytes(records[i].key), as_bytes(records[i].payload), records[i].sequence);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    std::vector<Numbered> expected = records;
    std::sort(expected.begin(), expected.end());
    CHECK((read_all(sort) == expected));
}

TEST_CASE("threads that add nothing, and no threads, are no fault") {
    MergedSort sort(5, "/nonexistent", 1 << 20);
    sort.sorter(3).add(as_bytes("b"), as_bytes("second"), 1);
    sort.sorter(3).add(as_bytes("a"), as_bytes("first"), 2);
    CHECK((read_all(sort) == std::vector<Numbered>{{"a", "first", 2}, {"b", "second", 1}}));
    MergedSort empty(0, "/nonexistent", 0);
    CHECK(read_all(empty).empty());
}

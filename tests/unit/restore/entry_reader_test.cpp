#include "sp/read.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "catch.hpp"
#include "fixture.hpp"
#include "java/hash_codes.hpp"
#include "sp/error.hpp"
#include "types/codecs/interpreter.hpp"

using namespace sp;

namespace {

std::string fixture(const std::string& name) { return test::fixture(name).string(); }

const std::string kTypes = fixture("1.20.3-types-plain.h-canon");
const std::string kOperatorState = fixture("2.3.0-operator-state.h-canon");

/// What a test looks at, copied out of the batches.
struct Row {
    std::size_t op;
    std::string state;
    StateKind kind;
    std::int32_t key_group;
    std::int32_t subtask;
    std::string key;
    std::string map_key;
    std::int64_t index;

    friend auto operator<=>(const Row&, const Row&) = default;
};

void append_rows(EntryReader& reader, std::vector<Row>& rows) {
    EntryBatch batch;
    while (reader.next(batch)) {
        for (const Entry& entry : batch.entries) {
            rows.push_back({batch.state->operator_index, batch.state->name, batch.state->kind, batch.key_group,
                            batch.subtask, std::string(as_text(entry.key)), std::string(as_text(entry.map_key)),
                            entry.index});
        }
    }
}

std::vector<Row> read(const std::string& savepoint, ReadOptions options = {}) {
    EntryReader reader(savepoint, std::move(options));
    std::vector<Row> rows;
    append_rows(reader, rows);
    return rows;
}

std::string usage_error(const std::string& savepoint, ReadOptions options) {
    try {
        static_cast<void>(read(savepoint, std::move(options)));
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("keyed rows come by operator and ascending key group") {
    const std::vector<Row> rows = read(kTypes);
    CHECK(rows.size() == 734);  // truth.ndjson of the fixture
    CHECK(std::is_sorted(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
        return std::pair(a.op, a.key_group) < std::pair(b.op, b.key_group);
    }));
}

TEST_CASE("every long key lies in the key group of its hash") {
    EntryReader reader(kTypes, {});
    EntryBatch batch;
    std::size_t checked = 0;
    while (reader.next(batch)) {
        if (batch.state->key->kind == TypeKind::kLong) {
            const std::int32_t most = reader.metadata().operators[batch.state->operator_index].max_parallelism;
            for (const Entry& entry : batch.entries) {
                const auto key = static_cast<std::int64_t>(load_u64(entry.key.data()));
                REQUIRE(java::key_group_of_hash(java::hash_of_long(key), most) == batch.key_group);
                ++checked;
            }
        }
    }
    CHECK(checked > 100);
}

TEST_CASE("key groups are chosen, and partition the rows") {
    ReadOptions low;
    low.key_groups = {0, 41};
    ReadOptions high;
    high.key_groups = {42, 32767};
    const std::size_t below = read(kTypes, low).size();
    const std::size_t above = read(kTypes, high).size();
    CHECK(below > 0);
    CHECK(above > 0);
    CHECK(below + above == 734);
}

TEST_CASE("operator state comes by kind, then subtask, then position") {
    std::vector<Row> rows = read(kOperatorState);
    std::erase_if(rows, [](const Row& row) { return is_keyed(row.kind); });
    CHECK_FALSE(rows.empty());
    std::set<StateKind> kinds;
    for (const Row& row : rows) {
        kinds.insert(row.kind);
        CHECK((row.subtask >= 0 || row.kind == StateKind::kCoordinator));
    }
    CHECK(kinds.contains(StateKind::kOperatorList));
    CHECK(kinds.contains(StateKind::kOperatorUnion));
    CHECK(kinds.contains(StateKind::kBroadcast));
    CHECK(std::is_sorted(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
        return std::tuple(a.op, a.kind, a.subtask) < std::tuple(b.op, b.kind, b.subtask);
    }));
}

TEST_CASE("a broadcast state is read once though every subtask has a copy") {
    ReadOptions options;
    options.kinds = {StateKind::kBroadcast};
    const std::vector<Row> rows = read(kOperatorState, options);
    std::set<std::pair<std::string, std::string>> keys;
    for (const Row& row : rows) {
        CHECK(keys.emplace(row.state, row.map_key).second);
    }
    CHECK_FALSE(keys.empty());
}

TEST_CASE("kinds, states and limits choose rows") {
    ReadOptions kinds;
    kinds.kinds = {StateKind::kMap};
    const std::vector<Row> maps = read(kTypes, kinds);
    CHECK(std::all_of(maps.begin(), maps.end(), [](const Row& row) { return row.kind == StateKind::kMap; }));
    CHECK_FALSE(maps.empty());

    ReadOptions states;
    states.states = {"v_long", "r_string"};
    for (const Row& row : read(kTypes, states)) {
        CHECK((row.state == "v_long" || row.state == "r_string"));
    }

    ReadOptions limited;
    limited.limit_per_state = 2;
    std::map<std::pair<std::size_t, std::string>, int> counts;
    for (const Row& row : read(kTypes, limited)) {
        ++counts[{row.op, row.state}];
    }
    CHECK_FALSE(counts.empty());
    CHECK(std::all_of(counts.begin(), counts.end(), [](const auto& count) { return count.second <= 2; }));
    CHECK(std::any_of(counts.begin(), counts.end(), [](const auto& count) { return count.second == 2; }));
}

TEST_CASE("timers are entries where they are asked for") {
    ReadOptions options;
    options.with_timers = true;
    options.kinds = {StateKind::kTimer};
    const std::vector<Row> timers = read(fixture("1.20.3-timers-windows.r-canon"), options);
    CHECK_FALSE(timers.empty());
    const std::vector<Row> rows = read(fixture("1.20.3-timers-windows.r-canon"));
    CHECK(std::none_of(rows.begin(), rows.end(), [](const Row& row) { return row.kind == StateKind::kTimer; }));
}

TEST_CASE("sorted rows are the same rows, in order") {
    ReadOptions sorted;
    sorted.is_sorted = true;
    sorted.memory = 4096;  // most key groups do not fit
    sorted.temporary_folder = "/tmp";
    std::vector<Row> rows = read(kTypes, sorted);
    CHECK(std::is_sorted(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
        return std::tuple(a.op, a.key_group, a.state) < std::tuple(b.op, b.key_group, b.state) && a.op == b.op;
    }));
    std::vector<Row> stored = read(kTypes);
    std::sort(rows.begin(), rows.end());
    std::sort(stored.begin(), stored.end());
    CHECK(rows == stored);
}

TEST_CASE("names that do not exist are told with the nearest that do") {
    ReadOptions uid;
    uid.uids = {"no-such-operator"};
    CHECK(usage_error(kOperatorState, uid).find("there are:\n") != std::string::npos);
    ReadOptions state;
    state.states = {"v_lnog"};
    CHECK(usage_error(kTypes, state).starts_with("no state has the name 'v_lnog'; there are:\n  v_long"));
}

TEST_CASE("a uid is known by its hash") {
    ReadOptions options;
    options.uids = {"by-long"};  // metadata version 4 holds no uids
    EntryReader reader(kTypes, options);
    EntryBatch batch;
    REQUIRE(reader.next(batch));
    CHECK(reader.uid(batch.state->operator_index) == "by-long");
    CHECK(reader.label(batch.state->operator_index) == "by-long");
}

TEST_CASE("state behind unsupported handles is passed over and named") {
    EntryReader reader(fixture("1.20.3-timers-windows.h-chk-changelog"), {});
    EntryBatch batch;
    while (reader.next(batch)) {
        CHECK_FALSE(is_keyed(batch.state->kind));
    }
    REQUIRE_FALSE(reader.unsupported().empty());
    CHECK(reader.unsupported().front().find("ChangelogStateBackendHandle") != std::string::npos);
}

TEST_CASE("the parts of a reading are the whole, in order") {
    for (const char* name :
         {"1.20.3-types-plain.h-canon", "2.3.0-operator-state.h-canon", "1.20.3-uids-mix.h-native-p3-m300",
          "1.20.3-uids-mix.r-native-p2-m32768", "1.14.6-timers-windows.r-chk"}) {
        CAPTURE(name);
        ReadOptions options;
        options.with_timers = true;
        const std::vector<Row> whole = read(fixture(name), options);
        for (const std::uint64_t bytes : {std::uint64_t{1}, std::uint64_t{3000}, std::uint64_t{1} << 40}) {
            EntryReader reader(fixture(name), options);
            std::vector<Row> rows;
            std::size_t parts = 0;
            std::size_t readers = 0;
            std::optional<EntryReader> piece;
            while (const std::optional<ReadPart> part = reader.next_part(bytes)) {
                if (!piece || !piece->turn_to(*part)) {
                    piece.emplace(reader.read_part(*part));
                    ++readers;
                }
                append_rows(*piece, rows);
                reader.absorb(piece->findings());
                ++parts;
            }
            reader.finish_parts();
            CHECK((rows == whole));
            CHECK((bytes > 1 || parts > reader.metadata().operators.size()));
            CHECK(readers <= 2 * reader.metadata().operators.size());
        }
    }
}

TEST_CASE("whoever asks is told how far the reading is") {
    for (const char* name :
         {"1.20.3-types-plain.h-canon", "2.3.0-operator-state.h-canon", "1.20.3-uids-mix.r-native-p2-m32768"}) {
        CAPTURE(name);
        ReadOptions options;
        options.with_timers = true;
        std::uint64_t last = 0;
        std::uint64_t of = 0;
        std::size_t calls = 0;
        options.progress = [&](std::uint64_t done, std::uint64_t total) {
            CHECK(done >= last);
            CHECK(done <= total);
            last = done;
            of = total;
            ++calls;
        };
        read(fixture(name), options);
        CHECK(calls > 1);
        CHECK(last * 4 >= of);  // the headers are not counted, which are large beside this little state
    }
}

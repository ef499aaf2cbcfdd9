// Snapshots of the HashMap backend and raw timers through the EntryReader: real ones against what other backends wrote of
// the same job, and made ones for what cannot be decoded.

#include <algorithm>
#include <map>
#include <set>

#include "catch.hpp"
#include "restore/heap_savepoint.hpp"
#include "sp/error.hpp"
#include "sp/read.hpp"

using namespace sp;
using namespace sp::test;

namespace {

std::string savepoint(const std::string& name) {
    return std::string(SP_FIXTURES) + "/savepoints/" + name + "/savepoint";
}

const std::string kCanonical = savepoint("1.20.3-timers-windows.r-canon");
const std::string kNative = savepoint("1.20.3-timers-windows.h-native");
const std::string kTypes = savepoint("1.20.3-types-plain.h-native");

std::string checkpoint(const std::string& name, const std::string& job, int id) {
    return std::string(SP_FIXTURES) + "/savepoints/" + name + "/checkpoint/" + job + "/chk-" + std::to_string(id);
}

struct Row {
    std::string op;
    std::int32_t key_group;
    std::string state;
    StateKind kind;
    std::string key;
    std::string name_space;
    std::string map_key;
    std::int64_t timestamp;
    std::string value;
    bool is_null;

    friend auto operator<=>(const Row&, const Row&) = default;
};

struct Reading {
    std::vector<Row> rows;
    std::vector<std::string> unsupported;
};

Reading read(const std::string& path, ReadOptions options) {
    EntryReader reader(path, std::move(options));
    Reading reading;
    EntryBatch batch;
    while (reader.next(batch)) {
        for (const Entry& entry : batch.entries) {
            reading.rows.push_back({reader.metadata().operators[batch.state->operator_index].id.hex(), batch.key_group,
                                    batch.state->name, batch.state->kind, std::string(as_text(entry.key)),
                                    std::string(as_text(entry.name_space)), std::string(as_text(entry.map_key)),
                                    entry.timestamp, std::string(as_text(entry.value)), entry.is_null_value});
        }
    }
    reading.unsupported = reader.unsupported();
    return reading;
}

ReadOptions sorted() {
    ReadOptions options;
    options.is_sorted = true;
    options.with_timers = true;
    return options;
}

std::vector<Row> timers_of(const std::string& path) {
    ReadOptions options = sorted();
    options.kinds = {StateKind::kTimer};
    return read(path, options).rows;
}

std::vector<std::string> keys_of(const std::vector<Row>& rows) {
    std::vector<std::string> keys;
    for (const Row& row : rows) {
        keys.push_back(row.state + std::to_string(row.key.back()));
    }
    return keys;
}

/// An element of a value state: void namespace, long key, value.
std::string element(int key, const std::string& value) {
    return "<00000000000000000" + std::to_string(key) + ">" + value;
}

std::string block(int id, std::initializer_list<std::string> elements) {
    std::string text = "<000" + std::to_string(id) + "0000000" + std::to_string(elements.size()) + ">";
    for (const std::string& one : elements) {
        text += one;
    }
    return text;
}

const std::string kFive = "<0000000000000005>";
const std::string kBase = "<02000000000000000007>";        // flags, null mark, the field
const std::string kSub = "<040003>Sub<0000000000000007>";  // a subclass by name

Reading read_made(HeapSavepoint& made, ReadOptions options = {}) {
    const TempFolder folder;
    made.write(folder);
    return read(folder.path().string(), std::move(options));
}

}  // namespace

TEST_CASE("a job's canonical, native and checkpoint snapshots hold the same entries, timers included") {
    const std::vector<Row> canonical = read(kCanonical, sorted()).rows;
    CHECK(canonical.size() > 127);  // truth.ndjson without timers
    CHECK(read(kNative, sorted()).rows == canonical);
    CHECK(read(checkpoint("1.20.3-timers-windows.h-chk", "f40becd1c75f36d9ab401108d33de320", 2), sorted()).rows ==
          canonical);
    CHECK(timers_of(checkpoint("1.14.6-timers-windows.h-chk", "f40becd1c75f36d9ab401108d33de320", 2)) ==
          timers_of(kCanonical));
    CHECK(timers_of(checkpoint("2.3.0-timers-windows.h-chk", "f40becd1c75f36d9ab401108d33de320", 2)).size() ==
          timers_of(kCanonical).size());
}

TEST_CASE("raw timers are the same as managed ones") {
    const std::vector<Row> managed = timers_of(kCanonical);
    const std::vector<Row> raw =
        timers_of(checkpoint("1.20.3-timers-windows.r-chkinc-heaptimers", "62c6a2171f5639f9bc306e8799e62d33", 6));
    CHECK(managed.size() > 100);
    CHECK(raw == managed);
}

TEST_CASE("types: native savepoints differ from canonical ones in null map values only") {
    // Flink's HashMap backend cannot write those canonically, so that job had other values in their place.
    std::vector<Row> native = read(kTypes, sorted()).rows;
    std::vector<Row> canonical = read(savepoint("1.20.3-types-plain.h-canon"), sorted()).rows;
    CHECK(native.size() == 734);  // truth.ndjson
    REQUIRE(native.size() == canonical.size());
    std::size_t nulls = 0;
    for (std::size_t i = 0; i < native.size(); ++i) {
        if (native[i].is_null) {
            ++nulls;
            canonical[i].is_null = true;
            canonical[i].value.clear();
        }
    }
    CHECK(nulls > 10);
    CHECK(native == canonical);
}

TEST_CASE("heap snapshots: states, kinds, key groups and limits choose entries") {
    const std::vector<Row> all = read(kTypes, sorted()).rows;
    ReadOptions some = sorted();
    some.states = {"v_long", "l_string"};
    std::vector<Row> expected = all;
    std::erase_if(expected, [](const Row& row) { return row.state != "v_long" && row.state != "l_string"; });
    CHECK_FALSE(expected.empty());
    CHECK(read(kTypes, some).rows == expected);

    ReadOptions low = sorted();
    low.key_groups = {0, 41};
    expected = all;
    std::erase_if(expected, [](const Row& row) { return row.key_group > 41; });
    CHECK_FALSE(expected.empty());
    CHECK(read(kTypes, low).rows == expected);

    ReadOptions few;
    few.limit_per_state = 3;
    std::map<std::pair<std::string, std::string>, int> counts;
    for (const Row& row : read(kTypes, few).rows) {
        ++counts[{row.op, row.state}];
    }
    CHECK_FALSE(counts.empty());
    CHECK(std::all_of(counts.begin(), counts.end(), [](const auto& count) { return count.second <= 3; }));
}

TEST_CASE("a heap snapshot with a state that cannot be decoded is refused whole, wanted or not") {
    for (const bool is_wanted : {true, false}) {
        HeapSavepoint made(false);
        made.add_value_state("a", long_snapshot());
        made.add_value_state("opaque", value_snapshot());
        made.add_key_group({block(0, {element(1, kFive)}), block(1, {})});
        ReadOptions options;
        if (!is_wanted) {
            options.states = {"a"};
        }
        const Reading reading = read_made(made, options);
        CHECK(reading.rows.empty());
        REQUIRE(reading.unsupported.size() == 1);
        CHECK(reading.unsupported[0].find("state 'opaque': its values are written by") != std::string::npos);
        CHECK(reading.unsupported[0].find("ValueSerializer of com.acme.Thing") != std::string::npos);
    }
}

TEST_CASE("what is not asked for is not refused") {
    HeapSavepoint made(false);
    made.add_value_state("opaque", value_snapshot());
    made.add_key_group({block(0, {})});
    ReadOptions options;
    options.kinds = {StateKind::kList};
    CHECK(read_made(made, options).unsupported.empty());
    options.kinds = {StateKind::kValue};
    CHECK(read_made(made, options).unsupported.size() == 1);
}

TEST_CASE("compressed heap snapshots lose only the state that cannot be decoded") {
    HeapSavepoint made(true);
    made.add_value_state("opaque", value_snapshot());
    made.add_value_state("a", long_snapshot());
    for (int group = 0; group < 3; ++group) {
        made.add_key_group({block(0, {"<7777>"}), block(1, {element(group, kFive)})});
    }
    const Reading reading = read_made(made);
    CHECK(reading.rows.size() == 3);
    REQUIRE(reading.unsupported.size() == 1);
    CHECK(reading.unsupported[0].find("state 'opaque'") != std::string::npos);
}

TEST_CASE("a subclass met amid the values keeps every row of the operator back") {
    HeapSavepoint made(false);
    made.add_value_state("a", long_snapshot());
    made.add_value_state("pojo", pojo_snapshot());
    const std::string a = block(0, {element(1, kFive)});
    made.add_key_group({a, block(1, {element(1, kBase)})});
    made.add_key_group({a, block(1, {element(2, kBase), element(3, kSub)})});
    const Reading reading = read_made(made);
    CHECK(reading.rows.empty());
    REQUIRE(reading.unsupported.size() == 1);
    CHECK(reading.unsupported[0].find("value of state 'pojo' in key group 1: at its byte 0 expected a subclass") !=
          std::string::npos);

    // Also from a part without it: parts add up to the whole.
    ReadOptions first;
    first.key_groups = {0, 0};
    CHECK(read_made(made, first).rows.empty());
    ReadOptions half;
    half.split = Split{0, 2};
    CHECK(read_made(made, half).rows.empty());
    CHECK(read_made(made, half).unsupported == reading.unsupported);
}

TEST_CASE("compressed, a subclass met amid the values keeps back its state") {
    HeapSavepoint made(true);
    made.add_value_state("pojo", pojo_snapshot());
    made.add_value_state("a", long_snapshot());
    made.add_value_state("other", pojo_snapshot());
    const std::string a = block(1, {element(1, kFive)});
    const std::string other = block(2, {element(3, kBase)});
    made.add_key_group({block(0, {element(1, kBase)}), a, other});
    made.add_key_group({other, a, block(0, {element(3, kSub)})});
    const Reading reading = read_made(made);
    CHECK(keys_of(reading.rows) == std::vector<std::string>{"a1", "other3", "other3", "a1"});
    REQUIRE(reading.unsupported.size() == 1);
    CHECK(reading.unsupported[0].find("state 'pojo'") != std::string::npos);
}

TEST_CASE("a Kryo value of a class that is not on the class path keeps back what a subclass does") {
    // A class by its name, the first one: com.acme.Thing, a new object, and what its fields may be.
    const std::string thing = "<01><00>com.acme.Thin<E7><01><02><03>";
    HeapSavepoint bare(false);
    bare.add_value_state("a", long_snapshot());
    bare.add_value_state("kryo", kryo_snapshot());
    bare.add_key_group({block(0, {element(1, kFive)}), block(1, {element(2, "<00>")})});
    bare.add_key_group({block(0, {element(1, kFive)}), block(1, {element(3, thing)})});
    const Reading reading = read_made(bare);
    CHECK(reading.rows.empty());
    REQUIRE(reading.unsupported.size() == 1);
    CHECK(reading.unsupported[0].find("value of state 'kryo' in key group 1") != std::string::npos);
    CHECK(reading.unsupported[0].find("class com.acme.Thing") != std::string::npos);

    HeapSavepoint compressed(true);
    compressed.add_value_state("a", long_snapshot());
    compressed.add_value_state("kryo", kryo_snapshot());
    compressed.add_key_group({block(0, {element(1, kFive)}), block(1, {element(3, thing)})});
    CHECK(keys_of(read_made(compressed).rows) == std::vector<std::string>{"a1"});
}

TEST_CASE("values that do not fit the classes of --classpath keep back what a class that is missing does") {
    // Samples$Item has two fields; the writer's had another int, behind which everything is elsewhere.
    const std::string item = "<01><00>Samples$Ite<ED><01><02><01><82>s";
    const TypePtr type = [] {
        Type kryo;
        kryo.class_name = "Samples$Item";
        return snapshot_of(TypeKind::kKryo, "org.apache.flink.api.java.typeutils.runtime.kryo.KryoSerializerSnapshot",
                           2, kryo);
    }();
    ReadOptions options;
    options.files.class_path = std::string(SP_FIXTURES) + "/kryo/samples.jar";
    for (const std::string& value : {item, item + "<02>"}) {
        const bool fits = value == item;
        for (const bool is_compressed : {false, true}) {
            INFO(value << (is_compressed ? ", compressed" : ""));
            HeapSavepoint made(is_compressed);
            made.add_value_state("a", long_snapshot());
            made.add_value_state("kryo", type);
            made.add_key_group({block(0, {element(1, kFive)}), block(1, {element(2, item)})});
            made.add_key_group({block(0, {element(3, kFive)}), block(1, {element(4, value), element(5, value)})});
            const Reading reading = read_made(made, options);
            if (fits) {
                CHECK(keys_of(reading.rows) == std::vector<std::string>{"a1", "kryo2", "a3", "kryo4", "kryo5"});
                continue;
            }
            CHECK(keys_of(reading.rows) ==
                  (is_compressed ? std::vector<std::string>{"a1", "a3"} : std::vector<std::string>{}));
            REQUIRE(reading.unsupported.size() == 1);
            CHECK(reading.unsupported[0].find("the classes of --classpath are not those") != std::string::npos);
        }
    }
    // What is damaged in a state without such classes is damaged.
    HeapSavepoint damaged(true);
    damaged.add_value_state("a", long_snapshot());
    damaged.add_value_state("kryo", type);
    damaged.add_key_group({block(0, {element(1, "<0000000005>")}), block(1, {element(2, item)})});
    CHECK_THROWS_AS(read_made(damaged, options), InputError);
}

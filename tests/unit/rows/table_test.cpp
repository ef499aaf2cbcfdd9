// The table layout and flattened lists hold what the entries layout holds, and CSV what NDJSON holds.

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "catch.hpp"
#include "rows/cell_text.hpp"
#include "rows/csv_text.hpp"
#include "rows/key_columns.hpp"
#include "rows/table_cells.hpp"
#include "rows/table_join.hpp"
#include "sp/dump.hpp"
#include "sp/error.hpp"

using namespace sp;

namespace {

using Json = nlohmann::ordered_json;

std::string fixture(const std::string& name) { return std::string(SP_FIXTURES) + "/savepoints/" + name + "/savepoint"; }

std::string dumped(const std::string& savepoint, const DumpOptions& options) {
    StringSink sink;
    try {
        dump(savepoint, options, sink, nullptr);
    } catch (const UnsupportedError&) {
        // One fixture has a map under a key that is not decoded; all else has been printed.
    }
    return sink.text();
}

/// Lone surrogates are no JSON for nlohmann: their escapes are made into text.
std::vector<Json> rows_of(std::string text) {
    for (std::size_t at = 0; (at = text.find("\\ud", at)) != std::string::npos; at += 4) {
        text.insert(at, "\\");
    }
    std::vector<Json> rows;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = text.find('\n', start);
        rows.push_back(Json::parse(text.substr(start, end - start)));
        start = end + 1;
    }
    return rows;
}

std::string name_of(const Json& row) { return row.at(row.contains("uid") ? "uid" : "operator").get<std::string>(); }

DumpOptions of_operator(const Json& row) {
    DumpOptions options;
    (row.contains("uid") ? options.read.uids : options.read.operator_ids).push_back(name_of(row));
    return options;
}

/// A row for each operator with keyed state.
std::vector<Json> keyed_operators(const std::string& savepoint) {
    std::map<std::string, Json> found;
    for (const Json& row : rows_of(dumped(savepoint, {}))) {
        if (row.contains("key")) {
            found.emplace(name_of(row), row);
        }
    }
    std::vector<Json> operators;
    for (auto& [name, row] : found) {
        operators.push_back(row);
    }
    return operators;
}

std::string place_of(const Json& row) {
    return row["key"].dump() + "|" + (row.contains("namespace") ? row["namespace"].dump() : "");
}

/// Place and state -> the cell's text, or the sorted pairs of a map.
using Cells = std::map<std::pair<std::string, std::string>, std::multiset<std::string>>;

Cells cells_of_entries(const std::vector<Json>& rows) {
    Cells cells;
    for (const Json& row : rows) {
        if (!row.contains("key")) {
            continue;
        }
        std::string cell = row.contains("map_key") ? row["map_key"].dump() + ":" : "";
        cells[{place_of(row), row["state"]}].insert(cell + row["value"].dump());
    }
    return cells;
}

Cells cells_of_table(const std::vector<Json>& rows, const std::set<std::string>& maps) {
    Cells cells;
    for (const Json& row : rows) {
        for (const auto& [state, value] : row.items()) {
            if (state == "key" || state == "namespace") {
                continue;
            }
            std::multiset<std::string>& cell = cells[{place_of(row), state}];
            if (!maps.contains(state)) {
                cell.insert(value.dump());
            } else if (value.is_object()) {
                for (const auto& [key, one] : value.items()) {
                    cell.insert(Json(key).dump() + ":" + one.dump());
                }
            } else {
                for (const Json& pair : value) {
                    cell.insert(pair["key"].dump() + ":" + pair["value"].dump());
                }
            }
        }
    }
    return cells;
}

const char* const kFixtures[] = {
    "1.20.3-types-plain.h-canon",   "2.3.0-types-plain.h-canon", "1.20.3-timers-windows.r-canon",
    "2.3.0-timers-windows.h-canon", "2.3.0-ttl.r-canon",         "1.20.3-keys.h-canon"};

}  // namespace

TEST_CASE("the rows of a table hold the cells of the entries") {
    std::size_t count = 0;
    for (const std::string name : kFixtures) {
        const std::string savepoint = fixture(name);
        for (const Json& op : keyed_operators(savepoint)) {
            CAPTURE(name, op.dump());
            DumpOptions options = of_operator(op);
            const std::vector<Json> entries = rows_of(dumped(savepoint, options));
            std::set<std::string> maps;
            for (const Json& row : entries) {
                if (row["kind"] == "map") {
                    maps.insert(row["state"]);
                }
            }
            options.layout = RowLayout::kTable;
            const Cells want = cells_of_entries(entries);
            const Cells got = cells_of_table(rows_of(dumped(savepoint, options)), maps);
            CHECK(want == got);
            count += want.size();
        }
    }
    CHECK(count > 1000);
}

TEST_CASE("a table that is joined in files is the same text") {
    for (const std::string name : kFixtures) {
        const std::string savepoint = fixture(name);
        for (const Json& op : keyed_operators(savepoint)) {
            for (const bool with_global : {false, true}) {
                CAPTURE(name, op.dump(), with_global);
                DumpOptions options = of_operator(op);
                options.layout = RowLayout::kTable;
                options.with_timers = true;
                options.with_global = with_global;
                options.ttl = true;
                const std::string held = dumped(savepoint, options);
                options.read.temporary_folder = SP_TEST_BINARY_DIR;
                for (const std::uint64_t memory : {0, 2000, 20000}) {
                    options.read.memory = memory;
                    CHECK(dumped(savepoint, options) == held);
                }
            }
        }
    }
}

TEST_CASE("a table is the same text for all backends") {
    DumpOptions options;
    options.layout = RowLayout::kTable;
    options.with_timers = true;
    options.read.is_sorted = true;
    for (const std::string uid : {"w-slide-agg", "w-session-list", "w-late", "timers"}) {
        options.read.uids = {uid};
        const std::string heap = dumped(fixture("2.3.0-timers-windows.h-canon"), options);
        CHECK(!heap.empty());
        CHECK(dumped(fixture("2.3.0-timers-windows.r-canon"), options) == heap);
    }
}

TEST_CASE("flattened lists are the lists") {
    for (const std::string name : kFixtures) {
        CAPTURE(name);
        DumpOptions options;
        options.read.kinds = {StateKind::kList};
        const std::vector<Json> lists = rows_of(dumped(fixture(name), options));
        options.flatten_lists = true;
        std::vector<Json> rebuilt;
        for (const Json& row : rows_of(dumped(fixture(name), options))) {
            if (row["index"] == 0) {
                Json list = row;
                list.erase("index");
                list["value"] = Json::array();
                if (row.contains("ttl_timestamp")) {
                    list["ttl_timestamp"] = Json::array();
                }
                rebuilt.push_back(list);
            }
            REQUIRE(!rebuilt.empty());
            CHECK(row["index"] == rebuilt.back()["value"].size());
            rebuilt.back()["value"].push_back(row["value"]);
            if (row.contains("ttl_timestamp")) {
                rebuilt.back()["ttl_timestamp"].push_back(row["ttl_timestamp"]);
            }
        }
        CHECK(lists == rebuilt);
    }
}

TEST_CASE("the states of the void namespace are repeated in windows") {
    DumpOptions options;
    options.layout = RowLayout::kTable;
    options.read.uids = {"w-late"};
    const std::vector<Json> apart = rows_of(dumped(fixture("2.3.0-timers-windows.h-canon"), options));
    options.with_global = true;
    const std::vector<Json> repeated = rows_of(dumped(fixture("2.3.0-timers-windows.h-canon"), options));
    REQUIRE(apart.size() == repeated.size());
    std::map<std::string, Json> global;
    for (std::size_t i = 0; i < apart.size(); ++i) {
        Json want = apart[i];
        if (want.contains("namespace")) {
            CHECK(!want.contains("per-key"));
            REQUIRE(global.contains(want["key"].dump()));
            want["per-key"] = global[want["key"].dump()];
        } else {
            global[want["key"].dump()] = want.at("per-key");
        }
        CHECK(Json::diff(want, repeated[i]).empty());
    }
    CHECK(global.size() > 3);
}

TEST_CASE("an entry that is there twice ends a table") {
    Type void_namespace;
    void_namespace.kind = TypeKind::kVoidNamespace;
    Type text;
    text.kind = TypeKind::kString;
    StateDescriptor state;
    state.name = "count";
    state.key = std::make_shared<Type>(text);
    state.name_space = std::make_shared<Type>(void_namespace);
    state.value = std::make_shared<Type>(text);
    ByteVector bytes = {2, 'a', 0, 2, 'b'};
    bytes.resize(bytes.size() + 64);
    EntryBatch batch{&state, 7, -1, "file", {}};
    for (int i = 0; i < 2; ++i) {
        Entry& entry = batch.entries.emplace_back();
        entry.key = Bytes(bytes).first(2);
        entry.name_space = Bytes(bytes).subspan(2, 1);
        entry.value = Bytes(bytes).subspan(3, 2);
        entry.offset = 100;
    }
    rows::TableJoin join(1 << 20, "");
    rows::TableCells cells("u1", {});
    rows::JoinedRow row;
    join.add(batch, 1, 0);
    join.finish();
    REQUIRE(join.next(row));
    rows::JsonText json;
    CHECK(json.make(1000, [&](auto& sink) { cells.key(sink, row, cells.plan_of(*row.cells.front())); }) == "\"a\"");
    CHECK(json.make(1000, [&](auto& sink) { cells.value(sink, cells.column(row.cells)); }) == "\"b\"");
    CHECK(!join.next(row));
    join.add(batch, 2, 0);
    join.finish();
    REQUIRE(join.next(row));
    try {
        static_cast<void>(json.make(1000, [&](auto& sink) { cells.value(sink, cells.column(row.cells)); }));
        FAIL("taken");
    } catch (const InputError& error) {
        CHECK(std::string(error.what()).find("file: entry at offset 100: operator u1: state 'count'") == 0);
    }
}

// ---- CSV -----------------------------------------------------------------------------------------------------------

namespace {

std::string field(const std::string& json, const std::string& null_text = "") {
    rows::RowText row;
    rows::CsvText(null_text).json(row, json);
    return std::string(row.text());
}

}  // namespace

TEST_CASE("JSON values as CSV fields") {
    CHECK(field("42") == "42");
    CHECK(field("-1.5e-7") == "-1.5e-7");
    CHECK(field("true") == "true");
    CHECK(field("\"\"") == "\"\"");
    CHECK(field("null").empty());
    CHECK(field("\"null\"") == "null");
    CHECK(field("\"a b\"") == "a b");
    CHECK(field("\"a,b\"") == "\"a,b\"");
    CHECK(field(R"("a\"b\"")") == "\"a\"\"b\"\"\"");
    CHECK(field(R"("a\nb")") == "\"a\nb\"");
    CHECK(field(R"("a\rb")") == "\"a\rb\"");
    CHECK(field(R"("\\\/\b\f\t")") == "\\/\b\f\t");
    CHECK(field(R"("\u0000x\u001f")") == std::string("\0x\x1f", 3));
    CHECK(field(R"("é\ud83dx")") == "é\xED\xA0\xBDx");
    CHECK(field("[1]") == "[1]");
    CHECK(field("[1,2]") == "\"[1,2]\"");
    CHECK(field(R"({"a":"x\"y"})") == R"("{""a"":""x\""y""}")");
}

TEST_CASE("what stands for null is never a value") {
    CHECK(field("null", "NULL") == "NULL");
    CHECK(field("\"NULL\"", "NULL") == "\"NULL\"");
    CHECK(field("0", "0") == "\"0\"");
    CHECK(field("\"\"", "NULL") == "\"\"");
    CHECK_THROWS_AS(rows::CsvText("a,b"), UsageError);
    CHECK_THROWS_AS(rows::CsvText("\""), UsageError);
}

TEST_CASE("keys in several columns") {
    Type text;
    text.kind = TypeKind::kString;
    Type tuple;
    tuple.kind = TypeKind::kTuple;
    tuple.nested = {std::make_shared<Type>(text), std::make_shared<Type>(text)};
    Type pojo;
    pojo.kind = TypeKind::kPojo;
    pojo.fields = {{"@a", "C", true, std::make_shared<Type>(text)}};
    const auto columns = [](std::vector<rows::LabelledKey> keys) { return rows::KeyColumns(keys); };
    const auto split = [](const rows::KeyColumns& keys, const std::string& json) {
        rows::RowText row;
        rows::CsvText csv("");
        keys.append(row, csv, json);
        return std::string(row.text());
    };
    const rows::KeyColumns two =
        columns({{std::make_shared<Type>(tuple), "u1"}, {std::make_shared<Type>(tuple), "u2"}});
    CHECK(two.names() == std::vector<std::string>{"key.f0", "key.f1"});
    CHECK(split(two, R"({"f0":"x,\"}","f1":{"a":[1,{"b":2}]}})") == R"("x,""}","{""a"":[1,{""b"":2}]}")");
    CHECK(split(two, R"({"f0":null,"f1":""})") == R"(,"")");
    CHECK_THROWS_AS(split(two, R"({"f0":1})"), UnsupportedError);
    CHECK_THROWS_AS(split(two, R"({"f0":1,"f1":2,"f2":3})"), UnsupportedError);
    CHECK_THROWS_AS(split(two, R"({"@bytes":"AA==","@serializer":"S"})"), UnsupportedError);
    CHECK_THROWS_AS(columns({{std::make_shared<Type>(tuple), "u1"}, {std::make_shared<Type>(text), "u2"}}), UsageError);
    CHECK(split(columns({{std::make_shared<Type>(pojo), "u1"}}), R"({"@@a":"x"})") == "x");
    CHECK(columns({{std::make_shared<Type>(text), "u1"}}).names() == std::vector<std::string>{"key"});
    CHECK(columns({}).names() == std::vector<std::string>{"key"});
}

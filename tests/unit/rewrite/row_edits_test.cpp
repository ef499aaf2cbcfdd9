// Rows that delete: which entries go, and what rows that do not fit are told.

#include "rewrite/row_edits.hpp"

#include <thread>

#include "catch.hpp"
#include "io/temp_dir.hpp"
#include "rewrite/planning.hpp"
#include "rows/import/importing.hpp"
#include "sp/error.hpp"
#include "write/writing.hpp"

using namespace sp;
using rewriting::EditCounts;
using rewriting::RowEdits;
using sp_test::big_endian;
using sp_test::import_plan_of;
using sp_test::message_of;
using sp_test::OwnEntry;

namespace {

constexpr char kOperators[] = R"({"uid":"u","key":"long","parallelism":2,"states":[
      {"name":"count","kind":"value","type":"int"},
      {"name":"seen","kind":"map","mapKey":"string?","type":"long"},
      {"name":"recent","kind":"list","type":"int","ttl":true},
      {"name":"by","kind":"value","namespace":"string","type":"int"},
      {"name":"parts","kind":"map","namespace":"string","mapKey":"string","type":"int"},
      {"name":"offsets","kind":"operator-union","type":"long"},
      {"name":"count","kind":"operator-list","type":"int"},
      {"name":"rules","kind":"broadcast","mapKey":"int","type":"string"}],
      "timers":[{"service":"t"},{"service":"n","namespace":"string"}]},
    {"uid":"w","key":"tuple<string,int>","states":[{"name":"v","kind":"value","type":"int"}]})";

enum Operator : std::size_t { kU, kW };
enum KeyedState : std::size_t { kCount, kSeen, kRecent, kBy, kParts, kTEvent, kTProcessing, kNEvent, kNProcessing };
enum OperatorState : std::size_t { kOffsets, kCountList, kRules };

ByteVector operator+(ByteVector a, const ByteVector& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

/// As StringSerializer writes it.
ByteVector text(const std::string& content) {
    return ByteVector{static_cast<std::uint8_t>(content.size() + 1)} + ByteVector(content.begin(), content.end());
}

class Edits {
public:
    RowEdits& operator*() { return edits_; }
    RowEdits* operator->() { return &edits_; }

    Edits& deletes(const std::string& rows, const std::string& name = "rows") {
        edits_.read_deletes(folder_.write(name, rows));
        return *this;
    }
    Edits& keeps(const std::string& rows, const std::string& name = "rows") {
        edits_.read_kept_keys(folder_.write(name, rows));
        return *this;
    }

    [[nodiscard]] bool drops(std::size_t position, std::int64_t key, const ByteVector& name_space = {0},
                             const ByteVector& map_key = {}, std::int64_t timestamp = 0) const {
        OwnEntry entry;
        entry.key = big_endian(key, 8);
        entry.name_space = name_space;
        entry.map_key = map_key;
        entry.timestamp = timestamp;
        return edits_.drops_keyed(kU, position, entry.view());
    }

    [[nodiscard]] bool drops_element(std::size_t position, std::int32_t subtask, std::int64_t index) const {
        OwnEntry entry;
        entry.index = index;
        return edits_.drops_element(kU, position, subtask, entry.view());
    }

    [[nodiscard]] bool drops_rule(std::int32_t map_key) const {
        OwnEntry entry;
        entry.map_key = big_endian(map_key, 4);
        return edits_.drops_broadcast(kU, kRules, entry.view());
    }

    /// Without the folder of the test.
    std::string refusal(const std::string& rows, const std::string& name = "rows") {
        std::string message = message_of<InputError>([&] { deletes(rows, name); });
        const std::size_t at = message.find(folder_.path());
        return at == std::string::npos ? message : message.erase(at, folder_.path().size());
    }

private:
    sp_test::TempDir folder_;
    rows::ImportPlan plan_ = import_plan_of(kOperators);
    RowEdits edits_{plan_};
};

/// The entries of a savepoint that the rows drop, and how many there are.
std::pair<std::size_t, std::size_t> dropped_of(const std::string& savepoint, const RowEdits& edits) {
    ReadOptions options;
    options.with_timers = true;
    options.uid_list = {"u", "w"};
    EntryReader reader(savepoint, options);
    EntryBatch batch;
    const rows::ImportPlan plan = import_plan_of(kOperators);
    std::size_t dropped = 0;
    std::size_t all = 0;
    while (reader.next(batch)) {
        const rows::ImportOperator& op = *plan.find_uid(reader.label(batch.state->operator_index));
        std::size_t position = SIZE_MAX;
        for (const rows::ImportState& state : op.states) {
            if (state.descriptor.name == batch.state->name && state.descriptor.kind == batch.state->kind) {
                position = state.position;
            }
        }
        for (const rows::ImportTimers& timers : op.timers) {
            if (batch.state->kind == StateKind::kTimer && timers.service == batch.state->timer_service) {
                position = timers.position(batch.state->timer_domain);
            }
        }
        for (const Entry& entry : batch.entries) {
            ++all;
            switch (batch.state->kind) {
                case StateKind::kCoordinator: dropped += edits.deletes_coordinator(op.index) ? 1 : 0; break;
                case StateKind::kBroadcast: dropped += edits.drops_broadcast(op.index, position, entry) ? 1 : 0; break;
                case StateKind::kOperatorList:
                case StateKind::kOperatorUnion:
                    dropped += edits.drops_element(op.index, position, batch.subtask, entry) ? 1 : 0;
                    break;
                default: dropped += edits.drops_keyed(op.index, position, entry) ? 1 : 0;
            }
        }
    }
    return {dropped, all};
}

}  // namespace

TEST_CASE("each row as it is printed deletes its entry and no other") {
    sp_test::Import import(kOperators);
    import.lines({R"({"uid":"u","state":"count","kind":"value","key":1,"value":7})",
                  R"({"uid":"u","state":"count","kind":"value","key":2,"value":7})",
                  R"({"uid":"u","state":"seen","kind":"map","key":1,"map_key":"","value":null})",
                  R"({"uid":"u","state":"seen","kind":"map","key":1,"map_key":null,"value":1})",
                  R"({"uid":"u","state":"seen","kind":"map","key":1,"map_key":"a","value":5})",
                  R"({"uid":"u","state":"recent","kind":"list","key":1,"value":[7,8],"ttl_timestamp":[1,2]})",
                  R"({"uid":"u","state":"by","kind":"value","key":1,"namespace":"","value":1})",
                  R"({"uid":"u","state":"by","kind":"value","key":1,"namespace":"x","value":2})",
                  R"({"uid":"u","state":"parts","kind":"map","key":1,"namespace":"x","map_key":"a","value":2})",
                  R"({"uid":"u","state":"parts","kind":"map","key":1,"namespace":"y","map_key":"a","value":2})",
                  R"({"uid":"u","state":"count","kind":"operator-list","subtask":0,"index":0,"value":3})",
                  R"({"uid":"u","state":"count","kind":"operator-list","subtask":1,"index":0,"value":3})",
                  R"({"uid":"u","state":"count","kind":"operator-list","subtask":1,"index":1,"value":3})",
                  R"({"uid":"u","state":"offsets","kind":"operator-union","subtask":1,"index":0,"value":9})",
                  R"({"uid":"u","state":"rules","kind":"broadcast","map_key":1,"value":"r"})",
                  R"({"uid":"u","state":"rules","kind":"broadcast","map_key":2,"value":"r"})",
                  R"({"uid":"u","kind":"coordinator","value":"AQI="})",
                  R"({"uid":"u","timer":"event-time","service":"t","key":1,"timestamp":-9})",
                  R"({"uid":"u","timer":"processing-time","service":"t","key":1,"timestamp":-9})",
                  R"({"uid":"u","timer":"event-time","service":"t","key":1,"timestamp":3})",
                  R"({"uid":"u","timer":"event-time","service":"n","key":1,"namespace":"x","timestamp":3})",
                  R"({"uid":"w","state":"v","kind":"value","key":{"f0":"a","f1":1},"value":3})"});
    import.run();
    const std::vector<std::string> rows = import.dumped();
    std::string all;
    for (const std::string& row : rows) {
        CAPTURE(row);
        Edits one;
        one.deletes(row + "\n");
        CHECK(dropped_of(import.options.output, *one) == std::pair<std::size_t, std::size_t>(1, rows.size()));
        all += row + "\n";
    }
    CHECK(rows.size() == 22);
    Edits every;
    every.deletes(all);
    CHECK(dropped_of(import.options.output, *every) == std::pair<std::size_t, std::size_t>(rows.size(), rows.size()));
    const EditCounts counts = every->counts();
    CHECK(counts.delete_rows == rows.size());
    CHECK(counts.deletes == rows.size() - 1);  // without the coordinator
    CHECK(counts.deletes_found == rows.size() - 1);

    // The same rows keep their keys: all of them.
    Edits kept;
    kept.keeps(R"({"uid":"u","key":1,"state":"whatever","timestamp":"x"})"
               "\n"
               R"({"uid":"w","key":{"f0":"a","f1":1}})");
    CHECK(dropped_of(import.options.output, *kept).first == 1);  // key 2 of u
    CHECK(kept->counts().kept_keys_found == 2);
}

TEST_CASE("the value and the time stamp of a row are not looked at") {
    for (const char* const rest :
         {"", R"(,"value":8)", R"(,"value":"no int","ttl_timestamp":"x")", R"(,"value":null)"}) {
        Edits edits;
        edits.deletes(R"({"uid":"u","state":"count","kind":"value","key":1)" + std::string(rest) + "}");
        CHECK(edits.drops(kCount, 1));
        CHECK_FALSE(edits.drops(kCount, 2));
        CHECK_FALSE(edits.drops(kRecent, 1));
    }
}

TEST_CASE("a row of a key alone deletes it everywhere in its operator") {
    Edits edits;
    edits.deletes(R"({"uid":"u","key":1})");
    for (const std::size_t position : {kCount, kSeen, kRecent, kBy, kTEvent, kNProcessing}) {
        CHECK(edits.drops(position, 1, text("n"), text("m"), 5));
        CHECK_FALSE(edits.drops(position, 2, text("n"), text("m"), 5));
    }
    CHECK_FALSE(edits.drops_element(kOffsets, 0, 0));
    CHECK(edits->operators() == std::set<std::size_t>{kU});
    CHECK(edits->touches_keyed(kU));
    CHECK_FALSE(edits->touches_operator_state(kU));
    CHECK(edits->counts().deletes == 1);

    // What has lost its state deletes nothing.
    const std::string lost = "rows: line 1: state: it is missing";
    for (const char* const rest : {R"("state":null)", R"("value":1)", R"("map_key":"a")", R"("namespace":"x")",
                                   R"("index":1)", R"("timestamp":1)", R"("processing_time":[1])"}) {
        CAPTURE(rest);
        CHECK(edits.refusal(R"({"uid":"u","key":1,)" + std::string(rest) + "}").starts_with(lost));
    }
}

TEST_CASE("a row of a map without a map key deletes the map, in its namespace") {
    Edits edits;
    edits.deletes(R"({"uid":"u","state":"parts","key":1,"namespace":"x"})");
    CHECK(edits.drops(kParts, 1, text("x"), text("a")));
    CHECK(edits.drops(kParts, 1, text("x"), text("b")));
    CHECK_FALSE(edits.drops(kParts, 1, text("y"), text("a")));
    CHECK_FALSE(edits.drops(kParts, 2, text("x"), text("a")));
    CHECK_FALSE(edits.drops(kSeen, 1, text("x"), text("a")));
    // Null is a map key like others.
    Edits null;
    null.deletes(R"({"uid":"u","state":"seen","key":1,"map_key":null})");
    CHECK_FALSE(null.drops(kSeen, 1, {0}, ByteVector{0} + text("a")));
}

TEST_CASE("timers by key are deleted one by one") {
    Edits edits;
    edits.deletes(R"({"uid":"u","service":"n","key":1,"namespace":"x","event_time":[1,2],"processing_time":[3]})");
    CHECK(edits.drops(kNEvent, 1, text("x"), {}, 1));
    CHECK(edits.drops(kNEvent, 1, text("x"), {}, 2));
    CHECK(edits.drops(kNProcessing, 1, text("x"), {}, 3));
    CHECK_FALSE(edits.drops(kNEvent, 1, text("x"), {}, 3));
    CHECK_FALSE(edits.drops(kNProcessing, 1, text("x"), {}, 1));
    CHECK_FALSE(edits.drops(kNEvent, 1, text("y"), {}, 1));
    CHECK_FALSE(edits.drops(kNEvent, 2, text("x"), {}, 1));
    CHECK_FALSE(edits.drops(kTEvent, 1, text("x"), {}, 1));
    CHECK(edits->counts().deletes == 3);
    CHECK(edits->counts().deletes_found == 3);
}

TEST_CASE("elements go by subtask and index, entries of broadcast state by map key") {
    Edits edits;
    edits.deletes(R"({"uid":"u","state":"offsets","subtask":1,"index":2,"value":1}
{"uid":"u","state":"rules","map_key":5,"subtask":3}
{"uid":"u","kind":"coordinator"}
)");
    CHECK(edits.drops_element(kOffsets, 1, 2));
    CHECK_FALSE(edits.drops_element(kOffsets, 2, 1));
    CHECK_FALSE(edits.drops_element(kOffsets, 1, 1));
    CHECK_FALSE(edits.drops_element(kCountList, 1, 2));
    CHECK(edits.drops_rule(5));
    CHECK_FALSE(edits.drops_rule(4));
    CHECK(edits->deletes_coordinator(kU));
    CHECK_FALSE(edits->deletes_coordinator(kW));
    CHECK_FALSE(edits->touches_keyed(kU));
    CHECK(edits->touches_operator_state(kU));
    CHECK(edits->counts().delete_rows == 3);
    CHECK(edits->counts().deletes == 2);
}

TEST_CASE("operators that no row names keep all") {
    Edits edits;
    edits.keeps(R"({"uid":"u","key":1}
{"uid":"u","key":2}
{"uid":"u","key":1}
)");
    CHECK_FALSE(edits.drops(kCount, 1));
    CHECK_FALSE(edits.drops(kTEvent, 2, {0}, {}, 7));
    CHECK(edits.drops(kCount, 3));
    CHECK(edits.drops(kTEvent, 3, {0}, {}, 7));
    CHECK_FALSE(edits->drops_keyed(kW, 0, OwnEntry().view()));
    CHECK_FALSE(edits->touches_keyed(kW));
    CHECK_FALSE(edits.drops_element(kOffsets, 0, 0));
    CHECK(edits->counts().keep_rows == 3);
    CHECK(edits->counts().kept_keys == 2);
    CHECK(edits->counts().kept_keys_found == 2);
    // A kept key can lose entries to rows that delete.
    edits.deletes(R"({"uid":"u","state":"count","kind":"value","key":1})");
    CHECK(edits.drops(kCount, 1));
    CHECK_FALSE(edits.drops(kRecent, 1));
}

TEST_CASE("rows of CSV, also with the key in columns of its fields") {
    Edits edits;
    edits.deletes(
        "uid,operator,state,kind,subtask,index,key.f0,key.f1,namespace,map_key,value,ttl_timestamp\n"
        "w,,v,value,,,a,1,,,7,\n"
        "w,,,,,,b,2,,,,\n"
        "u,,rules,broadcast,,,,,,5,r,\n",
        "rows.csv");
    OwnEntry entry;
    entry.key = text("a") + big_endian(1, 4);
    CHECK(edits->drops_keyed(kW, 0, entry.view()));
    entry.key = text("b") + big_endian(2, 4);
    CHECK(edits->drops_keyed(kW, 0, entry.view()));
    entry.key = text("b") + big_endian(1, 4);
    CHECK_FALSE(edits->drops_keyed(kW, 0, entry.view()));
    CHECK(edits.drops_rule(5));
    CHECK(edits.refusal("uid,key\nu,1\nu,x\n", "two.csv") == "two.csv: line 3: key: expected a long, found \"x\"");
    CHECK(edits.drops(kCount, 1));
}

TEST_CASE("identities do not run into each other") {
    // A key and a namespace whose bytes are the same in a row, cut at another place.
    Edits edits;
    edits.deletes(R"({"uid":"u","state":"parts","key":1,"namespace":"x","map_key":"yz"})");
    OwnEntry entry;
    entry.key = big_endian(1, 8);
    entry.name_space = text("x");
    entry.map_key = text("yz");
    CHECK(edits->drops_keyed(kU, kParts, entry.view()));
    entry.name_space.push_back(entry.map_key.front());
    entry.map_key.erase(entry.map_key.begin());
    CHECK_FALSE(edits->drops_keyed(kU, kParts, entry.view()));
}

TEST_CASE("rows that do not fit are told what was expected") {
    const std::pair<std::string, std::string> cases[] = {
        {R"("state":"count","kind":"value")", "key: it is missing"},
        {R"("state":"count","key":1)", "kind: it is missing, and operator u has several states 'count'"},
        {R"("state":"by","key":1)", "namespace: it is missing"},
        {R"("state":"by","key":1,"namespace":7)", "namespace: expected a string, found 7"},
        {R"("state":"count","kind":"value","key":1,"map_key":"a")", "map_key: only map and broadcast states have one"},
        {R"("state":"count","kind":"value","key":1,"index":0)", "index: only elements of lists have one"},
        {R"("state":"count","kind":"value","key":1,"event_timestamp":0)",
         "event_timestamp: keyed state has no such member"},
        {R"("state":"rules")", "map_key: it is missing"},
        {R"("state":"rules","map_key":1,"key":1)", "key: broadcast state has no such member"},
        {R"("state":"offsets","index":1)", "subtask: it is missing: elements are deleted by subtask and index"},
        {R"("state":"offsets","subtask":1)", "index: it is missing: elements are deleted by subtask and index"},
        {R"("state":"offsets","subtask":-1,"index":0)", "subtask: it is negative"},
        {R"("state":"offsets","subtask":0,"index":-1)", "index: it is negative"},
        {R"("timer":"event-time","service":"t","key":1)", "timestamp: it is missing"},
        {R"("timer":"event","service":"t","key":1,"timestamp":1)",
         "timer: expected event-time or processing-time, found event"},
        {R"("timer":"event-time","service":"n","key":1,"timestamp":1)", "namespace: it is missing"},
        {R"("service":"t","key":1)", "event_time: it is missing, and processing_time is, too: the row names no timer"},
        {R"("service":"t","key":1,"event_time":7)", "event_time: expected an array of times, found 7"},
        {R"("kind":"coordinator","key":1)", "key: a coordinator has no such member"},
    };
    for (const auto& [members, problem] : cases) {
        CAPTURE(members);
        Edits edits;
        CHECK(edits.refusal("\n"
                            R"({"uid":"u",)" +
                            members + "}") == "rows: line 2: " + problem);
        CHECK(edits->operators().empty());
    }
    Edits edits;
    CHECK(edits.refusal(R"({"key":1})") ==
          "rows: line 1: uid: the row names no operator, and the savepoint has several");
    CHECK(edits.refusal(R"({"uid":"x","key":1})")
              .starts_with("rows: line 1: uid: the savepoint has no operator 'x'; there are:\n"));
    CHECK(edits.refusal(R"({"uid":"u","state":"cuont","key":1})")
              .starts_with("rows: line 1: state: operator u has no state 'cuont'; there are:\n  count"));
    CHECK(edits.refusal(R"({"uid":"u","service":"x","key":1,"event_time":[1]})")
              .starts_with("rows: line 1: service: operator u has no timer service 'x'; there are:\n"));
    CHECK(edits.refusal(R"({"uid":"u","ley":1})").starts_with("rows: line 1: no member 'ley' is known in rows"));
    CHECK(edits.refusal("[]") == "rows: line 1: a row is a JSON object");
    CHECK(message_of<UnsupportedError>([&] {
              edits.deletes(R"({"uid":"u","state":"recent","key":1,"index":0,"value":1})");
          }).find("line 1: index: an element of a keyed list is not deleted alone") != std::string::npos);
    CHECK(message_of<InputError>([&] { edits.keeps(R"({"uid":"u"})"); }).ends_with(": line 1: key: it is missing"));
    CHECK(message_of<InputError>([&] {
              edits->read_deletes("/nowhere/rows");
          }).starts_with("/nowhere/rows: cannot be opened"));
    CHECK(edits->operators().empty());
}

TEST_CASE("several threads ask at the same time") {
    std::string rows;
    for (int key = 0; key < 200; ++key) {
        rows += R"({"uid":"u","state":"count","kind":"value","key":)" + std::to_string(2 * key) + "}\n";
    }
    Edits edits;
    edits.deletes(rows);
    std::vector<std::thread> threads;
    std::atomic<int> dropped = 0;
    for (int i = 0; i < 3; ++i) {
        threads.emplace_back([&] {
            for (int key = 0; key < 500; ++key) {
                dropped += edits.drops(kCount, key) ? 1 : 0;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    CHECK(dropped == 3 * 200);
    CHECK(edits->counts().deletes_found == 200);
}

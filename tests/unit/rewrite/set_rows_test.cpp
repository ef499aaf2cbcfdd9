// Rows that set: entries with stamps that are not known yet, and what they touch.

#include "rewrite/set_rows.hpp"

#include "catch.hpp"
#include "io/temp_dir.hpp"
#include "rewrite/entries_file.hpp"
#include "rewrite/planning.hpp"
#include "sp/error.hpp"
#include "write/ttl_stamps.hpp"
#include "write/writing.hpp"

using namespace sp;
using rewriting::SetRows;
using sp_test::big_endian;
using sp_test::hex;
using sp_test::import_plan_of;
using sp_test::lines_of;
using sp_test::message_of;
using sp_test::OwnEntry;
using Indices = std::set<std::size_t>;

namespace {

constexpr char kOperators[] = R"({"uid":"u","key":"long","parallelism":2,"states":[
      {"name":"count","kind":"value","type":"int"},
      {"name":"fresh","kind":"value","type":"int","ttl":true},
      {"name":"recent","kind":"list","type":"int","ttl":true},
      {"name":"seen","kind":"map","mapKey":"int","type":"int","ttl":true},
      {"name":"offsets","kind":"operator-list","type":"int"},
      {"name":"rules","kind":"broadcast","mapKey":"int","type":"int"}],
      "timers":[{"service":"t"}]},
    {"uid":"v","states":[{"name":"offsets","kind":"operator-union","type":"int"}]})";

/// Rows in a savepoint of their own.
class Setting {
public:
    Setting() {
        const SchemaDocument document =
            read_schema_document(R"({"schema":1,"maxParallelism":8,"operators":[)" + std::string(kOperators) + "]}");
        WriteOptions options;
        options.temporary_folder = folder_.path();
        options.origin = [this](std::uint64_t sequence) { return rewriting::place_of_row(rows_, sequence); };
        writer_.emplace(folder_.path("made"), options);
        for (std::size_t i = 0; i < document.operators.size(); ++i) {
            writer_->add_operator(rows::ImportPlan::operator_plan(*plan_.operators()[i], document.operators[i]));
        }
    }

    SetRows read(const std::string& rows, const std::string& name = "rows") {
        rows_ = folder_.write(name, rows);
        return rewriting::read_set_rows(rows_, plan_, writer_->adder(0));
    }

    std::vector<std::string> written() {
        writer_->commit();
        return lines_of(folder_.path("made"));
    }

    void commit() { writer_->commit(); }
    /// A list of one element with a time stamp, of the savepoint that is changed.
    void add_base_list(std::int64_t key) {
        OwnEntry list;
        list.key = big_endian(key, 8);
        list.value = big_endian(5, 12);
        writer_->adder(0).keyed(0, 2, plan_.operators()[0]->key_group(list.key), list.view(), kBaseSequence);
    }
    [[nodiscard]] std::string path() const { return folder_.path(); }

private:
    sp_test::TempDir folder_;
    rows::ImportPlan plan_ = import_plan_of(kOperators);
    std::string rows_;
    std::optional<SavepointWriter> writer_;
};

const std::string kKey = hex(big_endian(1, 8)) + " 00";
const std::string kNone = hex(big_endian(kNoStamp, 8));

}  // namespace

TEST_CASE("rows become entries, those without a stamp with the mark of none") {
    Setting setting;
    const SetRows set = setting.read(R"({"uid":"u","state":"count","key":1,"value":7}
{"uid":"u","state":"fresh","key":1,"value":7}
{"uid":"u","state":"fresh","key":2,"value":7,"ttl_timestamp":5}
{"uid":"u","state":"recent","key":1,"value":[7,8]}
{"uid":"u","state":"recent","key":2,"value":[7,8],"ttl_timestamp":[5,6]}
{"uid":"u","state":"seen","key":1,"map_key":3,"value":4}
{"uid":"u","timer":"event-time","service":"t","key":1,"timestamp":9}
)");
    CHECK(set.counts.rows == 7);
    CHECK(set.keyed == Indices{0});
    CHECK(set.operator_state.empty());
    CHECK(set.coordinators.empty());
    std::vector<std::string> written = setting.written();
    const std::string two = hex(big_endian(2, 8)) + " 00";
    std::vector<std::string> expected = {
        "u count group 0 " + kKey + " = 00000007",
        "u fresh group 0 " + kKey + " = " + kNone + "00000007",
        "u fresh group 0 " + two + " = " + hex(big_endian(5, 8)) + "00000007",
        "u recent group 0 " + kKey + " = " + kNone + "00000007" + "2c" + kNone + "00000008",
        "u recent group 0 " + two + " = " + hex(big_endian(5, 8)) + "00000007" + "2c" + hex(big_endian(6, 8)) +
            "00000008",
        "u seen group 0 " + kKey + " 00000003 = " + kNone + "00000004",
        "u _timer_state/event_t group 0 @9 " + kKey + " = "};
    std::sort(written.begin(), written.end());
    std::sort(expected.begin(), expected.end());
    CHECK(written == expected);
}

TEST_CASE("what rows touch is told by operator") {
    Setting setting;
    const SetRows set = setting.read(R"({"uid":"u","state":"rules","map_key":1,"value":7}
{"uid":"v","state":"offsets","subtask":0,"index":0,"value":7}
{"uid":"u","kind":"coordinator","value":"AQI="}
{"uid":"u","kind":"coordinator","value":"AQI="}
)");
    CHECK(set.keyed.empty());
    CHECK(set.operator_state == Indices{0, 1});
    REQUIRE(set.coordinators.size() == 1);
    CHECK(set.coordinators.at(0).bytes == ByteVector{1, 2});
    CHECK(set.coordinators.at(0).sequence == 3);
}

TEST_CASE("an empty list takes away the list that is there") {
    Setting setting;
    for (const std::int64_t key : {1, 2, 3}) {
        setting.add_base_list(key);
    }
    const SetRows set = setting.read(R"({"uid":"u","state":"recent","key":1,"value":[]}
{"uid":"u","state":"recent","key":2,"value":[1]}
)");
    CHECK(set.counts.rows == 2);
    CHECK(setting.written().size() == 2);
}

TEST_CASE("sequences are not 0 and tell the row") {
    Setting setting;
    static_cast<void>(
        setting.read("\n"
                     R"({"uid":"u","state":"count","key":1,"value":7}
{"uid":"u","state":"count","key":1,"value":8}
)"));
    const std::string message = message_of<InputError>([&] { setting.commit(); });
    CHECK(message.ends_with("two entries have the same key, namespace and map key: " + setting.path() +
                            "rows: line 2 and " + setting.path() + "rows: line 3"));
    Setting first;
    std::vector<std::uint64_t> sequences;
    sp_test::TempDir folder;
    const rows::ImportPlan plan = import_plan_of(kOperators);
    rewriting::read_entries_file(
        folder.write("rows", "{\"uid\":\"u\"}\n{\"uid\":\"u\"}\n"), plan,
        [&](const rows::RowFields&, rows::KeyParts*, std::uint64_t sequence) { sequences.push_back(sequence); });
    CHECK(sequences == std::vector<std::uint64_t>{1, 2});
}

TEST_CASE("rows of CSV are set, too") {
    Setting setting;
    const SetRows set = setting.read(
        "uid,operator,state,kind,subtask,index,key,namespace,map_key,value,ttl_timestamp\n"
        "u,,fresh,value,,,1,,,7,\n",
        "rows.csv");
    CHECK(set.keyed == Indices{0});
    CHECK(setting.written() == std::vector<std::string>{"u fresh group 0 " + kKey + " = " + kNone + "00000007"});
}

TEST_CASE("rows that cannot be set") {
    const std::pair<std::string, std::string> cases[] = {
        {R"({"uid":"u","state":"count","key":1})", "value: it is missing"},
        {R"({"uid":"u","state":"count","key":1,"value":"x"})", "value: expected an int, found \"x\""},
        {R"({"uid":"u","state":"count","key":1,"value":1,"ttl_timestamp":5})",
         "ttl_timestamp: the state has no time to live"},
        {R"({"uid":"u","state":"count","key":1,"value":1,"event_timestamp":5})",
         "event_timestamp: the savepoint gives operator u no \"window\""},
        {R"({"uid":"v","state":"offsets","key":1,"value":1})", "key: operator state has no such member"},
        {R"({"uid":"v","key":1,"state":"x","value":1})", "state: operator v has no state 'x'; there are:\n  offsets"},
    };
    for (const auto& [row, problem] : cases) {
        CAPTURE(row);
        Setting setting;
        CHECK(message_of<InputError>([&, row = row] { static_cast<void>(setting.read(row)); }) ==
              setting.path() + "rows: line 1: " + problem);
    }
    Setting setting;
    CHECK(message_of<InputError>([&] {
              static_cast<void>(setting.read(R"({"uid":"u","kind":"coordinator","value":"AQI="}
{"uid":"u","kind":"coordinator","value":"AQM="}
)"));
          }) == setting.path() + "rows: line 2: operator u: its coordinator has another state: " + setting.path() +
                    "rows: line 1");
}

// Rows of entries: what each becomes, and what a row that does not fit is told, with the part and the path in it.

#include "rows/import/entry_importer.hpp"

#include "catch.hpp"
#include "rows/import/importing.hpp"

using namespace sp;
using sp_test::Import;

namespace {

constexpr char kOperators[] = R"({"uid":"u","key":"long","parallelism":2,"states":[
      {"name":"count","kind":"value","type":"int"},
      {"name":"name","kind":"value","type":"string?"},
      {"name":"seen","kind":"map","mapKey":"string","type":"long"},
      {"name":"recent","kind":"list","type":"com.acme.P{name:string,age:int}"},
      {"name":"fresh","kind":"value","type":"int","ttl":true},
      {"name":"stamps","kind":"list","type":"int","ttl":true},
      {"name":"by","kind":"value","namespace":"string","type":"int"},
      {"name":"offsets","kind":"operator-union","type":"tuple<string,long>"},
      {"name":"both","kind":"value","type":"int"},
      {"name":"both","kind":"operator-list","type":"int"},
      {"name":"rules","kind":"broadcast","mapKey":"int","type":"string"}],
      "timers":[{"service":"t"},{"service":"n","namespace":"string"}]},
    {"uid":"w","key":"string","window":{"assigner":"sliding","size":20,"slide":10,"lateness":5},"states":[
      {"name":"sum","kind":"reducing","namespace":"time-window","type":"long"},
      {"name":"all","kind":"value","type":"long"}]})";

/// The uid in front of the other members.
std::string row(const std::string& members) { return R"({"uid":"u",)" + members + "}"; }

std::string refusal(const std::string& line) {
    Import import(kOperators);
    import.options.dry_run = true;
    const std::string message = import.lines({line}).refusal();
    const std::string place = "rows: line 1: ";
    return message.starts_with(place) ? message.substr(place.size()) : message;
}

std::vector<std::string> made_of(const std::vector<std::string>& lines,
                                 const std::function<void(BootstrapOptions&)>& set = {}) {
    Import import(kOperators);
    if (set) {
        set(import.options);
    }
    import.lines(lines).run();
    return import.dumped();
}

}  // namespace

TEST_CASE("rows of every kind are printed again as they came") {
    const std::vector<std::string> rows = {
        R"({"uid":"u","state":"count","kind":"value","key":1,"value":7})",
        R"({"uid":"u","state":"fresh","kind":"value","key":1,"value":7,"ttl_timestamp":-5})",
        R"({"uid":"u","state":"name","kind":"value","key":1,"value":null})",
        R"({"uid":"u","state":"recent","kind":"list","key":1,"value":[{"age":1,"name":"a"},{"age":2,"name":"b"}]})",
        R"({"uid":"u","state":"seen","kind":"map","key":1,"map_key":"","value":null})",
        R"({"uid":"u","state":"seen","kind":"map","key":1,"map_key":"a","value":5})",
        R"({"uid":"u","state":"stamps","kind":"list","key":1,"value":[7,8],"ttl_timestamp":[1,2]})",
        R"({"uid":"u","state":"by","kind":"value","key":1,"namespace":"","value":1})",
        R"({"uid":"u","state":"by","kind":"value","key":1,"namespace":"x","value":2})",
        R"({"uid":"u","state":"both","kind":"value","key":1,"value":3})",
        R"({"uid":"u","state":"both","kind":"operator-list","subtask":1,"index":0,"value":3})",
        R"({"uid":"u","state":"offsets","kind":"operator-union","subtask":0,"index":0,"value":{"f0":"t","f1":9}})",
        R"({"uid":"u","state":"rules","kind":"broadcast","map_key":1,"value":"r"})",
        R"({"uid":"u","kind":"coordinator","value":"AQI=","view":{"length":2,"@bytes":"AQI="}})",
        R"({"uid":"u","timer":"event-time","service":"t","key":1,"timestamp":-9})",
        R"({"uid":"u","timer":"processing-time","service":"n","key":1,"namespace":"x","timestamp":3})"};
    std::vector<std::string> made = made_of(rows);
    std::vector<std::string> expected = rows;
    std::sort(made.begin(), made.end());
    std::sort(expected.begin(), expected.end());
    CHECK(made == expected);
}

TEST_CASE("names of operators and states can be left out where one alone is meant") {
    Import import(R"({"uid":"u","key":"long","states":[{"name":"count","kind":"value","type":"int"}]})");
    import
        .lines({R"({"state":"count","key":1,"value":7})",
                R"({"operator":null,"uid":null,"state":"count","key":2,"value":7})"})
        .run();
    CHECK(import.dumped().size() == 2);
    CHECK(refusal(R"({"state":"count","key":1,"value":7})") ==
          "uid: the row names no operator, and the schema has several");
    CHECK(refusal(row(R"("state":"both","key":1,"value":7)")) ==
          "kind: it is missing, and operator u has several states 'both'");
    CHECK(made_of({R"({"state":"count","key":1,"value":7})"}, [](BootstrapOptions& options) {
              options.uid = "u";
          }).size() == 1);
}

TEST_CASE("rows of names that do not exist get the nearest ones") {
    CHECK(refusal(R"({"uid":"x","state":"count","key":1,"value":7})")
              .starts_with("uid: the schema has no operator 'x'; there are:\n"));
    CHECK(refusal(R"({"operator":"00000000000000000000000000000000","state":"count","key":1,"value":7})")
              .starts_with("operator: the schema has no operator '00000000000000000000000000000000'; there are:\n"));
    CHECK(refusal(row(R"("state":"cuont","key":1,"value":7)"))
              .starts_with("state: operator u has no state 'cuont'; there are:\n  count"));
    CHECK(refusal(row(R"("state":"count","kind":"list","key":1,"value":[7])"))
              .starts_with("state: operator u has no state 'count' of kind list; there are:\n"));
    CHECK(refusal(row(R"("timer":"event-time","service":"x","key":1,"timestamp":1)"))
              .starts_with("service: operator u has no timer service 'x'; there are:\n"));
    CHECK(refusal(R"({"uid":"u","operator":"00000000000000000000000000000000","state":"count","key":1,"value":7})")
              .starts_with("operator: 00000000000000000000000000000000 is not the id of u, which is "));
}

TEST_CASE("each part that does not fit is told, with the path in it") {
    const std::pair<std::string, std::string> cases[] = {
        {R"("key":1,"value":7)", "state: it is missing"},
        {R"("state":7,"key":1,"value":7)", "state: expected a string, found 7"},
        {R"("state":"count","value":7)", "key: it is missing"},
        {R"("state":"count","key":null,"value":7)", "key: null is no key"},
        {R"("state":"count","key":"x","value":7)", "key: expected a long, found \"x\""},
        {R"("state":"count","key":1.5,"value":7)", "key: expected a long, found 1.5, which it cannot hold exactly"},
        {R"("state":"count","key":1)", "value: it is missing"},
        {R"("state":"count","key":1,"value":null)", "value: expected an int, found null"},
        {R"("state":"count","key":1,"value":2147483648)",
         "value: expected an int, found 2147483648, which is out of range"},
        {R"("state":"count","key":1,"value":7,"map_key":1)", "map_key: only map and broadcast states have one"},
        {R"("state":"count","key":1,"value":7,"index":0)", "index: only elements of lists have one"},
        {R"("state":"count","key":1,"value":7,"subtask":0)", "subtask: keyed state has no such member"},
        {R"("state":"count","key":1,"value":7,"timestamp":0)", "timestamp: keyed state has no such member"},
        {R"("state":"count","key":1,"value":7,"ttl_timestamp":0)", "ttl_timestamp: the state has no time to live"},
        {R"("state":"count","key":1,"value":7,"event_timestamp":0)",
         "event_timestamp: the schema gives operator u no \"window\""},
        {R"("state":"seen","key":1,"value":7)", "map_key: it is missing"},
        {R"("state":"seen","key":1,"map_key":5,"value":7)", "map_key: expected a string, found 5"},
        {R"("state":"rules","map_key":null,"value":"r")", "map_key: expected an int, found null"},
        {R"("state":"recent","key":1,"value":{})", "value: expected an array, found an object"},
        {R"("state":"recent","key":1,"value":[{"name":"a","age":1},{"name":"b","age":"x"}])",
         "value[1].age: expected an int, found \"x\""},
        {R"("state":"recent","key":1,"value":[{"name":"a"}])", "value[0]: the member 'age' is missing"},
        {R"("state":"recent","key":1,"index":-1,"value":{"name":"a","age":1})", "index: it is negative"},
        {R"("state":"recent","key":1,"index":"x","value":{"name":"a","age":1})",
         "index: expected an integer, found \"x\""},
        {R"("state":"by","key":1,"value":7)", "namespace: it is missing"},
        {R"("state":"by","key":1,"namespace":7,"value":7)", "namespace: expected a string, found 7"},
        {R"("state":"fresh","key":1,"value":7,"ttl_timestamp":"x")", "ttl_timestamp: expected an integer, found \"x\""},
        {R"("state":"stamps","key":1,"value":[7,8],"ttl_timestamp":[1])",
         "ttl_timestamp: fewer time stamps than elements"},
        {R"("state":"stamps","key":1,"value":[7],"ttl_timestamp":[1,2])",
         "ttl_timestamp: more time stamps than elements"},
        {R"("state":"offsets","value":{"f0":"t","f1":[]})", "value.f1: expected a long, found an array"},
        {R"("state":"offsets","subtask":-1,"value":{"f0":"t","f1":1})", "subtask: it is negative"},
        {R"("state":"offsets","subtask":2,"value":{"f0":"t","f1":1})",
         "subtask: 2 is not below the parallelism of 2 (--redistribute deals such elements anew)"},
        {R"("state":"offsets","subtask":0,"index":-1,"value":{"f0":"t","f1":1})", "index: it is negative"},
        {R"("state":"offsets","key":1,"value":{"f0":"t","f1":1})", "key: operator state has no such member"},
        {R"("state":"rules","value":"r")", "map_key: it is missing"},
        {R"("state":"rules","map_key":"x","value":"r")", "map_key: expected an int, found \"x\""},
        {R"("state":"rules","map_key":1,"index":0,"value":"r")", "index: broadcast state has no such member"},
        {R"("kind":"coordinator")", "value: it is missing"},
        {R"("kind":"coordinator","value":"*")", "value: a coordinator's state is base64"},
        {R"("kind":"coordinator","key":1,"value":"AQI=")", "key: a coordinator has no such member"},
        {R"("timer":"event","service":"t","key":1,"timestamp":1)",
         "timer: expected event-time or processing-time, found event"},
        {R"("timer":"event-time","key":1,"timestamp":1)", "service: it is missing"},
        {R"("timer":"event-time","service":"t","key":1)", "timestamp: it is missing"},
        {R"("timer":"event-time","service":"t","timestamp":1)", "key: it is missing"},
        {R"("timer":"event-time","service":"n","key":1,"timestamp":1)", "namespace: it is missing"},
        {R"("timer":"event-time","service":"t","key":1,"timestamp":1,"value":1)", "value: a timer has no such member"},
        {R"("service":"t","key":1,"event_time":[1,"x"])", "event_time[1]: expected an integer, found \"x\""},
        {R"("service":"t","key":1,"processing_time":7)", "processing_time: expected an array of times, found 7"},
        {R"("service":"t","key":1,"event_time":[1],"state":"count")", "state: a row of timers has no such member"},
    };
    for (const auto& [members, problem] : cases) {
        CAPTURE(members);
        CHECK(refusal(row(members)) == problem);
    }
    CHECK(refusal(row(R"("state":"fresh","key":1,"value":7)"))
              .starts_with("ttl_timestamp: the state has time to live, and neither the row nor --ttl-timestamp"));
}

TEST_CASE("rows of windows that do not fit") {
    const auto windowed = [](const std::string& members) {
        return R"({"uid":"w","key":"k","value":1,)" + members + "}";
    };
    const std::pair<std::string, std::string> cases[] = {
        {R"("state":"sum")", "namespace: it is missing; or give an event_timestamp"},
        {R"("state":"sum","event_timestamp":1,"namespace":{"start":0,"end":1})",
         "event_timestamp: the row has a namespace, too"},
        {R"("state":"all","event_timestamp":1)", "event_timestamp: the state's namespace is not time-window"},
        {R"("state":"sum","event_timestamp":"x")", "event_timestamp: expected an integer, found \"x\""},
        {R"("state":"sum","event_timestamp":9223372036854775807)",
         "event_timestamp: the window of 9223372036854775807 is out of range"},
    };
    for (const auto& [members, problem] : cases) {
        CAPTURE(members);
        CHECK(refusal(windowed(members)) == problem);
    }
}

TEST_CASE("an element of windows is in each of them, with its value, and their timers once") {
    const std::vector<std::string> made =
        made_of({R"({"uid":"w","state":"sum","key":"k","event_timestamp":15,"value":7})",
                 R"({"uid":"w","state":"all","key":"k","value":9})"});
    std::vector<std::string> expected = {
        R"({"uid":"w","state":"all","kind":"value","key":"k","value":9})",
        R"({"uid":"w","state":"sum","kind":"reducing","key":"k","namespace":{"start":0,"end":20},"value":7})",
        R"({"uid":"w","state":"sum","kind":"reducing","key":"k","namespace":{"start":10,"end":30},"value":7})"};
    for (const auto& [start, times] : {std::pair<int, std::vector<int>>{0, {19, 24}}, {10, {29, 34}}}) {
        for (const int time : times) {
            expected.push_back(
                R"({"uid":"w","timer":"event-time","service":"window-timers","key":"k","namespace":{"start":)" +
                std::to_string(start) + ",\"end\":" + std::to_string(start + 20) +
                "},\"timestamp\":" + std::to_string(time) + "}");
        }
    }
    CHECK(made == expected);
}

TEST_CASE("windows that rows name get timers where that is wanted, and else a warning") {
    const std::vector<std::string> rows = {
        R"({"uid":"w","state":"sum","key":"k","namespace":{"start":0,"end":20},"value":7})",
        R"({"uid":"w","state":"sum","key":"k2","namespace":{"start":0,"end":20},"value":7})"};
    for (const bool adds : {false, true}) {
        std::vector<std::string> warnings;
        const auto made = made_of(rows, [&](BootstrapOptions& options) {
            options.window_timers = adds;
            options.warn = [&](const std::string& warning) { warnings.push_back(warning); };
        });
        CHECK(made.size() == (adds ? 6 : 2));
        CHECK(warnings.size() == (adds ? 0 : 1));
        if (!adds) {
            CHECK(warnings.at(0).starts_with("operator w: 2 entries have a window and no timers came with them"));
        }
    }
}

TEST_CASE("elements of a subtask that does not exist are dealt anew where that is wanted") {
    const auto made = made_of({row(R"("state":"both","kind":"operator-list","subtask":9,"value":1)"),
                               row(R"("state":"both","kind":"operator-list","subtask":1,"value":2)"),
                               row(R"("state":"both","kind":"operator-list","subtask":8,"value":3)")},
                              [](BootstrapOptions& options) { options.redistribute = true; });
    CHECK(made == std::vector<std::string>{
                      R"({"uid":"u","state":"both","kind":"operator-list","subtask":0,"index":0,"value":1})",
                      R"({"uid":"u","state":"both","kind":"operator-list","subtask":1,"index":0,"value":2})",
                      R"({"uid":"u","state":"both","kind":"operator-list","subtask":1,"index":1,"value":3})"});
}

TEST_CASE("empty lists make no entry, and nulls in maps do") {
    CHECK(made_of({row(R"("state":"recent","key":1,"value":[])")}).empty());
    CHECK(made_of({row(R"("state":"seen","key":1,"map_key":"a","value":null)")}).size() == 1);
    CHECK(refusal(row(R"("state":"recent","key":1,"value":null)")) == "value: expected an array, found null");
}

TEST_CASE("the usual stamp is for rows that have none") {
    const auto made = made_of(
        {row(R"("state":"fresh","key":1,"value":7)"), row(R"("state":"fresh","key":2,"value":7,"ttl_timestamp":3)"),
         row(R"("state":"stamps","key":1,"value":[7,8])"),
         row(R"("state":"stamps","key":2,"value":[7,8],"ttl_timestamp":4)")},
        [](BootstrapOptions& options) { options.ttl_timestamp = 99; });
    std::string all;
    for (const std::string& line : made) {
        all += line.substr(line.find("\"key\"")) + "\n";
    }
    CHECK(all.find(R"("key":1,"value":7,"ttl_timestamp":99})") != std::string::npos);
    CHECK(all.find(R"("key":2,"value":7,"ttl_timestamp":3})") != std::string::npos);
    CHECK(all.find(R"("key":1,"value":[7,8],"ttl_timestamp":[99,99]})") != std::string::npos);
    CHECK(all.find(R"("key":2,"value":[7,8],"ttl_timestamp":[4,4]})") != std::string::npos);
}

TEST_CASE("a coordinator has one state, which rows may repeat") {
    const std::string one = row(R"("kind":"coordinator","value":"AQI=")");
    const std::string other = row(R"("kind":"coordinator","value":"AQM=")");
    CHECK(made_of({one, one}) ==
          std::vector<std::string>{
              R"({"uid":"u","kind":"coordinator","value":"AQI=","view":{"length":2,"@bytes":"AQI="}})"});
    for (const unsigned threads : {1U, 4U}) {
        for (int round = 0; round < 10; ++round) {
            Import import(kOperators);
            import.options.threads = threads;
            import.options.bad_row = [](std::string_view, const std::string&){};  // neither is the bad one
            std::string many;
            for (int i = 0; i < 300; ++i) {
                many += row(R"("state":"count","value":1,"key":)" + std::to_string(i)) + "\n";
            }
            import.rows("a", many + one + "\n").rows("b", other + "\n").rows("c", one + "\n");
            CHECK(import.refusal() == "operator u: its coordinator has two states: a: line 301 and b: line 1");
        }
    }
}

TEST_CASE("an empty uid is no operator's") {
    CHECK(refusal(R"({"uid":"","state":"count","key":1,"value":7})")
              .starts_with("uid: the schema has no operator ''; there are:"));
    Import import(
        R"({"operator":"00000000000000000000000000000001","key":"long","states":[{"name":"v","kind":"value","type":"int"}]})");
    CHECK(import.lines({R"({"uid":"","state":"v","key":1,"value":7})"}).refusal().starts_with("rows: line 1: uid: "));
}

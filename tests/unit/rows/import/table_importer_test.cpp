// Rows of the layout table, as JSON and as CSV: what they become, and what those are told that do not fit.

#include "rows/import/table_importer.hpp"

#include "catch.hpp"
#include "rows/import/importing.hpp"

using namespace sp;
using sp_test::Import;

namespace {

constexpr char kOperator[] = R"({"uid":"u","key":"long","states":[
      {"name":"count","kind":"value","type":"int"},
      {"name":"name","kind":"value","type":"string"},
      {"name":"seen","kind":"map","mapKey":"string","type":"long"},
      {"name":"pairs","kind":"map","mapKey":"int","type":"string"},
      {"name":"recent","kind":"list","type":"int"},
      {"name":"fresh","kind":"map","mapKey":"string","type":"int","ttl":true},
      {"name":"key","kind":"value","type":"int"},
      {"name":"rules","kind":"broadcast","mapKey":"int","type":"string"}],"timers":[{"service":"t"}]})";

constexpr char kWindowed[] =
    R"({"uid":"w","key":"tuple<string,int>","window":{"assigner":"tumbling","size":10},"states":[
      {"name":"sum","kind":"reducing","namespace":"time-window","type":"long"},
      {"name":"all","kind":"value","type":"long"}]})";

/// What is dumped of a table, without the uid and with the state in front.
std::vector<std::string> made_of(const std::string& op, const std::string& name, const std::string& text) {
    Import import(op);
    import.options.layout = RowLayout::kTable;
    import.options.ttl_timestamp = 5;
    import.rows(name, text).run();
    std::vector<std::string> lines = import.dumped();
    for (std::string& line : lines) {
        line = line.substr(std::string(R"({"uid":"u",)").size());
        line.pop_back();
    }
    return lines;
}

std::string refusal(const std::string& op, const std::string& name, const std::string& text) {
    Import import(op);
    import.options.dry_run = true;
    import.options.layout = RowLayout::kTable;
    return import.rows(name, text).refusal();
}

std::string refusal(const std::string& row) {
    const std::string message = refusal(kOperator, "rows", row);
    const std::string place = "rows: line 1: ";
    return message.starts_with(place) ? message.substr(place.size()) : message;
}

}  // namespace

TEST_CASE("a row of a table is an entry for each state that it has") {
    const std::vector<std::string> expected = {
        R"("state":"count","kind":"value","key":7,"value":1)",
        R"("state":"fresh","kind":"map","key":7,"map_key":"a","value":1,"ttl_timestamp":3)",
        R"("state":"fresh","kind":"map","key":7,"map_key":"b","value":2,"ttl_timestamp":5)",
        R"("state":"key","kind":"value","key":7,"value":9)",
        R"("state":"name","kind":"value","key":7,"value":"x,\"y\"")",
        R"("state":"pairs","kind":"map","key":7,"map_key":1,"value":null)",
        R"("state":"pairs","kind":"map","key":7,"map_key":2,"value":"z")",
        R"("state":"recent","kind":"list","key":7,"value":[1,2])",
        R"("state":"seen","kind":"map","key":7,"map_key":"b","value":6)",
        R"("state":"seen","kind":"map","key":7,"map_key":"@a","value":5)",
        R"("timer":"event-time","service":"t","key":7,"timestamp":-4)",
        R"("timer":"event-time","service":"t","key":7,"timestamp":10)",
        R"("timer":"processing-time","service":"t","key":7,"timestamp":1)"};
    CHECK(
        made_of(
            kOperator, "rows",
            R"({"key":7,"count":1,"name":"x,\"y\"","seen":{"@@a":5,"b":6},"pairs":[{"key":1,"value":null},{"value":"z","key":2}],)"
            R"("recent":[1,2],"fresh":{"a":1,"b":2},"@ttl:fresh":{"a":3},"state:key":9,"@event_time":[10,-4],"@processing_time":[1]})"
            "\n") == expected);
    CHECK(made_of(kOperator, "rows.csv",
                  "key,count,name,seen,pairs,recent,fresh,@ttl:fresh,state:key,@event_time,@processing_time\n"
                  "7,1,\"x,\"\"y\"\"\",\"{\"\"@@a\"\":5,\"\"b\"\":6}\",\"[{\"\"key\"\":1,\"\"value\"\":null},{"
                  "\"\"key\"\":2,\"\"value\"\":"
                  "\"\"z\"\"}]\",\"[1,2]\",\"{\"\"a\"\":1,\"\"b\"\":2}\",\"{\"\"a\"\":3}\",9,\"[10,-4]\",[1]\n") ==
          expected);
}

TEST_CASE("a cell that is missing is no entry") {
    CHECK(made_of(kOperator, "rows", "{\"key\":1}\n").empty());
    CHECK(made_of(kOperator, "rows.csv", "key,count,name,recent\n1,,,\n").empty());
    CHECK(made_of(kOperator, "rows.csv", "key,name\n1,\"\"\n") ==
          std::vector<std::string>{R"("state":"name","kind":"value","key":1,"value":"")"});
    CHECK(
        made_of(kOperator, "rows", "{\"key\":1,\"recent\":[],\"seen\":{},\"pairs\":[],\"@event_time\":[]}\n").empty());
}

TEST_CASE("a table with windows, and a key in several columns") {
    const std::vector<std::string> expected = {
        R"("state":"all","kind":"value","key":{"f0":"k","f1":2},"value":3)",
        R"("state":"sum","kind":"reducing","key":{"f0":"k","f1":2},"namespace":{"start":10,"end":20},"value":4)",
        R"("timer":"event-time","service":"window-timers","key":{"f0":"k","f1":2},"namespace":{"start":10,"end":20},"timestamp":19)"};
    CHECK(made_of(kWindowed, "rows.csv", "key.f1,key.f0,event_timestamp,sum,all\n2,k,12,4,3\n") == expected);
    CHECK(made_of(kWindowed, "rows", R"({"key":{"f0":"k","f1":2},"event_timestamp":12,"sum":4,"all":3})") == expected);
    // The states outside of windows repeat in each row of the key.
    std::vector<std::string> of_two = expected;
    of_two.insert(
        of_two.begin() + 2,
        R"("state":"sum","kind":"reducing","key":{"f0":"k","f1":2},"namespace":{"start":20,"end":30},"value":5)");
    CHECK(made_of(kWindowed, "rows.csv",
                  "key,namespace,sum,all,@event_time\n"
                  "\"{\"\"f0\"\":\"\"k\"\",\"\"f1\"\":2}\",\"{\"\"start\"\":10,\"\"end\"\":20}\",4,3,[19]\n"
                  "\"{\"\"f0\"\":\"\"k\"\",\"\"f1\"\":2}\",\"{\"\"start\"\":20,\"\"end\"\":30}\",5,3,\n") == of_two);
}

TEST_CASE("each cell that does not fit is told, with the path in it") {
    const std::pair<std::string, std::string> cases[] = {
        {R"({"count":1})", "key: it is missing"},
        {R"({"key":null,"count":1})", "key: null is no key"},
        {R"({"key":"x","count":1})", "key: expected a long, found \"x\""},
        {R"({"key":1,"count":"x"})", "count: expected an int, found \"x\""},
        {R"({"key":1,"count":1,"count":2})", "count: a member stands twice"},
        {R"({"key":1,"state:key":true})", "state:key: expected an int, found true"},
        {R"({"key":1,"recent":[1,"x"]})", "recent[1]: expected an int, found \"x\""},
        {R"({"key":1,"recent":1})", "recent: expected an array, found 1"},
        {R"({"key":1,"seen":{"a":1,"b":"x"}})", "seen.b: expected a long, found \"x\""},
        {R"({"key":1,"seen":[["a",1]]})", "seen: expected pairs {\"key\":…,\"value\":…}"},
        {R"({"key":1,"seen":[{"key":"a"}]})", "seen: expected pairs {\"key\":…,\"value\":…}"},
        {R"({"key":1,"seen":[{"key":"a","value":1,"more":1}]})", "seen: expected pairs {\"key\":…,\"value\":…}"},
        {R"({"key":1,"seen":7})", "seen: expected an object or an array of pairs, found 7"},
        {R"({"key":1,"seen":{"@a":1}})", "seen: a name that starts with @ must have it doubled"},
        {R"({"key":1,"pairs":[{"key":1,"value":"a"},{"key":"x","value":"b"}]})",
         "pairs[1]: expected an int, found \"x\""},
        {R"({"key":1,"@ttl:count":1})", "@ttl:count: there is no entry that it could be of"},
        {R"({"key":1,"count":1,"@ttl:count":1})", "count: ttl_timestamp: the state has no time to live"},
        {R"({"key":1,"fresh":{"a":1},"@ttl:fresh":{"a":1,"b":2}})", "fresh: @ttl: more time stamps than pairs"},
        {R"({"key":1,"@event_time":[1,"x"]})", "@event_time[1]: expected an integer, found \"x\""},
        {R"({"key":1,"@processing_time":{}})", "@processing_time: expected an array of times, found an object"},
        {R"({"key":1,"namespace":"x"})", "namespace: no state of operator u has one"},
        {R"({"key":1,"event_timestamp":1})", "event_timestamp: the schema gives operator u no \"window\""},
        {R"([1])", "a row is a JSON object"},
    };
    for (const auto& [line, problem] : cases) {
        CAPTURE(line);
        CHECK(refusal(line) == problem);
    }
    CHECK(
        refusal(R"({"key":1,"cuont":1})").starts_with("operator u has no keyed state 'cuont'; a table has:\n  count"));
    CHECK(refusal(R"({"key":1,"rules":{}})").starts_with("operator u has no keyed state 'rules'"));
}

TEST_CASE("rows of a table with windows that do not fit") {
    const auto of_windows = [](const std::string& members) {
        return refusal(kWindowed, "rows", R"({"key":{"f0":"k","f1":2},)" + members + "}");
    };
    CHECK(of_windows(R"("sum":1)") == "rows: line 1: sum: the state has a namespace, and the row has none");
    CHECK(of_windows(R"("all":1,"namespace":{"start":0,"end":10})") == "no error");  // a window of timers, say
    CHECK(of_windows(R"("all":1,"namespace":"garbage")").starts_with("rows: line 1: namespace: expected "));
    CHECK(of_windows(R"("sum":1,"event_timestamp":1,"namespace":{"start":0,"end":10})") ==
          "rows: line 1: event_timestamp: the row has a namespace, too");
    CHECK(of_windows(R"("sum":1,"event_timestamp":9223372036854775807)") ==
          "rows: line 1: event_timestamp: the window of 9223372036854775807 is out of range");
    CHECK(of_windows(R"("all":1,"@event_time":[1])") ==
          "rows: line 1: @event_time: operator w has no timer service for such rows");
}

TEST_CASE("headers and records of CSV that do not fit") {
    const auto csv = [](const std::string& text) { return refusal(kOperator, "rows.csv", text); };
    CHECK(csv("key,cuont\n1,2\n").starts_with("rows.csv: line 1: operator u has no keyed state 'cuont'; a table has:"));
    CHECK(csv("key,count,key\n1,2,3\n") == "rows.csv: line 1: the column 'key' stands twice");
    CHECK(csv("key,count\n1,2\n\n3,x\n") == "rows.csv: line 4: count: expected an int, found \"x\"");
    CHECK(csv("key,count\n1,2\n3\n").starts_with("rows.csv: line 3: "));
    CHECK(csv("key,count\n1,2,3\n").starts_with("rows.csv: line 2: "));
    CHECK(csv("key,name\n1,\"a\nb\"\n3,\"x\"y\n") == "rows.csv: line 4: text behind the end of a quoted field");
    CHECK(csv("key.f0,count\n1,2\n") == "rows.csv: line 2: key: key.f0: the key has no fields");
    CHECK(csv("") == "no error");
    CHECK(csv("\n\n") == "no error");
}

TEST_CASE("each cell has the namespace of its own state") {
    constexpr char kNamespaces[] = R"({"uid":"u","key":"long","states":[
        {"name":"a","kind":"value","namespace":"int","type":"int"},
        {"name":"b","kind":"map","namespace":"long","mapKey":"string","type":"int"},
        {"name":"c","kind":"list","namespace":"string","type":"int"}],"timers":[{"service":"t","namespace":"short"}]})";
    CHECK(made_of(kNamespaces, "rows", R"({"key":1,"namespace":"5","a":1,"b":{"x":2},"c":[3],"@event_time":[4]})") ==
          std::vector<std::string>{R"("state":"a","kind":"value","key":1,"namespace":5,"value":1)",
                                   R"("state":"b","kind":"map","key":1,"namespace":5,"map_key":"x","value":2)",
                                   R"("state":"c","kind":"list","key":1,"namespace":"5","value":[3])",
                                   R"("timer":"event-time","service":"t","key":1,"namespace":5,"timestamp":4)"});
    CHECK(made_of(kNamespaces, "rows", R"({"key":1,"namespace":"x","c":[3]})").size() == 1);
    CHECK(refusal(kNamespaces, "rows", R"({"key":1,"namespace":"x","b":{"x":2},"c":[3]})") ==
          "rows: line 1: namespace: expected a long, found \"x\"");
    CHECK(refusal(kNamespaces, "rows", R"({"key":1,"namespace":70000,"a":2,"@event_time":[4]})")
              .starts_with("rows: line 1: namespace: "));
    CHECK(refusal(kNamespaces, "rows", R"({"key":1,"a":2})") ==
          "rows: line 1: a: the state has a namespace, and the row has none");
}

TEST_CASE("an event time is no namespace of another type") {
    constexpr char kOther[] = R"({"uid":"u","key":"long","window":{"assigner":"tumbling","size":10},"states":[
        {"name":"w","kind":"value","namespace":"time-window","type":"int"},
        {"name":"n","kind":"value","namespace":"string","type":"int"}]})";
    CHECK(refusal(kOther, "rows", R"({"key":1,"event_timestamp":5,"n":7})") ==
          "rows: line 1: event_timestamp: the namespace of n is not time-window");
    CHECK(made_of(kOther, "rows", R"({"key":1,"event_timestamp":5,"w":7})").size() == 2);
}

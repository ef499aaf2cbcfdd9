// Other class names in Avro schemas, which stay in the form that Avro writes.

#include "types/avro_renames.hpp"

#include "catch.hpp"
#include "types/avro_types.hpp"

using namespace sp;
using java::ClassRenames;

namespace {

struct Renamed {
    std::string schema;
    std::uint64_t names = 0;
};

Renamed renamed(const std::string& schema, const std::vector<std::pair<std::string, std::string>>& rules) {
    Renamed result;
    result.schema = with_renamed_classes(schema, ClassRenames(rules), result.names);
    return result;
}

void check_there_and_back(const std::string& from, const std::string& to,
                          const std::vector<std::pair<std::string, std::string>>& rules, std::uint64_t names) {
    const Renamed there = renamed(from, rules);
    CHECK(there.schema == to);
    CHECK(there.names == names);
    std::vector<std::pair<std::string, std::string>> inverse;
    for (const auto& [old, now] : rules) {
        inverse.emplace_back(now, old);
    }
    const Renamed back = renamed(to, inverse);
    CHECK(back.schema == from);
    CHECK(back.names == names);
    CHECK_NOTHROW(avro_type(to));
}

}  // namespace

TEST_CASE("a record in another package takes along what has its namespace") {
    check_there_and_back(
        R"({"type":"record","name":"Order","namespace":"a","fields":[{"name":"mood","type":{"type":"enum","name":"Mood","symbols":["X"]}},{"name":"next","type":["null","Order"],"default":null},{"name":"m","type":"Mood"}]})",
        R"({"type":"record","name":"Order","namespace":"b.c","fields":[{"name":"mood","type":{"type":"enum","name":"Mood","symbols":["X"]}},{"name":"next","type":["null","Order"],"default":null},{"name":"m","type":"Mood"}]})",
        {{"a.*", "b.c.*"}}, 4);
}

TEST_CASE("what stays behind keeps its namespace") {
    check_there_and_back(
        R"({"type":"record","name":"Order","namespace":"a","fields":[{"name":"mood","type":{"type":"enum","name":"Mood","symbols":["X"]}},{"name":"again","type":"Mood"},{"name":"me","type":{"type":"array","items":"Order"}}]})",
        R"({"type":"record","name":"Sale","namespace":"b","fields":[{"name":"mood","type":{"type":"enum","name":"Mood","namespace":"a","symbols":["X"]}},{"name":"again","type":"a.Mood"},{"name":"me","type":{"type":"array","items":"Sale"}}]})",
        {{"a.Order", "b.Sale"}}, 2);
}

TEST_CASE("one inside another moves by itself") {
    check_there_and_back(
        R"({"type":"record","name":"Order","namespace":"a","fields":[{"name":"id","type":{"type":"fixed","name":"Id","size":4}},{"name":"ids","type":{"type":"map","values":"Id"}}]})",
        R"({"type":"record","name":"Order","namespace":"a","fields":[{"name":"id","type":{"type":"fixed","name":"Key","namespace":"k","size":4}},{"name":"ids","type":{"type":"map","values":"k.Key"}}]})",
        {{"a.Id", "k.Key"}}, 2);
}

TEST_CASE("inner classes, as older and newer versions of Avro name them") {
    check_there_and_back(R"({"type":"record","name":"Line","namespace":"a.Order$","fields":[]})",
                         R"({"type":"record","name":"Line","namespace":"b.Sale$","fields":[]})",
                         {{"a.Order", "b.Sale"}}, 1);
    check_there_and_back(R"({"type":"record","name":"Line","namespace":"a.Order","fields":[]})",
                         R"({"type":"record","name":"Line","namespace":"b.Sale","fields":[]})", {{"a.Order", "b.Sale"}},
                         1);
}

TEST_CASE("classes that reflection notes") {
    check_there_and_back(
        R"({"type":"record","name":"R","namespace":"x","fields":[{"name":"l","type":{"type":"array","items":"int","java-class":"a.IntList"}}]})",
        R"({"type":"record","name":"R","namespace":"x","fields":[{"name":"l","type":{"type":"array","items":"int","java-class":"b.Ints"}}]})",
        {{"a.IntList", "b.Ints"}}, 1);
}

TEST_CASE("nothing else is touched") {
    const std::string schema =
        R"({ "type" : "record", "name" : "R", "doc" : "a.Order", "fields" : [ {"name":"order", "type":"string", "default":"a.Order"} ] })";
    const Renamed left = renamed(schema, {{"a.Order", "b.Order"}, {"string", "text"}});
    CHECK(left.schema == schema);
    CHECK(left.names == 0);
    CHECK(renamed("no JSON", {{"a", "b"}}).schema == "no JSON");
}

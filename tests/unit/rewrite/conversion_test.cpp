// What values become when they get another type, as JSON: encoded by the old type, converted, decoded by the new one.

#include "types/conversion/conversion.hpp"

#include "catch.hpp"
#include "rows/json_value_reader.hpp"
#include "rows/json_visitor.hpp"
#include "rows/value_bytes.hpp"
#include "sp/error.hpp"
#include "types/conversion/value_converter.hpp"
#include "types/schema/changes.hpp"
#include "types/schema/parser.hpp"
#include "write/writing.hpp"

using namespace sp;
using sp_test::message_of;

namespace {

using Json = nlohmann::ordered_json;

constexpr FlinkVersion kFlink1 = {1, 20};
constexpr FlinkVersion kFlink2 = {2, 3};

TypePtr type_of(const std::string& schema, FlinkVersion version = kFlink1,
                std::shared_ptr<FieldChanges> changes = nullptr) {
    SchemaTarget target;
    target.flink_version = version;
    const Json json = Json::parse(schema, nullptr, false);
    const Json type = json.is_discarded() ? Json(schema) : json;
    return changes ? parse_changed_type(type, target, *changes) : parse_type(type, target);
}

std::string json_of(const TypePtr& type, Bytes bytes) {
    std::string text;
    rows::JsonVisitor visitor(text);
    const std::uint8_t* const end = bytes.data() + bytes.size();
    REQUIRE(codec::EventDecoder(type).decode(bytes.data(), end, visitor, true) == end);
    return text;
}

struct Changed {
    Changed(const std::string& from, const std::string& to, bool drop_fields = false, FlinkVersion before = kFlink1,
            FlinkVersion after = kFlink1)
        : changes(std::make_shared<FieldChanges>()) {
        conversion::ConversionRules rules;
        const TypePtr target = type_of(to, after, changes);
        rules.changes = changes.get();
        rules.drop_fields = drop_fields;
        rules.read_json = [](const Type& type, std::string_view json, ValueVisitor& visitor) {
            rows::read_json_value(type, json, visitor);
        };
        conversion = std::make_unique<conversion::Conversion>(type_of(from, before), target, rules);
    }

    [[nodiscard]] std::string value(const std::string& json) const {
        if (conversion->is_same()) {
            return "the same bytes";
        }
        std::string all;
        for (const std::string& problem : conversion->problems()) {
            all += (all.empty() ? "" : "; ") + problem;
        }
        if (!all.empty()) {
            return all;
        }
        const ByteVector bytes = rows::encode_json(conversion->from(), json);
        conversion::ValueConverter converter(*conversion);
        try {
            ByteVector out;
            converter.convert(bytes, out);
            ByteVector again;
            converter.convert(bytes, again);  // nothing is left of the value before
            CHECK(out == again);
            return json_of(conversion->to(), out);
        } catch (const InputError& error) {
            return error.what();
        }
    }

    [[nodiscard]] std::string steps() const {
        std::string all;
        for (const std::string& step : conversion->steps()) {
            all += (all.empty() ? "" : "; ") + step;
        }
        return all;
    }

    std::shared_ptr<FieldChanges> changes;
    std::unique_ptr<conversion::Conversion> conversion;
};

std::string converted(const std::string& from, const std::string& to, const std::string& json) {
    return Changed(from, to).value(json);
}

}  // namespace

TEST_CASE("a type that is the same keeps its bytes") {
    CHECK(converted("long", "long", "1") == "the same bytes");
    CHECK(converted("a.P{x:int,y:string}", "a.P{y:string,x:int}", "{}") == "the same bytes");
}

TEST_CASE("numbers grow, and shrink where they fit") {
    CHECK(converted("int", "long", "-7") == "-7");
    CHECK(converted("byte", "short", "-128") == "-128");
    CHECK(converted("int", "double", "2147483647") == "2147483647.0");
    CHECK(converted("float", "double", "0.1") == "0.10000000149011612");
    CHECK(converted("long", "int", "2147483647") == "2147483647");
    CHECK(converted("long", "int", "2147483648") == "expected an int, found 2147483648, which is out of range");
    CHECK(converted("long", "double", "9007199254740993") ==
          "expected a double, found 9007199254740993, which it cannot hold exactly");
    CHECK(converted("long", "double", "9223372036854775807") ==
          "expected a double, found 9223372036854775807, which it cannot hold exactly");
    CHECK(converted("double", "float", "0.5") == "0.5");
    CHECK(converted("double", "float", "0.1") == "expected a float, found 0.1, which it cannot hold exactly");
    CHECK(converted("double", "float", "\"NaN\"") == "\"NaN\"");
    CHECK(converted("double", "long", "-0.0") == "0");
    CHECK(converted("double", "int", "1.5") == "expected an int, found 1.5");
    CHECK(converted("double", "long", "1e300") == "expected a long, found 1e+300");
    CHECK(converted("long", "biginteger", "-129") == "\"-129\"");
    CHECK(converted("biginteger", "long", "\"-9223372036854775808\"") == "-9223372036854775808");
    CHECK(converted("biginteger", "long", "\"9223372036854775808\"") ==
          "expected a long, found an integer beyond 64 bits");
    CHECK(converted("int", "bigdecimal", "255") == "\"255\"");
    CHECK(converted("int", "int-value", "5") == "5");
    CHECK(converted("boolean", "int", "true") == "boolean cannot become int");
}

TEST_CASE("texts become numbers as Long.parseLong reads them") {
    CHECK(converted("string", "long", "\"42\"") == "42");
    CHECK(converted("string", "long", "\"+042\"") == "42");
    CHECK(converted("string", "long", "\"-9223372036854775808\"") == "-9223372036854775808");
    CHECK(converted("string", "long", "\"9223372036854775808\"") == "expected a long, found \"9223372036854775808\"");
    CHECK(converted("string", "int", "\" 1\"") == "expected an int, found \" 1\"");
    CHECK(converted("string", "int", "\"+-1\"") == "expected an int, found \"+-1\"");
    CHECK(converted("string", "int", "\"\"") == "expected an int, found \"\"");
    CHECK(converted("long", "string", "-42") == "\"-42\"");
    CHECK(converted("char", "string", "\"€\"") == "\"€\"");
    CHECK(converted("string", "char", "\"€\"") == "\"€\"");
    CHECK(converted("string", "char", "\"😀\"") == "expected a char, found \"😀\"");
    CHECK(Changed("string", "long").conversion->may_collide());
    CHECK_FALSE(Changed("long", "string").conversion->may_collide());
}

TEST_CASE("null becomes possible, and impossible where there is none") {
    CHECK(converted("int", "int?", "1") == "1");
    CHECK(converted("int?", "int", "1") == "1");
    CHECK(converted("int?", "int", "null") == "expected an int, found null");
    CHECK(converted("long?", "{\"nullable\":\"long\",\"padding\":8}", "null") == "null");
}

TEST_CASE("containers are changed in their elements") {
    CHECK(converted("list<int>", "list<long>", "[1,2]") == "[1,2]");
    CHECK(converted("list<long>", "list<int>", "[1,3000000000]") ==
          "[1]: expected an int, found 3000000000, which is out of range");
    CHECK(converted("map<string,int>", "map<string,long?>", "{\"a\":1,\"b\":null}") == "{\"a\":1,\"b\":null}");
    CHECK(converted("map<string,int>", "map<long,int>", "{\"1\":1,\"2\":2}") ==
          R"([{"key":1,"value":1},{"key":2,"value":2}])");
    CHECK(converted("map<string,int>", "map<long,int>", "{\"1\":1,\"01\":2}") == "two keys of a map become the same");
    CHECK(converted("int[]", "list<long>", "[1,2]") == "[1,2]");
    CHECK(converted("either<int,string>", "either<long,string>", "{\"left\":1}") == "{\"left\":1}");
    CHECK(Changed("list<int>", "set<int>", false, kFlink2, kFlink2).value("[1,1]") ==
          "two elements of a set become the same");
}

TEST_CASE("fields are matched by name") {
    const std::string old = "a.P{count:int,name:string,gone:string}";
    const auto target = [](const std::string& fields) { return R"({"pojo":"a.P","fields":{)" + fields + "}}"; };
    const std::string value = R"({"count":1,"gone":"g","name":"n"})";
    CHECK(Changed(old, target(R"("count":"long","name":"string")")).value(value) ==
          ".gone: no field takes it; \"from\" names it, or --drop-fields drops it");
    const Changed dropped(old, target(R"("count":"long","name":"string")"), true);
    CHECK(dropped.value(value) == R"({"count":1,"name":"n"})");
    CHECK(dropped.steps() == ".count: int -> long; .gone: dropped");
    CHECK(dropped.conversion->may_collide());
    const Changed renamed(old, target(R"("count":"int","nick":{"type":"string","from":"name"},"gone":"string")"));
    CHECK(renamed.value(value) == R"({"count":1,"gone":"g","nick":"n"})");
    CHECK(renamed.steps() == ".nick: from .name");
    CHECK_FALSE(renamed.conversion->may_collide());
    const Changed added(old, target(R"("count":"int","name":"string","gone":"string","more":{"type":"list<int>",
        "default":[1,2]},"n":{"type":"int","default":7},"note":"string")"));
    CHECK(added.value(value) == R"({"count":1,"gone":"g","more":[1,2],"n":7,"name":"n","note":null})");
    CHECK(added.steps() == ".more: added, [1,2]; .n: added, 7; .note: added, null");
    CHECK(Changed(old, target(R"("count":"int","name":"string","gone":"string","n":"int")"))
              .value(value)
              .starts_with(".n: the old type has no such field, and this one is never null"));
    const Changed swapped("a.P{x:int,y:int}",
                          R"({"pojo":"a.P","fields":{"x":{"type":"int","from":"y"},"y":{"type":"int","from":"x"}}})");
    CHECK(swapped.value(R"({"x":1,"y":2})") == R"({"x":2,"y":1})");
    CHECK(swapped.steps() == ".x: from .y; .y: from .x");
    CHECK(
        Changed(old, target(R"("count":{"type":"int","from":"coun"},"name":"string","gone":"string")")).value(value) ==
        ".count: there is no field 'coun' that it could come from; there are:\n  count\n  gone\n  name; .count: no "
        "field "
        "takes it; \"from\" names it, or --drop-fields drops it");
    CHECK(Changed(old, target(R"("count":{"type":"int","default":"x"},"name":"string","gone":"string","m":{"type":"int",
        "default":"x"})"))
              .value(value)
              .starts_with(".m: \"default\": "));
}

TEST_CASE("POJOs, tuples, rows and case classes become each other") {
    CHECK(converted("a.P{id:long,name:string}", R"({"row":{"name":"string","id":"long"}})", R"({"id":1,"name":"n"})") ==
          R"({"f0":"n","f1":1})");
    CHECK(converted("a.P{id:long,name:string}",
                    R"({"tuple":[{"type":"string","from":"name"},{"type":"long","from":"id"}]})",
                    R"({"id":1,"name":"n"})") == R"({"f0":"n","f1":1})");
    CHECK(
        converted("tuple<int,string>",
                  R"({"pojo":"a.P","fields":{"id":{"type":"long","from":"f0"},"name":{"type":"string","from":"f1"}}})",
                  R"({"f0":1,"f1":"n"})") == R"({"id":1,"name":"n"})");
    CHECK(converted("tuple<int,string>", "row<long,string>", R"({"f0":1,"f1":"n"})") == R"({"f0":1,"f1":"n"})");
    CHECK(converted("row<int,string>", "row<int,string,long>", R"({"f0":null,"f1":"n"})") ==
          R"({"f0":null,"f1":"n","f2":null})");
    CHECK(converted("row<int>", "tuple<int>", R"({"f0":null})") == ".f0: expected an int, found null");
    CHECK(
        converted("tuple<int,string>",
                  R"({"case-class":"a.C","fields":{"n":{"type":"int","from":"f0"},"s":{"type":"string","from":"f1"}}})",
                  R"({"f0":1,"f1":"n"})") == R"({"n":1,"s":"n"})");
    CHECK(converted("tuple<int,string>", R"({"tuple":[{"type":"string","from":"f1"},{"type":"int","from":"f0"}]})",
                    R"({"f0":1,"f1":"n"})") == R"({"f0":"n","f1":1})");
    CHECK(converted("row<int>", R"({"row":["int"],"kinds":false})", R"({"f0":1,"@kind":"-D"})") ==
          "a row kind where the serializer stores none");
}

TEST_CASE("a tuple of one becomes what is in it, and the other way round") {
    CHECK(converted("tuple<int>", "long", R"({"f0":1})") == "1");
    CHECK(converted("string", "tuple<string>", "\"x\"") == R"({"f0":"x"})");
    CHECK(converted("row<int>", "int", R"({"f0":null})") == "expected an int, found null");
    CHECK(converted("list<tuple<int>>", "list<int>", R"([{"f0":1},{"f0":2}])") == "[1,2]");
}

TEST_CASE("subclasses of a POJO stay what they are") {
    const auto pojo = [](const std::string& type, const std::string& more) {
        return R"({"pojo":"a.P","fields":{"n":")" + type + R"("},"subclasses":[{"class":"a.Q","fields":{"n":")" + type +
               R"(","q":"string"},"registered":true})" + more + "]}";
    };
    CHECK(converted(pojo("int", ""), pojo("long", R"(,{"class":"a.R","fields":{"n":"long"}})"),
                    R"({"@class":"a.Q","n":1,"q":"x"})") == R"({"@class":"a.Q","n":1,"q":"x"})");
    CHECK(converted(pojo("int", ""), "a.P{n:long}", R"({"@class":"a.Q","n":1,"q":"x"})") ==
          "an object of a.Q, a subclass that the new type does not have");
    CHECK(converted(pojo("int", ""), "a.P{n:long}", R"({"n":1})") == R"({"n":1})");
    CHECK(Changed(pojo("int", ""), R"({"row":{"n":"long"}})", true).value(R"({"@class":"a.Q","n":1,"q":"x"})") ==
          R"({"f0":1})");
}

TEST_CASE("constants of enums are added, renamed, reordered and dropped") {
    CHECK(converted("enum a.E{A,B}", "enum a.E{C,B,A}", "\"A\"") == "\"A\"");
    const std::string renaming = R"({"enum":"a.E","values":[{"name":"ONE","from":"A"},"B"]})";
    CHECK(converted("enum a.E{A,B}", renaming, "\"A\"") == "\"ONE\"");
    CHECK(converted("enum a.E{A,B}", renaming, "\"B\"") == "\"B\"");
    CHECK(converted("enum a.E{A,B}", "enum a.E{B}", "\"B\"") == "\"B\"");
    CHECK(converted("enum a.E{A,B}", "enum a.E{B}", "\"A\"") == "expected a constant of a.E, found 'A'");
    const Changed joined("enum a.E{A,B,C}", R"({"enum":"a.E","values":[{"name":"X","from":["A","B"]},"C"]})");
    CHECK(joined.value("\"B\"") == "\"X\"");
    CHECK(joined.conversion->may_collide());
    CHECK(joined.steps() == "constant A -> X; constant B -> X");
    CHECK(converted("enum a.E{A}", R"({"enum":"a.E","values":[{"name":"X","from":"Z"},"A"]})", "\"A\"") ==
          "there is no constant Z");
    CHECK(converted("enum a.E{A}", "string", "\"A\"") == "\"A\"");
    CHECK(converted("string", "enum a.E{A}", "\"A\"") == "\"A\"");
}

TEST_CASE("columns of SQL are added, dropped and get other types") {
    CHECK(converted("sql<INT, VARCHAR(20)>", "sql<BIGINT, VARCHAR(5)>", R"({"f0":1,"f1":"x"})") ==
          R"({"f0":1,"f1":"x"})");
    const Changed moved("sql<INT, VARCHAR(20)>",
                        R"x({"rowdata":[{"type":"VARCHAR(20)","from":"f1"},{"type":"INT","from":"f0"},"BIGINT",
                            {"type":"DECIMAL(10,2)","default":"1.50"}]})x");
    CHECK(moved.value(R"({"f0":1,"f1":"x","@kind":"+U"})") ==
          R"({"@kind":"+U","f0":"x","f1":1,"f2":null,"f3":"1.50"})");
    CHECK(converted("sql<DECIMAL(10,2)>", "sql<DECIMAL(12,1)>", R"({"f0":"1.50"})") == R"({"f0":"1.5"})");
    CHECK(converted("sql<DECIMAL(10,2)>", "sql<DECIMAL(12,1)>", R"({"f0":"1.55"})").find("cannot hold exactly") !=
          std::string::npos);
    CHECK(converted("sql<TIMESTAMP(3)>", "sql<TIMESTAMP(6)>", R"({"f0":"2024-01-01T00:00:00.001"})") ==
          R"({"f0":"2024-01-01T00:00:00.001"})");
}

TEST_CASE("Avro's own rules hold between schemas") {
    const auto record = [](const std::string& fields) {
        return R"({"avro":{"type":"record","name":"R","namespace":"a","fields":[)" + fields + "]}}";
    };
    const std::string old = record(R"({"name":"n","type":"int"},{"name":"s","type":"string"})");
    CHECK(converted(old, record(R"({"name":"s","type":"string"},{"name":"n","type":"long"},
                                   {"name":"d","type":"string","default":"x"})"),
                    R"({"n":1,"s":"t"})") == R"({"s":"t","n":1,"d":"x"})");
    CHECK(converted(old,
                    record(R"({"name":"m","aliases":["n"],"type":"double"},{"name":"s","type":["null","string"]})"),
                    R"({"n":1,"s":"t"})") == R"({"m":1.0,"s":"t"})");
    const std::string with_union = record(R"({"name":"u","type":["int","string"]})");
    const std::string wider = record(R"({"name":"u","type":["null","string","long"]})");
    CHECK(converted(with_union, wider, R"({"u":{"int":1}})") == R"({"u":{"long":1}})");
    CHECK(converted(with_union, wider, R"({"u":{"string":"x"}})") == R"({"u":{"string":"x"}})");
    // A record inside itself
    const auto list = [&](const std::string& type) {
        return record(R"({"name":"v","type":")" + type + R"("},{"name":"next","type":["null","R"]})");
    };
    CHECK(converted(list("int"), list("string"), R"({"v":1,"next":{"v":2,"next":null}})") ==
          R"({"v":"1","next":{"v":"2","next":null}})");
}

TEST_CASE("Kryo's collections of Flink 1 become native ones of Flink 2, and back") {
    const std::string old = "java<a.P{names:List<String>,counts:Map<String,Long>,n:int}>";
    const std::string value = R"({"counts":{"x":1},"n":1,"names":["a",null]})";
    const Changed there(old, old, false, kFlink1, kFlink2);
    CHECK(there.value(value) == value);
    CHECK(Changed(old, old, false, kFlink2, kFlink1).value(value) == value);
    CHECK(Changed(old, old, false, kFlink2, kFlink1).value(R"({"counts":null,"n":1,"names":null})") ==
          R"({"counts":null,"n":1,"names":null})");
    CHECK(Changed("java<UUID>", "java<UUID>", false, kFlink1, kFlink2)
              .value("\"00000000-0000-0001-0000-000000000002\"") == "\"00000000-0000-0001-0000-000000000002\"");
    CHECK(Changed("java<UUID>", "string").value("\"00000000-0000-0001-0000-000000000002\"") ==
          "\"00000000-0000-0001-0000-000000000002\"");
    CHECK(Changed("java<List<Integer>>", "list<long>").value("[1,2]") == "[1,2]");
    CHECK(Changed("list<int>", "java<List<Long>>").value("[1,2]") == "[1,2]");
}

TEST_CASE("what Kryo wrote stays as it is where its serializer does") {
    const auto pojo = [](const std::string& type) {
        return R"({"pojo":"a.P","fields":{"n":")" + type + R"(","o":"kryo<a.Unknown>"}})";
    };
    // null of Kryo, which has no class
    CHECK(converted(pojo("int"), pojo("long"), R"({"n":1,"o":null})") == R"({"n":1,"o":null})");
}

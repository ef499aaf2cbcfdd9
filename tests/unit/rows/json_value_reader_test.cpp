// What rows may say for a value, and what is refused with its place.

#include "rows/bare_value_reader.hpp"
#include "rows/value_bytes.hpp"

#include "catch.hpp"
#include "rows/json_printing.hpp"
#include "sp/error.hpp"
#include "types/codecs/random_values.hpp"
#include "types/codecs/skipper.hpp"
#include "types/codecs/value_encoder.hpp"

using namespace sp;
using namespace sp::test;
using enum sp::TypeKind;

namespace {

std::string encoded(const TypePtr& type, std::string_view json) { return hex(rows::encode_json(type, json)); }

std::string refusal(const TypePtr& type, std::string_view json) {
    try {
        static_cast<void>(rows::encode_json(type, json));
    } catch (const InputError& error) {
        return error.what();
    }
    return "taken";
}

TypePtr person() {
    return pojo_of("com.acme.P",
                   {{"@id", type_of(kLong)}, {"name", type_of(kString)}, {"tags", type_of(kList, {type_of(kString)})}});
}

}  // namespace

TEST_CASE("integers are taken when nothing of them is lost", "[json-input]") {
    const TypePtr type = type_of(kInt);
    for (const char* json : {"7", "7.0", "70e-1", "0.7e1", "7.000e+0", "\"7\"", "\"7.0\"", " 7 ", "\n7"}) {
        CAPTURE(json);
        CHECK(encoded(type, json) == "00000007");
    }
    CHECK(encoded(type, "-2147483648") == "80000000");
    CHECK(encoded(type, "1e9") == "3b9aca00");
    CHECK(encoded(type, "-0") == "00000000");
    CHECK(encoded(type, "0e999999999999999999999") == "00000000");
    CHECK(encoded(type_of(kLong), "9223372036854775807") == "7fffffffffffffff");
    CHECK(encoded(type_of(kLong), "9.223372036854775807e18") == "7fffffffffffffff");
    CHECK(encoded(type_of(kByteValue), "-128") == "80");
    CHECK(refusal(type, "7.5") == "expected an int, found 7.5, which it cannot hold exactly");
    CHECK(refusal(type, "1e-400") == "expected an int, found 1e-400, which it cannot hold exactly");
    CHECK(refusal(type, "2147483648") == "expected an int, found 2147483648, which is out of range");
    CHECK(refusal(type, "1e999999999999999999999") ==
          "expected an int, found 1e999999999999999999999, which is out of range");
    CHECK(refusal(type_of(kByte), "128") == "expected a byte, found 128, which is out of range");
    CHECK(refusal(type, "\"seven\"") == "expected an int, found \"seven\"");
    CHECK(refusal(type, "true") == "expected an int, found true");
    CHECK(refusal(type, "null") == "expected an int, found null");
    CHECK(refusal(type, "[7]") == "expected an int, found an array");
    for (const char* json : {"\"\"", "\" 7\"", "\"+7\"", "\"007\"", "\"0x7\"", "\"7.\"", "\"7e\"", "\"-\""}) {
        CAPTURE(json);
        CHECK(refusal(type, json).starts_with("expected an int, found \""));
    }
}

TEST_CASE("floats are rounded where a fraction was written, and never silently", "[json-input]") {
    CHECK(encoded(type_of(kDouble), "1") == "3ff0000000000000");
    CHECK(encoded(type_of(kDouble), "0.1") == "3fb999999999999a");
    CHECK(encoded(type_of(kDouble), "-0.0") == "8000000000000000");
    CHECK(encoded(type_of(kDouble), "-0") == "8000000000000000");
    CHECK(encoded(type_of(kDouble), "\"NaN\"") == "7ff8000000000000");
    CHECK(encoded(type_of(kDouble), "\"-Infinity\"") == "fff0000000000000");
    CHECK(encoded(type_of(kDouble), "\"1.5\"") == "3ff8000000000000");
    CHECK(encoded(type_of(kDouble), "9007199254740992") == "4340000000000000");
    CHECK(encoded(type_of(kDouble), "5e-324") == "0000000000000001");
    CHECK(encoded(type_of(kFloat), "1.0e-45") == "00000001");
    CHECK(encoded(type_of(kFloat), "3.4028235e38") == "7f7fffff");
    CHECK(encoded(type_of(kFloat), "16777216") == "4b800000");
    CHECK(refusal(type_of(kDouble), "9007199254740993") ==
          "expected a double, found 9007199254740993, which it cannot hold exactly");
    CHECK(refusal(type_of(kFloat), "16777217") == "expected a float, found 16777217, which it cannot hold exactly");
    CHECK(refusal(type_of(kDouble), "1e400") == "expected a double, found 1e400, which is out of range");
    CHECK(refusal(type_of(kFloat), "1e39") == "expected a float, found 1e39, which is out of range");
    CHECK(refusal(type_of(kDouble), "1e-400") == "expected a double, found 1e-400, which is out of range");
    CHECK(refusal(type_of(kDouble), "\"nan\"") == "expected a double, found \"nan\"");
    CHECK(refusal(type_of(kDouble), "\"inf\"") == "expected a double, found \"inf\"");
}

TEST_CASE("big numbers are taken as strings or as numbers of any length", "[json-input]") {
    CHECK(encoded(type_of(kBigInteger), "\"123456789012345678901234567890123456\"") ==
          "0000001317c6e3bfd70fdeeaec417172dcbac0");
    CHECK(encoded(type_of(kBigInteger), "123456789012345678901234567890123456") ==
          "0000001317c6e3bfd70fdeeaec417172dcbac0");
    CHECK(encoded(type_of(kBigInteger), "1e1") == "00000003");
    CHECK(encoded(type_of(kBigInteger), "null") == "00000000");
    CHECK(encoded(type_of(kBigDecimal), "12.34") == "0000000604d200000002");
    CHECK(encoded(type_of(kBigDecimal), "\"0.00\"") == "0000000100000002");
    CHECK(encoded(type_of(kBigDecimal), "1e3") == "00000002fffffffd");
    CHECK(refusal(type_of(kBigInteger), "1.5") == "expected a big integer, found 1.5, which it cannot hold exactly");
    CHECK(refusal(type_of(kBigInteger), "1e999999999") ==
          "expected a big integer, found 1e999999999, which is out of range");
    CHECK(refusal(type_of(kBigDecimal), "\"abc\"") == "expected a big decimal, found \"abc\"");
}

TEST_CASE("strings keep what JSON can say", "[json-input]") {
    const TypePtr type = type_of(kString);
    CHECK(encoded(type, R"("\ud83d\ude00")") == encoded(type, "\"\xF0\x9F\x98\x80\""));
    CHECK(encoded(type, R"("\ud83d")") == "02bdb003");
    CHECK(encoded(type, R"("\ude00\ud83d")") == "0380bc03bdb003");
    CHECK(encoded(type, R"("\ud83dx")") == "03bdb00378");
    CHECK(encoded(type, R"("\ud83d\n")") == "03bdb0030a");
    CHECK(encoded(type, R"("\ud83d\ud83d\uDE00")") == "04bdb003bdb00380bc03");
    CHECK(encoded(type, R"("\u0000\"\\\/\b\f\n\r\t")") == "0a00225c2f080c0a0d09");
    CHECK(encoded(type, "null") == "00");
    CHECK(encoded(type_of(kChar), R"("\ud83d")") == "d83d");
    CHECK(encoded(type_of(kStringValue), R"("a")") == "0161");
    CHECK(refusal(type_of(kStringValue), "null") == "expected a string, found null");
    CHECK(refusal(type_of(kChar), "\"ab\"") == "expected a char, found \"ab\"");
    CHECK(refusal(type_of(kChar), R"("\ud83d\ude00")").starts_with("expected a char"));
    CHECK(refusal(type_of(kChar), "\"\"") == "expected a char, found \"\"");
    CHECK(refusal(type, "7") == "expected a string, found 7");
    for (const std::string_view json :
         {"\"a", "\"\\", "\"\\u12\"", "\"\\x\"", "\"\n\"", "\"\xFF\"", "\"\xED\xA0\xBD\""}) {
        CHECK(refusal(type, json) != "taken");
    }
}

TEST_CASE("other scalars", "[json-input]") {
    CHECK(encoded(type_of(kByteArray), "\"AQI=\"") == "000000020102");
    CHECK(refusal(type_of(kByteArray), "\"AQI\"") == "expected bytes, found \"AQI\", which is not base64");
    CHECK(encoded(type_of(kLocalDate), "\"2020-02-29\"") == "000007e4021d");
    CHECK(refusal(type_of(kLocalDate), "\"2021-02-29\"") == "expected a date, found \"2021-02-29\"");
    CHECK(refusal(type_of(kInstant), "1") == "expected an instant, found 1");
    CHECK(encoded(type_of(kInstant), "\"1970-01-01T00:00:01.5Z\"") ==
          "0000000000000001"
          "1dcd6500");
    CHECK(encoded(enum_of({"RED", "BLUE"}), "\"BLUE\"") == "00000001");
    CHECK(refusal(enum_of({"RED"}), "\"red\"") == "expected a constant of com.acme.Color, found \"red\"");
    CHECK(encoded(type_of(kGlobalWindow), "\"GlobalWindow\"") == "00");
    CHECK(encoded(type_of(kTimeWindow), R"({"end":2,"start":1})") == "00000000000000010000000000000002");
    CHECK(refusal(type_of(kBoolean), "\"true\"") == "expected a boolean, found \"true\"");
    CHECK(refusal(type_of(kBoolean), "1") == "expected a boolean, found 1");
    CHECK(encoded(type_of(kVoid), "null") == "00");
    CHECK(refusal(type_of(kVoidNamespace), "0").starts_with("expected null, found 0"));
}

TEST_CASE("members may stand in any order, but none may lack or be new", "[json-input]") {
    const std::string bytes =
        "02"
        "000000000000000007"
        "000261"
        "00000000010278";
    for (const char* json :
         {R"({"@@id":7,"name":"a","tags":["x"]})", R"({"tags":["x"],"name":"a","@@id":7})",
          R"({"@@id":7,"tags":["x"],"name":"a"})", R"( { "name" : "a" , "tags" : [ "x" ] , "@@id" : "7" } )",
          R"({"@class":"com.acme.P","@@id":7,"name":"a","tags":["x"]})",
          R"({"n\u0061me":"a","@@id":7,"tags":["x"]})"}) {
        CAPTURE(json);
        CHECK(encoded(person(), json) == bytes);
    }
    CHECK(encoded(person(), R"({"@@id":null,"name":null,"tags":null})") == "02010101");
    CHECK(refusal(person(), R"({"@@id":7,"name":"a"})") == "the member 'tags' is missing");
    CHECK(refusal(person(), R"({"name":"a","@@id":7})") == "the member 'tags' is missing");
    CHECK(refusal(person(), R"({"@@id":7,"name":"a","tags":[],"x":1})") ==
          ".x: no such member, or a second one; the members are @@id, name, tags");
    CHECK(refusal(person(), R"({"@@id":7,"name":"a","name":"b","tags":[]})")
              .starts_with(".name: no such member, or a second one"));
    CHECK(refusal(person(), R"({"@class":"com.acme.Q","@@id":7,"name":"a","tags":[]})") ==
          ".@class: expected com.acme.P, found \"com.acme.Q\"");
    CHECK(refusal(person(), R"({"@@id":7,"name":"a","tags":["x",5]})") == ".tags[1]: expected a string, found 5");
    CHECK(refusal(type_of(kTuple, {type_of(kInt)}), R"({"f1":7})") == "the member 'f0' is missing");
    CHECK(refusal(type_of(kTuple, {person()}), R"({"f0":{"@@id":"x","name":"a","tags":[]}})") ==
          ".f0.@id: expected a long, found \"x\"");
}

TEST_CASE("subclasses are chosen by @class, wherever it stands", "[json-input]") {
    const TypePtr sub = pojo_of("com.acme.S", {{"n", type_of(kInt)}});
    const TypePtr base = pojo_of("com.acme.Base", {{"m", type_of(kInt)}}, {subclass_of("com.acme.S", sub)},
                                 {subclass_of("com.acme.K", opaque_type())});
    CHECK(encoded(base, R"({"n":1,"@class":"com.acme.S"})") == "0800020000000001");
    CHECK(encoded(base, R"({"m":1,"@class":"com.acme.Base"})") == "020000000001");
    CHECK(encoded(base, R"({"m":1})") == "020000000001");
    CHECK(
        refusal(base, R"({"m":1,"@class":"com.acme.X"})") ==
        ".@class: com.acme.X is not com.acme.Base or one of its subclasses in the snapshot; no other is known without "
        "--classpath");
    CHECK_THROWS_AS(rows::encode_json(base, R"({"@class":"com.acme.K"})"), UnsupportedError);
    CHECK(refusal(base, R"({"@class":5})") == ".@class: expected a string");
}

TEST_CASE("rows carry their kind", "[json-input]") {
    const TypePtr row = row_of({type_of(kString), type_of(kInt)}, 4, true);
    CHECK(encoded(row, R"({"@kind":"+U","f0":"a","f1":null})") == "500261");
    CHECK(encoded(row, R"({"f1":null,"f0":"a","@kind":"+U"})") == "500261");
    CHECK(encoded(row, R"({"f0":"a","f1":null})") == "100261");
    CHECK(encoded(row, R"({"@kind":"+I","f0":"a","f1":null})") == "100261");
    CHECK(refusal(row, R"({"@kind":"U","f0":"a","f1":null})") == ".@kind: expected +I, -U, +U or -D, found U");
    CHECK(refusal(row_of({}, 2), R"({"@kind":"+U"})").starts_with(".@kind: no such member"));
}

TEST_CASE("maps are taken as objects and as pairs", "[json-input]") {
    const TypePtr map = type_of(kMap, {type_of(kString), type_of(kInt)});
    for (const char* json : {R"({"a":1,"b":null})", R"([{"key":"a","value":1},{"value":null,"key":"b"}])"}) {
        CHECK(encoded(map, json) ==
              "00000002"
              "0261"
              "0000000001"
              "0262"
              "01");
    }
    CHECK(encoded(type_of(kMap, {type_of(kInt), type_of(kInt)}), R"({"5":1})") ==
          "00000001"
          "00000005"
          "0000000001");
    CHECK(encoded(type_of(kMap, {nullable_of(type_of(kString)), type_of(kInt)}), R"({"a":1})") ==
          "00000001"
          "000261"
          "0000000001");
    CHECK(refusal(map, R"({"@a":1})") == ".@a: an unknown word with @; a name that starts with @ must have it doubled");
    CHECK(refusal(map, R"({"a":"x"})") == ".a: expected an int, found \"x\"");
    CHECK(refusal(map, R"([{"key":"a"}])") == "[0]: the member 'value' is missing");
    CHECK(refusal(map, R"([{"key":"a","value":1,"x":2}])") ==
          "[0].x: no such member, or a second one; the members are key, value");
    CHECK(refusal(map, R"([["a",1]])").starts_with("[0]: expected an entry"));
    CHECK(refusal(type_of(kMap, {person(), type_of(kInt)}), R"({"a":1})").starts_with(".a: a key of this type"));
    CHECK(refusal(map, "5") == "expected a map, found 5");
}

TEST_CASE("alternatives", "[json-input]") {
    const TypePtr either = type_of(kEither, {type_of(kString), type_of(kInt)});
    CHECK(encoded(either, R"({"left":null})") == "0100");
    CHECK(encoded(either, R"({"right":5})") == "0000000005");
    CHECK(refusal(either, R"({"right":"x"})") == ".right: expected an int, found \"x\"");
    CHECK(refusal(either, R"({"middle":5})") == R"(expected {"left":…} or {"right":…})");
    CHECK(refusal(either, R"({"left":"a","right":5})") == "more than one of left and right");
    CHECK(refusal(either, "{}") == R"(expected {"left":…} or {"right":…})");
}

TEST_CASE("Scala's values", "[json-input]") {
    const TypePtr option = type_of(kOption, {type_of(kString)});
    CHECK(encoded(option, "null") == "00");
    CHECK(encoded(option, R"("a")") == "010261");
    CHECK(encoded(option, R"({"some":"a"})") == "010261");
    CHECK(encoded(option, R"({"some":null})") == "0100");
    CHECK(refusal(option, "5") == "expected a string, found 5");
    CHECK(refusal(option, R"({"none":5})") == R"(expected {"some":…} or null)");
    CHECK(refusal(option, R"({"some":"a","left":1})") == "more than some");
    const TypePtr nested = type_of(kOption, {type_of(kOption, {type_of(kInt)})});
    CHECK(encoded(nested, "null") == "00");
    CHECK(encoded(nested, R"({"some":null})") == "0100");
    CHECK(encoded(nested, R"({"some":5})") == "010100000005");
    CHECK(refusal(nested, "5") == R"(expected {"some":…} or null, found 5)");
    CHECK(refusal(nested, R"({"some":"x"})") == ".some: expected an int, found \"x\"");
    // An object with a member "some" is the content where that can be no null.
    CHECK(encoded(type_of(kOption, {scala_map_of(type_of(kString), type_of(kInt))}), R"({"some":5})") ==
          "01"
          "00000001"
          "01"
          "05736f6d65"
          "00000005");

    const TypePtr attempt = type_of(kTry, {type_of(kInt), type_of(kString)});
    CHECK(encoded(attempt, R"({"success":5})") == "0100000005");
    CHECK(encoded(attempt, R"({"failure":"x"})") == "000278");
    CHECK(refusal(attempt, R"({"left":5})") == R"(expected {"success":…} or {"failure":…})");
    CHECK(refusal(attempt, "5") == "expected a try (success or failure), found 5");

    const TypePtr weekday = enumeration_of({{"Mon", 3}, {"Tue", -1}});
    CHECK(encoded(weekday, R"("Tue")") == "ffffffff");
    CHECK(refusal(weekday, R"("Wed")") == R"(expected a constant of com.acme.Weekday$, found "Wed")");
    CHECK(refusal(weekday, "3") == "expected a constant of com.acme.Weekday$, found 3");

    CHECK(encoded(type_of(kUnit), "null") == "00");
    CHECK(refusal(type_of(kUnit), "5") == "expected null (Scala's unit), found 5");
    CHECK(refusal(type_of(kNothing), "null") == "expected no value (Scala's Nothing), found null");
    CHECK(refusal(type_of(kNothing), R"("x")") == "expected no value (Scala's Nothing), found \"x\"");

    const TypePtr key = case_class_of("corpus.Key", {type_of(kInt), type_of(kString)}, {"a", "b"});
    CHECK(encoded(key, R"({"b":"x","a":1})") == "000000010278");
    CHECK(refusal(key, R"({"_1":1,"_2":"x"})") == "the member 'a' is missing");
    CHECK(refusal(key, "5") == "expected an object of corpus.Key, found 5");
    CHECK(encoded(case_class_of("corpus.Key", {type_of(kInt)}), R"({"_1":1})") == "00000001");

    const TypePtr map = scala_map_of(type_of(kString), type_of(kOption, {type_of(kInt)}));
    for (const char* json : {R"({"a":1,"b":null})", R"([{"key":"a","value":1},{"key":"b","value":null}])"}) {
        CHECK(encoded(map, json) ==
              "00000002"
              "01"
              "0261"
              "0100000001"
              "01"
              "0262"
              "00");
    }
    CHECK(encoded(map, R"([{"key":null,"value":null}])") ==
          "00000001"
          "01"
          "00"
          "00");
    CHECK(refusal(scala_map_of(type_of(kString), type_of(kInt)), R"({"a":null})") == ".a: expected an int, found null");
    CHECK(encoded(traversable_of("List", type_of(kInt)), "[1,null]") ==
          "00000002"
          "0100000001"
          "00");
}

TEST_CASE("state of CEP", "[json-input]") {
    CHECK(encoded(cep_type(kDeweyNumber), R"("1.0.2")") == "00000003000000010000000000000002");
    CHECK(encoded(cep_type(kDeweyNumber), R"("")") == "00000000");
    CHECK(refusal(cep_type(kDeweyNumber), R"("1.x")") == R"(expected a Dewey number (like "1.0"), found "1.x")");
    CHECK(refusal(cep_type(kDeweyNumber), "1") == R"(expected a Dewey number (like "1.0"), found 1)");
    CHECK(refusal(cep_type(kDeweyNumber), "null") == R"(expected a Dewey number (like "1.0"), found null)");
    CHECK(encoded(cep_type(kNodeId), "null") == "00");
    CHECK(encoded(cep_type(kNodeId), R"({"pageName":"a","eventId":{"timestamp":2,"id":1}})") ==
          "01000000010000000000000002"
          "0261");
    CHECK(refusal(cep_type(kEventId), "null") == "expected an object, found null");
    CHECK(refusal(cep_type(kNodeId), R"({"eventId":null,"pageName":"a"})") ==
          ".eventId: expected an object, found null");
    CHECK(refusal(cep_type(kNodeId), R"({"eventId":{"id":1,"timestamp":2}})") == "the member 'pageName' is missing");
    CHECK(refusal(cep_type(kSharedBufferNodeV2), R"([{"refCounter":1,"element":{"target":null,"deweyNumber":"."}}])") ==
          R"([0].element.deweyNumber: expected a Dewey number (like "1.0"), found ".")");
    const char* const kMatch = R"({"partialMatches":[{"currentStateName":"s","previousBufferEntry":null,"version":"1",)"
                               R"("startTimestamp":-1,"startEventID":null}],"completedMatches":[]})";
    CHECK(encoded(cep_type(kNfaState, true), kMatch) ==
          "00000001"
          "0273"
          "00"
          "0000000100000001"
          "ffffffffffffffff"
          "00"
          "00000000");
    CHECK(refusal(cep_type(kNfaState), kMatch) == ".partialMatches[0]: the member 'previousTimestamp' is missing");
}

TEST_CASE("bytes can be given as they are", "[json-input]") {
    CHECK(encoded(opaque_type(), R"({"@bytes":"AQID","@serializer":"x.Y"})") == "010203");
    CHECK(encoded(type_of(kInt), R"({"@bytes":"AAAABQ=="})") == "00000005");
    CHECK(refusal(type_of(kInt), R"({"@bytes":"AAAABQA="})") == "@bytes holds more than a value of its type");
    CHECK(refusal(type_of(kInt), R"({"@bytes":"AAAA"})") == "@bytes at byte 0: expected more bytes");
    CHECK(refusal(type_of(kInt), R"({"@bytes":"?"})") == "@bytes is not base64");
    CHECK_THROWS_AS(rows::encode_json(opaque_type(), "5"), UnsupportedError);
    CHECK_THROWS_AS(rows::encode_json(type_of(kList, {opaque_type()}), "[5]"), UnsupportedError);
}

TEST_CASE("bare texts of CSV fields", "[json-input]") {
    const auto bare = [](const TypePtr& type, std::string_view text) {
        ByteVector bytes;
        codec::ValueEncoder encoder(type, bytes);
        rows::read_bare_value(*type, text, encoder);
        encoder.finish();
        return hex(bytes);
    };
    CHECK(bare(type_of(kInt), "7") == "00000007");
    CHECK(bare(type_of(kBoolean), "true") == "01");
    CHECK(bare(type_of(kString), "null") == "056e756c6c");
    CHECK(bare(nullable_of(type_of(kString)), "") == "0001");
    CHECK(bare(type_of(kDouble), "NaN") == "7ff8000000000000");
    CHECK(bare(type_of(kOption, {type_of(kString)}), "null") == "01056e756c6c");
    CHECK(bare(type_of(kOption, {type_of(kInt)}), "7") == "0100000007");
    CHECK(bare(type_of(kOption, {type_of(kOption, {type_of(kInt)})}), "{\"some\":7}") == "010100000007");
    CHECK(bare(enumeration_of({{"Mon", 3}}), "Mon") == "00000003");
    CHECK(bare(type_of(kList, {type_of(kInt)}), "[1]") == "0000000100000001");
    CHECK_THROWS_AS(bare(type_of(kBoolean), "yes"), InputError);
}

TEST_CASE("broken JSON is refused and never more than that", "[json-input]") {
    for (const std::string_view json : std::initializer_list<std::string_view>{
             "",     " ",    "[",      "]",     "[1",  "[1,",  "[1,]",      "[,1]",      "[1 2]",
             "{",    "{}",   "{\"a\"", "nul",   "tru", "[1]x", "[01]",      "[1.]",      "[-]",
             "[1e]", "[.5]", "[+1]",   "[\"1]", "[[",  "[1]]", "// x\n[1]", {"[1]\0", 4}}) {
        CAPTURE(json);
        CHECK_THROWS_AS(rows::encode_json(type_of(kList, {type_of(kInt)}), json), InputError);
    }
    const std::string deep = "{\"x\":" + std::string(1000000, '[');
    CHECK_THROWS_AS(rows::encode_json(person(), deep), InputError);
    CHECK_THROWS_AS(rows::encode_json(type_of(kInt), deep), InputError);

    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const TypePtr type = random_type(random, 3);
        std::string json;
        rows::JsonVisitor visitor(json);
        RandomValues(random, visitor).value(*type);
        for (int i = 0; i < 20; ++i) {
            std::string damaged = json;
            static constexpr std::string_view kChars = "{}[]\",:\\0u9 ne@";
            damaged[random.below(damaged.size())] = kChars[random.below(kChars.size())];
            if (random.one_in(3)) {
                damaged.resize(random.below(damaged.size()));
            }
            try {
                const ByteVector bytes = rows::encode_json(type, damaged);
                const PaddedBytes padded(bytes);
                REQUIRE(codec::Skipper(type).skip(padded.begin(), padded.end()) == padded.end());
            } catch (const InputError&) {
            } catch (const UnsupportedError&) {
            }
        }
    }
}

TEST_CASE("elements of sets and keys of maps are told apart by what is written", "[json-input]") {
    const auto refuses = [](const TypePtr& type, std::string_view json) {
        ByteVector out;
        try {
            rows::append_json(type, json, out);
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string("written");
    };
    const TypePtr ints = type_of(TypeKind::kSet, {type_of(TypeKind::kInt)});
    CHECK(refuses(ints, "[1,2,-1]") == "written");
    CHECK(refuses(ints, "[1,2,1.0]") == "[2]: the element stands twice in the set");
    CHECK(refuses(ints, R"([1,"1"])") == "[1]: the element stands twice in the set");
    CHECK(refuses(type_of(TypeKind::kSet, {type_of(TypeKind::kDouble)}), "[1,1e0]") ==
          "[1]: the element stands twice in the set");
    CHECK(refuses(type_of(TypeKind::kSet, {type_of(TypeKind::kBigDecimal)}), R"(["1.0","1","10e-1"])") ==
          "[2]: the element stands twice in the set");
    const TypePtr map = type_of(TypeKind::kMap, {type_of(TypeKind::kLong), ints});
    CHECK(refuses(map, R"({"1":[1],"2":[1]})") == "written");
    CHECK(refuses(map, R"({"1":[1],"1.0":[2]})") == ".1.0: the key stands twice in the map");
    CHECK(refuses(map, R"([{"key":1,"value":[]},{"key":"1","value":[]}])") ==
          "[1].key: the key stands twice in the map");
    CHECK(refuses(map, R"([{"value":[1],"key":1},{"key":2,"value":[1,1]}])") ==
          "[1].value[1]: the element stands twice in the set");
}

// Values in the form in which they are stored: lists, nulls of maps, time stamps, bytes given as they are.

#include "rows/import/value_part.hpp"

#include "catch.hpp"
#include "types/codecs/text/base64.hpp"

using namespace sp;
using namespace sp::rows;

namespace {

/// {"name":"s","kind":"value","type":"int"} in words, of an operator with key long.
ImportState state_of(const std::string& kind, const std::string& type, const std::string& more = "") {
    const SchemaDocument document =
        read_schema_document(R"({"schema":1,"operators":[{"uid":"u","key":"long","states":[{"name":"s","kind":")" +
                             kind + R"(","type":")" + type + "\"" + more + "}]}]}");
    ImportPlan plan;
    return plan.add(document.operators.at(0), 1, 8).states.at(0);
}

RowField json(std::string_view text) { return {text == "null" ? RowField::Form::kNull : RowField::Form::kJson, text}; }

struct Value {
    ByteVector bytes;
    bool is_null = false;
    bool is_entry = false;

    bool operator==(const Value&) const = default;
};

Value value_of(const ImportState& state, std::string_view text, std::string_view stamp = "",
               std::optional<std::int64_t> usual = std::nullopt, bool is_element = false) {
    Entry entry;
    entry.is_null_value = true;  // of the row before
    ByteVector bytes = {9, 9};
    const bool is_entry =
        read_value(state, json(text), stamp.empty() ? RowField() : json(stamp), usual, is_element, bytes, entry);
    CHECK(entry.value.size() == bytes.size());
    CHECK((entry.value.empty() || entry.value.data() == bytes.data()));
    return {bytes, entry.is_null_value, is_entry};
}

Value stored(ByteVector bytes) { return {std::move(bytes), false, true}; }

std::string in_base64(const ByteVector& bytes) {
    std::string text(text::base64_size(bytes.size()), '\0');
    text::write_base64(text.data(), bytes);
    return R"({"@bytes":")" + text + "\"}";
}

std::string refusal(const ImportState& state, std::string_view text, std::string_view stamp = "") {
    try {
        static_cast<void>(value_of(state, text, stamp));
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

}  // namespace

TEST_CASE("single values, and lists joined by the delimiter") {
    CHECK(value_of(state_of("value", "short"), "258") == stored({1, 2}));
    CHECK(value_of(state_of("reducing", "byte"), "-1") == stored({255}));
    const ImportState list = state_of("list", "short");
    CHECK(value_of(list, "[1,2,11308]") == stored({0, 1, ',', 0, 2, ',', ',', ','}));
    CHECK(value_of(list, " [ 7 ] ") == stored({0, 7}));
    CHECK(value_of(list, "[]") == Value{{}, false, false});
    CHECK(value_of(list, "7", "", std::nullopt, true) == stored({0, 7}));  // one element
    CHECK(value_of(state_of("operator-list", "short"), "7", "", std::nullopt, true) == stored({0, 7}));
}

TEST_CASE("null in a map is a mark, where its serializer has no null") {
    const std::string map_key = R"(,"mapKey":"int")";
    CHECK(value_of(state_of("map", "short", map_key), "null") == Value{{}, true, true});
    CHECK(value_of(state_of("map", "string", map_key), "null") == Value{{}, true, true});
    CHECK(value_of(state_of("map", "short", map_key), "3") == stored({0, 3}));
    // With time to live it is inside, behind the stamp, and a short cannot be it.
    CHECK(value_of(state_of("map", "string", map_key + R"(,"ttl":true)"), "null", "1") ==
          stored({0, 0, 0, 0, 0, 0, 0, 1, 0}));
    CHECK_THROWS_AS(value_of(state_of("map", "short", map_key + R"(,"ttl":true)"), "null", "1"), InputError);
    CHECK_THROWS_AS(value_of(state_of("value", "short"), "null"), InputError);
}

TEST_CASE("time stamps stand in front of values and of each element") {
    const std::string ttl = R"(,"ttl":true)";
    const ImportState value = state_of("value", "byte", ttl);
    const ImportState list = state_of("list", "byte", ttl);
    CHECK(value_of(value, "7", "-1") == stored({255, 255, 255, 255, 255, 255, 255, 255, 7}));
    CHECK(value_of(value, "7", "", 5) == stored({0, 0, 0, 0, 0, 0, 0, 5, 7}));
    CHECK(value_of(value, "7", "3", 5) == stored({0, 0, 0, 0, 0, 0, 0, 3, 7}));
    CHECK(value_of(value, "7", "null", 5) == stored({0, 0, 0, 0, 0, 0, 0, 5, 7}));
    const Value both = stored({0, 0, 0, 0, 0, 0, 0, 3, 7, ',', 0, 0, 0, 0, 0, 0, 0, 4, 8});
    CHECK(value_of(list, "[7,8]", "[3,4]") == both);
    CHECK(value_of(list, "[7,8]", " [ 3 , \"4\" ]") == both);
    CHECK(value_of(list, "[7,8]", "3").bytes.at(17) == 3);
    CHECK(value_of(list, "[]", "[]", 5) == Value{{}, false, false});
    CHECK(refusal(list, "[7,8]", "[3]") == "ttl_timestamp: fewer time stamps than elements");
    CHECK(refusal(list, "[7]", "[3,4]") == "ttl_timestamp: more time stamps than elements");
    CHECK(refusal(list, "[]", "[4]") == "ttl_timestamp: more time stamps than elements");
    CHECK(refusal(list, "[7]", "[null]") == "ttl_timestamp: expected an integer, found null");
    CHECK(refusal(value, "7").starts_with("ttl_timestamp: the state has time to live, and neither"));
    CHECK(refusal(state_of("value", "byte"), "7", "3") == "ttl_timestamp: the state has no time to live");
    CHECK(refusal(state_of("list", "byte"), "[7]", "[3]") == "ttl_timestamp: the state has no time to live");
}

TEST_CASE("bytes of a list are taken if they are elements") {
    const ImportState list = state_of("list", "string");
    const ImportState with_ttl = state_of("list", "byte", R"(,"ttl":true)");
    for (const ByteVector& good : {ByteVector{2, 'a'}, {2, 'a', ',', 2, 'b'}, {2, ',', ',', 1}, {0}}) {
        CHECK(value_of(list, in_base64(good)) == stored(good));
    }
    CHECK(value_of(list, in_base64({})) == Value{{}, false, false});
    for (const ByteVector& bad : {ByteVector{3, 'a'},
                                  {2, 'a', ','},
                                  {2, 'a', 2, 'b'},
                                  {',', 2, 'a'},
                                  {255, 255, 255, 255, 15},
                                  {2, 'a', ',', ',', 2, 'b'},
                                  {2, 'a', 0}}) {
        CAPTURE(bad);
        CHECK(refusal(list, in_base64(bad)).starts_with("value: @bytes at byte "));
    }
    CHECK(value_of(with_ttl, in_base64({0, 0, 0, 0, 0, 0, 0, 1, 7})).is_entry);
    CHECK(refusal(with_ttl, in_base64({0, 0, 0, 0, 0, 0, 0, 1})).starts_with("value: @bytes at byte "));
    CHECK(refusal(with_ttl, in_base64({7})).starts_with("value: @bytes at byte "));
    CHECK(refusal(state_of("value", "int"), in_base64({1, 2, 3})) != "no error");
    CHECK(value_of(state_of("value", "int"), in_base64({1, 2, 3, 4})) == stored({1, 2, 3, 4}));
}

TEST_CASE("what is wrong inside of a value has its path") {
    CHECK(refusal(state_of("list", "tuple<int,string>"), R"([{"f0":1,"f1":"a"},{"f0":1,"f1":2}])") ==
          "value[1].f1: expected a string, found 2");
    CHECK(refusal(state_of("value", "map<string,list<int>>"), R"({"a":[1],"b":[1,"x"]})") ==
          "value.b[1]: expected an int, found \"x\"");
    CHECK(refusal(state_of("list", "int"), "7") == "value: expected an array, found 7");
    CHECK(in_part_words("key", "expected a long") == "key: expected a long");
    CHECK(in_part_words("key", ".f0: expected a long") == "key.f0: expected a long");
    CHECK(in_part_words("key", "[3]: expected a long") == "key[3]: expected a long");
    Entry entry;
    ByteVector bytes;
    CHECK_THROWS_AS(read_value(state_of("value", "int"), RowField(), RowField(), std::nullopt, false, bytes, entry),
                    InputError);
}

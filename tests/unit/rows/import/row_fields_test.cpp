#include "rows/import/row_fields.hpp"

#include "catch.hpp"
#include "sp/error.hpp"

using namespace sp;
using namespace sp::rows;

namespace {

RowFields fields_of(std::string_view line) {
    RowFields fields;
    fields.set(RowPart::kKey, {RowField::Form::kBare, "of the row before"});
    read_json_fields(line, fields);
    return fields;
}

std::string refusal(std::string_view line) {
    try {
        static_cast<void>(fields_of(line));
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

RowField json(std::string_view text) { return {RowField::Form::kJson, text}; }
RowField bare(std::string_view text) { return {RowField::Form::kBare, text}; }

std::string text(const RowField& field) {
    std::string buffer;
    return std::string(text_of(field, RowPart::kUid, buffer));
}

}  // namespace

TEST_CASE("a JSON object is cut into its fields as they stand") {
    const std::string line =
        R"( {"uid":"u\n1","key" : {"a":[1,{"b":"}"}]} ,"value":null,"timestamp":-7,"map_key":"\"","namespace":true} )";
    const RowFields fields = fields_of(line);
    CHECK(fields[RowPart::kUid].text == R"("u\n1")");
    CHECK(fields[RowPart::kKey].text.starts_with(R"({"a":[1,{"b":"}"}]})"));
    CHECK(fields[RowPart::kTimestamp].text == "-7");
    CHECK(fields[RowPart::kMapKey].text == R"("\"")");
    CHECK(fields[RowPart::kNamespace].form == RowField::Form::kJson);
    CHECK(fields[RowPart::kValue].form == RowField::Form::kNull);
    CHECK(fields[RowPart::kValue].is_empty());
    CHECK(!fields[RowPart::kUid].is_empty());
    CHECK(fields[RowPart::kState].form == RowField::Form::kAbsent);
    CHECK(fields[RowPart::kState].is_empty());
    CHECK(fields[RowPart::kUid].text.data() > line.data());  // slices, no copies
    CHECK(fields[RowPart::kUid].text.data() < line.data() + line.size());
    CHECK(fields_of("{}")[RowPart::kKey].form == RowField::Form::kAbsent);
    CHECK(fields.has(RowPart::kValue));
    CHECK(!fields.has(RowPart::kState));
    CHECK(fields.given() ==
          parts_of(RowPart::kUid, RowPart::kKey, RowPart::kTimestamp, RowPart::kMapKey, RowPart::kNamespace));
    CHECK(fields_of("{}").given() == 0);
    CHECK(!fields_of("{}").has(RowPart::kKey));
}

TEST_CASE("every part has a name, by which it is found") {
    for (std::size_t i = 0; i < static_cast<std::size_t>(RowPart::kIgnored); ++i) {
        const std::string_view name = name_of(static_cast<RowPart>(i));
        CAPTURE(i, std::string(name));
        CHECK(!name.empty());
        CHECK(find_row_part(name) == i);
        const std::string line = "{\"" + std::string(name) + "\":1}";
        CHECK(fields_of(line)[static_cast<RowPart>(i)].text == "1");
    }
    CHECK(find_row_part("Uid") == kRowPartCount);
    CHECK(find_row_part("") == kRowPartCount);
    CHECK(fields_of(R"({"\u0075id":"x"})")[RowPart::kUid].text == "\"x\"");
}

TEST_CASE("members that are unknown or stand twice are refused") {
    const std::string message = refusal(R"({"uid":"u","valeu":1})");
    CHECK(message.starts_with("no member 'valeu' is known in rows; there are:"));
    CHECK(message.find("\n  value") != std::string::npos);
    CHECK(message.find("raw") == std::string::npos);  // what is passed over is not proposed
    CHECK(refusal(R"({"key":1,"key":1})") == "the member 'key' stands twice");
    CHECK(refusal(R"({"key":null,"key":1})") == "the member 'key' stands twice");
    CHECK(refusal(R"({"key":1,"k\u0065y":1})") == "the member 'key' stands twice");
    CHECK(refusal(R"({"raw":1,"raw":2,"key_group":3,"raw_key":4})") == "no error");
}

TEST_CASE("what is no JSON object is refused") {
    for (const char* const line :
         {"", "1", "[]", "\"uid\"", "null", "{", "{\"uid\"", "{\"uid\":", "{\"uid\":1", "{\"uid\":1,", "{\"uid\":1,}",
          "{uid:1}", "{\"uid\":1}{}", "{\"uid\":1} x", "{\"uid\":[1}", "{\"uid\":}", "{\"uid\" 1}", "{'uid':1}"}) {
        CAPTURE(line);
        CHECK(refusal(line) != "no error");
    }
    CHECK(refusal("[]") == "a row is a JSON object");
}

TEST_CASE("texts, with and without escapes") {
    CHECK(text(json("\"plain\"")) == "plain");
    CHECK(text(json("\"\"")) == "");
    CHECK(text(json(R"("a\"\\\u00e9\n")")) == "a\"\\\xc3\xa9\n");
    CHECK(text(json(R"("\ud83d\ude00")")) == "\xf0\x9f\x98\x80");
    CHECK(text(bare(R"("as\nit is")")) == R"("as\nit is")");
    for (const char* const wrong : {"7", "null", "true", "[\"a\"]", "{}"}) {
        CAPTURE(wrong);
        CHECK_THROWS_AS(text(json(wrong)), InputError);
    }
    try {
        static_cast<void>(text(json("[7]")));
    } catch (const InputError& error) {
        CHECK(std::string(error.what()) == "uid: expected a string, found [7]");
    }
}

TEST_CASE("integers, also given as texts or as fractions of nothing") {
    for (const auto& [field, expected] : {std::pair<RowField, std::int64_t>{json("7"), 7},
                                          {json("\"7\""), 7},
                                          {bare("-7"), -7},
                                          {json("7.0"), 7},
                                          {json("1e3"), 1000},
                                          {json("9223372036854775807"), INT64_MAX},
                                          {bare("-9223372036854775808"), INT64_MIN}}) {
        CAPTURE(std::string(field.text));
        CHECK(integer_of(field) == expected);
        CHECK(integer_of(field, RowPart::kIndex) == expected);
    }
    for (const char* const wrong :
         {"7.5", "9223372036854775808", "x", "", "\"\"", "\" 7\"", "[7]", "true", "null", "0x7", "1e400"}) {
        CAPTURE(wrong);
        CHECK_THROWS_AS(integer_of(json(wrong)), InputError);
        CHECK_THROWS_AS(integer_of(bare(wrong)), InputError);
    }
    try {
        static_cast<void>(integer_of(json("\"x\""), RowPart::kTtlTimestamp));
    } catch (const InputError& error) {
        CHECK(std::string(error.what()) == "ttl_timestamp: expected an integer, found \"x\"");
    }
}

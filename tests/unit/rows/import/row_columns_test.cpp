#include "rows/import/row_columns.hpp"

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "sp/error.hpp"
#include "types/schema/parser.hpp"

using namespace sp;
using namespace sp::rows;

namespace {

using Names = std::vector<std::string>;

Names header(const Names& columns, const RenamedColumns& renamed = {}) {
    std::vector<CsvField> fields;
    for (const std::string& column : columns) {
        fields.push_back({column, false});
    }
    return read_header(fields, renamed);
}

template <class Error, class Work>
std::string message_of(Work&& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

/// The key that comes in these columns.
std::string joined(const std::string& type, const std::vector<std::pair<std::string, RowField>>& columns) {
    KeyParts parts;
    parts.add("left from the row before", {});
    parts.clear();
    CHECK(parts.is_empty());
    for (const auto& [name, field] : columns) {
        parts.add(name, field);
    }
    const RowField key = parts.join(*parse_type(nlohmann::ordered_json(type), {}));
    CHECK(key.form == RowField::Form::kJson);
    return nlohmann::ordered_json::parse(key.text).dump();
}

RowField bare(std::string_view text) { return {RowField::Form::kBare, text}; }
const RowField kNull = {RowField::Form::kNull, ""};

}  // namespace

TEST_CASE("columns have the names of the header, unless they are given others") {
    CHECK(header({"a", "b"}) == Names{"a", "b"});
    CHECK(header({"a", "b"}, {{"a", "key"}}) == Names{"key", "b"});
    CHECK(header({"a", "b"}, {{"a", "b"}, {"b", "a"}}) == Names{"b", "a"});
    CHECK(header({"a", "b", "c"}, {{"b", ""}, {"c", ""}}) == Names{"a", "", ""});
    CHECK(header({"a"}, {{"a", "x"}, {"a", "y"}}) == Names{"y"});  // the later one
    CHECK(header({"a", "b"}, {{"a", ""}, {"b", "a"}}) == Names{"", "a"});
    CHECK(message_of<InputError>([] { header({"a", "b", "a"}); }) == "the column 'a' stands twice");
    CHECK(message_of<InputError>([] { header({"a", "b"}, {{"a", "b"}}); }) == "the column 'b' stands twice");
    const std::string unknown = message_of<UsageError>([] { header({"count", "b"}, {{"cuont", "b"}}); });
    CHECK(unknown.starts_with("--column: the rows have no column 'cuont'; there are:\n  count"));
    CHECK_THROWS_AS(header({"a"}, {{"b", ""}}), UsageError);
    CHECK_THROWS_AS(header({"a"}, {{"a", "b"}, {"b", "c"}}), UsageError);  // by the header's names only
}

TEST_CASE("headers of entries name the state, or timers") {
    CHECK(is_header_of_entries({"value", "state"}));
    CHECK(is_header_of_entries({"timer", "service", "key", "timestamp"}));
    CHECK(!is_header_of_entries({"key", "left", "next-index", "timer", "@event_time"}));
    CHECK(is_header_of_entries({"service", "key", "event_time", "processing_time"}));
    CHECK(!is_header_of_entries({"key", "value"}));
    CHECK(!is_header_of_entries({"state", "key"}));
    CHECK(!is_header_of_entries({"service", "event_time"}));
    CHECK(!is_header_of_entries({}));
}

TEST_CASE("empty fields and the text for null are null, unless they are quoted") {
    const auto form = [](std::string_view text, bool is_quoted, const std::optional<std::string>& null_text) {
        return field_of({text, is_quoted}, null_text).form;
    };
    CHECK(form("", false, std::nullopt) == RowField::Form::kNull);
    CHECK(form("", true, std::nullopt) == RowField::Form::kBare);
    CHECK(form("NULL", false, std::nullopt) == RowField::Form::kBare);
    CHECK(form("NULL", false, "NULL") == RowField::Form::kNull);
    CHECK(form("NULL", true, "NULL") == RowField::Form::kBare);
    CHECK(form("null", false, "NULL") == RowField::Form::kBare);
    CHECK(form("", false, "NULL") == RowField::Form::kNull);
    CHECK(form("", true, "") == RowField::Form::kBare);
    CHECK(field_of({"a\"b", true}, std::nullopt).text == "a\"b");
}

TEST_CASE("a key in several columns") {
    CHECK(joined("tuple<int,string>", {{"f0", bare("7")}, {"f1", bare("a")}}) == R"({"f0":"7","f1":"a"})");
    CHECK(joined("tuple<int,string>", {{"f1", bare("")}, {"f0", bare("-7")}}) == R"({"f1":"","f0":"-7"})");
    CHECK(joined("row<int,string?>", {{"f0", kNull}, {"f1", kNull}}) == R"({"f0":null,"f1":null})");
    CHECK(joined("a.B{name:string,on:boolean,inner:tuple<int,boolean>,list:list<int>,map:map<string,int>}",
                 {{"name", bare("true")},
                  {"on", bare("true")},
                  {"inner", bare(R"({"f0":1,"f1":false})")},
                  {"list", bare("[1,2]")},
                  {"map", bare(R"({"a":1})")}}) ==
          R"({"name":"true","on":true,"inner":{"f0":1,"f1":false},"list":[1,2],"map":{"a":1}})");
    CHECK(joined("tuple<tuple<int>?,boolean?>?", {{"f0", bare(R"({"f0":1})")}, {"f1", kNull}}) ==
          R"({"f0":{"f0":1},"f1":null})");
}

TEST_CASE("texts of key columns may hold anything") {
    std::string any;
    for (int c = 0; c < 0x80; ++c) {
        any += static_cast<char>(c);
    }
    any += "\xc3\xa9\xf0\x9f\x98\x80";
    KeyParts parts;
    parts.add("f0", bare(any));
    const TypePtr type = parse_type(nlohmann::ordered_json("tuple<string>"), {});
    CHECK(nlohmann::json::parse(parts.join(*type).text).at("f0").get<std::string>() == any);
    // Lone surrogates, as sp-dump writes them; beside them whole characters of the same first byte.
    parts.clear();
    parts.add("f0", bare("\xed\xa0\xbd\xed\x9f\xbfx\xed\xbf\xbf\xed\xa0"));
    CHECK(parts.join(*type).text == "{\"f0\":\"\\ud83d\xed\x9f\xbfx\\udfff\xed\xa0\"}");
}

TEST_CASE("columns of a key that has no such fields are refused") {
    CHECK(message_of<InputError>([] { joined("long", {{"f0", bare("1")}}); }) == "key.f0: the key has no fields");
    CHECK(message_of<InputError>([] { joined("list<long>", {{"f0", bare("1")}}); }) == "key.f0: the key has no fields");
    CHECK(message_of<InputError>([] {
              joined("tuple<int,int>", {{"f0", bare("1")}, {"f2", bare("1")}});
          }) == "key.f2: the key has no such field");
}

TEST_CASE("whether all columns of a key are null") {
    KeyParts parts;
    CHECK(parts.are_all_null());
    parts.add("f0", kNull);
    CHECK(parts.are_all_null());
    CHECK(!parts.is_empty());
    parts.add("f1", bare(""));
    CHECK(!parts.are_all_null());
}

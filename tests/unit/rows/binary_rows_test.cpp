// Rows, arrays and maps of the Table runtime: bytes of Flink's own serializers as text, and back.

#include <string>

#include "catch.hpp"
#include "rows/json_printing.hpp"
#include "rows/value_bytes.hpp"
#include "sp/error.hpp"
#include "types/codecs/skipper.hpp"
#include "types/schema/parser.hpp"

using namespace sp;
using namespace sp::test;

namespace {

TypePtr type_of_words(const std::string& words) { return parse_type(words, {FlinkVersion{1, 20}}); }

/// Both ways, by every way to print.
void check(const TypePtr& type, const ByteVector& bytes, const std::string& json) {
    INFO(json);
    const PaddedBytes padded(bytes);
    const JsonPrinters printers(type);
    CHECK(printers.checked(padded) == json);
    CHECK(printers.by_events(padded) == json);
    CHECK(codec::Skipper(type).skip(padded.begin(), padded.end()) == padded.end());
    CHECK(hex(rows::encode_json(type, json)) == hex(bytes));
}

bool is_damage(const TypePtr& type, const std::string& bytes) {
    const PaddedBytes padded(unhex(bytes));
    try {
        static_cast<void>(codec::Skipper(type).skip(padded.begin(), padded.end()));
    } catch (const codec::DecodeFault& fault) {
        return fault.reason != codec::DecodeFault::Reason::kOpaque;
    }
    return false;
}

bool is_refused(const TypePtr& type, const std::string& json, const std::string& why) {
    try {
        static_cast<void>(rows::encode_json(type, json));
    } catch (const InputError& error) {
        INFO(error.what());
        CHECK(std::string(error.what()).find(why) != std::string::npos);
        return true;
    }
    return false;
}

}  // namespace

TEST_CASE("a row with a column of nearly every type") {
    const TypePtr row = type_of_words(
        "sql<INT, STRING, BIGINT, DECIMAL(10, 2), DECIMAL(30, 2), TIMESTAMP(3), TIMESTAMP(9), ARRAY<INT>, MAP<STRING, "
        "INT>, "
        "ROW<`b` BOOLEAN, `n` INT>, BYTES, DOUBLE, TINYINT, TIMESTAMP_LTZ(6)>");
    const ByteVector bytes = unhex(
        "00000100 0304000000000000"
        "0700000000000000 0C00000078000000 0000000000000000 D204000000000000"
        "0200000088000000 E803000000000000 0500000098000000 18000000A0000000"
        "24000000B8000000 18000000E0000000 0102030000000083 000000000000F83F"
        "FF00000000000000 70170000F8000000"
        "68C3A96C6C6F20776F726C6400000000"
        "04D20000000000000000000000000000"
        "E803000000000000"
        "030000000200000001000000000000000300000000000000"
        "10000000 01000000000000006B00000000000081 01000000000000000900000000000000 00000000"
        "000000000000000001000000000000000300000000000000"
        "D007000000000000");
    check(
        row, bytes,
        R"({"@kind":"-D","f0":7,"f1":"héllo world","f2":null,"f3":"12.34","f4":"12.34","f5":"1970-01-01T00:00:01",)"
        R"("f6":"1970-01-01T00:00:01.000000005","f7":[1,null,3],"f8":{"k":9},"f9":{"b":true,"n":3},"f10":"AQID","f11":1.5,)"
        R"("f12":-1,"f13":"1970-01-01T00:00:02.000006Z"})");
}

TEST_CASE("short texts stand in their slots, dates and times are numbers") {
    check(type_of_words("sql<STRING, INT>"), unhex("00000018 0000000000000000 6162630000000083 0500000000000000"),
          R"({"f0":"abc","f1":5})");
    check(type_of_words("sql<STRING, STRING>"),
          unhex("00000020 0002000000000000 0800000018000000 0000000000000000 6162636465666768"),
          R"({"f0":"abcdefgh","f1":null})");
    check(type_of_words("sql<DATE, TIME, SMALLINT, FLOAT, BOOLEAN>"),
          unhex("00000030 0000000000000000 FFFFFFFF00000000 E803000000000000 FEFF000000000000 0000C03F00000000 "
                "0100000000000000"),
          R"({"f0":"1969-12-31","f1":"00:00:01","f2":-2,"f3":1.5,"f4":true})");
    check(type_of_words("sql<>"), unhex("00000008 0000000000000000"), "{}");
}

TEST_CASE("columns with names are printed and read by them, and read by their usual names too") {
    const TypePtr row = type_of_words("sql<`id` INT, `a \"name\"` STRING, `@odd` INT>");
    const ByteVector bytes = unhex("00000020 0000000000000000 0700000000000000 6162630000000083 0900000000000000");
    check(row, bytes, R"({"id":7,"a \"name\"":"abc","@@odd":9})");
    CHECK(rows::encode_json(row, R"({"f2":9,"f1":"abc","id":7})") == bytes);
    CHECK(rows::encode_json(row, R"({"f0":7,"f1":"abc","f2":9})") == bytes);
    CHECK(is_refused(row, R"({"id":7,"f0":7,"f1":"abc","f2":9})", "no such member"));
    CHECK(is_refused(row, R"({"id":7,"f1":"abc","f3":9})", "'@@odd' is missing"));
    // A name that is the usual one of another column is the user's.
    const TypePtr turned = type_of_words("sql<`f1` INT, `f0` INT>");
    CHECK(rows::encode_json(turned, R"({"f0":2,"f1":1})") ==
          rows::encode_json(type_of_words("sql<INT, INT>"), R"({"f0":1,"f1":2})"));
}

TEST_CASE("arrays and maps that stand alone") {
    check(type_of_words("array-data<STRING>"),
          unhex("00000030 03000000 04000000 6100000000000081 0D00000020000000 0000000000000000 "
                "6C6F6E676572207468616E2037000000"),
          R"(["a","longer than 7",null])");
    check(type_of_words("map-data<INT, BIGINT>"),
          unhex("00000024 10000000 01000000 00000000 01000000 00000000 01000000 00000000 0200000000000000"),
          R"([{"key":1,"value":2}])");
    check(type_of_words("map-data<STRING, INT>"),
          unhex("00000024 10000000 01000000 01000000 0000000000000000 01000000 00000000 0900000000000000"),
          R"([{"key":null,"value":9}])");
}

TEST_CASE("the Table runtime's other types") {
    check(type_of_words("string-data"), unhex("00000003 68C3A9"), R"("hé")");
    check(type_of_words("decimal<10,2>"), unhex("00000000000004D2"), R"("12.34")");
    check(type_of_words("decimal<30,2>"), unhex("00000002 04D2"), R"("12.34")");
    check(type_of_words("timestamp-data<3>"), unhex("00000000000003E8"), R"("1970-01-01T00:00:01")");
    check(type_of_words("timestamp-data<9>"), unhex("00000000000003E8 00000005"), R"("1970-01-01T00:00:01.000000005")");
    check(type_of_words("sql-time-window"), unhex("0000000000000001 0000000000000002"), R"({"start":1,"end":2})");
    check(type_of_words("count-window"), unhex("0000000000000007"), R"({"id":7})");
    check(parse_type("sorted-long", {FlinkVersion{2, 3}}), unhex("7FFFFFFFFFFFFFFF"), "-1");
    check(type_of_words("null-aware-map<long,int>"), unhex("00000002 01 00 00000007 00 0000000000000001 01"),
          R"([{"key":null,"value":7},{"key":1,"value":null}])");
    // Found by fuzzing: one of the ways to print gave pairs.
    check(type_of_words("null-aware-map<string-data,int>"), unhex("00000002 00 00000001 6B 00 00000007 00 00000000 01"),
          R"({"k":7,"":null})");
    check(type_of_words("null-aware-map<string-data,int>"), unhex("00000001 01 00 00000007"),
          R"([{"key":null,"value":7}])");
    check(type_of_words("map<string-data,int>"), unhex("00000001 00000001 6B 00 00000007"), R"({"k":7})");
    check(type_of_words("window-key<sql<INT>>"), unhex("0000000000000005 00000010 0000000000000000 0700000000000000"),
          R"({"window":5,"key":{"f0":7}})");
}

TEST_CASE("decimals are taken as their column has them, exactly") {
    const TypePtr column = type_of_words("sql<DECIMAL(4, 2)>");
    CHECK(rows::encode_json(column, R"({"f0":"1.5"})") == rows::encode_json(column, R"({"f0":1.50})"));
    CHECK(rows::encode_json(column, R"({"f0":"-0.00E1"})") == rows::encode_json(column, R"({"f0":"0"})"));
    CHECK(is_refused(column, R"({"f0":"1.505"})", "DECIMAL(4, 2)"));
    CHECK(is_refused(column, R"({"f0":"100"})", "DECIMAL(4, 2)"));
    CHECK(is_refused(column, R"({"f0":"1E+1000000"})", "DECIMAL(4, 2)"));
    CHECK(is_refused(type_of_words("sql<TIME>"), R"({"f0":"00:00:00.0001"})", "milliseconds"));
    CHECK(is_refused(type_of_words("sql<TIMESTAMP(3)>"), R"({"f0":"1970-01-01T00:00:00.0001"})", "TIMESTAMP(3)"));
    CHECK(is_refused(type_of_words("sql<DATE>"), R"({"f0":"+99999999-01-01"})", "a date that SQL cannot hold"));
}

TEST_CASE("binary rows that no writer makes are damage") {
    const TypePtr text = type_of_words("sql<STRING>");
    CHECK(is_damage(text, "00000008 0000000000000000"));                   // no slot
    CHECK(is_damage(text, "00000010 0400000000000000 6100000000000081"));  // a RowKind of 4
    CHECK(is_damage(text, "00000010 0000000000000000 0800000018000000"));  // behind the end
    CHECK(is_damage(text, "00000010 0000000000000000 6100000000000088"));  // 8 bytes in a slot
    CHECK(is_damage(text, "7FFFFFFF 0000000000000000 6100000000000081"));  // cut off
    CHECK(is_damage(text, "FFFFFFFF 0000000000000000 6100000000000081"));
    CHECK(is_damage(type_of_words("array-data<INT>"), "00000008 FFFFFF7F 00000000"));  // too many elements
    CHECK(is_damage(type_of_words("map-data<INT, INT>"), "00000008 FFFFFF7F 00000000"));
    CHECK(is_damage(type_of_words("sql<TIME>"), "00000010 0000000000000000 FFFFFFFF00000000") == false);

    // Eight columns that refer to the same 64 bytes are more than the row has.
    std::string many = "00000090 0000000000000000 0000000000000000";
    for (int i = 0; i < 8; ++i) {
        many += "4000000050000000";
    }
    many += std::string(128, '3');
    CHECK(is_damage(type_of_words("sql<STRING, STRING, STRING, STRING, STRING, STRING, STRING, STRING>"), many));
}

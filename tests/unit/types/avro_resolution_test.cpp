// What Avro 1.11 says of pairs of schemas. Real Flink judges some of them in tests/interop/change_cases.py.

#include "types/avro_resolution.hpp"

#include "catch.hpp"

using sp::avro_resolution_problem;

namespace {

std::string record(const std::string& fields, const std::string& more = R"("name":"R","namespace":"org.acme")") {
    return R"({"type":"record",)" + more + R"(,"fields":[)" + fields + "]}";
}

std::string field(const std::string& name, const std::string& type, const std::string& more = "") {
    return R"({"name":")" + name + R"(","type":)" + type + more + "}";
}

}  // namespace

TEST_CASE("numbers are promoted, and strings and bytes are each other") {
    CHECK(avro_resolution_problem(R"("int")", R"("long")").empty());
    CHECK(avro_resolution_problem(R"("long")", R"("float")").empty());
    CHECK(avro_resolution_problem(R"("float")", R"("double")").empty());
    CHECK(avro_resolution_problem(R"("string")", R"("bytes")").empty());
    CHECK(avro_resolution_problem(R"("bytes")", R"({"type":"string","avro.java.string":"String"})").empty());
    CHECK(avro_resolution_problem(R"("long")", R"("int")") == ": int is read, long was written");
    CHECK(avro_resolution_problem(R"("double")", R"("float")") == ": float is read, double was written");
    CHECK(avro_resolution_problem(R"("int")", R"("string")") == ": string is read, int was written");
    CHECK(avro_resolution_problem(R"("boolean")", R"("int")") == ": int is read, boolean was written");
}

TEST_CASE("a field that was not written needs a default, one that is not read is dropped") {
    const std::string old = record(field("a", R"("int")") + "," + field("b", R"("string")"));
    CHECK(avro_resolution_problem(old, record(field("b", R"("string")"))).empty());
    CHECK(
        avro_resolution_problem(old, record(field("a", R"("long")") + "," + field("c", R"("int")", R"(,"default":1)")))
            .empty());
    CHECK(avro_resolution_problem(old, record(field("c", R"("int")"))) == ".c: it was not written and has no default");
    CHECK(avro_resolution_problem(old, record(field("c", R"(["null","int"])"))) ==
          ".c: it was not written and has no default");
    CHECK(avro_resolution_problem(old, record(field("c", R"("long")", R"(,"aliases":["a"])"))).empty());
    CHECK(avro_resolution_problem(old, record(field("c", R"("long")", R"(,"aliases":["b"])"))) ==
          ".c: long is read, string was written");
}

TEST_CASE("named types have the same name, or an alias") {
    const std::string old = record(field("a", R"("int")"));
    CHECK(
        avro_resolution_problem(old, record(field("a", R"("int")"), R"("name":"R","namespace":"com.other")")).empty());
    CHECK(avro_resolution_problem(old, record(field("a", R"("int")"), R"("name":"S","namespace":"org.acme")")) ==
          ": record org.acme.S is read, record org.acme.R was written");
    CHECK(
        avro_resolution_problem(old, record(field("a", R"("int")"), R"("name":"S","aliases":["org.acme.R"])")).empty());
    CHECK(avro_resolution_problem(R"({"type":"fixed","name":"F","size":3})",
                                  R"({"type":"fixed","name":"F","size":4})") == ": 4 bytes are read, 3 were written");
}

TEST_CASE("an enum has all symbols that were written, or a default") {
    const std::string old = R"({"type":"enum","name":"E","symbols":["A","B"]})";
    CHECK(avro_resolution_problem(old, R"({"type":"enum","name":"E","symbols":["C","B","A"]})").empty());
    CHECK(avro_resolution_problem(old, R"({"type":"enum","name":"E","symbols":["A"]})") ==
          ": the enum that is read has no B");
    CHECK(avro_resolution_problem(old, R"({"type":"enum","name":"E","symbols":["A"],"default":"A"})").empty());
}

TEST_CASE("each branch that was written is read, by some branch") {
    CHECK(avro_resolution_problem(R"("int")", R"(["null","long"])").empty());
    CHECK(avro_resolution_problem(R"(["null","int"])", R"(["long","null"])").empty());
    CHECK(avro_resolution_problem(R"(["int"])", R"("long")").empty());
    CHECK(avro_resolution_problem(R"(["null","int"])", R"("int")") == ": int is read, null was written");
    CHECK(avro_resolution_problem(R"(["null","int","string"])", R"(["null","int"])") ==
          ": no branch of the union that is read takes string");
    CHECK(
        avro_resolution_problem(record(field("u", R"(["null","int"])")), record(field("u", R"(["null","boolean"])"))) ==
        ".u: no branch of the union that is read takes int");
}

TEST_CASE("parts, types inside themselves and references to them are compared") {
    CHECK(avro_resolution_problem(R"({"type":"array","items":"int"})", R"({"type":"array","items":"string"})") ==
          "[]: string is read, int was written");
    CHECK(avro_resolution_problem(R"({"type":"map","values":"int"})", R"({"type":"map","values":"double"})").empty());
    CHECK(avro_resolution_problem(R"({"type":"map","values":"int"})", R"({"type":"map","values":"boolean"})") ==
          ".value: boolean is read, int was written");
    const std::string list = record(field("n", R"("int")") + "," + field("next", R"(["null","R"])"));
    CHECK(
        avro_resolution_problem(list, record(field("next", R"(["null","org.acme.R"])") + "," + field("n", R"("long")")))
            .empty());
    CHECK(avro_resolution_problem(list, record(field("n", R"("boolean")") + "," + field("next", R"(["null","R"])"))) ==
          ".n: boolean is read, int was written");
    const std::string inner = record(field("x", R"("int")"), R"("name":"In")");
    const std::string twice = record(
        field("a", inner) + "," + field("b", R"("In")") + "," + field("c", R"({"type":"In"})"), R"("name":"Out")");
    CHECK(avro_resolution_problem(twice, twice).empty());
    const std::string other = record(field("x", R"("string")"), R"("name":"In")");
    CHECK(avro_resolution_problem(twice, record(field("c", other), R"("name":"Out")")) ==
          ".c.x: string is read, int was written");
}

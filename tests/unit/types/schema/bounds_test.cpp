#include "types/schema/bounds.hpp"

#include "catch.hpp"
#include "sp/error.hpp"
#include "types/schema/document.hpp"

using namespace sp;

namespace {

SchemaDocument read(const std::string& members, const std::string& op) {
    return read_schema_document(R"({"schema":1,)" + members + R"("operators":[{"uid":"u")" + op + "}]}");
}

std::string failure(const std::string& members, const std::string& op = "") {
    try {
        static_cast<void>(read(members, op));
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("bounds are numbers or ranges of them, and numbers alone make savepoints") {
    const SchemaDocument document = read(
        R"("maxParallelism":{"min":128},"sizes":{"referenced":{"max":1000},"inline":0,"files":{"min":1,"max":2}},)",
        R"(,"parallelism":{"min":2,"max":4},"key":"int","states":[
             {"name":"a","kind":"value","type":"int","entries":7,"bytes":{"max":99},"optional":true},
             {"name":"b","kind":"value","type":"int"}],"timers":[{"service":"t","entries":{"min":1}}])");
    CHECK(document.max_parallelism == 0);
    CHECK(to_string(document.bounds.referenced) == "at most 1000");
    CHECK(to_string(document.bounds.inlined) == "0");
    CHECK(to_string(document.bounds.files) == "1 to 2");
    const SchemaOperator& op = document.operators[0];
    CHECK(op.parallelism == 0);
    CHECK(op.max_parallelism == 0);
    CHECK(to_string(op.bounds.max_parallelism) == "at least 128");
    CHECK(to_string(op.bounds.parallelism) == "2 to 4");
    REQUIRE(op.bounds.states.size() == 2);
    CHECK(op.bounds.states[0].is_optional);
    CHECK(op.bounds.states[0].entries.contains(7));
    CHECK_FALSE(op.bounds.states[0].entries.contains(8));
    CHECK(op.bounds.states[0].bytes.contains(0));
    CHECK_FALSE(op.bounds.states[0].bytes.contains(100));
    CHECK_FALSE(op.bounds.states[1].has_counts());
    REQUIRE(op.bounds.timers.size() == 1);
    CHECK(to_string(op.bounds.timers[0].entries) == "at least 1");
    CHECK(op.timers.size() == 2);
}

TEST_CASE("an operator takes over what its document says, and says of states only what it lists") {
    const SchemaDocument plain = read("", "");
    CHECK(plain.bounds.is_closed);
    CHECK(plain.operators[0].bounds.is_closed);
    CHECK_FALSE(plain.operators[0].bounds.has_states);
    CHECK_FALSE(plain.operators[0].bounds.is_optional);
    const SchemaOperator open =
        read(R"("closed":false,"maxParallelism":64,)", R"(,"states":[],"optional":true)").operators[0];
    CHECK_FALSE(open.bounds.is_closed);
    CHECK(open.bounds.has_states);
    CHECK_FALSE(open.bounds.has_timers);
    CHECK(open.bounds.is_optional);
    CHECK(open.max_parallelism == 64);
    CHECK(to_string(open.bounds.max_parallelism) == "64");
    CHECK(read(R"("closed":false,)", R"(,"closed":true)").operators[0].bounds.is_closed);
}

TEST_CASE("bounds that are none are refused with their place") {
    CHECK(failure(R"("maxParallelism":{},)") ==
          R"(maxParallelism: "maxParallelism" has to be a number, or an object with "min", "max" or both)");
    CHECK(failure(R"("maxParallelism":{"min":40000},)").find("from 1 to 32768") != std::string::npos);
    CHECK(failure(R"("sizes":{"files":{"min":2,"max":1}},)") == R"(sizes.files: "min" of "files" is above its "max")");
    CHECK(failure(R"("sizes":{"disk":1},)").find("has no member \"disk\"") != std::string::npos);
    CHECK(failure(R"("sizes":{"files":-1},)").find("from 0") != std::string::npos);
    CHECK(failure("", R"(,"parallelism":{"least":1})").find("has no member \"least\"") != std::string::npos);
    CHECK(failure(R"("closed":1,)") == R"(closed: "closed" has to be true or false)");
    CHECK(failure("", R"(,"key":"int","states":[{"name":"a","kind":"value","type":"int","entries":"many"}])")
              .find("operators[0].states[0].entries") != std::string::npos);
}

#include "types/schema/document.hpp"

#include "catch.hpp"
#include "sp/error.hpp"
#include "types/schema/words.hpp"

using namespace sp;

namespace {

SchemaDocument read(const std::string& members, const std::string& version = "2.3") {
    return read_schema_document(R"({"schema":1,"flinkVersion":")" + version +
                                R"(","maxParallelism":128,"operators":[{)" + members + "}]}");
}

bool fails_with(const std::string& text, const std::string& part) {
    try {
        static_cast<void>(read_schema_document(text));
    } catch (const UsageError& error) {
        CAPTURE(std::string(error.what()));
        CHECK(std::string(error.what()).find(part) != std::string::npos);
        return std::string(error.what()).find(part) != std::string::npos;
    }
    return false;
}

bool operator_fails_with(const std::string& members, const std::string& part) {
    return fails_with(R"({"schema":1,"flinkVersion":"1.20","operators":[{)" + members + "}]}", part);
}

}  // namespace

TEST_CASE("states have the serializers of natural descriptors") {
    const SchemaDocument document =
        read(R"("uid":"u","name":"n","parallelism":3,"maxParallelism":64,"key":"string","states":[
        {"name":"v","kind":"value","type":"long"},
        {"name":"l","kind":"list","type":"int","namespace":"time-window","ttl":true},
        {"name":"m","kind":"map","mapKey":"string","type":"int","ttl":true},
        {"name":"r","kind":"reducing","type":"long","ttl":true},
        {"name":"o","kind":"operator-list","type":"string"},
        {"name":"b","kind":"broadcast","mapKey":"int","type":"string"}],
        "timers":[{"service":"user-timers"},{"service":"w","namespace":"time-window"}],"coordinator":"AQI=")");
    CHECK(document.flink_version == FlinkVersion{2, 3});
    CHECK(document.max_parallelism == 128);
    REQUIRE(document.operators.size() == 1);
    const SchemaOperator& op = document.operators[0];
    CHECK(op.uid == "u");
    CHECK(op.name == "n");
    CHECK(op.parallelism == 3);
    CHECK(op.max_parallelism == 64);
    CHECK(op.coordinator == ByteVector{1, 2});
    std::vector<std::string> serializers;
    for (const StateDescriptor& state : op.states) {
        serializers.push_back(type_words(*state.serializer));
    }
    CHECK(serializers ==
          std::vector<std::string>{"long", "list<ttl<int>>", "map<string,ttl<int>>", "ttl<long>", "string", "string"});
    CHECK(op.states[0].name_space->kind == TypeKind::kVoidNamespace);
    CHECK(op.states[1].name_space->kind == TypeKind::kTimeWindow);
    CHECK(op.states[1].value->kind == TypeKind::kInt);
    CHECK(op.states[1].has_ttl);
    CHECK(op.states[0].key == op.key);
    CHECK(op.states[5].map_key->kind == TypeKind::kInt);
    CHECK(op.states[4].name_space == nullptr);
    std::vector<std::string> queues;
    for (const StateDescriptor& queue : op.timers) {
        queues.push_back(queue.name + " " + type_words(*queue.serializer));
    }
    CHECK(queues == std::vector<std::string>{"_timer_state/event_user-timers timer<string,void-namespace>",
                                             "_timer_state/processing_user-timers timer<string,void-namespace>",
                                             "_timer_state/event_w timer<string,time-window>",
                                             "_timer_state/processing_w timer<string,time-window>"});
    CHECK(op.timers[3].timer_domain == TimerDomain::kProcessingTime);
    CHECK(op.timers[3].timer_service == "w");
}

TEST_CASE("hash recipes and windows are kept") {
    const SchemaOperator plain = read(R"("uid":"u","key":"a.B{x:int}","hash":"objects-hash")").operators[0];
    REQUIRE(plain.hash);
    CHECK(plain.hash->recipe == HashRecipe::kObjectsHash);
    const SchemaOperator op = read(R"("uid":"u","key":"a.B{x:int}",
        "hash":{"recipe":"lombok","order":["x"],"boxed":["x"]},
        "window":{"assigner":"sliding","size":1000,"slide":500,"offset":-499,"time":"processing","lateness":7})")
                                  .operators[0];
    CHECK(op.hash->recipe == HashRecipe::kLombok);
    CHECK(op.hash->order == std::vector<std::string>{"x"});
    CHECK(op.hash->boxed == std::vector<std::string>{"x"});
    REQUIRE(op.window);
    CHECK(op.window->assigner == WindowAssigner::kSliding);
    CHECK(op.window->size == 1000);
    CHECK(op.window->slide == 500);
    CHECK(op.window->offset == -499);
    CHECK(op.window->time == TimerDomain::kProcessingTime);
    CHECK(op.window->lateness == 7);
}

TEST_CASE("the version of Flink decides the forms, the target's more than the document's") {
    const std::string state = R"("uid":"u","key":"row<int>")";
    CHECK(read(state, "1.14.6").operators[0].key->outer_version == 3);
    CHECK(read(state, "1.20").operators[0].key->outer_version == 4);
    const std::string text = R"({"schema":1,"flinkVersion":"1.14","operators":[{"uid":"u","key":"row<int>"}]})";
    const SchemaDocument document = read_schema_document(text, {FlinkVersion{2, 0}});
    CHECK(document.operators[0].key->outer_version == 4);
    CHECK(document.flink_version == FlinkVersion{2, 0});
    CHECK_FALSE(read_schema_document(R"({"schema":1,"operators":[]})").flink_version);
    for (const char* const version : {"", "1", "1.", "1..2", "1.2.3.4", "x.1", "1.20-SNAPSHOT", "1.20."}) {
        CHECK_THROWS_AS(parse_flink_version(version), UsageError);
    }
}

TEST_CASE("what does not fit is refused with its place") {
    CHECK(fails_with("{", "line 1: is no JSON"));
    CHECK(fails_with("{\n\"schema\":1,\n\"schema\":1}", "\"schema\" stands twice"));
    CHECK(fails_with("[]", "has to be an object"));
    CHECK(fails_with(R"({"schema":2,"operators":[]})", "schema: the version of the schema language has to be"));
    CHECK(fails_with(R"({"schema":1})", "has no \"operators\""));
    CHECK(fails_with(R"({"schema":1,"operators":[],"maxParalelism":5})",
                     "has no member \"maxParalelism\"; there are:\n  maxParallelism"));
    CHECK(fails_with(R"({"schema":1,"flinkVersion":"new","operators":[]})", "flinkVersion: a version of Flink"));
    CHECK(fails_with(R"({"schema":1,"maxParallelism":32769,"operators":[]})", "from 1 to 32768"));
    CHECK(fails_with(R"({"schema":1,"operators":[{"uid":"a"},{"uid":"a"}]})",
                     "operators[1]: the operator a stands twice"));
    CHECK(operator_fails_with("", "either a \"uid\" or"));
    CHECK(operator_fails_with(R"("uid":"a","operator":"b")", "either a \"uid\" or"));
    CHECK(operator_fails_with(R"("operator":"abc")", "32 digits"));
    CHECK(operator_fails_with(R"("uid":"a","maxParallelism":4,"parallelism":5)", "from 1 to 4"));
    const auto state_fails_with = [](const std::string& state, const std::string& part) {
        return operator_fails_with(R"("uid":"a","key":"int","states":[)" + state + "]", part);
    };
    CHECK(state_fails_with(R"({"name":"s","kind":"vlaue","type":"int"})",
                           "operators[0].states[0].kind: kind of state 'vlaue' does not exist; there are:\n  value"));
    CHECK(state_fails_with(R"({"name":"s","kind":"timer","type":"int"})", "does not exist"));
    CHECK(state_fails_with(R"({"name":"s","kind":"value","type":"itn"})",
                           "operators[0].states[0].type: \"itn\", position 1"));
    CHECK(state_fails_with(R"({"name":"s","kind":"map","type":"int"})", "need a \"mapKey\""));
    CHECK(state_fails_with(R"({"name":"s","kind":"list","type":"int","mapKey":"int"})", "only map and broadcast"));
    CHECK(state_fails_with(R"({"name":"s","kind":"operator-list","type":"int","ttl":true})", "no \"ttl\""));
    CHECK(state_fails_with(R"({"name":"s","kind":"value","type":"int","typ":"int"})", "has no member \"typ\""));
    CHECK(state_fails_with(R"({"name":"s","kind":"value","type":"int"},{"name":"s","kind":"list","type":"int"})",
                           "operators[0].states[1]: 's' stands twice"));
    CHECK(state_fails_with(R"({"name":"s","kind":"value"})", "has no \"type\""));
    CHECK(operator_fails_with(R"("uid":"a","states":[{"name":"s","kind":"value","type":"int"}])", "need a \"key\""));
    CHECK(operator_fails_with(R"("uid":"a","timers":[{"service":"t"}])", "need a \"key\""));
    CHECK(operator_fails_with(R"("uid":"a","key":"int","hash":"lombock")", "\n  lombok"));
    CHECK(operator_fails_with(R"("uid":"a","key":"int","window":{"assigner":"sliding","size":5})", "need a \"slide\""));
    CHECK(operator_fails_with(R"("uid":"a","key":"int","window":{"assigner":"tumbling","size":5,"offset":5})",
                              "-4 to 4"));
    CHECK(operator_fails_with(R"("uid":"a","coordinator":"x")", "base64"));
    // Keyed, list and broadcast states have names of their own.
    CHECK(read(R"("uid":"a","key":"int","states":[{"name":"s","kind":"value","type":"int"},
        {"name":"s","kind":"operator-list","type":"int"},{"name":"s","kind":"broadcast","mapKey":"int","type":"int"}])")
              .operators[0]
              .states.size() == 3);
}

#include "rows/import/import_plan.hpp"

#include <cctype>

#include "catch.hpp"
#include "sp/error.hpp"

using namespace sp;
using namespace sp::rows;

namespace {

SchemaOperator operator_of(const std::string& json) {
    return read_schema_document(R"({"schema":1,"operators":[)" + json + "]}").operators.at(0);
}

SchemaOperator windowed(const std::string& assigner, const std::string& more_states = "",
                        const std::string& more = "") {
    return operator_of(
        R"({"uid":"w","key":"string","window":{"assigner":")" + assigner +
        R"(","size":5},"states":[{"name":"sum","kind":"reducing","namespace":"time-window","type":"long"})" +
        more_states + "]" + more + "}");
}

template <class Work>
std::string usage(Work&& work) {
    try {
        work();
    } catch (const UsageError& error) {
        return error.what();
    }
    return "no error";
}

constexpr char kMixed[] = R"({"uid":"u","name":"The operator","key":"long","coordinator":"AQI=","states":[
    {"name":"list","kind":"operator-list","type":"int"},
    {"name":"a","kind":"value","type":"int"},
    {"name":"rules","kind":"broadcast","mapKey":"int","type":"int"},
    {"name":"b","kind":"map","mapKey":"int","type":"int"}],
    "timers":[{"service":"t"},{"service":"n","namespace":"string"}]})";

}  // namespace

TEST_CASE("states have their positions among those of the writer, timers behind keyed ones") {
    ImportPlan plan;
    const SchemaOperator schema = operator_of(kMixed);
    const ImportOperator& op = plan.add(schema, 3, 8);
    CHECK(op.index == 0);
    CHECK(op.label() == "u");
    CHECK(op.id == hash_of_uid("u").hex());
    CHECK(op.parallelism == 3);
    CHECK(op.max_parallelism == 8);
    CHECK(op.key);
    CHECK(!op.window);
    REQUIRE(op.states.size() == 4);
    const std::pair<bool, std::size_t> expected[] = {{false, 0}, {true, 0}, {false, 1}, {true, 1}};
    const OperatorPlan written = ImportPlan::operator_plan(op, schema);
    for (std::size_t i = 0; i < 4; ++i) {
        const ImportState& state = op.states[i];
        CHECK(state.is_keyed() == expected[i].first);
        CHECK(state.position == expected[i].second);
        CHECK(state.map_key.has_value() == (i >= 2));
        CHECK(state.name_space.has_value() == state.is_keyed());
        const auto& states = state.is_keyed() ? written.keyed_states : written.operator_states;
        CHECK(states.at(state.position).name == state.descriptor.name);
    }
    REQUIRE(op.timers.size() == 2);
    for (const ImportTimers& timers : op.timers) {
        for (const TimerDomain domain : {TimerDomain::kEventTime, TimerDomain::kProcessingTime}) {
            const StateDescriptor& queue = written.keyed_states.at(timers.position(domain));
            CHECK(queue.kind == StateKind::kTimer);
            CHECK(queue.timer_service == timers.service);
            CHECK(queue.timer_domain == domain);
        }
    }
    CHECK(written.uid == "u");
    CHECK(written.name == "The operator");
    CHECK(written.id.hex() == op.id);
    CHECK(written.parallelism == 3);
    CHECK(written.max_parallelism == 8);
    CHECK(written.coordinator == ByteVector{1, 2});
    CHECK(written.keyed_states.size() == 2 + 4);
    CHECK(written.operator_states.size() == 2);
}

TEST_CASE("operators are found by their uid, by its hash and by their id") {
    ImportPlan plan;
    const std::string id = hash_of_uid("other").hex();
    plan.add(operator_of(R"({"uid":"u"})"), 1, 8);
    plan.add(operator_of(R"({"operator":")" + id + "\"}"), 1, 8);
    const ImportOperator* const first = plan.operators()[0].get();
    const ImportOperator* const second = plan.operators()[1].get();
    CHECK(second->index == 1);
    CHECK(second->label() == id);
    CHECK(plan.find_uid("u") == first);
    CHECK(plan.find_id(hash_of_uid("u").hex()) == first);
    CHECK(plan.find_uid("other") == second);
    CHECK(plan.find_id(id) == second);
    std::string upper = id;
    for (char& c : upper) {
        c = static_cast<char>(std::toupper(c));
    }
    CHECK(plan.find_id(upper) == second);
    CHECK(plan.find_id("") == nullptr);
    for (const std::string& unknown : {std::string("U"), id.substr(1), id + "0"}) {
        CHECK(plan.find_uid(unknown) == nullptr);
        CHECK(plan.find_id(unknown) == nullptr);
    }
}

TEST_CASE("windows bring their timers, and sessions the state in which Flink keeps them") {
    const SchemaOperator plain = operator_of(kMixed);
    CHECK(with_window_parts(plain, {}).states.size() == plain.states.size());
    CHECK(with_window_parts(plain, {}).timers.size() == plain.timers.size());
    for (const bool is_session : {false, true}) {
        const SchemaOperator schema = with_window_parts(windowed(is_session ? "session" : "tumbling"), {});
        REQUIRE(schema.timers.size() == 2);
        CHECK(schema.timers[0].timer_service == "window-timers");
        CHECK(schema.timers[0].timer_domain == TimerDomain::kEventTime);
        CHECK(schema.timers[0].name == "_timer_state/event_window-timers");
        CHECK(schema.timers[1].name == "_timer_state/processing_window-timers");
        CHECK(schema.timers[0].name_space->kind == TypeKind::kTimeWindow);
        CHECK(schema.states.size() == (is_session ? 2 : 1));
        ImportPlan plan;
        const ImportOperator& op = plan.add(schema, 1, 8);
        CHECK(op.window->has_sessions() == is_session);
        CHECK(op.window_timers == 0);
        CHECK(op.timers.at(0).service == "window-timers");
        if (!is_session) {
            CHECK(op.merging_window_set == SIZE_MAX);
            continue;
        }
        CHECK(op.merging_window_set == 1);
        const StateDescriptor& set = schema.states[1];
        CHECK(set.name == "merging-window-set");
        CHECK(set.kind == StateKind::kList);
        CHECK(set.name_space->kind == TypeKind::kVoidNamespace);
        CHECK(set.key == schema.key);
        REQUIRE(set.value->kind == TypeKind::kTuple);
        CHECK(set.value->nested.size() == 2);
        CHECK(set.serializer->kind == TypeKind::kList);
        const SchemaOperator again = with_window_parts(schema, {});  // what is there already
        CHECK(again.states.size() == 2);
        CHECK(again.timers.size() == 2);
    }
}

TEST_CASE("windows that do not fit the operator are refused") {
    CHECK(usage([] {
              static_cast<void>(
                  with_window_parts(operator_of(R"({"uid":"w","key":"long","window":{"assigner":"tumbling","size":5},
                  "states":[{"name":"v","kind":"value","type":"int"}]})"),
                                    {}));
          }) == "operator w: it has a \"window\", but no state with the namespace time-window");
    CHECK(usage([] {
              static_cast<void>(
                  with_window_parts(operator_of(R"({"operator":"00000000000000000000000000000001","key":"long",
                  "window":{"assigner":"session","size":5}})"),
                                    {}));
          }).starts_with("operator 00000000000000000000000000000001: "));
    CHECK(usage([] {
              ImportPlan plan;
              plan.add(with_window_parts(windowed("tumbling", "", R"(,"timers":[{"service":"window-timers"}])"), {}), 1,
                       8);
          }) == "operator w: the namespace of its window-timers is not time-window");
    for (
        const char* const set :
        {R"(,{"name":"merging-window-set","kind":"value","type":"int"})",
         R"(,{"name":"merging-window-set","kind":"list","type":"int"})",
         R"(,{"name":"merging-window-set","kind":"list","type":"tuple<time-window,int>"})",
         R"(,{"name":"merging-window-set","kind":"list","namespace":"time-window","type":"tuple<time-window,time-window>"})",
         R"(,{"name":"merging-window-set","kind":"list","type":"tuple<time-window,time-window>","ttl":true})"}) {
        CAPTURE(set);
        const std::string message = usage([&] {
            ImportPlan plan;
            plan.add(with_window_parts(windowed("session", set), {}), 1, 8);
        });
        CHECK(message.starts_with(
            "operator w: its state 'merging-window-set' is not the one in which Flink keeps sessions"));
    }
    ImportPlan plan;
    const char* const good = R"(,{"name":"merging-window-set","kind":"list","type":"tuple<time-window,time-window>"})";
    CHECK(plan.add(with_window_parts(windowed("session", good), {}), 1, 8).merging_window_set == 1);
    CHECK(plan.find_uid("") == nullptr);
}

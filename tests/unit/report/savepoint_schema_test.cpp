// The schema that sp-bootstrap takes from a savepoint (--schema-of) is the one that sp-inspect prints, read again.

#include "restore/savepoint_schema.hpp"

#include <algorithm>

#include "catch.hpp"
#include "io/byte_writer.hpp"
#include "io/temp_dir.hpp"
#include "report/schema_document.hpp"
#include "rows/all_fixtures.hpp"
#include "sp/error.hpp"
#include "sp/write.hpp"
#include "types/snapshots/snapshot_writer.hpp"

using namespace sp;

namespace {

std::string snapshot_of(const TypePtr& type) {
    if (!type) {
        return "none";
    }
    ByteWriter out;
    write_snapshot(out, *type);
    return std::string(as_text(out.take()));
}

/// All that tells one state from another.
std::vector<std::string> parts_of(const StateDescriptor& state) {
    std::vector<std::string> parts = {std::string(name_of(state.kind)), state.name, state.timer_service,
                                      state.has_ttl ? "ttl" : ""};
    if (state.kind == StateKind::kTimer) {
        parts.emplace_back(name_of(state.timer_domain));
    }
    for (const TypePtr& type : {state.key, state.name_space, state.map_key, state.value}) {
        parts.push_back(snapshot_of(type));
    }
    return parts;
}

void check_same(const SchemaOperator& taken, const SchemaOperator& printed) {
    CHECK(taken.uid == printed.uid);
    CHECK(taken.operator_id == printed.operator_id);
    CHECK(taken.name == printed.name);
    CHECK(taken.parallelism == printed.parallelism);
    CHECK(taken.max_parallelism == printed.max_parallelism);
    CHECK(taken.coordinator == printed.coordinator);
    CHECK((snapshot_of(taken.key) == snapshot_of(printed.key)));
    for (const bool is_timers : {false, true}) {
        std::vector<std::vector<std::string>> sets[2];
        for (const SchemaOperator* const op : {&taken, &printed}) {
            for (const StateDescriptor& state : is_timers ? op->timers : op->states) {
                sets[op == &taken ? 0 : 1].push_back(parts_of(state));
            }
        }
        if (is_timers) {  // two queues a service, in any order
            std::sort(sets[0].begin(), sets[0].end());
            std::sort(sets[1].begin(), sets[1].end());
        }
        CAPTURE(is_timers, sets[0].size());
        CHECK((sets[0] == sets[1]));
    }
}

}  // namespace

TEST_CASE("the schema of a savepoint is what is printed of it, read again") {
    std::size_t states = 0;
    std::size_t timers = 0;
    for (const std::string& path : sp_test::all_fixtures()) {
        CAPTURE(path);
        const Snapshot snapshot = open_snapshot(path);
        const OperatorNames names(snapshot.metadata, {});
        InspectOutcome outcome;
        const std::string text = schema_document(snapshot, names, names.select({}, {}), outcome);
        REQUIRE(outcome.is_complete());
        std::vector<std::string> warnings;
        const SchemaDocument taken =
            read_savepoint_schema(snapshot, names, [&](const std::string& warning) { warnings.push_back(warning); });
        CHECK(warnings.empty());
        const SchemaDocument printed = read_schema_document(text);
        CHECK(taken.flink_version == printed.flink_version);
        REQUIRE(taken.operators.size() == printed.operators.size());
        for (std::size_t i = 0; i < taken.operators.size(); ++i) {
            CAPTURE(i);
            check_same(taken.operators[i], printed.operators[i]);
            states += taken.operators[i].states.size();
            timers += taken.operators[i].timers.size();
        }
    }
    CAPTURE(states, timers);
    CHECK(states > 500);
    CHECK(timers > 100);
}

TEST_CASE("a timer service of which one queue was written has both") {
    const SchemaOperator schema =
        read_schema_document(
            R"({"schema":1,"operators":[{"uid":"u","key":"long","timers":[{"service":"t","namespace":"string"}]}]})")
            .operators.at(0);
    for (const StateDescriptor& queue : schema.timers) {
        const sp_test::TempDir folder;
        OperatorPlan plan;
        plan.id = hash_of_uid("u");
        plan.key = schema.key;
        plan.keyed_states = {queue};
        SavepointWriter writer(folder.path("made"), {});
        writer.add_operator(plan);
        writer.commit();
        const Snapshot snapshot = open_snapshot(folder.path("made"));
        const SchemaDocument taken =
            read_savepoint_schema(snapshot, OperatorNames(snapshot.metadata, {"u"}), [](const auto&) {});
        REQUIRE(taken.operators.size() == 1);
        REQUIRE(taken.operators[0].timers.size() == 2);
        CHECK(taken.operators[0].timers[0].name == queue.name);
        CHECK(taken.operators[0].timers[1].name == timer_state_name(queue.timer_domain == TimerDomain::kEventTime
                                                                        ? TimerDomain::kProcessingTime
                                                                        : TimerDomain::kEventTime,
                                                                    "t"));
        for (const StateDescriptor& each : taken.operators[0].timers) {
            CHECK((snapshot_of(each.name_space) == snapshot_of(queue.name_space)));
            CHECK((snapshot_of(each.serializer) == snapshot_of(queue.serializer)));
        }
    }
}

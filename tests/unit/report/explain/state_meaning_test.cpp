// What the states of Flink's operators mean.
#include "report/explain/state_meaning.hpp"

#include <algorithm>
#include <vector>

#include "catch.hpp"
#include "types/schema/parser.hpp"

using namespace sp;
using namespace sp::explain;

namespace {

TypePtr type_of(const std::string& words) { return words.empty() ? nullptr : parse_type(words, {FlinkVersion{2, 3}}); }

const StateMeaning* meaning_of(const std::string& name, StateKind kind, const std::string& map_key,
                               const std::string& value, const std::string& name_space = "",
                               const std::set<std::string>& beside = {}) {
    StateDescriptor state;
    (kind == StateKind::kTimer ? state.timer_service : state.name) = name;
    state.kind = kind;
    state.map_key = type_of(map_key);
    state.value = type_of(value);
    state.name_space = type_of(name_space);
    return find_meaning(state, beside);
}

}  // namespace

TEST_CASE("patterns of names") {
    CHECK(fits("accState", "accState"));
    CHECK_FALSE(fits("accState", "accStates"));
    CHECK_FALSE(fits("accState", "accStat"));
    CHECK(fits("distinctAcc_#", "distinctAcc_12"));
    CHECK_FALSE(fits("distinctAcc_#", "distinctAcc_"));
    CHECK_FALSE(fits("distinctAcc_#", "distinctAcc_1x"));
    CHECK(fits("distinctAcc_#_null_state", "distinctAcc_12_null_state"));
    CHECK(fits("agg#$*", "agg1$list"));
    CHECK(fits("*-records", "left-records"));
    CHECK(fits("list<*>", "list<tuple<sql<INT>,boolean>>"));
    CHECK(fits("*a*b", "xaxbxab"));
    CHECK_FALSE(fits("*a*b", "xaxbx"));
    CHECK(fits("", ""));
    CHECK_FALSE(fits("", "a"));
}

TEST_CASE("a state of one name means what its kind and types say") {
    const auto classes = [](const StateMeaning* meaning) { return meaning == nullptr ? "" : meaning->of->classes; };
    CHECK(classes(meaning_of("left-records", StateKind::kList, "", "sql<INT>", "long")) == "WindowJoinOperator");
    CHECK(classes(meaning_of("left-records", StateKind::kMap, "sql<INT>", "int")).starts_with("StreamingJoinOperator"));
    CHECK(meaning_of("left-records", StateKind::kMap, "string", "int") == nullptr);  // a job's own
    CHECK(classes(meaning_of("accState", StateKind::kValue, "", "sql<INT>")).starts_with("GroupAggFunction"));
    CHECK(classes(meaning_of("accState", StateKind::kValue, "", "sql<INT>", "", {"inputState"}))
              .starts_with("RowTimeRangeBounded"));
    CHECK(classes(meaning_of("window-timers", StateKind::kTimer, "", "", "long")).starts_with("SlicingWindowOperator"));
    CHECK(classes(meaning_of("window-timers", StateKind::kTimer, "", "", "time-window")).starts_with("WindowOperator"));
    CHECK(meaning_of("my-state", StateKind::kValue, "", "long") == nullptr);
}

TEST_CASE("every line says what it has to, and none is hidden by one before it") {
    std::vector<const StateMeaning*> before;
    for (const auto& lines : all_states()) {
        for (const StateMeaning& line : lines) {
            INFO(line.state << " " << line.of->what);
            CHECK_FALSE(line.of->what.empty());
            CHECK_FALSE(line.of->classes.empty());
            CHECK_FALSE(line.of->flink.empty());
            CHECK_FALSE(line.means.value.empty());
            CHECK(is_keyed(line.kind) == !line.of->key.empty());
            CHECK((line.kind == StateKind::kMap) == !line.means.map_key.empty());
            const bool is_hidden = std::any_of(before.begin(), before.end(), [&](const StateMeaning* other) {
                const auto is_as_wide = [](std::string_view theirs, std::string_view own) {
                    return theirs.empty() || theirs == own;
                };
                return other->state == line.state && other->kind == line.kind &&
                       is_as_wide(other->types.name_space, line.types.name_space) &&
                       is_as_wide(other->types.map_key, line.types.map_key) &&
                       is_as_wide(other->types.value, line.types.value) && is_as_wide(other->beside, line.beside);
            });
            CHECK_FALSE(is_hidden);
            before.push_back(&line);
        }
    }
}

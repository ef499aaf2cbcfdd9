// Names that a user gives to the columns of SQL rows.
#include "types/operator_columns.hpp"

#include "catch.hpp"
#include "sp/error.hpp"
#include "types/schema/parser.hpp"
#include "types/schema/words.hpp"

using namespace sp;

namespace {

TypePtr type_of(const std::string& words) { return parse_type(words, {FlinkVersion{2, 3}}); }

StateDescriptor state_of(const std::string& name, StateKind kind, const std::string& map_key,
                         const std::string& value) {
    StateDescriptor state;
    state.name = name;
    state.kind = kind;
    state.key = type_of("sql<INT>");
    state.map_key = map_key.empty() ? nullptr : type_of(map_key);
    state.value = type_of(value);
    state.serializer = state.value;
    return state;
}

OperatorColumns columns(const std::string& target, std::vector<std::string> names) {
    OperatorColumns result;
    result.add({"op", target, std::move(names), "--columns"});
    return result;
}

std::string words_of(const StateDescriptor& state) {
    return (state.map_key ? type_words(*state.map_key) + " -> " : "") + type_words(*state.value);
}

std::string error_of(const OperatorColumns& columns, const StateDescriptor& state) {
    try {
        columns.check(state.key, {state}, "op");
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("the row of a value gets names, wherever the serializers have it") {
    const auto named = [](const std::string& value) {
        const StateDescriptor state = state_of("s", StateKind::kValue, "", value);
        const StateDescriptor result = columns("s", {"a", "b c"}).named_state(state);
        CHECK(type_words(*result.serializer) == type_words(*result.value));
        CHECK(words_of(state) == value);  // what others hold stays as it was
        return words_of(result);
    };
    CHECK(named("sql<BIGINT, STRING>") == "sql<`a` BIGINT, `b c` STRING>");
    CHECK(named("list<sql<BIGINT, STRING>>") == "list<sql<`a` BIGINT, `b c` STRING>>");
    CHECK(named("list<tuple<sql<BIGINT, STRING>,boolean>>") == "list<tuple<sql<`a` BIGINT, `b c` STRING>,boolean>>");
}

TEST_CASE("a map's value is meant before its key, and a suffix says which") {
    const StateDescriptor both = state_of("r", StateKind::kMap, "sql<INT>", "sql<BIGINT>");
    CHECK(words_of(columns("r", {"a"}).named_state(both)) == "sql<INT> -> sql<`a` BIGINT>");
    CHECK(words_of(columns("r@value", {"a"}).named_state(both)) == "sql<INT> -> sql<`a` BIGINT>");
    CHECK(words_of(columns("r@map_key", {"a"}).named_state(both)) == "sql<`a` INT> -> sql<BIGINT>");
    const StateDescriptor counted = state_of("r", StateKind::kMap, "sql<INT>", "int");
    CHECK(words_of(columns("r", {"a"}).named_state(counted)) == "sql<`a` INT> -> int");
    CHECK(words_of(columns("other", {"a"}).named_state(counted)) == words_of(counted));
}

TEST_CASE("of several rows in a value one has a number") {
    const StateDescriptor state = state_of("s", StateKind::kValue, "", "tuple<sql<INT>,sql<BIGINT>>");
    CHECK(words_of(columns("s@value.2", {"b"}).named_state(state)) == "tuple<sql<INT>,sql<`b` BIGINT>>");
    CHECK(error_of(columns("s", {"b"}), state).find("2 rows in tuple<sql<INT>,sql<BIGINT>>") != std::string::npos);
    CHECK(error_of(columns("s@value.3", {"b"}), state).find("2 rows") != std::string::npos);
}

TEST_CASE("the key of an operator gets names, and so do those of its timers") {
    StateDescriptor timers = state_of("t", StateKind::kTimer, "", "long");
    const OperatorColumns id = columns("@key", {"id"});
    CHECK(type_words(*id.named_key(timers.key)) == "sql<`id` INT>");
    CHECK(type_words(*id.named_state(timers).key) == "sql<`id` INT>");
    timers.key = type_of("long");
    CHECK(error_of(id, timers).find("the key is no row of SQL, but long") != std::string::npos);
}

// Whoever gives a state another type looks for the old one in the serializer.
TEST_CASE("what has names is the same part of the serializer") {
    StateDescriptor state = state_of("s", StateKind::kMap, "sql<INT>", "tuple<sql<BIGINT>,int>");
    const auto map = std::make_shared<Type>();
    map->kind = TypeKind::kMap;
    map->nested = {state.map_key, state.value};
    state.serializer = map;
    for (const char* const target : {"s@value", "s@map_key"}) {
        const StateDescriptor named = columns(target, {"a"}).named_state(state);
        CHECK(type_words(*named.serializer).find("`a`") != std::string::npos);
        CHECK(named.serializer->nested[0] == named.map_key);
        CHECK(named.serializer->nested[1] == named.value);
    }
    StateDescriptor timers = state_of("t", StateKind::kTimer, "", "long");
    const auto timer = std::make_shared<Type>();
    timer->kind = TypeKind::kTimer;
    timer->nested = {timers.key, type_of("long")};
    timers.serializer = timer;
    const StateDescriptor named = columns("@key", {"id"}).named_state(timers);
    CHECK(named.serializer->nested[0] == named.key);
}

TEST_CASE("names that do not fit are told with what there is") {
    const StateDescriptor state = state_of("accState", StateKind::kValue, "", "sql<BIGINT, VARCHAR(3) NOT NULL>");
    CHECK(error_of(columns("accState", {"a"}), state) ==
          "--columns: op/accState: 1 name for a row of 2 columns:\n  f0 BIGINT\n  f1 VARCHAR(3) NOT NULL");
    CHECK(error_of(columns("acState", {"a", "b"}), state) ==
          "--columns: operator op has no state 'acState'; there are:\n  accState");
    CHECK(error_of(columns("accState@map_key", {"a", "b"}), state).find("there is no row of SQL in it") !=
          std::string::npos);
    CHECK(error_of(columns("s", {"a"}), state_of("s", StateKind::kValue, "", "long")) ==
          "--columns: op/s: there is no row of SQL in it: long");
    CHECK_THROWS_AS(columns("accState", {"a", "a"}), UsageError);
    CHECK_THROWS_AS(columns("accState", {"a", ""}), UsageError);
}

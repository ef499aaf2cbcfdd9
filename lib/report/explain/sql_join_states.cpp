// The states of the joins of SQL and the Table API: org.apache.flink.table.runtime.operators.join.
#include <array>

#include "report/explain/state_meaning.hpp"

namespace sp::explain {
namespace {

using enum StateKind;

constexpr std::string_view kAll = "1.17 to 2.3";
constexpr std::string_view k21 = "2.1 to 2.3";
constexpr std::string_view kRow = "sql<*>";
constexpr std::string_view kCountedRow = "tuple<sql<*>,int>";
constexpr std::string_view kJoinKey = "the columns that the join's condition sets equal";
constexpr std::string_view kWindowEnd = "the end of the window, ms since 1970";
constexpr std::string_view kOuterSide =
    "the row, and with how many rows of the other side it is joined (this side's rows are kept: outer join)";

constexpr FlinkOperator kWindowJoin{"window join", "WindowJoinOperator", kAll, kJoinKey};
constexpr FlinkOperator kJoinUniqueInKey{
    "join of streams without windows: the join key holds a unique key of this side",
    "StreamingJoinOperator, MiniBatchStreamingJoinOperator, StreamingSemiAntiJoinOperator", kAll, kJoinKey};
constexpr FlinkOperator kJoin{"join of streams without windows",
                              "StreamingJoinOperator, MiniBatchStreamingJoinOperator, StreamingSemiAntiJoinOperator",
                              kAll, kJoinKey};
constexpr FlinkOperator kJoinUnique{
    "join of streams without windows: this side has a unique key",
    "StreamingJoinOperator, MiniBatchStreamingJoinOperator, StreamingSemiAntiJoinOperator", kAll, kJoinKey};
constexpr FlinkOperator kMultiJoin{"join of several inputs at once", "StreamingMultiJoinOperator", k21,
                                   "the columns that all inputs have in common"};
constexpr FlinkOperator kDeltaJoin{"delta join", "StreamingDeltaJoinOperator", k21, kJoinKey};
constexpr FlinkOperator kIntervalJoin{"interval join", "RowTimeIntervalJoin, ProcTimeIntervalJoin", kAll, kJoinKey};
constexpr FlinkOperator kTemporalJoin{"temporal join (FOR SYSTEM_TIME AS OF), by event time",
                                      "TemporalRowTimeJoinOperator", kAll, kJoinKey};
constexpr FlinkOperator kProcessingTimeJoin{"temporal join, by processing time", "TemporalProcessTimeJoinOperator",
                                            kAll, kJoinKey};
constexpr FlinkOperator kJoinRetention{"temporal join with a retention time",
                                       "BaseTwoInputStreamOperatorWithStateRetention", kAll, kJoinKey};
constexpr FlinkOperator kLookupJoin{"lookup join that keeps what it has found", "KeyedLookupJoinWrapper", kAll,
                                    "the unique key of the left side"};
constexpr FlinkOperator kKeyedAsync{"asynchronous lookup join in the order of keys", "TableKeyedAsyncWaitOperator", k21,
                                    "the unique key of the left side"};

constexpr std::array kStates{
    StateMeaning{"left-records",
                 kList,
                 {.value = kRow},
                 &kWindowJoin,
                 {.name_space = kWindowEnd, .value = "a row of the left side"}},
    StateMeaning{"right-records",
                 kList,
                 {.value = kRow},
                 &kWindowJoin,
                 {.name_space = kWindowEnd, .value = "a row of the right side"}},
    StateMeaning{"*-records", kValue, {.value = kRow}, &kJoinUniqueInKey, {.value = "the only row of the side"}},
    StateMeaning{"*-records", kValue, {.value = kCountedRow}, &kJoinUniqueInKey, {.value = kOuterSide}},
    StateMeaning{"*-records",
                 kMap,
                 {.map_key = kRow, .value = "int"},
                 &kJoin,
                 {.map_key = "a row of the side", .value = "how often it is there"}},
    StateMeaning{"*-records",
                 kMap,
                 {.map_key = kRow, .value = "tuple<int,int>"},
                 &kJoin,
                 {.map_key = "a row of the side",
                  .value = "f0: how often it is there; f1: with how many rows of the other side it is joined (this "
                           "side's rows are kept: outer join)"}},
    StateMeaning{"*-records",
                 kMap,
                 {.map_key = kRow, .value = kRow},
                 &kJoinUnique,
                 {.map_key = "the unique key of the side's rows", .value = "the row"}},
    StateMeaning{"*-records",
                 kMap,
                 {.map_key = kRow, .value = kCountedRow},
                 &kJoinUnique,
                 {.map_key = "the unique key of the side's rows", .value = kOuterSide}},
    StateMeaning{"multi-join-input-#",
                 kMap,
                 {.value = "int"},
                 &kMultiJoin,
                 {.map_key = "the join key of this input and the row", .value = "how often the row is there"}},
    StateMeaning{"multi-join-input-#",
                 kMap,
                 {.value = kRow},
                 &kMultiJoin,
                 {.map_key = "the unique key of the input's rows, or its join key and that", .value = "the row"}},
    StateMeaning{"_delta_join_operator_async_wait_state_",
                 kList,
                 {},
                 &kDeltaJoin,
                 {.value = "a row whose look-ups of the other side have not come back"}},
    StateMeaning{"IntervalJoin*Cache",
                 kMap,
                 {.map_key = "long", .value = "list<tuple<sql<*>,boolean>>"},
                 &kIntervalJoin,
                 {.map_key = "the rows' time, ms", .value = "f0: a row of the side; f1: whether it has been joined"}},
    StateMeaning{"IntervalJoin*TimerState",
                 kValue,
                 {.value = "long"},
                 &kIntervalJoin,
                 {.value = "the time of the timer that clears the cache of the other side, ms; 0: none"}},
    StateMeaning{"left",
                 kMap,
                 {.map_key = "long", .value = kRow},
                 &kTemporalJoin,
                 {.map_key = "the number of a row", .value = "a row of the left side that waits for the watermark"},
                 "next-index"},
    StateMeaning{"right",
                 kMap,
                 {.map_key = "long", .value = kRow},
                 &kTemporalJoin,
                 {.map_key = "since when a version holds, ms", .value = "the version of the right side's row"},
                 "next-index"},
    StateMeaning{
        "next-index", kValue, {.value = "long"}, &kTemporalJoin, {.value = "the number of the left side's next row"}},
    StateMeaning{
        "timer", kValue, {.value = "long"}, &kTemporalJoin, {.value = "the time of the key's timer, ms"}, "next-index"},
    StateMeaning{
        "right", kValue, {.value = kRow}, &kProcessingTimeJoin, {.value = "the right side's row as it is now"}},
    StateMeaning{"cleanup-timestamp",
                 kValue,
                 {.value = "long"},
                 &kJoinRetention,
                 {.value = "when a timer clears the state of the key, ms of processing time"}},
    StateMeaning{"unique-value",
                 kValue,
                 {.value = kRow},
                 &kLookupJoin,
                 {.value = "the row found for it, so that it can be retracted"}},
    StateMeaning{"_keyed_async_wait_operator_state_",
                 kList,
                 {},
                 &kKeyedAsync,
                 {.value = "a row whose result has not come back"}},
    StateMeaning{"timers",
                 kTimer,
                 {},
                 &kTemporalJoin,
                 {.value = "event time: when the earliest waiting row of the left side is joined; processing time: "
                           "when unused state is cleared"},
                 "next-index"},
    StateMeaning{"timers", kTimer, {}, &kJoinRetention, {.value = "when unused state is cleared"}, "cleanup-timestamp"},
};

}  // namespace

std::span<const StateMeaning> sql_join_states() { return kStates; }

}  // namespace sp::explain

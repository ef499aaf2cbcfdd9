// The states of the operators of SQL and the Table API but joins: org.apache.flink.table.runtime.operators, and what its
// functions keep.
#include <array>

#include "report/explain/state_meaning.hpp"

namespace sp::explain {
namespace {

using enum StateKind;

constexpr std::string_view kAll = "1.17 to 2.3";
constexpr std::string_view kSince120 = "1.20 to 2.3";
constexpr std::string_view k21 = "2.1 to 2.3";
constexpr std::string_view k22 = "2.2, 2.3";
constexpr std::string_view k23 = "2.3";
constexpr std::string_view kRow = "sql<*>";
constexpr std::string_view kRows = "list<sql<*>>";
constexpr std::string_view kCountedRow = "tuple<sql<*>,int>";
constexpr std::string_view kGroup = "the GROUP BY columns; a row without columns if there are none";
constexpr std::string_view kPartition = "the PARTITION BY columns; a row without columns if there are none";
constexpr std::string_view kUpsertKey = "the primary key of the sink";
constexpr std::string_view kWindowEnd = "the end of the window, ms since 1970";
constexpr std::string_view kAccumulators =
    "the accumulators of the aggregate functions, in the order of the query, one column or more each; with retracted "
    "input the number of rows too. Columns of type RAW(MapView or ListView) are null: what they hold has states of its "
    "own, agg#$field and distinctAcc_#";

constexpr FlinkOperator kOver{"OVER aggregate",
                              "RowTimeRangeBoundedPrecedingFunction, RowTimeRowsBoundedPrecedingFunction, "
                              "RowTimeRangeUnboundedPrecedingFunction, RowTimeRowsUnboundedPrecedingFunction, "
                              "ProcTimeRangeBoundedPrecedingFunction, ProcTimeRowsBoundedPrecedingFunction",
                              kAll, kPartition};
constexpr FlinkOperator kGroupAggregate{"group aggregate; also OVER without bounds by processing time",
                                        "GroupAggFunction, MiniBatchGroupAggFunction, MiniBatchGlobalGroupAggFunction, "
                                        "GroupTableAggFunction, ProcTimeUnboundedPrecedingFunction",
                                        kAll, kGroup};
constexpr FlinkOperator kDistinct{"aggregate: the values that a DISTINCT has seen",
                                  "PerKeyStateDataViewStore, PerWindowStateDataViewStore", kAll, kGroup};
constexpr FlinkOperator kDataView{"aggregate: what a function keeps outside its accumulator (data view)",
                                  "PerKeyStateDataViewStore, PerWindowStateDataViewStore", kAll, kGroup};
constexpr FlinkOperator kOverRetention{"OVER aggregate with a retention time", "KeyedProcessFunctionWithCleanupState",
                                       kAll, kPartition};
constexpr FlinkOperator kOverByValue{"OVER aggregate, ordered by other columns than a time",
                                     "NonTimeRowsUnboundedPrecedingFunction, NonTimeRangeUnboundedPrecedingFunction",
                                     k21, kPartition};
constexpr FlinkOperator kWindowAggregate{"window aggregate: tumbling, sliding and cumulating windows (TVF), in slices",
                                         "SlicingWindowOperator, since 1.20 WindowAggOperator", kAll, kGroup};
constexpr FlinkOperator kGroupWindow{
    "group window aggregate, or sessions of a window TVF",
    "operators.window.WindowOperator, since 1.20 groupwindow.operator.WindowOperator and WindowAggOperator", kAll,
    kGroup};
constexpr FlinkOperator kUpdatingWindow{"group window aggregate that updates its results",
                                        "operators.window.WindowOperator, groupwindow.operator.WindowOperator", kAll,
                                        kGroup};
constexpr FlinkOperator kSession{"session windows, and others that merge",
                                 "MergingWindowProcessFunction, MergingWindowSet", kAll, kGroup};
constexpr FlinkOperator kSessionTable{"window table function of sessions", "UnalignedWindowTableFunctionOperator",
                                      kSince120, kPartition};
constexpr FlinkOperator kWindowDeduplication{
    "window deduplication", "RowTimeWindowDeduplicateProcessor, in 2.3 RowTimeSyncStateWindowDeduplicateProcessor",
    kAll, kPartition};
constexpr FlinkOperator kWindowTopN{"window top N", "WindowRankProcessor, in 2.3 SyncStateWindowRankProcessor", kAll,
                                    kPartition};
constexpr FlinkOperator kWindowWatermark{"window aggregate, deduplication or top N (TVF)",
                                         "SlicingWindowOperator, since 1.20 WindowAggOperator", kAll, ""};
constexpr FlinkOperator kCountTrigger{"group window with a trigger by count", "ElementTriggers", kAll, kGroup};
constexpr FlinkOperator kEarlyTrigger{"group window with early or late results", "ProcessingTimeTriggers", kAll,
                                      kGroup};
constexpr FlinkOperator kLateTrigger{"group window with early or late results", "EventTimeTriggers", kAll, kGroup};
constexpr FlinkOperator kTopNAppend{"top N, LIMIT: of rows that are only added", "AppendOnlyTopNFunction", kAll,
                                    kPartition};
constexpr FlinkOperator kTopNUpdate{"top N: of rows that are updated by a key", "UpdatableTopNFunction", kAll,
                                    kPartition};
constexpr FlinkOperator kTopNRetract{"top N: of rows that are retracted", "RetractableTopNFunction", kAll, kPartition};
constexpr FlinkOperator kTop1{"top 1 of rows that are updated by a key", "FastTop1Function", kAll, kPartition};
constexpr FlinkOperator kFirstN{"first N rows by processing time", "AppendOnlyFirstNFunction", kAll, kPartition};
constexpr FlinkOperator kVariableTopN{"top N where N is a column", "AbstractTopNFunction", kAll, kPartition};
constexpr FlinkOperator kSort{"ORDER BY event time", "RowTimeSortOperator", kAll, "a row without columns"};
constexpr FlinkOperator kProcessingTimeSort{"ORDER BY processing time", "ProcTimeSortOperator", kAll,
                                            "a row without columns"};
constexpr FlinkOperator kDeduplicate{
    "deduplication; changelog normalization",
    "ProcTimeDeduplicateKeepLastRowFunction, RowTimeDeduplicateFunction and their mini-batch forms", kAll,
    "the PARTITION BY columns; of a changelog its primary key"};
constexpr FlinkOperator kKeepFirstProcessingTime{"deduplication that keeps the first row, by processing time",
                                                 "ProcTimeDeduplicateKeepFirstRowFunction and its mini-batch form",
                                                 kAll, kPartition};
constexpr FlinkOperator kKeepFirst{"deduplication that keeps the first row, by event time",
                                   "RowTimeDeduplicateKeepFirstRowFunction", k21, kPartition};
constexpr FlinkOperator kMaterializer{
    "upsert materializer in front of a sink; or a lookup join that keeps what it has found",
    "SinkUpsertMaterializer, KeyedLookupJoinWrapper", kAll,
    "the primary key of the sink; of the lookup join the unique key of the left side"};
constexpr FlinkOperator kMaterializer2{"upsert materializer in front of a sink, second generation",
                                       "SinkUpsertMaterializerV2, ValueStateMultiSetState", k22, kUpsertKey};
constexpr FlinkOperator kLinkedMaterializer{
    "upsert materializer in front of a sink, second generation, for keys of many rows",
    "SinkUpsertMaterializerV2, LinkedMultiSetState", k22, kUpsertKey};
constexpr FlinkOperator kCompactingMaterializer{"materializer in front of a sink that compacts at watermarks",
                                                "WatermarkCompactingSinkMaterializer", k23, kUpsertKey};
constexpr FlinkOperator kProcessTable{"process table function (PTF)", "ProcessSetTableOperator", k21, kPartition};
constexpr FlinkOperator kSortedInput{"process table function with ORDER BY", "InputSortBuffer", k23, kPartition};
constexpr FlinkOperator kWindowTimers{"windows of SQL (TVF)",
                                      "SlicingWindowOperator, since 1.20 WindowAggOperator; WindowJoinOperator", kAll,
                                      "the key of the operator"};
constexpr FlinkOperator kGroupWindowTimers{
    "group windows, sessions of a window TVF",
    "operators.window.WindowOperator, since 1.20 groupwindow.operator.WindowOperator and WindowAggOperator", kAll,
    kGroup};
constexpr FlinkOperator kCountWindowTimers{
    "group windows by count", "operators.window.WindowOperator, groupwindow.operator.WindowOperator", kAll, kGroup};
constexpr FlinkOperator kTestSink{"sink of the connector 'values' of Flink's tests", "TestValuesRuntimeFunctions",
                                  kSince120, ""};
constexpr FlinkOperator kTestRetractSink{"retracting sink of the connector 'values' of Flink's tests",
                                         "TestValuesRuntimeFunctions", kSince120, ""};

constexpr std::array kStates{
    // Aggregates
    StateMeaning{"accState", kValue, {.value = kRow}, &kOver, {.value = kAccumulators}, "inputState"},
    StateMeaning{"accState", kValue, {.value = kRow}, &kGroupAggregate, {.value = kAccumulators}},
    StateMeaning{"distinctAcc_#",
                 kMap,
                 {},
                 &kDistinct,
                 {.name_space = "the window or its slice, if the aggregate has any",
                  .map_key = "a value, or a row of several arguments",
                  .value = "how often it is there, or a bit for each aggregate call that has seen it"}},
    StateMeaning{
        "distinctAcc_#_null_state",
        kValue,
        {},
        &kDistinct,
        {.name_space = "the window or its slice, if the aggregate has any", .value = "the same of the value NULL"}},
    StateMeaning{"agg#$*_null_state", kValue, {}, &kDataView, {.value = "what a MapView has under the key null"}},
    StateMeaning{"agg#$*",
                 kMap,
                 {},
                 &kDataView,
                 {.map_key = "the key in the MapView of this name", .value = "its value; which, the function says"}},
    StateMeaning{"agg#$*", kList, {}, &kDataView, {.value = "an element of the ListView of this name"}},
    // OVER
    StateMeaning{"inputState",
                 kMap,
                 {.map_key = "long", .value = kRows},
                 &kOver,
                 {.map_key = "a time in ms: of the rows' event time, or of their arrival",
                  .value = "the rows of that time: not yet emitted, or needed by frames to come"}},
    StateMeaning{"lastTriggeringTsState",
                 kValue,
                 {.value = "long"},
                 &kOver,
                 {.value = "the event time up to which rows are emitted, ms; what comes for it later is late"},
                 "inputState"},
    StateMeaning{
        "cleanupTsState", kValue, {.value = "long"}, &kOver, {.value = "when a timer clears the state of the key, ms"}},
    StateMeaning{"processedCountState", kValue, {.value = "long"}, &kOver, {.value = "how many rows are in the frame"}},
    StateMeaning{"smallestTSState", kValue, {.value = "long"}, &kOver, {.value = "the least time in inputState, ms"}},
    StateMeaning{"*OverCleanupTime",
                 kValue,
                 {.value = "long"},
                 &kOverRetention,
                 {.value = "when a timer clears the state of the key, ms of processing time"}},
    StateMeaning{"idState",
                 kValue,
                 {.value = "long"},
                 &kOverByValue,
                 {.value = "the number of the next row"},
                 "sortedListState"},
    StateMeaning{"sortedListState",
                 kValue,
                 {},
                 &kOverByValue,
                 {.value = "in order, each sort key with the numbers of its rows"}},
    StateMeaning{"valueMapState",
                 kMap,
                 {.map_key = "long", .value = kRow},
                 &kOverByValue,
                 {.map_key = "the number of a row", .value = "the row"}},
    StateMeaning{"accMapState",
                 kMap,
                 {.value = kRow},
                 &kOverByValue,
                 {.map_key = "a sort key, or the number of a row", .value = "the accumulators up to it"},
                 "sortedListState"},
    // Windows
    StateMeaning{"window-aggs",
                 kValue,
                 {.name_space = "long", .value = kRow},
                 &kWindowAggregate,
                 {.name_space = "the end of the slice or window, ms since 1970", .value = kAccumulators}},
    StateMeaning{"window-aggs",
                 kValue,
                 {.value = kRow},
                 &kGroupWindow,
                 {.name_space = "the window; of windows that merge the one that session-window-mapping says",
                  .value = kAccumulators}},
    StateMeaning{"previous-aggs",
                 kValue,
                 {.value = kRow},
                 &kUpdatingWindow,
                 {.name_space = "the window", .value = "the results emitted last, which are retracted next"}},
    StateMeaning{"session-window-mapping",
                 kMap,
                 {},
                 &kSession,
                 {.map_key = "a window", .value = "the window under which its state is kept"}},
    StateMeaning{"session-window-tvf-acc",
                 kMap,
                 {.map_key = "long", .value = kRow},
                 &kSessionTable,
                 {.name_space = "the session",
                  .map_key = "the number of a row",
                  .value = "a row that waits for the end of its session"}},
    StateMeaning{"session-window-tvf-counter",
                 kValue,
                 {.value = "long"},
                 &kSessionTable,
                 {.value = "the number of the next row"}},
    StateMeaning{"window_deduplicate",
                 kValue,
                 {.value = kRow},
                 &kWindowDeduplication,
                 {.name_space = kWindowEnd, .value = "the first or last row so far"}},
    StateMeaning{"window_rank",
                 kMap,
                 {.value = kRows},
                 &kWindowTopN,
                 {.name_space = kWindowEnd, .map_key = "a sort key", .value = "its rows among the first N"}},
    StateMeaning{"watermark",
                 kOperatorUnion,
                 {.value = "long"},
                 &kWindowWatermark,
                 {.value = "the watermark of a subtask, ms; after a restore the least of all counts"}},
    StateMeaning{"trigger-count-#",
                 kReducing,
                 {.value = "long"},
                 &kCountTrigger,
                 {.name_space = "the window", .value = "how many rows came since it last fired"}},
    StateMeaning{"processingTime-every-#",
                 kReducing,
                 {.value = "long"},
                 &kEarlyTrigger,
                 {.name_space = "the window", .value = "when it fires next, ms of processing time"}},
    StateMeaning{"eventTime-afterEOW",
                 kValue,
                 {.value = "boolean"},
                 &kLateTrigger,
                 {.name_space = "the window", .value = "whether the window's end has been reached"}},
    // Top N, sorting, deduplication
    StateMeaning{"data-state-with-append",
                 kMap,
                 {.value = kRows},
                 &kTopNAppend,
                 {.map_key = "a sort key", .value = "its rows among the first N"}},
    StateMeaning{
        "data-state-with-update",
        kMap,
        {.value = kCountedRow},
        &kTopNUpdate,
        {.map_key = "the unique key of a row", .value = "f0: the row; f1: its place among those of the same sort key"}},
    StateMeaning{
        "data-state", kMap, {.value = kRows}, &kTopNRetract, {.map_key = "a sort key", .value = "all its rows"}},
    StateMeaning{
        "sorted-map", kValue, {}, &kTopNRetract, {.value = "in order, each sort key with the number of its rows"}},
    StateMeaning{"Top1-Rank-State", kValue, {.value = kRow}, &kTop1, {.value = "the row that is first"}},
    StateMeaning{"counterState", kValue, {.value = "int"}, &kFirstN, {.value = "how many rows have been emitted"}},
    StateMeaning{"rankEnd", kValue, {.value = "long"}, &kVariableTopN, {.value = "N"}},
    StateMeaning{"dataState",
                 kMap,
                 {.map_key = "long", .value = kRows},
                 &kSort,
                 {.map_key = "the event time of rows, ms", .value = "rows that wait for the watermark"}},
    StateMeaning{"lastTriggeringTsState",
                 kValue,
                 {.value = "long"},
                 &kSort,
                 {.value = "the event time up to which rows are emitted, ms"},
                 "dataState"},
    StateMeaning{"sortState",
                 kList,
                 {.value = kRow},
                 &kProcessingTimeSort,
                 {.value = "a row of the millisecond that is not over"}},
    StateMeaning{"deduplicate-state", kValue, {.value = kRow}, &kDeduplicate, {.value = "the row that is kept"}},
    StateMeaning{"deduplicate-state",
                 kValue,
                 {.value = "boolean"},
                 &kKeepFirstProcessingTime,
                 {.value = "true: a row has been emitted"}},
    StateMeaning{"already-emitted-state-boolean",
                 kValue,
                 {.value = "boolean"},
                 &kKeepFirst,
                 {.value = "true: a row has been emitted"}},
    StateMeaning{"waiting-to-emit-on-timer",
                 kValue,
                 {.value = kRow},
                 &kKeepFirst,
                 {.value = "the earliest row, which waits for the watermark"}},
    // In front of sinks
    StateMeaning{"values",
                 kValue,
                 {.value = kRows},
                 &kMaterializer,
                 {.value = "the rows of the key, oldest first, of which the last is in the sink; or the rows found"}},
    StateMeaning{"list",
                 kValue,
                 {.value = "list<tuple<sql<*>,long>>"},
                 &kMaterializer2,
                 {.value = "the rows of the key in order, each with a time stamp; the last is in the sink"}},
    StateMeaning{"rowToSqnState",
                 kMap,
                 {},
                 &kLinkedMaterializer,
                 {.map_key = "a row, or its upsert key", .value = "its first and last number in the list"}},
    StateMeaning{"sqnToNodeState",
                 kMap,
                 {.map_key = "long"},
                 &kLinkedMaterializer,
                 {.map_key = "a number", .value = "the row and its neighbours in the list"}},
    StateMeaning{"highestSqnState",
                 kValue,
                 {},
                 &kLinkedMaterializer,
                 {.value = "the highest number and how many rows there are"}},
    StateMeaning{"watermark-buffer",
                 kMap,
                 {.value = kRows},
                 &kCompactingMaterializer,
                 {.map_key = "a time, ms", .value = "changes that wait for the watermark"}},
    StateMeaning{
        "current-value", kValue, {.value = kRow}, &kCompactingMaterializer, {.value = "the row that the sink has"}},
    StateMeaning{"consolidated-checkpoint-id",
                 kValue,
                 {.value = "long"},
                 &kCompactingMaterializer,
                 {.value = "the checkpoint after whose restore the buffer was put in order"}},
    // Process table functions
    StateMeaning{"internal-named-timers-map",
                 kMap,
                 {.value = "long"},
                 &kProcessTable,
                 {.map_key = "the name of a timer", .value = "its time, ms"}},
    StateMeaning{
        "input-sort-buffer-data-#",
        kMap,
        {.value = kRows},
        &kSortedInput,
        {.map_key = "the time of rows, ms", .value = "rows of the input with this number that wait for the watermark"}},
    // Timers
    StateMeaning{
        "window-timers",
        kTimer,
        {.name_space = "long"},
        &kWindowTimers,
        {.name_space = "the end of the slice or window, ms since 1970", .value = "when the window is emitted"}},
    StateMeaning{"window-timers",
                 kTimer,
                 {.name_space = "sql-time-window"},
                 &kGroupWindowTimers,
                 {.name_space = "the window", .value = "when the window is emitted or cleared"}},
    StateMeaning{"window-timers",
                 kTimer,
                 {.name_space = "count-window"},
                 &kCountWindowTimers,
                 {.name_space = "the window", .value = "when the window is emitted or cleared"}},
    StateMeaning{"session-window-tvf-timers",
                 kTimer,
                 {},
                 &kSessionTable,
                 {.name_space = "the session", .value = "when the session ends"}},
    StateMeaning{"user-named-timers",
                 kTimer,
                 {},
                 &kProcessTable,
                 {.name_space = "the name of the timer", .value = "when the function is called"}},
    StateMeaning{"user-unnamed-timers", kTimer, {}, &kProcessTable, {.value = "when the function is called"}},
    StateMeaning{
        "input-sort-buffer-#", kTimer, {}, &kSortedInput, {.value = "when buffered rows are handed to the function"}},
    StateMeaning{"compaction-timers",
                 kTimer,
                 {},
                 &kCompactingMaterializer,
                 {.value = "when the changes up to here are compacted"}},
    // Flink's own tests of SQL, whose savepoints are in the tests jars of flink-table-planner
    StateMeaning{
        "sink-results", kOperatorList, {}, &kTestSink, {.value = "a row that the sink has got, as text or as a row"}},
    StateMeaning{
        "sink-retract-results", kOperatorList, {}, &kTestRetractSink, {.value = "a row of the result as it stands"}},
    // namespace
    // namespace sp::explain
};

}  // namespace

std::span<const StateMeaning> sql_states() { return kStates; }

}  // namespace sp::explain

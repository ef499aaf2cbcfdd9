// The states of the DataStream API's operators, of CEP, and of sources and sinks.
#include <array>

#include "report/explain/state_meaning.hpp"

namespace sp::explain {
namespace {

using enum StateKind;

constexpr std::string_view kAll = "1.17 to 2.3";
constexpr std::string_view kUpTo120 = "1.17 to 1.20";
constexpr std::string_view kKey = "the key of keyBy";
constexpr std::string_view kWindow = "the window; of windows that merge the one that merging-window-set says";
constexpr std::string_view kPatternKey = "the key of keyBy; of SQL the PARTITION BY columns";

constexpr FlinkOperator kEvictor{"window() with an evictor", "EvictingWindowOperator", kAll, kKey};
constexpr FlinkOperator kWindows{"window()", "WindowOperator, EvictingWindowOperator, in 2.3 also AsyncWindowOperator",
                                 kAll, kKey};
constexpr FlinkOperator kReducedWindows{
    "window().reduce()", "WindowOperator, EvictingWindowOperator, in 2.3 also AsyncWindowOperator", kAll, kKey};
constexpr FlinkOperator kAggregatedWindows{
    "window().aggregate()", "WindowOperator, EvictingWindowOperator, in 2.3 also AsyncWindowOperator", kAll, kKey};
constexpr FlinkOperator kMergingWindows{"window() of sessions, and others that merge",
                                        "WindowOperator, MergingWindowSet", kAll, kKey};
constexpr FlinkOperator kCountTrigger{"trigger of a window", "CountTrigger", kAll, kKey};
constexpr FlinkOperator kContinuousTrigger{"trigger of a window",
                                           "ContinuousEventTimeTrigger, ContinuousProcessingTimeTrigger", kAll, kKey};
constexpr FlinkOperator kDeltaTrigger{"trigger of a window", "DeltaTrigger", kAll, kKey};
constexpr FlinkOperator kTimeoutTrigger{"trigger of a window", "ProcessingTimeoutTrigger", kAll, kKey};
constexpr FlinkOperator kReduce{"keyBy().reduce(), sum(), min(), max()",
                                "StreamGroupedReduceOperator, BatchGroupedReduceOperator", kAll, kKey};
constexpr FlinkOperator kIntervalJoin{"intervalJoin()", "IntervalJoinOperator, in 2.3 also AsyncIntervalJoinOperator",
                                      kAll, kKey};
constexpr FlinkOperator kAsync{"asynchronous I/O (AsyncDataStream); of SQL lookup joins and asynchronous functions",
                               "AsyncWaitOperator", kAll, ""};
constexpr FlinkOperator kPattern{"pattern of CEP; MATCH_RECOGNIZE of SQL", "CepOperator, SharedBuffer", kAll,
                                 kPatternKey};
constexpr FlinkOperator kSource{"source (FLIP-27)", "SourceOperator", kAll, ""};
constexpr FlinkOperator kCoordinatorOf{"operator coordinator", "SourceCoordinator; CollectSinkOperatorCoordinator",
                                       kAll, ""};
constexpr FlinkOperator kFileMonitor{"readFile()", "ContinuousFileMonitoringFunction", kAll, ""};
constexpr FlinkOperator kFileReader{"readFile()", "ContinuousFileReaderOperator", kAll, ""};
constexpr FlinkOperator kFromElements{"fromElements() of the old interface", "FromElementsFunction", kAll, ""};
constexpr FlinkOperator kSequence{"generateSequence()", "StatefulSequenceSource", kAll, ""};
constexpr FlinkOperator kDataGenerator{"source of generated rows (datagen of SQL)", "SequenceGenerator", kAll, ""};
constexpr FlinkOperator kAcknowledgingSource{"source that acknowledges messages", "MessageAcknowledgingSourceBase",
                                             kUpTo120, ""};
constexpr FlinkOperator kKafkaConsumer{"Kafka source of the old interface", "FlinkKafkaConsumerBase",
                                       "1.17 (connector 3.1)", ""};
constexpr FlinkOperator kSinkWriter{"sink with state (Sink V2)", "SinkWriterOperator", kAll, ""};
constexpr FlinkOperator kCommitter{
    "sink that commits",
    "CommitterOperator, GlobalCommitterOperator; of savepoints of the first Sink interface SinkWriterOperator", kAll,
    ""};
constexpr FlinkOperator kFileSink{"file sink of the old interface (StreamingFileSink), file system sink of SQL",
                                  "StreamingFileSinkHelper, Buckets", kAll, ""};
constexpr FlinkOperator kTwoPhaseCommit{"sink by two-phase commit of the old interface", "TwoPhaseCommitSinkFunction",
                                        kAll, ""};
constexpr FlinkOperator kWriteAheadSink{"sink with a log of its own", "GenericWriteAheadSink", kAll, ""};
constexpr FlinkOperator kCollect{"collect(), executeAndCollect()", "CollectSinkFunction", kAll, ""};
constexpr FlinkOperator kListCheckpointed{"function with ListCheckpointed", "StreamingFunctionUtils", kAll, ""};
constexpr FlinkOperator kBatchReduce{"keyBy().reduce() in batch mode", "BatchGroupedReduceOperator", kAll, kKey};
constexpr FlinkOperator kProcessFunction{
    "KeyedProcessFunction and its like, of SQL too: every one has this service, used or not",
    "KeyedProcessOperator, KeyedCoProcessOperator, CoBroadcastWithKeyedOperator; BaseTemporalSortOperator", kAll,
    "the key of the operator"};

constexpr std::array kStates{
    // Windows
    StateMeaning{"window-contents",
                 kList,
                 {.value = "stream-element<*>"},
                 &kEvictor,
                 {.name_space = kWindow, .value = "an element of the window, with its time"}},
    StateMeaning{"window-contents", kList, {}, &kWindows, {.name_space = kWindow, .value = "an element of the window"}},
    StateMeaning{"window-contents",
                 kReducing,
                 {},
                 &kReducedWindows,
                 {.name_space = kWindow, .value = "the elements so far, reduced to one"}},
    StateMeaning{"window-contents",
                 kAggregating,
                 {},
                 &kAggregatedWindows,
                 {.name_space = kWindow, .value = "the accumulator of the elements so far"}},
    StateMeaning{"merging-window-set",
                 kList,
                 {},
                 &kMergingWindows,
                 {.value = "f0: a window; f1: the window under which its state is kept"}},
    StateMeaning{"count",
                 kReducing,
                 {.value = "long"},
                 &kCountTrigger,
                 {.name_space = "the window", .value = "how many elements came since it last fired"}},
    StateMeaning{"fire-time",
                 kReducing,
                 {.value = "long"},
                 &kContinuousTrigger,
                 {.name_space = "the window", .value = "when it fires next, ms"}},
    StateMeaning{"last-element",
                 kValue,
                 {.name_space = "*window"},
                 &kDeltaTrigger,
                 {.name_space = "the window", .value = "the element at which it last fired"}},
    StateMeaning{
        "timeout",
        kValue,
        {.name_space = "*window", .value = "long"},
        &kTimeoutTrigger,
        {.name_space = "the window", .value = "when it fires if nothing else makes it, ms of processing time"}},
    // Functions of keyed streams
    StateMeaning{"_op_state", kValue, {}, &kReduce, {.value = "the elements so far, reduced to one"}},
    StateMeaning{"LEFT_BUFFER",
                 kMap,
                 {.map_key = "long"},
                 &kIntervalJoin,
                 {.map_key = "the time of elements, ms",
                  .value = "the left side's elements of that time, and whether each has been joined"}},
    StateMeaning{"RIGHT_BUFFER",
                 kMap,
                 {.map_key = "long"},
                 &kIntervalJoin,
                 {.map_key = "the time of elements, ms",
                  .value = "the right side's elements of that time, and whether each has been joined"}},
    StateMeaning{"_async_wait_operator_state_",
                 kOperatorList,
                 {},
                 &kAsync,
                 {.value = "an element whose result has not come back: it is asked for again"}},
    // CEP
    StateMeaning{
        "nfaStateName", kValue, {}, &kPattern, {.value = "the matches that have begun: where in the pattern each is"}},
    StateMeaning{
        "eventQueuesStateName",
        kMap,
        {.map_key = "long"},
        &kPattern,
        {.map_key = "the time of elements, ms", .value = "the elements of that time that wait for the watermark"}},
    StateMeaning{
        "sharedBuffer-events",
        kMap,
        {},
        &kPattern,
        {.map_key = "the number of an element, and its time", .value = "the element, and how many matches hold it"}},
    StateMeaning{"sharedBuffer-events-count",
                 kMap,
                 {.map_key = "long"},
                 &kPattern,
                 {.map_key = "a time, ms", .value = "how many elements of that time there are: their numbers"}},
    StateMeaning{
        "sharedBuffer-entries*",
        kMap,
        {},
        &kPattern,
        {.map_key = "an element at a place of the pattern", .value = "edges to the elements before it, by matches"}},
    // Sources
    StateMeaning{
        "SourceReaderState",
        kOperatorList,
        {},
        &kSource,
        {.value =
             "a split that the reader has, in the source's own encoding with its version: what is read of it so far"}},
    StateMeaning{"",
                 kCoordinator,
                 {},
                 &kCoordinatorOf,
                 {.value = "of a source (FLIP-27) its enumerator: splits that no reader has yet, or which are known"}},
    StateMeaning{"file-monitoring-state",
                 kOperatorList,
                 {.value = "long"},
                 &kFileMonitor,
                 {.value = "the latest time of change of a file that is read, ms"}},
    StateMeaning{"splits",
                 kOperatorList,
                 {.value = "java-object"},
                 &kFileReader,
                 {.value = "a split of a file that is not read to its end"}},
    StateMeaning{"from-elements-state",
                 kOperatorList,
                 {.value = "int"},
                 &kFromElements,
                 {.value = "how many elements have been emitted"}},
    StateMeaning{
        "stateful-sequence-source-state", kOperatorList, {.value = "long"}, &kSequence, {.value = "the next number"}},
    StateMeaning{"*-sequence-state",
                 kOperatorList,
                 {.value = "long"},
                 &kDataGenerator,
                 {.value = "a number that is still to be emitted"}},
    StateMeaning{"message-acknowledging-source-state",
                 kOperatorList,
                 {},
                 &kAcknowledgingSource,
                 {.value = "for each checkpoint the ids of messages that are to be acknowledged"}},
    StateMeaning{"topic-partition-offset-states",
                 kOperatorUnion,
                 {},
                 &kKafkaConsumer,
                 {.value = "f0: a partition; f1: the offset of the record read last"}},
    // Sinks
    StateMeaning{"writer_raw_states",
                 kOperatorList,
                 {},
                 &kSinkWriter,
                 {.value = "the state of a writer, in the sink's own encoding with its version"}},
    StateMeaning{"streaming_committer_raw_states",
                 kOperatorList,
                 {},
                 &kCommitter,
                 {.value = "what is written and not yet committed, by checkpoints"}},
    StateMeaning{"bucket-states",
                 kOperatorList,
                 {},
                 &kFileSink,
                 {.value = "a bucket: its folder, the file in progress and files to be committed"}},
    StateMeaning{"max-part-counter",
                 kOperatorUnion,
                 {.value = "long"},
                 &kFileSink,
                 {.value = "the highest number of a part file"}},
    StateMeaning{"state",
                 kOperatorList,
                 {.value = "two-phase-commit<*>"},
                 &kTwoPhaseCommit,
                 {.value = "the open transaction, those that are to be committed, and what the user keeps"}},
    StateMeaning{"pending-checkpoints",
                 kOperatorList,
                 {},
                 &kWriteAheadSink,
                 {.value = "a checkpoint whose elements are to be written"}},
    StateMeaning{"bufferState", kOperatorList, {}, &kCollect, {.value = "a result that the client has not fetched"}},
    StateMeaning{"offsetState",
                 kOperatorList,
                 {.value = "long"},
                 &kCollect,
                 {.value = "the number of the first buffered result"}},
    StateMeaning{"_default_", kOperatorList, {}, &kListCheckpointed, {.value = "an object that the function returned"}},
    // Timers
    StateMeaning{"CLEANUP_TIMER",
                 kTimer,
                 {},
                 &kIntervalJoin,
                 {.name_space = "CLEANUP_LEFT or CLEANUP_RIGHT: of which side elements are cleared",
                  .value = "when they are cleared"}},
    StateMeaning{"watermark-callbacks",
                 kTimer,
                 {},
                 &kPattern,
                 {.value = "when waiting elements of that time are processed, or a match times out"}},
    StateMeaning{"end-key-timers", kTimer, {}, &kBatchReduce, {.value = "the end of the key"}},
    StateMeaning{"window-timers",
                 kTimer,
                 {},
                 &kWindows,
                 {.name_space = "the window", .value = "when its trigger is asked, or its state cleared"}},
    StateMeaning{"user-timers",
                 kTimer,
                 {},
                 &kProcessFunction,
                 {.value = "when onTimer() is called; SQL's functions emit waiting rows or clear state then"}},
    // namespace
    // namespace sp::explain
};

}  // namespace

std::span<const StateMeaning> stream_states() { return kStates; }

}  // namespace sp::explain

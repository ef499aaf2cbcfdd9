#include "types/snapshots/snapshot_table.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

// The prefixes of class names, joined with the rest by the preprocessor's concatenation of literals.
#define BASE "org.apache.flink.api.common.typeutils.base."
#define JAVA "org.apache.flink.api.java.typeutils.runtime."
#define STATE "org.apache.flink.runtime.state."
#define STREAMING "org.apache.flink.streaming."
#define TABLE "org.apache.flink.table."
#define MULTISET "org.apache.flink.table.runtime.sequencedmultisetstate.linked."
#define KAFKA "org.apache.flink.streaming.connectors.kafka.FlinkKafkaProducer$"
#define CEP "org.apache.flink.cep.nfa."
#define SCALA "org.apache.flink.api.scala.typeutils."

namespace sp {

namespace {

using enum TypeKind;

constexpr SnapshotClass simple(std::string_view name, TypeKind kind) {
    return {name, kind, SnapshotForm::kSimple, 2, 3, 0, nullptr, nullptr};
}

constexpr SnapshotClass composite(std::string_view name, TypeKind kind, int first_version, int last_version, int nested,
                                  ReadBody read = nullptr, WriteBody write = nullptr) {
    return {name, kind, SnapshotForm::kComposite, first_version, last_version, nested, read, write};
}

constexpr SnapshotClass own(std::string_view name, TypeKind kind, int first_version, int last_version, int nested,
                            ReadBody read, WriteBody write) {
    return {name, kind, SnapshotForm::kOwn, first_version, last_version, nested, read, write};
}

constexpr std::array kClasses{
    // Simple: class name and version only
    simple(BASE "BooleanSerializer$BooleanSerializerSnapshot", kBoolean),
    simple(BASE "ByteSerializer$ByteSerializerSnapshot", kByte),
    simple(BASE "CharSerializer$CharSerializerSnapshot", kChar),
    simple(BASE "ShortSerializer$ShortSerializerSnapshot", kShort),
    simple(BASE "IntSerializer$IntSerializerSnapshot", kInt),
    simple(BASE "LongSerializer$LongSerializerSnapshot", kLong),
    simple(BASE "FloatSerializer$FloatSerializerSnapshot", kFloat),
    simple(BASE "DoubleSerializer$DoubleSerializerSnapshot", kDouble),
    simple(BASE "StringSerializer$StringSerializerSnapshot", kString),
    simple(BASE "VoidSerializer$VoidSerializerSnapshot", kVoid),
    simple(BASE "BigIntSerializer$BigIntSerializerSnapshot", kBigInteger),
    simple(BASE "BigDecSerializer$BigDecSerializerSnapshot", kBigDecimal),
    simple(BASE "DateSerializer$DateSerializerSnapshot", kDate),
    simple(BASE "SqlDateSerializer$SqlDateSerializerSnapshot", kSqlDate),
    simple(BASE "SqlTimeSerializer$SqlTimeSerializerSnapshot", kSqlTime),
    simple(BASE "SqlTimestampSerializer$SqlTimestampSerializerSnapshot", kSqlTimestamp),
    simple(BASE "InstantSerializer$InstantSerializerSnapshot", kInstant),
    simple(BASE "LocalDateSerializer$LocalDateSerializerSnapshot", kLocalDate),
    simple(BASE "LocalTimeSerializer$LocalTimeSerializerSnapshot", kLocalTime),
    simple(BASE "LocalDateTimeSerializer$LocalDateTimeSerializerSnapshot", kLocalDateTime),
    simple(BASE "VariantSerializer$VariantSerializerSnapshot", kVariant),
    simple(BASE "BitmapSerializer$BitmapSerializerSnapshot", kBitmap),
    simple(BASE "BooleanValueSerializer$BooleanValueSerializerSnapshot", kBooleanValue),
    simple(BASE "ByteValueSerializer$ByteValueSerializerSnapshot", kByteValue),
    simple(BASE "CharValueSerializer$CharValueSerializerSnapshot", kCharValue),
    simple(BASE "ShortValueSerializer$ShortValueSerializerSnapshot", kShortValue),
    simple(BASE "IntValueSerializer$IntValueSerializerSnapshot", kIntValue),
    simple(BASE "LongValueSerializer$LongValueSerializerSnapshot", kLongValue),
    simple(BASE "FloatValueSerializer$FloatValueSerializerSnapshot", kFloatValue),
    simple(BASE "DoubleValueSerializer$DoubleValueSerializerSnapshot", kDoubleValue),
    simple(BASE "StringValueSerializer$StringValueSerializerSnapshot", kStringValue),
    simple(BASE "NullValueSerializer$NullValueSerializerSnapshot", kNullValue),
    simple(BASE "array.BooleanPrimitiveArraySerializer$BooleanPrimitiveArraySerializerSnapshot", kBooleanArray),
    simple(BASE "array.BytePrimitiveArraySerializer$BytePrimitiveArraySerializerSnapshot", kByteArray),
    simple(BASE "array.CharPrimitiveArraySerializer$CharPrimitiveArraySerializerSnapshot", kCharArray),
    simple(BASE "array.ShortPrimitiveArraySerializer$ShortPrimitiveArraySerializerSnapshot", kShortArray),
    simple(BASE "array.IntPrimitiveArraySerializer$IntPrimitiveArraySerializerSnapshot", kIntArray),
    simple(BASE "array.LongPrimitiveArraySerializer$LongPrimitiveArraySerializerSnapshot", kLongArray),
    simple(BASE "array.FloatPrimitiveArraySerializer$FloatPrimitiveArraySerializerSnapshot", kFloatArray),
    simple(BASE "array.DoublePrimitiveArraySerializer$DoublePrimitiveArraySerializerSnapshot", kDoubleArray),
    simple(BASE "array.StringArraySerializer$StringArraySerializerSnapshot", kStringArray),
    simple(STATE "VoidNamespaceSerializer$VoidNamespaceSerializerSnapshot", kVoidNamespace),
    simple(STATE "JavaSerializer$JavaSerializerSnapshot", kJavaObject),
    simple(STREAMING "api.windowing.windows.TimeWindow$Serializer$TimeWindowSerializerSnapshot", kTimeWindow),
    simple(STREAMING "api.windowing.windows.GlobalWindow$Serializer$GlobalWindowSerializerSnapshot", kGlobalWindow),
    simple(KAFKA "TransactionStateSerializer$TransactionStateSerializerSnapshot", kKafkaTransaction),
    simple(KAFKA "ContextStateSerializer$ContextStateSerializerSnapshot", kKafkaTransactionContext),
    simple(KAFKA "NextTransactionalIdHintSerializer$NextTransactionalIdHintSerializerSnapshot", kKafkaTransactionHint),
    simple(JAVA "Tuple0SerializerSnapshot", kTuple0),
    simple(SCALA "UnitSerializer$UnitSerializerSnapshot", kUnit),
    simple(SCALA "NothingSerializerSnapshot", kNothing),
    simple(CEP "sharedbuffer.EventId$EventIdSerializer$EventIdSerializerSnapshot", kEventId),
    simple(CEP "DeweyNumber$DeweyNumberSerializer$DeweyNumberSerializerSnapshot", kDeweyNumber),
    simple(TABLE "runtime.typeutils.StringDataSerializer$StringDataSerializerSnapshot", kStringData),
    simple(TABLE "dataview.NullSerializer$NullSerializerSnapshot", kSqlNull),
    simple(TABLE "runtime.operators.window.TimeWindow$Serializer$TimeWindowSerializerSnapshot", kSqlTimeWindow),
    simple(TABLE "runtime.operators.window.GlobalWindow$Serializer$GlobalWindowSerializerSnapshot", kGlobalWindow),
    simple(TABLE "runtime.operators.window.CountWindow$Serializer$CountWindowSerializerSnapshot", kCountWindow),
    simple(TABLE "runtime.operators.sink.SortedLongSerializer$SortedLongSerializerSnapshot", kSortedLong),

    // Composites: accepted outer versions, nested snapshots, outer body
    composite(BASE "GenericArraySerializerSnapshot", kGenericArray, 1, 1, 1, read_class_name_body,
              write_class_name_body),
    composite(BASE "ListSerializerSnapshot", kList, 1, 1, 1),
    composite(BASE "SetSerializerSnapshot", kSet, 1, 1, 1),
    composite(BASE "MapSerializerSnapshot", kMap, 1, 1, 2),
    composite(STATE "ArrayListSerializerSnapshot", kArrayList, 1, 1, 1),
    composite(STATE "ttl.TtlStateFactory$TtlSerializerSnapshot", kTtl, 2, 2, 2),
    composite(STATE "v2.ttl.TtlStateFactory$TtlSerializerSnapshot", kTtl, 2, 2, 2),
    composite(STREAMING "api.operators.TimerSerializerSnapshot", kTimer, 2, 2, 2),
    composite(STREAMING "runtime.streamrecord.StreamElementSerializer$StreamElementSerializerSnapshot", kStreamElement,
              2, 2, 1),
    composite(STREAMING "api.datastream.CoGroupedStreams$UnionSerializerSnapshot", kTaggedUnion, 2, 2, 2),
    composite(STREAMING "api.operators.co.IntervalJoinOperator$BufferEntrySerializerSnapshot", kBufferEntry, 2, 2, 1),
    composite(STREAMING "api.functions.sink.TwoPhaseCommitSinkFunction$StateSerializerSnapshot", kTwoPhaseCommit, 2, 4,
              2, read_flag_body<3, 4>, write_flag_body<4>),
    composite(STREAMING "api.functions.sink.legacy.TwoPhaseCommitSinkFunction$StateSerializerSnapshot", kTwoPhaseCommit,
              2, 4, 2, read_flag_body<3, 4>, write_flag_body<4>),
    composite(JAVA "JavaEitherSerializerSnapshot", kEither, 1, 1, 2),
    // Flink 1.7; their version 2 is what CompositeTypeSerializerSnapshot calls the form without outer magic
    composite(JAVA "EitherSerializerSnapshot", kEither, 2, 2, 2),
    composite(BASE "GenericArraySerializerConfigSnapshot", kGenericArray, 2, 2, 1, read_class_name_body,
              write_class_name_body),
    composite(JAVA "NullableSerializer$NullableSerializerSnapshot", kNullable, 2, 2, 1, read_padding_body,
              write_padding_body),
    composite(JAVA "RowSerializer$RowSerializerSnapshot", kRow, 2, 4, kAnyNested, read_flag_body<3, 4>,
              write_flag_body<4>),
    composite(JAVA "TupleSerializerSnapshot", kTuple, 2, 2, kAnyNested, read_class_name_body, write_class_name_body),
    composite(SCALA "ScalaCaseClassSerializerSnapshot", kCaseClass, 2, 2, kAnyNested, read_class_name_body,
              write_class_name_body),
    composite(SCALA "Tuple2CaseClassSerializerSnapshot", kCaseClass, 2, 2, 2, read_class_name_body,
              write_class_name_body),
    composite(SCALA "ScalaOptionSerializerSnapshot", kOption, 2, 2, 1),
    composite(SCALA "ScalaEitherSerializerSnapshot", kScalaEither, 1, 1, 2),
    composite(SCALA "ScalaTrySerializerSnapshot", kTry, 2, 2, 2),
    composite(SCALA "TraversableSerializerSnapshot", kTraversable, 2, 2, 1, read_source_text_body,
              write_source_text_body),
    composite(TABLE "runtime.typeutils.LinkedListSerializer$LinkedListSerializerSnapshot", kLinkedList, 1, 3, 1,
              read_flag_body<2, 3>, write_flag_body<3>),
    composite(TABLE "runtime.typeutils.WindowKeySerializer$WindowKeySerializerSnapshot", kWindowKey, 1, 1, 1),
    composite(TABLE "runtime.typeutils.RawValueDataSerializer$RawValueDataSerializerSnapshot", kRawData, 0, 0, 1),
    composite(TABLE "runtime.typeutils.ExternalSerializer$ExternalSerializerSnapshot", kExternal, 1, 1, 1,
              read_external_body, write_external_body),
    composite(TABLE "dataview.ListViewSerializerSnapshot", kListView, 1, 1, 1),
    composite(TABLE "dataview.MapViewSerializerSnapshot", kMapView, 1, 1, 1),
    composite(TABLE "dataview.NullAwareMapSerializerSnapshot", kNullAwareMap, 1, 1, 2),
    composite(MULTISET "MetaSqnInfoSerializer$MetaSqnInfoSerializerSnapshot", kMetaSqnInfo, 0, 0, 2),
    composite(MULTISET "RowSqnInfoSerializer$RowSqnInfoSerializerSnapshot", kRowSqnInfo, 0, 0, 2),
    composite(MULTISET "NodeSerializer$NodeSerializerSnapshot", kSequencedMultisetNode, 0, 0, 6),
    composite(CEP "sharedbuffer.LockableTypeSerializerSnapshot", kLockable, 1, 1, 1),
    composite(CEP "sharedbuffer.NodeId$NodeIdSerializer$NodeIdSerializerSnapshot", kNodeId, 1, 1, 1),
    composite(CEP "sharedbuffer.SharedBufferEdge$SharedBufferEdgeSerializer$SharedBufferEdgeSerializerSnapshot",
              kSharedBufferEdge, 1, 1, 2),
    composite(CEP "sharedbuffer.SharedBufferNode$SharedBufferNodeSerializer$SharedBufferNodeSerializerSnapshot",
              kSharedBufferNode, 1, 1, 1),
    composite(CEP "sharedbuffer.SharedBufferNodeSerializerSnapshotV2", kSharedBufferNodeV2, 1, 1, 1),
    composite(CEP "NFAStateSerializerSnapshot", kNfaState, 1, 2, 3, read_flag_body<2, 2>, write_flag_body<2>),
    // nfaOperatorStateName of CepOperator, which Flink 1.8 to 1.11 registered only to read state of 1.5
    composite(CEP "NFA$MigratedNFASerializerSnapshot", kLegacyNfa, 2, 2, 2),
    composite(CEP "SharedBuffer$SharedBufferSerializerSnapshot", kLegacySharedBuffer, 2, 2, 3),
    composite("org.apache.flink.api.common.typeutils.SingleThreadAccessCheckingTypeSerializer$"
              "SingleThreadAccessCheckingTypeSerializerSnapshot",
              kSingleThreadChecking, 1, 1, 1),

    // Bodies of their own: accepted versions, body
    own(BASE "EnumSerializer$EnumSerializerSnapshot", kEnum, 1, 3, 0, read_enum_body, write_enum_body),
    own(JAVA "PojoSerializerSnapshot", kPojo, 2, 2, kAnyNested, read_pojo_body, write_pojo_body),
    own(JAVA "kryo.KryoSerializerSnapshot", kKryo, 2, 2, 0, read_kryo_body, write_kryo_body),
    own(JAVA "ValueSerializer$ValueSerializerSnapshot", kValue, 2, 2, 0, read_class_name_body, write_class_name_body),
    own(JAVA "CopyableValueSerializer$CopyableValueSerializerSnapshot", kCopyableValue, 2, 2, 0, read_class_name_body,
        write_class_name_body),
    own(JAVA "WritableSerializer$WritableSerializerSnapshot", kWritable, 2, 2, 0, read_class_name_body,
        write_class_name_body),
    own("org.apache.flink.formats.avro.typeutils.AvroSerializerSnapshot", kAvro, 1, 3, 0, read_avro_body,
        write_avro_body),
    own(STATE "ttl.TtlAwareSerializerSnapshot", kTtlAware, 1, 1, 1, read_ttl_aware_body, write_ttl_aware_body),
    own(SCALA "ScalaEnumSerializerSnapshot", kScalaEnum, 3, 3, 0, read_scala_enum_body, write_scala_enum_body),
    own(TABLE "runtime.typeutils.RowDataSerializer$RowDataSerializerSnapshot", kRowData, 3, 3, kAnyNested,
        read_row_data_body, write_row_data_body),
    own(TABLE "runtime.typeutils.ArrayDataSerializer$ArrayDataSerializerSnapshot", kArrayData, 3, 3, 0,
        read_array_data_body, write_java_streams_body),
    own(TABLE "runtime.typeutils.MapDataSerializer$MapDataSerializerSnapshot", kMapData, 3, 3, 0, read_map_data_body,
        write_java_streams_body),
    own(TABLE "runtime.typeutils.DecimalDataSerializer$DecimalSerializerSnapshot", kDecimalData, 3, 3, 0,
        read_decimal_data_body, write_decimal_data_body),
    own(TABLE "runtime.typeutils.TimestampDataSerializer$TimestampDataSerializerSnapshot", kTimestampData, 1, 1, 0,
        read_timestamp_data_body, write_timestamp_data_body),
    own(TABLE "runtime.typeutils.SortedMapSerializerSnapshot", kSortedMap, 3, 3, 2, read_sorted_map_body,
        write_sorted_map_body),
    own(MULTISET "RowDataKeySerializerSnapshot", kRowDataKey, 0, 0, 1, read_row_data_key_body, write_row_data_key_body),
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_but_one(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) {
        return false;
    }
    const auto [in_a, in_b] = std::ranges::mismatch(a, b);
    return in_a != a.end() && !(is_digit(*in_a) && is_digit(*in_b)) && std::equal(in_a + 1, a.end(), in_b + 1);
}

}  // namespace

std::span<const SnapshotClass> snapshot_classes() { return kClasses; }

const SnapshotClass* find_snapshot_class(std::string_view name) {
    static const auto by_name = [] {
        std::unordered_map<std::string_view, const SnapshotClass*> map;
        for (const SnapshotClass& line : kClasses) {
            map.emplace(line.name, &line);
        }
        return map;
    }();
    const auto found = by_name.find(name);
    return found == by_name.end() ? nullptr : found->second;
}

const SnapshotClass* find_snapshot_class_but_one(std::string_view name) {
    const auto found =
        std::ranges::find_if(kClasses, [&](const SnapshotClass& line) { return is_but_one(line.name, name); });
    return found == std::end(kClasses) ? nullptr : &*found;
}

const SnapshotClass* find_snapshot_class(TypeKind kind) {
    for (const SnapshotClass& line : kClasses) {
        if (line.kind == kind) {
            return &line;
        }
    }
    return nullptr;
}

}  // namespace sp

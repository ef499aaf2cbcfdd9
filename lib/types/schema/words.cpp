#include "types/schema/words.hpp"

#include <algorithm>
#include <array>

#include "types/schema/parse_parts.hpp"
#include "types/schema/word_parts.hpp"

namespace sp {

namespace {

using enum TypeKind;
using enum TypeAccess;
using namespace schema;

/// What a schema cannot make is read from its snapshot.
constexpr auto parser(TypeAccess access, TypePtr (*parse)(const Parts&)) {
    return access == kFromSchema ? parse : need_snapshot;
}

constexpr SchemaWord word(TypeKind kind, std::string_view head, TypeAccess access = kFromSchema) {
    return {kind, head, access, head_words, head_json, parser(access, parse_word)};
}

/// All nested types, whatever their number: head<T>, {"head": T}; head<K,V>, {"head": [K, V]}.
constexpr SchemaWord nested(TypeKind kind, std::string_view head, TypeAccess access = kFromSchema) {
    return {kind, head, access, nested_words<>, nested_json<>, parser(access, parse_nested)};
}

/// One of the nested types, where the others are always the same.
template <std::size_t kIndex>
constexpr SchemaWord one_of(TypeKind kind, std::string_view head, TypeAccess access = kFromSchema,
                            TypePtr (*parse)(const Parts&) = need_snapshot) {
    return {kind, head, access, nested_words<kIndex>, nested_json<kIndex>, parser(access, parse)};
}

constexpr std::array kWords{
    word(kBoolean, "boolean"),
    word(kByte, "byte"),
    word(kChar, "char"),
    word(kShort, "short"),
    word(kInt, "int"),
    word(kLong, "long"),
    word(kFloat, "float"),
    word(kDouble, "double"),
    word(kString, "string"),
    word(kVoid, "void"),
    word(kBigInteger, "biginteger"),
    word(kBigDecimal, "bigdecimal"),
    word(kDate, "date"),
    word(kSqlDate, "sql-date"),
    word(kSqlTime, "sql-time"),
    word(kSqlTimestamp, "sql-timestamp"),
    word(kInstant, "instant"),
    word(kLocalDate, "local-date"),
    word(kLocalTime, "local-time"),
    word(kLocalDateTime, "local-date-time"),
    word(kVariant, "variant", kWithSnapshot),
    word(kBitmap, "bitmap", kWithSnapshot),
    word(kBooleanValue, "boolean-value"),
    word(kByteValue, "byte-value"),
    word(kCharValue, "char-value"),
    word(kShortValue, "short-value"),
    word(kIntValue, "int-value"),
    word(kLongValue, "long-value"),
    word(kFloatValue, "float-value"),
    word(kDoubleValue, "double-value"),
    word(kStringValue, "string-value"),
    word(kNullValue, "null-value"),
    word(kBooleanArray, "boolean[]"),
    word(kByteArray, "bytes"),
    word(kCharArray, "char[]"),
    word(kShortArray, "short[]"),
    word(kIntArray, "int[]"),
    word(kLongArray, "long[]"),
    word(kFloatArray, "float[]"),
    word(kDoubleArray, "double[]"),
    word(kStringArray, "string[]"),
    SchemaWord{kGenericArray, "array", kFromSchema, nested_words<>, array_json, parse_array},
    nested(kList, "list"),
    nested(kSet, "set"),
    nested(kMap, "map"),
    SchemaWord{kEnum, "enum", kFromSchema, enum_words, enum_json, parse_enum},
    nested(kArrayList, "array-list"),
    word(kVoidNamespace, "void-namespace"),
    word(kTimeWindow, "time-window"),
    word(kGlobalWindow, "global-window"),
    word(kJavaObject, "java-object", kViewOnly),
    SchemaWord{kTtl, "ttl", kFromSchema, nested_words<1>, ttl_json, parse_ttl},
    SchemaWord{kTtlAware, "ttl-aware", kFromSchema, nested_words<>, nested_json<>, parse_ttl_aware},
    nested(kTimer, "timer"),
    word(kTuple0, "tuple0"),
    SchemaWord{kTuple, "tuple", kFromSchema, nested_words<>, tuple_json, parse_tuple},
    SchemaWord{kRow, "row", kFromSchema, nested_words<>, row_json, parse_row},
    nested(kEither, "either"),
    SchemaWord{kNullable, "nullable", kFromSchema, nullable_words, nullable_json, parse_nullable},
    SchemaWord{kPojo, "pojo", kFromSchema, pojo_words, pojo_json, parse_pojo},
    SchemaWord{kKryo, "kryo", kViewOnly, class_words, kryo_json, parse_kryo},
    SchemaWord{kValue, "value", kViewOnly, class_words, class_json, need_snapshot},
    SchemaWord{kCopyableValue, "copyable-value", kViewOnly, class_words, class_json, need_snapshot},
    SchemaWord{kWritable, "writable", kViewOnly, class_words, class_json, need_snapshot},
    SchemaWord{kAvro, "avro", kFromSchema, avro_words, avro_json, parse_avro},
    nested(kStreamElement, "stream-element"),
    nested(kTaggedUnion, "tagged-union"),
    nested(kBufferEntry, "buffer-entry"),
    SchemaWord{kTwoPhaseCommit, "two-phase-commit", kFromSchema, nested_words<>, two_phase_commit_json,
               parse_two_phase_commit},
    word(kKafkaTransaction, "kafka-transaction"),
    word(kKafkaTransactionContext, "kafka-transaction-context"),
    word(kKafkaTransactionHint, "kafka-transaction-hint"),
    SchemaWord{kCaseClass, "case-class", kFromSchema, case_class_words, case_class_json, parse_case_class},
    nested(kOption, "option"),
    nested(kScalaEither, "scala-either"),
    one_of<0>(kTry, "try", kWithSnapshot),
    SchemaWord{kTraversable, "traversable", kFromSchema, nested_words<>, traversable_json, parse_traversable},
    SchemaWord{kScalaEnum, "scala-enum", kFromSchema, class_words, scala_enum_json, parse_scala_enum},
    word(kUnit, "unit"),
    word(kNothing, "nothing"),
    SchemaWord{kRowData, "rowdata", kFromSchema, row_data_words, row_data_json, parse_row_data},
    word(kStringData, "string-data"),
    SchemaWord{kArrayData, "array-data", kWithSnapshot, sql_words, sql_json, parse_sql_collection},
    SchemaWord{kMapData, "map-data", kWithSnapshot, sql_words, sql_json, parse_sql_collection},
    SchemaWord{kDecimalData, "decimal", kFromSchema, decimal_words, decimal_json, parse_decimal},
    SchemaWord{kTimestampData, "timestamp-data", kFromSchema, number_words<precision_of>, number_json<precision_of>,
               parse_precision},
    nested(kRawData, "raw-data"),
    SchemaWord{kLinkedList, "linked-list", kFromSchema, nested_words<>, versioned_json, parse_versioned},
    nested(kSortedMap, "sorted-map", kWithSnapshot),
    nested(kWindowKey, "window-key"),
    nested(kExternal, "external", kWithSnapshot),
    SchemaWord{kListView, "list-view", kFromSchema, view_words, view_json, parse_view},
    SchemaWord{kMapView, "map-view", kFromSchema, view_words, view_json, parse_view},
    nested(kNullAwareMap, "null-aware-map"),
    word(kSqlNull, "sql-null"),
    word(kSqlTimeWindow, "sql-time-window"),
    word(kCountWindow, "count-window"),
    word(kSortedLong, "sorted-long"),
    word(kMetaSqnInfo, "sms-meta-info"),
    word(kRowSqnInfo, "sms-row-info"),
    nested(kRowDataKey, "sms-row-key", kWithSnapshot),
    one_of<0>(kSequencedMultisetNode, "sms-node", kFromSchema, parse_multiset_node),
    word(kEventId, "event-id"),
    word(kDeweyNumber, "dewey-number"),
    word(kNodeId, "node-id"),
    word(kSharedBufferEdge, "shared-buffer-edge"),
    SchemaWord{kSharedBufferNode, "shared-buffer-node", kFromSchema, number_words<node_version_of>,
               number_json<node_version_of>, parse_shared_buffer_node},
    SchemaWord{kSharedBufferNodeV2, "shared-buffer-node", kFromSchema, number_words<node_version_of>,
               number_json<node_version_of>, parse_shared_buffer_node},
    nested(kLockable, "lockable"),
    SchemaWord{kNfaState, "nfa-state", kFromSchema, number_words<outer_version_of>, number_json<outer_version_of>,
               parse_nfa_state},
    nested(kLegacyNfa, "legacy-nfa", kBytesOnly),
    nested(kLegacySharedBuffer, "legacy-shared-buffer", kBytesOnly),
    nested(kSingleThreadChecking, "single-thread-checking", kWithSnapshot),
    word(kUtf, "utf", kBytesOnly),
    SchemaWord{kUnknown, "serializer", kBytesOnly, unknown_words, unknown_json, need_snapshot},
};

/// It stands for other kinds and is never printed.
constexpr auto kJava = SchemaWord{kUnknown, "java", kFromSchema, head_words, head_json, parse_java};

static_assert(kWords.size() == static_cast<std::size_t>(kUnknown) + 1, "a TypeKind without a line");
static_assert(
    [] {
    for (std::size_t i = 0; i < kWords.size(); ++i) {
        if (kWords[i].kind != static_cast<TypeKind>(i)) {
            return false;
        }
    }
    return true;
    }(),
    "the lines are in the order of TypeKind");

}  // namespace

std::span<const SchemaWord> schema_words() { return kWords; }

const SchemaWord& schema_word(TypeKind kind) { return kWords.at(static_cast<std::size_t>(kind)); }

const SchemaWord& java_word() { return kJava; }

const SchemaWord* find_schema_word(std::string_view head) {
    const auto* const found =
        std::find_if(kWords.begin(), kWords.end(), [&](const SchemaWord& line) { return line.head == head; });
    if (found != kWords.end()) {
        return found;
    }
    return head == kJava.head ? &kJava : nullptr;
}

std::string type_words(const Type& type) {
    const SchemaWord& line = schema_word(type.kind);
    return line.words(line, type);
}

nlohmann::ordered_json type_json(const Type& type, const NeedsSnapshot& needs_snapshot) {
    return schema::JsonContext(needs_snapshot).json(type);
}

}  // namespace sp

#pragma once

// Type: what a serializer snapshot says about the bytes of a value, as a tree. A Type holds everything that the snapshot
// held, so that it can be written back byte for byte; codecs are compiled from it, and the schema language names it.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sp/bytes.hpp"

namespace sp {

namespace kryo {
class KryoDecoder;
}
namespace codec {
class SubclassPrograms;
}

/// One enumerator a serializer whose values have an encoding of their own. Serializers that write the same bytes in the
/// same place of the schema language share one (for example the two homes of TtlSerializer); Type::snapshot_class tells
/// them apart.
// clang-format off
enum class TypeKind : std::uint8_t {
    // org.apache.flink.api.common.typeutils.base
    kBoolean, kByte, kChar, kShort, kInt, kLong, kFloat, kDouble, kString, kVoid,
    kBigInteger, kBigDecimal,
    kDate, kSqlDate, kSqlTime, kSqlTimestamp, kInstant, kLocalDate, kLocalTime, kLocalDateTime,
    kVariant, kBitmap,
    kBooleanValue, kByteValue, kCharValue, kShortValue, kIntValue, kLongValue, kFloatValue, kDoubleValue, kStringValue,
    kNullValue,
    kBooleanArray, kByteArray, kCharArray, kShortArray, kIntArray, kLongArray, kFloatArray, kDoubleArray, kStringArray,
    kGenericArray, kList, kSet, kMap, kEnum,
    // org.apache.flink.runtime.state and the window namespaces
    kArrayList, kVoidNamespace, kTimeWindow, kGlobalWindow, kJavaObject, kTtl, kTtlAware, kTimer,
    // org.apache.flink.api.java.typeutils.runtime
    kTuple0, kTuple, kRow, kEither, kNullable, kPojo, kKryo, kValue, kCopyableValue, kWritable, kAvro,
    // org.apache.flink.streaming
    kStreamElement, kTaggedUnion, kBufferEntry, kTwoPhaseCommit,
    // org.apache.flink.streaming.connectors.kafka
    kKafkaTransaction, kKafkaTransactionContext, kKafkaTransactionHint,
    // org.apache.flink.api.scala.typeutils
    kCaseClass, kOption, kScalaEither, kTry, kTraversable, kScalaEnum, kUnit, kNothing,
    // org.apache.flink.table
    kRowData, kStringData, kArrayData, kMapData, kDecimalData, kTimestampData, kRawData,
    kLinkedList, kSortedMap, kWindowKey, kExternal, kListView, kMapView, kNullAwareMap, kSqlNull, kSqlTimeWindow,
    kCountWindow, kSortedLong, kMetaSqnInfo, kRowSqnInfo, kRowDataKey, kSequencedMultisetNode,
    // org.apache.flink.cep.nfa
    kEventId, kDeweyNumber, kNodeId, kSharedBufferEdge, kSharedBufferNode, kSharedBufferNodeV2, kLockable, kNfaState,
    kLegacyNfa, kLegacySharedBuffer,  ///< CEP of Flink up to 1.5; their state stands empty in savepoints up to 1.11
    // Others
    kSingleThreadChecking,
    kUtf,      ///< DataOutput.writeUTF, a part of other values: no snapshot says so
    kUnknown,  ///< a snapshot class that we do not know, met where its length was known (a frame of an optional map)
    // Parts of an Avro schema (types/avro_types.hpp): no serializers, and in no snapshot. int, long, bytes and the like are the
    // kinds above, which have the same bytes. AvroNull is SQL's type NULL too.
    kAvroNull, kAvroString, kAvroFixed, kAvroArray, kAvroMap, kAvroUnion, kAvroRecord, kAvroReference,
    // Parts of a LogicalType (types/sql_types.hpp) likewise; in binary rows the kinds above have other bytes, but the same values.
    kBinaryRow, kBinaryArray, kBinaryMap,
    kDateData, kTimeData,  ///< DATE and TIME outside of binary rows: what IntSerializer writes of days, and of milliseconds of the day
};
// clang-format on

struct Type;
using TypePtr = std::shared_ptr<const Type>;

/// A field of a POJO, in the order of the snapshot, which is the order of the values.
struct PojoField {
    std::string name;             ///< "missing-field-at-<i>" where the writing job had lost the field
    std::string declaring_class;  ///< empty if the field was absent
    bool is_present = true;
    TypePtr type;  ///< null if the snapshot has no serializer for the field
};

/// A subclass in a PojoSerializerSnapshot. Registered ones are named in values by their position, others by class name.
struct PojoSubclass {
    std::string class_name;
    bool is_present = true;
    TypePtr type;  ///< null if the snapshot has no serializer for it
};

struct EnumConstant {
    std::string name;
    std::int32_t id = 0;  ///< what values hold: the position in the list (Java), the id (Scala's Enumeration)
};

/// An entry of a LinkedOptionalMapSerializer map kept as its frames (KryoSerializerSnapshot).
struct OptionalMapEntry {
    std::string name;
    bool has_key = false;
    ByteVector key;
    bool has_value = false;
    ByteVector value;
};

/// Members that a kind does not name here are empty for it.
struct Type {
    TypeKind kind = TypeKind::kUnknown;

    std::string snapshot_class;         ///< binary name of the TypeSerializerSnapshot class
    std::int32_t snapshot_version = 0;  ///< the i4 after the class name (composites: 3; before 1.8: 1, 2)
    std::int32_t outer_version = 0;  ///< composites: the version of the outer body; decides the value layout of Row, …

    /// The user's or Flink's class: Pojo, Enum, Tuple, CaseClass, Kryo, Avro (runtime class), Value, GenericArray (component).
    /// For simple snapshots of version 2: the serializer class that 1.7 wrote.
    std::string class_name;

    std::vector<TypePtr> nested;  ///< nested serializers in the snapshot's order

    /// CaseClass: the names of its fields, which its class or a schema tells; of Tuples only where codec::cep_structure() made them.
    std::vector<std::string> field_names;

    // Pojo
    std::vector<PojoField> fields;
    std::vector<PojoSubclass> registered_subclasses;
    std::vector<PojoSubclass> other_subclasses;
    /// For subclasses that are in neither: values can be of some that the snapshot does not name. Null for a Type made from a
    /// schema.
    std::shared_ptr<const codec::SubclassPrograms> subclasses;

    // Enum, ScalaEnum
    std::vector<EnumConstant> constants;

    // Kryo: registrations, default serializer instances, default serializer classes
    std::vector<OptionalMapEntry> kryo_registrations;
    std::vector<OptionalMapEntry> kryo_default_serializers;
    std::vector<OptionalMapEntry> kryo_default_serializer_classes;
    /// Kryo: decodes its values; null for a Type made from a schema.
    std::shared_ptr<const kryo::KryoDecoder> kryo;

    /// What values consist of where the nested serializers do not tell: Avro: the schema, null if `text` is none; RowData,
    /// ArrayData, MapData: a BinaryRow, BinaryArray or BinaryMap; External: what its LogicalType makes of the nested
    /// serializer's bytes, if anything (a date of an int); TwoPhaseCommit: types that codecs know.
    TypePtr structure;
    /// AvroReference: the type that its name stands for, which is part of the same schema.
    std::weak_ptr<const Type> target;

    /// Avro: the schema's JSON. Traversable: Scala source of the CanBuildFrom.
    std::string text;

    /// Row: supportsRowKind (version 4). TwoPhaseCommit: supportsNull (4). LinkedList: hasNullMask (3). NfaState:
    /// supportsPreviousTimestamp (2). TtlAware: ttlEnabled. External: isInternalInput.
    bool flag = false;

    std::int32_t padding = 0;    ///< Nullable: zero bytes after a null
    std::int32_t precision = 0;  ///< DecimalData, TimestampData; AvroFixed: the size
    std::int32_t scale = 0;      ///< DecimalData

    /// Java serialization streams in the order of the snapshot (RowData: a LogicalType a field, …), as they were written.
    std::vector<ByteVector> java_streams;
    /// SQL words of the LogicalTypes in `java_streams` ("VARCHAR(20) NOT NULL"); RowData: one a field, ArrayData: the
    /// element, MapData: key and value, External: the logical type.
    std::vector<std::string> logical_types;

    /// The snapshot as it was read, from the class name to the end of the body; empty for a Type made from a schema.
    ByteVector snapshot;
};

}  // namespace sp

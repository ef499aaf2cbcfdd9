// LogicalTypes as ObjectOutputStream writes them: class descriptors, signatures and enum constants once, then by handle.
#include <array>
#include <map>
#include <string_view>
#include <vector>

#include "io/byte_writer.hpp"
#include "java/modified_utf8.hpp"
#include "sp/error.hpp"
#include "types/schema/sql_types.hpp"

#define LOGICAL "org.apache.flink.table.types.logical."
#define RUNTIME "org.apache.flink.table.runtime.typeutils."
#define TYPEUTILS "org.apache.flink.api.common.typeutils."
#define BASE TYPEUTILS "base."
#define LOGICAL_SIGNATURE "Lorg/apache/flink/table/types/logical/"

namespace sp::schema {

namespace {

using enum LogicalRoot;

// java.io.ObjectStreamConstants
constexpr std::uint32_t kHeader = 0xACED0005;
constexpr std::uint8_t kNullCode = 0x70;
constexpr std::uint8_t kReference = 0x71;
constexpr std::uint8_t kClassDescriptor = 0x72;
constexpr std::uint8_t kObject = 0x73;
constexpr std::uint8_t kStringCode = 0x74;
constexpr std::uint8_t kClassCode = 0x76;
constexpr std::uint8_t kBlock = 0x77;
constexpr std::uint8_t kEndOfBlock = 0x78;
constexpr std::uint8_t kEnumCode = 0x7E;
constexpr std::uint8_t kWriteMethod = 1;
constexpr std::uint8_t kSerializable = 2;
constexpr std::uint8_t kEnumFlag = 0x10;
constexpr std::uint32_t kFirstHandle = 0x7E0000;

struct Field {
    char type;
    std::string_view name;
    std::string_view signature = {};
};

struct JavaClass {
    std::string_view name;
    std::int64_t suid;
    std::uint8_t flags;
    std::vector<Field> fields;
    const JavaClass* super;
};

const JavaClass kEnumClass = {"java.lang.Enum", 0, kSerializable | kEnumFlag, {}, nullptr};
const JavaClass kLogicalType = {LOGICAL "LogicalType",
                                1,
                                kSerializable,
                                {{'Z', "isNullable"}, {'L', "typeRoot", LOGICAL_SIGNATURE "LogicalTypeRoot;"}},
                                nullptr};
const JavaClass kRowField = {LOGICAL "RowType$RowField",
                             1,
                             kSerializable,
                             {{'L', "description", "Ljava/lang/String;"},
                              {'L', "name", "Ljava/lang/String;"},
                              {'L', "type", LOGICAL_SIGNATURE "LogicalType;"}},
                             nullptr};
const JavaClass kArrayList = {
    "java.util.ArrayList", 0x7881D21D99C7619D, kSerializable | kWriteMethod, {{'I', "size"}}, nullptr};
const JavaClass kUnmodifiableCollection = {"java.util.Collections$UnmodifiableCollection",
                                           0x19420080CB5EF71E,
                                           kSerializable,
                                           {{'L', "c", "Ljava/util/Collection;"}},
                                           nullptr};
const JavaClass kUnmodifiableList = {"java.util.Collections$UnmodifiableList",
                                     -0x3F0DACE4A1371F0,
                                     kSerializable,
                                     {{'L', "list", "Ljava/util/List;"}},
                                     &kUnmodifiableCollection};

/// A class of org.apache.flink.table.types.logical and its LogicalTypeRoot.
struct LogicalClass {
    LogicalRoot root;
    std::string_view constant;
    JavaClass java;
};

const LogicalClass& logical_class(LogicalRoot root) {
    static const auto plain =
        [](LogicalRoot one, std::string_view constant, std::string_view name, std::vector<Field> fields = {}) {
        return LogicalClass{one, constant, {name, 1, kSerializable, std::move(fields), &kLogicalType}};
    };
    static const std::vector<Field> length = {{'I', "length"}};
    static const std::vector<Field> timestamp = {{'I', "precision"}, {'L', "kind", LOGICAL_SIGNATURE "TimestampKind;"}};
    static const std::vector<Field> element = {{'L', "elementType", LOGICAL_SIGNATURE "LogicalType;"}};
    static const std::vector<LogicalClass> classes = {
        plain(kChar, "CHAR", LOGICAL "CharType", length),
        plain(kVarchar, "VARCHAR", LOGICAL "VarCharType", length),
        plain(kBoolean, "BOOLEAN", LOGICAL "BooleanType"),
        plain(kBinary, "BINARY", LOGICAL "BinaryType", length),
        plain(kVarbinary, "VARBINARY", LOGICAL "VarBinaryType", length),
        plain(kDecimal, "DECIMAL", LOGICAL "DecimalType", {{'I', "precision"}, {'I', "scale"}}),
        plain(kTinyint, "TINYINT", LOGICAL "TinyIntType"),
        plain(kSmallint, "SMALLINT", LOGICAL "SmallIntType"),
        plain(kInteger, "INTEGER", LOGICAL "IntType"),
        plain(kBigint, "BIGINT", LOGICAL "BigIntType"),
        plain(kFloat, "FLOAT", LOGICAL "FloatType"),
        plain(kDouble, "DOUBLE", LOGICAL "DoubleType"),
        plain(kDate, "DATE", LOGICAL "DateType"),
        plain(kTime, "TIME_WITHOUT_TIME_ZONE", LOGICAL "TimeType", {{'I', "precision"}}),
        plain(kTimestamp, "TIMESTAMP_WITHOUT_TIME_ZONE", LOGICAL "TimestampType", timestamp),
        plain(kTimestampTz, "TIMESTAMP_WITH_TIME_ZONE", LOGICAL "ZonedTimestampType", timestamp),
        plain(kTimestampLtz, "TIMESTAMP_WITH_LOCAL_TIME_ZONE", LOGICAL "LocalZonedTimestampType", timestamp),
        plain(kIntervalYearMonth, "INTERVAL_YEAR_MONTH", LOGICAL "YearMonthIntervalType",
              {{'I', "yearPrecision"},
               {'L', "resolution", LOGICAL_SIGNATURE "YearMonthIntervalType$YearMonthResolution;"}}),
        plain(kIntervalDayTime, "INTERVAL_DAY_TIME", LOGICAL "DayTimeIntervalType",
              {{'I', "dayPrecision"},
               {'I', "fractionalPrecision"},
               {'L', "resolution", LOGICAL_SIGNATURE "DayTimeIntervalType$DayTimeResolution;"}}),
        plain(kArray, "ARRAY", LOGICAL "ArrayType", element),
        plain(kMultiset, "MULTISET", LOGICAL "MultisetType", element),
        plain(
            kMap, "MAP", LOGICAL "MapType",
            {{'L', "keyType", LOGICAL_SIGNATURE "LogicalType;"}, {'L', "valueType", LOGICAL_SIGNATURE "LogicalType;"}}),
        plain(kRow, "ROW", LOGICAL "RowType", {{'L', "fields", "Ljava/util/List;"}}),
        plain(kNull, "NULL", LOGICAL "NullType"),
        plain(kRaw, "RAW", LOGICAL "RawType",
              {{'L', "clazz", "Ljava/lang/Class;"},
               {'L', "serializer", "Lorg/apache/flink/api/common/typeutils/TypeSerializer;"}}),
    };
    for (const LogicalClass& line : classes) {
        if (line.root == root) {
            return line;
        }
    }
    throw UsageError("this SQL type cannot be made from its words");
}

const JavaClass kTypeSerializer = {TYPEUTILS "TypeSerializer", 1, kSerializable, {}, nullptr};
const JavaClass kSingleton = {BASE "TypeSerializerSingleton", 8766687317209282373, kSerializable, {}, &kTypeSerializer};
const JavaClass kNullSerializer = {
    "org.apache.flink.table.dataview.NullSerializer", -5381596724707742625, kSerializable, {}, &kSingleton};

/// InternalSerializers.createInternal
const JavaClass& serializer_class(const LogicalType& type) {
    static const auto singleton = [](std::string_view name) {
        return JavaClass{name, 1, kSerializable, {}, &kSingleton};
    };
    static const JavaClass string = singleton(RUNTIME "StringDataSerializer");
    static const JavaClass bytes = singleton(BASE "array.BytePrimitiveArraySerializer");
    static const JavaClass boolean = singleton(BASE "BooleanSerializer");
    static const JavaClass byte = singleton(BASE "ByteSerializer");
    static const JavaClass short_ = singleton(BASE "ShortSerializer");
    static const JavaClass int_ = singleton(BASE "IntSerializer");
    static const JavaClass long_ = singleton(BASE "LongSerializer");
    static const JavaClass float_ = singleton(BASE "FloatSerializer");
    static const JavaClass double_ = singleton(BASE "DoubleSerializer");
    static const JavaClass decimal = {
        RUNTIME "DecimalDataSerializer", 1, kSerializable, {{'I', "precision"}, {'I', "scale"}}, &kTypeSerializer};
    static const JavaClass timestamp = {
        RUNTIME "TimestampDataSerializer", 1, kSerializable, {{'I', "precision"}}, &kTypeSerializer};
    switch (type.root) {
        case kChar:
        case kVarchar: return string;
        case kBinary:
        case kVarbinary: return bytes;
        case kBoolean: return boolean;
        case kTinyint: return byte;
        case kSmallint: return short_;
        case kInteger:
        case kDate:
        case kTime:
        case kIntervalYearMonth: return int_;
        case kBigint:
        case kIntervalDayTime: return long_;
        case kFloat: return float_;
        case kDouble: return double_;
        case kDecimal: return decimal;
        case kTimestamp:
        case kTimestampLtz: return timestamp;
        default:
            throw UsageError("the serializer of arrays and maps with " + logical_type_words(type) +
                             " in them cannot be made from the schema alone: it needs the \"snapshot\" of a savepoint "
                             "that has it, as sp-inspect --print-schema prints it");
    }
}

class StreamWriter {
public:
    StreamWriter() { out_.u32(kHeader); }

    void logical_type(const LogicalType& type) {
        if (type.root == kRaw && !is_data_view(type)) {
            throw UsageError(
                logical_type_words(type) +
                " cannot be made from the schema alone, since words do not tell its serializer: it needs the "
                "\"snapshot\" of a savepoint that has it, as sp-inspect --print-schema prints it");
        }
        const LogicalClass& line = logical_class(type.root);
        begin_object(line.java);
        out_.boolean(type.is_nullable);
        enumeration(LOGICAL "LogicalTypeRoot", line.constant);
        members(type);
    }

    void serializer(const LogicalType& type) {
        begin_object(serializer_class(type));
        if (type.root == kDecimal || type.root == kTimestamp || type.root == kTimestampLtz) {
            out_.i32(type.precision);
        }
        if (type.root == kDecimal) {
            out_.i32(type.scale);
        }
    }

    ByteVector take() { return out_.take(); }

private:
    /// The fields of the class itself.
    void members(const LogicalType& type) {
        switch (type.root) {
            case kChar:
            case kVarchar:
            case kBinary:
            case kVarbinary: out_.i32(type.length); return;
            case kTime: out_.i32(type.precision); return;
            case kDecimal:
                out_.i32(type.precision);
                out_.i32(type.scale);
                return;
            case kTimestamp:
            case kTimestampTz:
            case kTimestampLtz:
                out_.i32(type.precision);
                enumeration(LOGICAL "TimestampKind", type.timestamp_kind);
                return;
            case kIntervalYearMonth:
                out_.i32(type.precision);
                enumeration(LOGICAL "YearMonthIntervalType$YearMonthResolution", type.resolution);
                return;
            case kIntervalDayTime:
                out_.i32(type.precision);
                out_.i32(type.scale);
                enumeration(LOGICAL "DayTimeIntervalType$DayTimeResolution", type.resolution);
                return;
            case kRow: fields(type); return;
            case kRaw:
                class_object(type.class_name);
                begin_object(kNullSerializer);
                return;
            default:
                for (const LogicalType& child : type.children) {
                    logical_type(child);
                }
        }
    }

    /// Collections.unmodifiableList(new ArrayList<>(fields)): both of its fields are the ArrayList.
    void fields(const LogicalType& type) {
        begin_object(kUnmodifiableList);
        const std::uint32_t list = begin_object(kArrayList);
        out_.count(type.children.size());
        out_.u8(kBlock);
        out_.u8(sizeof(std::int32_t));
        out_.count(type.children.size());
        for (std::size_t i = 0; i < type.children.size(); ++i) {
            begin_object(kRowField);
            type.descriptions[i].empty() ? out_.u8(kNullCode) : string(type.descriptions[i]);
            string(type.names[i]);
            logical_type(type.children[i]);
        }
        out_.u8(kEndOfBlock);
        reference(list);
    }

    /// A java.lang.Class of one that is not serializable.
    void class_object(std::string_view name) {
        out_.u8(kClassCode);
        const JavaClass java = {name, 0, 0, {}, nullptr};
        descriptor(&java);
        ++next_;
    }

    std::uint32_t begin_object(const JavaClass& java) {
        out_.u8(kObject);
        descriptor(&java);
        return next_++;
    }

    void descriptor(const JavaClass* java) {
        if (java == nullptr) {
            out_.u8(kNullCode);
            return;
        }
        if (is_known("class " + std::string(java->name))) {
            return;
        }
        out_.u8(kClassDescriptor);
        java::write_utf(out_, java->name);
        out_.i64(java->suid);
        ++next_;
        out_.u8(java->flags);
        out_.u16(static_cast<std::uint16_t>(java->fields.size()));
        for (const Field& field : java->fields) {
            out_.u8(static_cast<std::uint8_t>(field.type));
            java::write_utf(out_, field.name);
            if (!field.signature.empty() && !is_known(std::string(field.signature))) {
                string(field.signature);
            }
        }
        out_.u8(kEndOfBlock);
        descriptor(java->super);
    }

    void enumeration(std::string_view class_name, std::string_view constant) {
        if (is_known("constant " + std::string(class_name) + " " + std::string(constant), false)) {
            return;
        }
        out_.u8(kEnumCode);
        const JavaClass java = {class_name, 0, kSerializable | kEnumFlag, {}, &kEnumClass};
        descriptor(&java);
        handles_["constant " + std::string(class_name) + " " + std::string(constant)] = next_++;
        string(constant);
    }

    void string(std::string_view text) {
        out_.u8(kStringCode);
        ++next_;
        java::write_utf(out_, text);
    }

    void reference(std::uint32_t handle) {
        out_.u8(kReference);
        out_.u32(handle);
    }

    /// Writes a reference to what has the name already. Else, if `add`, the name is the next handle's.
    bool is_known(const std::string& name, bool add = true) {
        const auto found = handles_.find(name);
        if (found != handles_.end()) {
            reference(found->second);
            return true;
        }
        if (add) {
            handles_[name] = next_;
        }
        return false;
    }

    ByteWriter out_;
    std::uint32_t next_ = kFirstHandle;
    std::map<std::string, std::uint32_t> handles_;
};

}  // namespace

bool is_data_view(const LogicalType& type) {
    return type.root == kRaw && (type.class_name == "org.apache.flink.table.api.dataview.MapView" ||
                                 type.class_name == "org.apache.flink.table.api.dataview.ListView");
}

ByteVector java_stream_of(const LogicalType& type) {
    StreamWriter writer;
    writer.logical_type(type);
    return writer.take();
}

ByteVector java_stream_of_serializer(const LogicalType& type) {
    StreamWriter writer;
    writer.serializer(type);
    return writer.take();
}

}  // namespace sp::schema

#include "types/type_properties.hpp"

namespace sp {

namespace {

constexpr std::int32_t kVariable = -1;

/// TupleSerializerBase: a field of length 0 makes the whole variable, unlike in TimerSerializer or TtlSerializer.
std::int32_t length_of_tuple(const Type& type) {
    std::int32_t sum = 0;
    for (const TypePtr& field : type.nested) {
        const std::int32_t length = serializer_length(*field);
        if (length <= 0) {
            return kVariable;
        }
        sum += length;
    }
    return sum;
}

/// CompositeSerializer, TimerSerializer: `own` bytes and the nested ones, if all are fixed.
std::int32_t length_of_sum(const Type& type, std::int32_t own) {
    std::int32_t sum = own;
    for (const TypePtr& nested : type.nested) {
        const std::int32_t length = serializer_length(*nested);
        if (length < 0) {
            return kVariable;
        }
        sum += length;
    }
    return sum;
}

}  // namespace

std::int32_t serializer_length(const Type& type) {
    using enum TypeKind;
    switch (type.kind) {
        case kNullValue: case kVoidNamespace: case kGlobalWindow:
            return 0;
        case kBoolean: case kByte: case kVoid: case kBooleanValue: case kByteValue: case kTuple0: case kUnit:
        case kSqlNull:
            return 1;
        case kShort: case kChar: case kShortValue: case kCharValue:
            return 2;
        case kInt: case kFloat: case kIntValue: case kFloatValue: case kEnum: case kScalaEnum:
            return 4;
        case kLong: case kDouble: case kLongValue: case kDoubleValue: case kDate: case kSqlDate: case kSqlTime:
        case kCountWindow: case kSortedLong:
            return 8;
        case kSqlTimestamp: case kInstant: case kEventId:
            return 12;
        case kLocalDate:
            return 6;
        case kLocalTime:
            return 7;
        case kLocalDateTime:
            return 13;
        case kTimeWindow: case kSqlTimeWindow:
            return 16;
        case kTimestampData:
            return type.precision <= 3 ? 8 : 12;
        case kTuple: case kCaseClass:
            return length_of_tuple(type);
        case kTtl: case kTtlAware: case kSingleThreadChecking: case kExternal: case kMetaSqnInfo:
        case kRowSqnInfo:
            return length_of_sum(type, 0);
        case kTimer:
            return length_of_sum(type, 8);
        case kNullable:
            return type.padding > 0 ? 1 + type.padding : kVariable;
        default:
            return kVariable;
    }
}

bool is_variable_length(const Type& type) {
    return serializer_length(type) < 0;
}

bool is_ambiguous_key_possible(const Type& key, const Type& name_space) {
    return is_variable_length(key) && is_variable_length(name_space);
}

std::string serializer_class_name(const Type& type) {
    std::string name = type.snapshot_class;
    const std::size_t inner = name.rfind('$');
    const std::size_t suffix = name.rfind("Snapshot");
    if (suffix == std::string::npos) {
        return name;
    }
    const bool is_inner = inner != std::string::npos && inner < suffix;
    return name.substr(0, is_inner && name.compare(inner + 1, std::string::npos, "Snapshot") != 0 ? inner : suffix);
}

}  // namespace sp

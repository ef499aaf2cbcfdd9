#include "types/type_properties.hpp"

#include <algorithm>
#include <initializer_list>
#include <limits>

namespace sp {

namespace {

using enum TypeKind;

constexpr std::int32_t kVariable = -1;

struct FixedLength {
    std::int32_t length;
    std::initializer_list<TypeKind> kinds;
};

constexpr FixedLength kFixedLengths[] = {
    {0, {kNullValue, kVoidNamespace, kGlobalWindow}},
    {1, {kBoolean, kByte, kVoid, kBooleanValue, kByteValue, kTuple0, kUnit, kSqlNull}},
    {2, {kShort, kChar, kShortValue, kCharValue}},
    {4, {kInt, kFloat, kIntValue, kFloatValue, kEnum, kScalaEnum}},
    {6, {kLocalDate}},
    {7, {kLocalTime}},
    {8, {kLong, kDouble, kLongValue, kDoubleValue, kDate, kSqlDate, kSqlTime, kCountWindow, kSortedLong}},
    {12, {kSqlTimestamp, kInstant, kEventId}},
    {13, {kLocalDateTime}},
    {16, {kTimeWindow, kSqlTimeWindow}},
};

std::int32_t fixed_length(TypeKind kind) {
    for (const FixedLength& line : kFixedLengths) {
        if (std::find(line.kinds.begin(), line.kinds.end(), kind) != line.kinds.end()) {
            return line.length;
        }
    }
    return kVariable;
}

/// Paddings come from the file, so a sum of them can leave the range of an int.
std::int32_t sum_of(std::int32_t a, std::int32_t b) {
    return a > std::numeric_limits<std::int32_t>::max() - b ? std::numeric_limits<std::int32_t>::max() : a + b;
}

/// TupleSerializerBase: a field of length 0 makes the whole variable, unlike in TimerSerializer or TtlSerializer.
std::int32_t length_of_tuple(const Type& type) {
    std::int32_t sum = 0;
    for (const TypePtr& field : type.nested) {
        const std::int32_t length = serializer_length(*field);
        if (length <= 0) {
            return kVariable;
        }
        sum = sum_of(sum, length);
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
        sum = sum_of(sum, length);
    }
    return sum;
}

}  // namespace

std::int32_t serializer_length(const Type& type) {
    switch (type.kind) {
        case kTimestampData: return type.precision <= 3 ? 8 : 12;
        case kTuple:
        case kCaseClass: return length_of_tuple(type);
        case kTimer: return length_of_sum(type, 8);
        case kNullable: return type.padding > 0 ? sum_of(type.padding, 1) : kVariable;
        case kTtl:
        case kTtlAware:
        case kSingleThreadChecking:
        case kExternal:
        case kMetaSqnInfo:
        case kRowSqnInfo: return length_of_sum(type, 0);
        default: return fixed_length(type.kind);
    }
}

bool is_variable_length(const Type& type) { return serializer_length(type) < 0; }

bool is_ambiguous_key_possible(const Type& key, const Type& name_space) {
    return is_variable_length(key) && is_variable_length(name_space);
}

}  // namespace sp

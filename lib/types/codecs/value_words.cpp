#include "types/codecs/value_words.hpp"

#include "types/avro_types.hpp"
#include "types/codecs/type_shape.hpp"
#include "types/snapshots/serializer_name.hpp"

namespace sp::codec {
namespace {

struct Word {
    TypeKind kind;
    const char* word;
};

constexpr Word kWords[] = {
    {TypeKind::kBoolean, "a boolean"},
    {TypeKind::kBooleanValue, "a boolean"},
    {TypeKind::kByte, "a byte"},
    {TypeKind::kByteValue, "a byte"},
    {TypeKind::kShort, "a short"},
    {TypeKind::kShortValue, "a short"},
    {TypeKind::kInt, "an int"},
    {TypeKind::kIntValue, "an int"},
    {TypeKind::kLong, "a long"},
    {TypeKind::kLongValue, "a long"},
    {TypeKind::kChar, "a char"},
    {TypeKind::kCharValue, "a char"},
    {TypeKind::kFloat, "a float"},
    {TypeKind::kFloatValue, "a float"},
    {TypeKind::kDouble, "a double"},
    {TypeKind::kDoubleValue, "a double"},
    {TypeKind::kString, "a string"},
    {TypeKind::kStringValue, "a string"},
    {TypeKind::kVoid, "null"},
    {TypeKind::kVoidNamespace, "null"},
    {TypeKind::kNullValue, "null"},
    {TypeKind::kGlobalWindow, "the global window"},
    {TypeKind::kBigInteger, "a big integer"},
    {TypeKind::kBigDecimal, "a big decimal"},
    {TypeKind::kDate, "an instant (java.util.Date)"},
    {TypeKind::kSqlDate, "a date (java.sql.Date)"},
    {TypeKind::kSqlTime, "a time (java.sql.Time)"},
    {TypeKind::kSqlTimestamp, "an instant (java.sql.Timestamp)"},
    {TypeKind::kInstant, "an instant"},
    {TypeKind::kLocalDate, "a date"},
    {TypeKind::kLocalTime, "a time"},
    {TypeKind::kDateData, "a date"},
    {TypeKind::kTimeData, "a time"},
    {TypeKind::kLocalDateTime, "a date and time"},
    {TypeKind::kUtf, "a string"},
    {TypeKind::kDeweyNumber, "a Dewey number (like \"1.0\")"},
    {TypeKind::kByteArray, "bytes"},
    {TypeKind::kBitmap, "bytes (a RoaringBitmap)"},
    {TypeKind::kMap, "a map"},
    {TypeKind::kAvroNull, "null"},
    {TypeKind::kAvroString, "a string"},
    {TypeKind::kAvroMap, "a map"},
    {TypeKind::kBinaryMap, "a map"},
    {TypeKind::kSortedMap, "a map"},
    {TypeKind::kNullAwareMap, "a map"},
    {TypeKind::kStringData, "a string"},
    {TypeKind::kSortedLong, "a long"},
    {TypeKind::kSqlNull, "null"},
    {TypeKind::kEither, "an either (left or right)"},
    {TypeKind::kScalaEither, "an either (left or right)"},
    {TypeKind::kTry, "a try (success or failure)"},
    {TypeKind::kUnit, "null (Scala's unit)"},
    {TypeKind::kNothing, "no value (Scala's Nothing)"},
    {TypeKind::kTimeWindow, "a time window"},
};

}  // namespace

std::string value_word(const Type& type) {
    const Type& inner = unwrapped(type);
    for (const Word& word : kWords) {
        if (word.kind == inner.kind) {
            return word.word;
        }
    }
    if (inner.kind == TypeKind::kNullable) {
        return value_word(*inner.nested.at(0)) + " or null";
    }
    if (inner.kind == TypeKind::kDecimalData) {
        return "a DECIMAL(" + std::to_string(inner.precision) + ", " + std::to_string(inner.scale) + ")";
    }
    if (inner.kind == TypeKind::kTimestampData) {
        return (inner.flag ? "a TIMESTAMP_LTZ(" : "a TIMESTAMP(") + std::to_string(inner.precision) + ")";
    }
    if (inner.kind == TypeKind::kAvroFixed) {
        return std::to_string(inner.precision) + " bytes";
    }
    if (inner.kind == TypeKind::kAvroUnion) {
        std::string words;
        for (const TypePtr& branch : inner.nested) {
            words += (words.empty() ? "" : " or ") + avro_branch_name(*branch);
        }
        return words;
    }
    if (inner.kind == TypeKind::kOption) {
        return value_word(*inner.nested.at(0)) + " or null (None)";
    }
    if (inner.kind == TypeKind::kEnum || inner.kind == TypeKind::kScalaEnum) {
        return "a constant of " + inner.class_name;
    }
    if (inner.kind == TypeKind::kPojo || inner.kind == TypeKind::kCaseClass) {
        return "an object of " + inner.class_name;
    }
    if (is_map(inner)) {
        return "a map";
    }
    if (is_sequence(inner)) {
        return "an array";
    }
    if (is_object(inner)) {
        return "an object";
    }
    return "a value of " + (inner.snapshot_class.empty() ? "an unknown serializer" : serializer_class(inner));
}

}  // namespace sp::codec

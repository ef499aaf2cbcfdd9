#pragma once

// Flink SQL's LogicalType, read from the Java serialization streams that RowData and other SQL snapshots hold, and its
// SQL words. Codecs of binary rows are compiled from the tree; the schema language uses the words.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "io/bounded_reader.hpp"
#include "java/object_stream.hpp"
#include "sp/bytes.hpp"

namespace sp {

/// org.apache.flink.table.types.logical.LogicalTypeRoot, in its order.
enum class LogicalRoot : std::uint8_t {
    kChar,
    kVarchar,
    kBoolean,
    kBinary,
    kVarbinary,
    kDecimal,
    kTinyint,
    kSmallint,
    kInteger,
    kBigint,
    kFloat,
    kDouble,
    kDate,
    kTime,
    kTimestamp,
    kTimestampTz,
    kTimestampLtz,
    kIntervalYearMonth,
    kIntervalDayTime,
    kArray,
    kMultiset,
    kMap,
    kRow,
    kDistinct,
    kStructured,
    kNull,
    kRaw,
    kSymbol,
    kUnresolved,
    kDescriptor,
    kVariant,
    kBitmap,
};

struct LogicalType {
    LogicalRoot root = LogicalRoot::kNull;
    bool is_nullable = true;
    std::int32_t length = 0;     ///< kChar, kVarchar, kBinary, kVarbinary
    std::int32_t precision = 0;  ///< kDecimal, kTime, kTimestamp*; intervals: digits of the year or day
    std::int32_t scale = 0;      ///< kDecimal; kIntervalDayTime: digits of the fractional second
    std::string resolution;      ///< intervals: the enum constant ("YEAR_TO_MONTH", "DAY_TO_SECOND", …)
    std::string timestamp_kind;  ///< kTimestamp*: "REGULAR", "ROWTIME", "PROCTIME"; not part of the type's identity
    std::string identifier;      ///< kDistinct, kStructured: `catalog`.`database`.`name`, empty if inline
    std::string class_name;      ///< kRaw, kStructured: the Java class, may be empty

    /// kArray, kMultiset, kDistinct: one; kMap: key and value; kRow, kStructured: the fields.
    std::vector<LogicalType> children;
    std::vector<std::string> names;         ///< kRow, kStructured: of the fields
    std::vector<std::string> descriptions;  ///< kRow, kStructured: of the fields, empty where there is none
};

/// What a parsed stream describes: a LogicalType, or a DataType, of which its logical type counts. A class that is no
/// LogicalType of Flink's becomes kUnresolved with the class's name. InputError if the objects do not fit together.
[[nodiscard]] LogicalType to_logical_type(const java::ObjectStream& stream);

/// As above, for a stream kept in Type::java_streams.
[[nodiscard]] LogicalType logical_type_of(Bytes stream);

/// SQL words as LogicalType.asSummaryString has them: "BIGINT NOT NULL", "VARCHAR(20)", "STRING", "DECIMAL(10, 2)",
/// "ROW<`a` INT, `b` ARRAY<INT NOT NULL>>", "TIMESTAMP_LTZ(3)", "RAW('com.acme.X', '...')". Other than there, a user-defined
/// type shows what it is made of: "STRUCTURED<'com.acme.X', `a` INT>", "DISTINCT<`c`.`d`.`Money`, DECIMAL(10, 2)>".
[[nodiscard]] std::string logical_type_words(const LogicalType& type);

}  // namespace sp

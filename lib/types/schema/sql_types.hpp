#pragma once

// SQL types of the schema language: their words read, and what RowDataSerializer's snapshot holds of them.

#include <string>

#include "sp/bytes.hpp"
#include "types/logical_type.hpp"

namespace sp::schema {

/// "BIGINT", "VARCHAR(20) NOT NULL", "ROW<`a` INT, b DECIMAL(10, 2)>" as Flink's LogicalTypeParser reads them; what is left
/// out is what it is there: DECIMAL is DECIMAL(10, 0). RAW is as logical_type_words() has it, without its serializer. UsageError
/// that says what was expected where.
[[nodiscard]] LogicalType parse_logical_type(const std::string& words);

/// The same with a name in front, which is optional: "`user` BIGINT".
struct SqlColumn {
    std::string name;  ///< empty if there is none
    LogicalType type;
};
[[nodiscard]] SqlColumn parse_column(const std::string& words);

/// Whether the type is the place of a data view in an accumulator: RAW of MapView or ListView, always null, since the view's
/// entries are in a state of their own (DataViewUtils.adjustDataViews). Its serializer is NullSerializer.
[[nodiscard]] bool is_data_view(const LogicalType& type);

/// The LogicalType as ObjectOutputStream writes it, with the stream's header. UsageError for types whose objects hold more
/// than words say: structured and distinct types, and RAW of anything but a data view.
[[nodiscard]] ByteVector java_stream_of(const LogicalType& type);

/// The object of the serializer that InternalSerializers takes for values of the type, likewise. UsageError for rows, arrays and
/// maps, whose serializers hold lambdas.
[[nodiscard]] ByteVector java_stream_of_serializer(const LogicalType& type);

}  // namespace sp::schema

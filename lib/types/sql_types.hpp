#pragma once

// What the binary rows, arrays and maps of Flink's Table runtime hold, as Types: their bytes follow from the LogicalTypes, the
// serializers beside these say only what RAW columns are written by.

#include <span>

#include "sp/type.hpp"
#include "types/logical_type.hpp"

namespace sp {

/// A BinaryRow of RowDataSerializer: columns f0, f1, …. `serializers`: of the columns, as its snapshot has them.
[[nodiscard]] TypePtr binary_row_type(std::span<const LogicalType> columns, std::span<const TypePtr> serializers);
[[nodiscard]] TypePtr binary_array_type(const LogicalType& element);
[[nodiscard]] TypePtr binary_map_type(const LogicalType& key, const LogicalType& value);

/// Of rows that are keys. Operators project them out of their input by generated code (ProjectionCodeGenerator), which keeps room for
/// nulls of DECIMAL above 18 digits and of TIMESTAMP above 3, where RowDataSerializer keeps none: and keys are equal if
/// their bytes are. Type::flag of the BinaryRow says so. Another type is given back as it is.
[[nodiscard]] TypePtr projected_row(const TypePtr& type);

/// Of the keys of a map. With rows as its values they are unique keys and sort keys, which are projected too; with counts they are
/// the rows themselves.
[[nodiscard]] TypePtr map_key_row(const TypePtr& key, const Type& value);

/// What InternalSerializers' serializer of this type writes, where it does not tell itself: DATE and TIME go through IntSerializer,
/// TIMESTAMP_LTZ through the same as TIMESTAMP. Null for all others.
[[nodiscard]] TypePtr data_type(const LogicalType& logical);

}  // namespace sp

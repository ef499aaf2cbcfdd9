#pragma once

// What the binary rows, arrays and maps of Flink's Table runtime hold, as Types: their bytes follow from the LogicalTypes, the
// serializers beside these say only what RAW columns are written by.

#include <span>
#include <string>
#include <vector>

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

/// Whether the columns of a RowData have names of the user's, other than f0, f1, ….
[[nodiscard]] bool has_column_names(const Type& row);
/// Gives the columns of a RowData names, one for each; where it is empty the column keeps its own.
void set_column_names(Type& row, const std::vector<std::string>& names);
/// The RowData in a type, in the order of Type::nested; not the rows in their columns, whose names SQL's types hold.
[[nodiscard]] std::vector<const Type*> rows_in(const TypePtr& type);
/// The type with `named` in the place of one of its parts, of which it is a copy with other names. Bytes and snapshots stay.
[[nodiscard]] TypePtr with_named_part(const TypePtr& type, const Type& part, const TypePtr& named);
/// The type with names for the columns of `row`, which is one of the above.
[[nodiscard]] TypePtr with_column_names(const TypePtr& type, const Type& row, const std::vector<std::string>& names);
/// UsageError where two are the same.
void check_column_names(const std::vector<std::string>& names);

}  // namespace sp

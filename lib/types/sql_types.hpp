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

}  // namespace sp

#pragma once

// The names that a user gives to columns of rows, on their way into the types of an open snapshot: which of its operators and
// states they are for, and the headers with them.

#include <string_view>
#include <vector>

#include "metadata/snapshot_location.hpp"
#include "restore/operator_names.hpp"
#include "sp/column_names.hpp"

namespace sp {

/// From now on the snapshot's types have these names. UsageError where an operator or a state is not there, with the nearest ones,
/// and where a row has another number of columns, with its columns. Reads the headers of these operators; what they do not
/// tell since they are damaged or lost is told where they are needed.
void name_columns(Snapshot& snapshot, const OperatorNames& names, const std::vector<ColumnNames>& columns);

/// Those that are for an operator and a state of the snapshot.
[[nodiscard]] std::vector<ColumnNames> columns_there(const Snapshot& snapshot, const OperatorNames& names,
                                                     const std::vector<ColumnNames>& columns);

/// A key, and a state, as a header has them, with the snapshot's names.
[[nodiscard]] TypePtr named_key(const Snapshot& snapshot, std::size_t operator_index, TypePtr key);
[[nodiscard]] StateDescriptor named_state(const Snapshot& snapshot, StateDescriptor state);

}  // namespace sp

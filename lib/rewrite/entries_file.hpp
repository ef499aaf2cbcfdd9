#pragma once

// Files of rows that change a savepoint: of the layout entries, NDJSON, or CSV if the name ends with .csv; "-" is stdin.

#include <cstdint>
#include <functional>
#include <string>

#include "rows/import/import_plan.hpp"
#include "rows/import/row_columns.hpp"
#include "rows/import/row_fields.hpp"

namespace sp::rewriting {

/// `key_parts`: the key, where it comes in several columns; else null. `sequence` tells the row, and is never 0.
using UseRow = std::function<void(const rows::RowFields& row, rows::KeyParts* key_parts, std::uint64_t sequence)>;

/// In the order of the rows. InputErrors and UnsupportedErrors of `use` get file and line in front.
void read_entries_file(const std::string& path, const rows::ImportPlan& plan, const UseRow& use);

/// Where the row of a sequence stands: "edits.ndjson: line 7".
[[nodiscard]] std::string place_of_row(const std::string& path, std::uint64_t sequence);

}  // namespace sp::rewriting

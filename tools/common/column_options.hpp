#pragma once

// The options that name the columns of SQL rows, for tools that read or write rows.

#include <string>
#include <vector>

#include "common/command_line.hpp"
#include "sp/column_names.hpp"

namespace sp::cli {

struct ColumnOptions {
    std::vector<ColumnNames> columns;
    std::string sql_schema;  ///< a file

    [[nodiscard]] bool is_given() const { return !columns.empty() || !sql_schema.empty(); }
    /// Of the file, and of the options, which count more. Opens the file; UsageError if it is no JSON of that form.
    [[nodiscard]] std::vector<ColumnNames> names() const;
};

inline constexpr std::size_t kColumnOptionCount = 2;
extern const OptionRow<ColumnOptions> kColumnOptions[kColumnOptionCount];

}  // namespace sp::cli

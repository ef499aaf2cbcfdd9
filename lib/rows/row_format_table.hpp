#pragma once

// Which formats and layouts of rows exist, which options they take, and the writer of each: one line a combination.

#include <functional>
#include <memory>
#include <string>

#include "io/output.hpp"
#include "rows/row_input.hpp"
#include "rows/row_writer.hpp"
#include "sp/dump.hpp"

namespace sp::rows {

/// The layout asked for, or else the format's own: the snapshot is looked into if it depends on that.
[[nodiscard]] RowLayout choose_layout(std::string_view savepoint, const DumpOptions& options);

/// UsageError for an option that the format or layout has no use for.
void check_row_options(const DumpOptions& options, RowLayout layout);

/// What has to be read for the layout.
[[nodiscard]] ReadOptions reading_for(const DumpOptions& options, RowLayout layout);

/// The writer; `input` and `out` must outlive it. UsageError where the table layout has not exactly one operator to show.
[[nodiscard]] std::unique_ptr<RowWriter> make_row_writer(RowInput& input, RowLayout layout, const DumpOptions& options,
                                                         OutputBuffer& out, Warn warn);

}  // namespace sp::rows

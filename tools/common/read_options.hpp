#pragma once

// From the option groups of the command line to the library's ReadOptions: the same in every tool that prints rows.

#include "common/option_groups.hpp"
#include "sp/read.hpp"

namespace sp::cli {

/// All but the keys (SelectionOptions::all_keys). Opens the list of uids.
[[nodiscard]] ReadOptions read_options(const ReadingOptions& reading, const SelectionOptions& selection,
                                       const OutputOptions& output);

}  // namespace sp::cli

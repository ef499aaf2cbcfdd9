#pragma once

// From the option groups of the command line to the library's options: the same in every tool that reads, or prints rows.

#include "common/option_groups.hpp"
#include "sp/read.hpp"

namespace sp::cli {

[[nodiscard]] FileLookup file_lookup(const ReadingOptions& reading, const OutputOptions& output);

/// All but the keys (SelectionOptions::all_keys). Opens the list of uids.
[[nodiscard]] ReadOptions read_options(const ReadingOptions& reading, const SelectionOptions& selection,
                                       const OutputOptions& output);

}  // namespace sp::cli

#pragma once

// Summaries and file lists as JSON; members that have nothing to say are left out.

#include <string>
#include <vector>

#include "report/summary.hpp"

namespace sp {

[[nodiscard]] std::string summary_json(const Summary& summary);
[[nodiscard]] std::string list_json(const std::vector<ListedSnapshot>& snapshots);

/// An object a line.
[[nodiscard]] std::string files_json(const std::vector<FileUse>& files, const Snapshot& snapshot,
                                     const OperatorNames& names);

/// A line with a uid and its operator id.
[[nodiscard]] std::string hash_json(const std::string& uid);

}  // namespace sp

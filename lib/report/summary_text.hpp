#pragma once

// Summaries and file lists as text for people.

#include <string>
#include <vector>

#include "report/summary.hpp"

namespace sp {

[[nodiscard]] std::string summary_text(const Summary& summary);
[[nodiscard]] std::string list_text(const std::vector<ListedSnapshot>& snapshots);

/// path, recorded size ("unknown"), found size ("missing"), scope, operator, subtask; tab-separated, a line a file.
[[nodiscard]] std::string files_text(const std::vector<FileUse>& files, const OperatorNames& names);

}  // namespace sp

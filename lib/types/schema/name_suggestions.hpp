#pragma once

// For names that do not exist: those that do, the nearest first.

#include <string>
#include <string_view>
#include <vector>

namespace sp {

/// A line for each of the nearest names (by edits), two blanks in front, and how many more there are; " none" if there are no names.
[[nodiscard]] std::string list_nearest(std::string_view word, const std::vector<std::string>& names);

}  // namespace sp

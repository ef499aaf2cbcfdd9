#pragma once

// String expressions of the schema language, "map<string,list<a.B{id:long}>>", taken apart into the tree that the JSON
// notation would have given. Which words exist is not known here but for the notations that are more than head<…>.

#include <string>

#include "types/schema/node.hpp"

namespace sp::schema {

/// UsageError with the position where the text is no expression. Expressions of over a million characters or with types
/// nested over 200 deep are refused.
[[nodiscard]] Node parse_expression(const std::string& text, const std::string& path);

/// How deep types may stand in each other, as in snapshots.
inline constexpr int kMaxTypeDepth = 200;

/// A name as an expression has it: in backquotes (those inside doubled) unless it is free of the language's punctuation.
[[nodiscard]] std::string quoted_name(const std::string& name);
/// The name in backticks in any case, those in it doubled.
[[nodiscard]] std::string back_quoted(const std::string& name);

}  // namespace sp::schema

#pragma once

// The command line of --fetch, with its placeholders made safe. The values come from a `_metadata` that anybody may have
// written, so they never become text of the line: a placeholder becomes the expansion of an environment variable, quoted as
// the place needs where it stands. What a shell expands it does not parse again.

#include <string>
#include <string_view>

namespace sp {

inline constexpr std::string_view kFetchUriVariable = "SP_FETCH_URI";
inline constexpr std::string_view kFetchFileVariable = "SP_FETCH_FILE";

/// The line for /bin/sh in which {uri} and {file} stand for exactly one word each, or for a part of one, also inside quotes
/// and $(…). After a backslash and in comments they stay as they are. UsageError if there is neither {file} nor the
/// variable behind it, if a quotation mark or bracket is left open, and for a placeholder in ${…} or $((…)) or beside a
/// here-document, where no quoting is right.
[[nodiscard]] std::string shell_line_of(std::string_view fetch_command);

}  // namespace sp

#pragma once

// Words for people, on stderr, each line opened by the tool's name. The library knows no log: it hands its warnings to
// whoever asks, and the tools pass them on to warn(). spdlog is seen by log.cpp only.

#include <string_view>

namespace sp::cli {

/// Called by run_tool(). `verbosity` is the number of -v; `quiet` leaves errors only.
void set_up_log(std::string_view tool, int verbosity, bool quiet);

void log_error(std::string_view message);  ///< always
void warn(std::string_view message);       ///< unless --quiet
void inform(std::string_view message);     ///< with -v
void debug(std::string_view message);      ///< with -v -v

/// Whether words that are not errors are wanted.
[[nodiscard]] bool is_quiet();

}  // namespace sp::cli

#pragma once

// What SIGINT and SIGTERM do: end the commands that run and remove the temporary files (sp/signal_cleanup.hpp), then end
// with status 130 or 143.

namespace sp::cli {

/// Called by run_tool(): SIGINT and SIGTERM clean up and end; SIGPIPE is ignored, so that writes fail with EPIPE instead.
void set_up_signals();

}  // namespace sp::cli

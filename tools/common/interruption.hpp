#pragma once

// What SIGINT and SIGTERM do: remove the temporary files that are named here, then end with status 130 or 143. A handler
// may only make a few system calls, so the names are kept where it can read them without a lock.

#include <string>

namespace sp::cli {

/// Called by run_tool(): SIGINT and SIGTERM remove and end; SIGPIPE is ignored, so that writes fail with EPIPE instead.
void set_up_signals();

/// Registers a file, or a folder whose files were registered after it, for removal by a signal while this object lives.
class RemoveOnSignal {
public:
    explicit RemoveOnSignal(std::string path);
    ~RemoveOnSignal();
    RemoveOnSignal(const RemoveOnSignal&) = delete;
    RemoveOnSignal& operator=(const RemoveOnSignal&) = delete;

private:
    std::string path_;
    int slot_ = -1;
};

}  // namespace sp::cli

#pragma once

// A command line of the user's, run by /bin/sh. It reads nothing, and what it prints goes to stderr: stdout is for rows.

#include <span>
#include <string>
#include <utility>

namespace sp {

/// How a command ended.
struct ShellResult {
    int status = 0;
    int signal = 0;  ///< not 0: it ended by this signal, and has no status

    [[nodiscard]] bool is_success() const { return status == 0 && signal == 0; }
    [[nodiscard]] std::string words() const;  ///< "ended with status 3", "was ended by signal 9 (Killed)"
};

/// Runs the command with these environment variables besides our own, and waits for it. Any thread may call this. The
/// command has a process group of its own, which SIGINT and SIGTERM to us end (sp/signal_cleanup.hpp). InputError if the
/// shell cannot be started.
[[nodiscard]] ShellResult run_shell(const std::string& command,
                                    std::span<const std::pair<std::string, std::string>> variables);

}  // namespace sp

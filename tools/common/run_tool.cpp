#include "common/run_tool.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <iostream>
#include <new>
#include <system_error>

#include "common/interruption.hpp"
#include "common/log.hpp"
#include "common/version_text.hpp"
#include "sp/error.hpp"

namespace sp::cli {

namespace {

[[noreturn]] void fail_stdout(int error) {
    std::string message = "stdout: cannot be written: " + std::generic_category().message(error);
    if (error == EPIPE) {
        throw BrokenPipe(std::move(message));
    }
    throw OutputError(std::move(message));
}

void print(const std::string& text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) {
        fail_stdout(errno);
    }
}

/// Some file systems tell only at the close that what was written did not fit.
void close_stdout() {
    std::cout.flush();
    if (!std::cout || std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        fail_stdout(errno);
    }
    if (::close(STDOUT_FILENO) != 0) {
        fail_stdout(errno);
    }
}

/// Without this a closed stdin, stdout or stderr would lend its number to the first file that is opened.
void check_standard_files() {
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(fd, F_GETFD) >= 0 || errno != EBADF) {
            continue;
        }
        // One that cannot be read or written: reading a closed stdin and writing to a closed stdout stay errors.
        ::open("/dev/null", fd == STDOUT_FILENO ? O_RDONLY : O_WRONLY);
    }
}

ExitCode run_parsed(const CommandLine& line, const ToolInfo& tool, const CommonOptions& common, bool json,
                    const std::function<ExitCode()>& run) {
    if (common.help) {
        print(line.help(tool.name, tool.summary, tool.usage));
        return ExitCode::kDone;
    }
    if (common.version) {
        print(json ? version_json(tool) : version_text(tool));
        return ExitCode::kDone;
    }
    return run();
}

ExitCode run_checked(int argc, char** argv, const ToolInfo& tool, const std::function<void(CommandLine&)>& add_options,
                     const std::function<ExitCode()>& run) {
    CommandLine line;
    CommonOptions common;
    add_options(line);
    line.add(kCommonOptions, common);
    // `--version --json` holds for tools without a --json of their own, too.
    bool has_version_json = false;
    if (!line.has("--json")) {
        line.add_hidden_flag("--json", [&] { has_version_json = true; });
    }
    try {
        line.parse(argc, argv, [&] { return common.help || common.version; });
        if (has_version_json && !common.version) {
            throw UsageError("--json goes with --version only");
        }
    } catch (const UsageError& error) {
        throw UsageError(std::string(error.what()) + "\n  Try '" + std::string(tool.name) + " --help'.");
    }
    const bool json = line.is_given("--json");
    set_up_log(tool.name, common.verbosity, common.quiet);
    const ExitCode code = run_parsed(line, tool, common, json, run);
    close_stdout();
    return code;
}

/// The only place where an exception becomes a message and an exit code.
ExitCode report(const std::function<ExitCode()>& work) {
    try {
        return work();
    } catch (const UsageError& error) {
        log_error(error.what());
        return ExitCode::kUsage;
    } catch (const InputError& error) {
        log_error(error.what());
        return ExitCode::kInput;
    } catch (const UnsupportedError& error) {
        log_error(error.what());
        return ExitCode::kUnsupported;
    } catch (const BrokenPipe&) {
        return ExitCode::kClosedPipe;
    } catch (const OutputError& error) {
        log_error(error.what());
        return ExitCode::kOutput;
    } catch (const std::bad_alloc&) {
        log_error("out of memory");
        return ExitCode::kBug;
    } catch (const std::exception& error) {
        log_error("internal error: " + std::string(error.what()) +
                  "\nThis is a bug; please report it with the command.");
        return ExitCode::kBug;
    } catch (...) {
        log_error("internal error\nThis is a bug; please report it with the command.");
        return ExitCode::kBug;
    }
}

}  // namespace

int run_tool(int argc, char** argv, const ToolInfo& tool, const std::function<void(CommandLine&)>& add_options,
             const std::function<ExitCode()>& run) {
    check_standard_files();
    set_up_signals();
    set_up_log(tool.name, 0, false);
    const ExitCode code = report([&] { return run_checked(argc, argv, tool, add_options, run); });
    return static_cast<int>(code);
}

}  // namespace sp::cli

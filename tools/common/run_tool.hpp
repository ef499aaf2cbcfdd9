#pragma once

// run_tool(): all that the mains have in common. It parses the command line, answers --help and --version, sets up the
// log and the signals, calls the tool's run(), checks that stdout was written, and is the only place that turns
// exceptions into messages on stderr and exit codes.
//
// A main:
//     struct Options { ReadingOptions reading; OutputOptions output; };
//     void add_options(CommandLine& line, Options& o) {
//         line.add(kReadingOptions, o.reading, {"SAVEPOINT", "--path-map"});
//         line.add(kOutputOptions, o.output, {"--output", "--overwrite"});
//     }
//     ExitCode run(const Options& o) { …; return ExitCode::kDone; }
//     int main(int argc, char** argv) {
//         return run_tool<Options>(argc, argv, {.name = "sp-dump", .summary = "…"}, add_options, run);
//     }

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "common/command_line.hpp"
#include "common/exit_code.hpp"
#include "common/interruption.hpp"
#include "common/option_groups.hpp"

namespace sp::cli {

struct ToolInfo {
    std::string_view name;        ///< "sp-dump"; also the prefix of every message
    std::string_view summary;     ///< one sentence for --help
    std::string_view usage = {};  ///< what follows the name in the usage line: "[OPTIONS] SAVEPOINT"
};

/// `add_options` only declares: it opens no file and does no work. `run` throws UsageError for options that do not fit
/// together, before it opens the first file.
int run_tool(int argc, char** argv, const ToolInfo& tool, const std::function<void(CommandLine&)>& add_options,
             const std::function<ExitCode()>& run);

template <class Options>
int run_tool(int argc, char** argv, const ToolInfo& tool, void (*add_options)(CommandLine&, Options&),
             ExitCode (*run)(const Options&)) {
    Options options;
    return run_tool(
        argc, argv, tool, [&](CommandLine& line) { add_options(line, options); }, [&] { return run(options); });
}

}  // namespace sp::cli

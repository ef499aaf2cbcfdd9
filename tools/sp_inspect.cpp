// sp-inspect: what is in a savepoint.

#include "common/run_tool.hpp"
#include "inspect/inspect_report.hpp"

namespace {

using namespace sp;
using namespace sp::cli;

/// Without any of these it is the summary.
constexpr InspectReport kReports[] = {
    {"--files", [](const auto& a) { return a.summary.files; }, true, report_files},
    {"--print-schema", [](const auto& a) { return a.summary.schema; }, true, report_schema},
    {"--orphans", [](const auto& a) { return !a.summary.orphans.empty(); }, false, report_orphans},
    {"--hash-of", [](const auto& a) { return !a.summary.hash_of.empty(); }, false, report_hashes},
};

void add_options(CommandLine& line, InspectArguments& arguments) {
    line.add(kReadingOptions, arguments.reading);
    line.make_optional("SAVEPOINT");
    line.add(kSelectionOptions, arguments.selection, {"--uid", "--operator-id"});
    add_summary_options(line, arguments);
    line.add(kOutputOptions, arguments.output, {"--output", "--overwrite", "--tmp-dir"});
}

ExitCode run(const InspectArguments& arguments) {
    const InspectReport* wanted = nullptr;
    for (const InspectReport& report : kReports) {
        if (!report.is_wanted(arguments)) {
            continue;
        }
        if (wanted != nullptr) {
            throw UsageError(std::string(wanted->option) + " and " + std::string(report.option) +
                             " do not go together");
        }
        wanted = &report;
    }
    if (arguments.summary.owned && !arguments.summary.files) {
        throw UsageError("--owned goes with --files");
    }
    if (arguments.reading.savepoint.empty() && (wanted == nullptr || wanted->needs_savepoint)) {
        throw UsageError("SAVEPOINT is missing");
    }
    return wanted == nullptr ? report_summary(arguments) : wanted->run(arguments);
}

}  // namespace

int main(int argc, char** argv) {
    return run_tool<InspectArguments>(argc, argv,
                                      {.name = "sp-inspect",
                                       .summary = "Shows what is in a Flink savepoint or checkpoint.",
                                       .usage = "[OPTIONS] SAVEPOINT"},
                                      add_options, run);
}

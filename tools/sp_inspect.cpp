// sp-inspect: what is in a savepoint.

#include "common/log.hpp"
#include "common/output_target.hpp"
#include "common/read_options.hpp"
#include "common/run_tool.hpp"
#include "sp/inspect.hpp"

namespace {

using namespace sp;
using namespace sp::cli;

/// What to print.
struct ReportOptions {
    bool json = false;
    bool files = false;
    bool schema = false;
    std::vector<std::string> hash_of;
};

struct Options {
    ReadingOptions reading;
    SelectionOptions selection;
    ReportOptions report;
    OutputOptions output;
};

constexpr std::string_view kReport = "What to print";

const OptionRow<ReportOptions> kReportOptions[] = {
    {{"--json", 0, "", kReport, "The summary, the files or the hashes as JSON."},
     [](auto& o, const auto&) { o.json = true; }},
    {{"--files", 0, "", kReport, "The state files: path, size recorded, size found, scope, operator, subtask."},
     [](auto& o, const auto&) { o.files = true; }},
    {{"--print-schema", 0, "", kReport, "The schema document of sp-schema(5)."},
     [](auto& o, const auto&) { o.schema = true; }},
    {{"--hash-of", 0, "UID", kReport, "The operator id of a uid; needs no SAVEPOINT.", true},
     [](auto& o, const auto& text) { o.hash_of.push_back(text); }},
};

void add_options(CommandLine& line, Options& options) {
    line.add(kReadingOptions, options.reading);
    line.make_optional("SAVEPOINT");
    line.add(kSelectionOptions, options.selection, {"--uid", "--operator-id"});
    line.add(kReportOptions, options.report);
    line.add(kOutputOptions, options.output, {"--output", "--overwrite", "--tmp-dir"});
}

InspectOptions inspect_options(const Options& options) {
    InspectOptions inspect;
    inspect.files = file_lookup(options.reading, options.output);
    if (!options.reading.uid_list.empty()) {
        inspect.uid_list = read_lines(options.reading.uid_list);
    }
    inspect.uids = options.selection.uids;
    inspect.operator_ids = options.selection.operator_ids;
    inspect.json = options.report.json;
    return inspect;
}

void check(const Options& options) {
    const ReportOptions& report = options.report;
    const int reports = (report.files ? 1 : 0) + (report.schema ? 1 : 0) + (report.hash_of.empty() ? 0 : 1);
    if (reports > 1) {
        throw UsageError("--files, --print-schema and --hash-of do not go together");
    }
    if (!report.hash_of.empty()) {
        if (!options.reading.savepoint.empty()) {
            throw UsageError("--hash-of takes a uid only, no SAVEPOINT");
        }
        for (const std::string& uid : report.hash_of) {
            if (uid.empty()) {
                throw UsageError("--hash-of: a uid cannot be empty");
            }
        }
    } else if (options.reading.savepoint.empty()) {
        throw UsageError("SAVEPOINT is missing");
    }
}

std::string joined(const std::vector<std::string>& messages) {
    constexpr std::size_t kMost = 20;
    std::string text;
    for (std::size_t i = 0; i < messages.size() && i < kMost; ++i) {
        text += (text.empty() ? "" : "\n") + messages[i];
    }
    return messages.size() > kMost ? text + "\n… and " + std::to_string(messages.size() - kMost) + " more" : text;
}

/// What could not be told decides the status, now that the rest is printed.
ExitCode report(const InspectOutcome& outcome) {
    for (const std::string& message : outcome.warnings) {
        warn(message);
    }
    if (!outcome.unsupported.empty()) {
        log_error(joined(outcome.unsupported));
    }
    if (!outcome.damaged.empty()) {
        log_error(joined(outcome.damaged));
        return ExitCode::kInput;
    }
    return outcome.unsupported.empty() ? ExitCode::kDone : ExitCode::kUnsupported;
}

ExitCode run(const Options& options) {
    check(options);
    const InspectOptions inspect = inspect_options(options);
    InspectOutcome outcome;
    const Inputs inputs{options.reading.savepoint, {options.reading.uid_list}};
    write_output(options.output.output, options.output.overwrite, inputs, [&](ByteSink& sink) {
        if (!options.report.hash_of.empty()) {
            print_hashes(options.report.hash_of, inspect, sink);
            return;
        }
        const auto print = options.report.files ? print_files : options.report.schema ? print_schema : print_summary;
        outcome = print(options.reading.savepoint, inspect, sink);
    });
    return report(outcome);
}

}  // namespace

int main(int argc, char** argv) {
    return run_tool<Options>(argc, argv,
                             {.name = "sp-inspect",
                              .summary = "Shows what is in a Flink savepoint or checkpoint.",
                              .usage = "[OPTIONS] SAVEPOINT"},
                             add_options, run);
}

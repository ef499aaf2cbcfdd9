// The summary, and what else comes from `_metadata` and headers alone: files, schema, hashes.

#include "common/log.hpp"
#include "common/output_target.hpp"
#include "common/read_options.hpp"
#include "inspect/inspect_report.hpp"

namespace sp::cli {
namespace {

constexpr std::string_view kReport = "What to print";

/// An unset variable of a script would ask for the summary.
void set_orphans(SummaryOptions& o, const std::string& text) {
    if (text.empty()) {
        throw UsageError("'' is no folder");
    }
    o.orphans = text;
}

const OptionRow<SummaryOptions> kSummaryOptions[] = {
    {{"--json", 0, "", kReport, "As JSON: the summary and lists of snapshots a document, all else an object a line."},
     [](auto& o, const auto&) { o.json = true; }},
    {{"--files", 0, "", kReport, "The state files: path, size recorded, size found, scope, operator, subtask."},
     [](auto& o, const auto&) { o.files = true; }},
    {{"--owned", 0, "", kReport, "With --files: only what no other snapshot can share, and _metadata."},
     [](auto& o, const auto&) { o.owned = true; }},
    {{"--orphans", 0, "DIR", kReport,
      "The files below a checkpoint root that no _metadata below it needs; no SAVEPOINT."},
     set_orphans},
    {{"--print-schema", 0, "", kReport, "The schema document of sp-schema(5)."},
     [](auto& o, const auto&) { o.schema = true; }},
    {{"--explain", 0, "", kReport,
      "What the states of Flink's own operators mean: those of SAVEPOINT, or without one all that are known."},
     [](auto& o, const auto&) { o.explain = true; }},
    {{"--hash-of", 0, "UID", kReport, "The operator id of a uid; needs no SAVEPOINT.", true},
     [](auto& o, const auto& text) { o.hash_of.push_back(text); }},
};

std::string joined(const std::vector<std::string>& messages) {
    constexpr std::size_t kMost = 20;
    std::string text;
    for (std::size_t i = 0; i < messages.size() && i < kMost; ++i) {
        text += (text.empty() ? "" : "\n") + messages[i];
    }
    return messages.size() > kMost ? text + "\n… and " + std::to_string(messages.size() - kMost) + " more" : text;
}

using PrintReport = InspectOutcome (*)(std::string_view savepoint, const InspectOptions& options, ByteSink& sink);

ExitCode print(const InspectArguments& arguments, PrintReport print_report) {
    const InspectOptions inspect = inspect_options(arguments);
    InspectOutcome outcome;
    const Inputs inputs{arguments.reading.savepoint, arguments.reading.files({arguments.columns.sql_schema})};
    write_output(arguments.output.output, arguments.output.overwrite, inputs,
                 [&](ByteSink& sink) { outcome = print_report(arguments.reading.savepoint, inspect, sink); });
    return report_outcome(outcome);
}

}  // namespace

InspectOptions inspect_options(const InspectArguments& arguments) {
    InspectOptions inspect;
    inspect.files = file_lookup(arguments.reading, arguments.output);
    if (!arguments.reading.uid_list.empty()) {
        inspect.uid_list = read_lines(arguments.reading.uid_list);
    }
    inspect.column_names = arguments.columns.names();
    inspect.uids = arguments.selection.uids;
    inspect.operator_ids = arguments.selection.operator_ids;
    inspect.json = arguments.summary.json;
    inspect.only_owned = arguments.summary.owned;
    return inspect;
}

ExitCode report_outcome(const InspectOutcome& outcome) {
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

void add_summary_options(CommandLine& line, InspectArguments& arguments) {
    line.add(kSummaryOptions, arguments.summary);
}

ExitCode report_summary(const InspectArguments& arguments) { return print(arguments, print_summary); }

ExitCode report_files(const InspectArguments& arguments) { return print(arguments, print_files); }

ExitCode report_schema(const InspectArguments& arguments) { return print(arguments, print_schema); }

ExitCode report_explanation(const InspectArguments& arguments) {
    if (!arguments.reading.savepoint.empty()) {
        return print(arguments, print_explanation);
    }
    if (!arguments.selection.uids.empty() || !arguments.selection.operator_ids.empty() ||
        !arguments.columns.names().empty()) {
        throw UsageError("--uid, --operator-id, --columns and --sql-schema are about a SAVEPOINT");
    }
    write_output(arguments.output.output, arguments.output.overwrite, {"", arguments.reading.files()},
                 [&](ByteSink& sink) { print_known_states(inspect_options(arguments), sink); });
    return ExitCode::kDone;
}

ExitCode report_orphans(const InspectArguments& arguments) {
    const std::string& root = arguments.summary.orphans;
    if (!arguments.reading.savepoint.empty()) {
        throw UsageError("--orphans takes a folder of checkpoints, no SAVEPOINT");
    }
    if (!arguments.reading.fetch.empty()) {
        throw UsageError("--orphans lists local files: --fetch has no place here");
    }
    std::size_t found = 0;
    InspectOutcome outcome;
    write_output(arguments.output.output, arguments.output.overwrite, {root, {}},
                 [&](ByteSink& sink) { outcome = print_orphans(root, inspect_options(arguments), sink, found); });
    const ExitCode status = report_outcome(outcome);
    return status == ExitCode::kDone && found > 0 ? ExitCode::kFound : status;
}

ExitCode report_hashes(const InspectArguments& arguments) {
    if (!arguments.reading.savepoint.empty()) {
        throw UsageError("--hash-of takes a uid only, no SAVEPOINT");
    }
    for (const std::string& uid : arguments.summary.hash_of) {
        if (uid.empty()) {
            throw UsageError("--hash-of: a uid cannot be empty");
        }
    }
    write_output(arguments.output.output, arguments.output.overwrite, {"", arguments.reading.files()},
                 [&](ByteSink& sink) { print_hashes(arguments.summary.hash_of, inspect_options(arguments), sink); });
    return ExitCode::kDone;
}

}  // namespace sp::cli

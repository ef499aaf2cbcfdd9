#include "inspect/difference_report.hpp"

#include "common/log.hpp"
#include "common/output_target.hpp"
#include "common/progress.hpp"
#include "common/read_options.hpp"
#include "inspect/inspect_report.hpp"
#include "sp/difference.hpp"

namespace sp::cli {
namespace {

constexpr std::string_view kReport = "What to print";

DifferenceOptions difference_options(const InspectArguments& arguments) {
    DifferenceOptions difference;
    difference.read = read_options(arguments.reading, arguments.selection, arguments.output);
    difference.read.column_names = arguments.columns.names();
    difference.keys = arguments.selection.all_keys();
    difference.ignore = arguments.audit.filter.ignore;
    difference.summary = arguments.difference.summary;
    difference.json = arguments.summary.json;
    difference.threads = arguments.rows.threads;
    return difference;
}

void set_old_savepoint(DifferenceReportOptions& o, const std::string& text) {
    if (text.empty()) {
        throw UsageError("'' is no savepoint");
    }
    o.old_savepoint = text;
}

}  // namespace

const OptionRow<DifferenceReportOptions> kDifferenceOptions[kDifferenceOptionCount] = {
    {{"--diff", 0, "OLD", kReport,
      "What changed from the savepoint OLD to SAVEPOINT, as NDJSON; status 1 if anything did."},
     set_old_savepoint},
    {{"--summary", 0, "", kReport, "--diff: counts for each operator and state that differs."},
     [](auto& o, const auto&) { o.summary = true; }},
};

ExitCode report_difference(const InspectArguments& arguments) {
    DifferenceOptions difference = difference_options(arguments);
    const std::string& old_savepoint = arguments.difference.old_savepoint;
    const std::string& new_savepoint = arguments.reading.savepoint;
    const auto& output = arguments.output;
    refuse_inputs_as_output(output.output, {old_savepoint, {}});
    Progress progress("comparing", prints_on_terminal(output));
    difference.read.progress = [&](std::uint64_t done, std::uint64_t total) { progress.update(done, total); };
    const Inputs inputs{new_savepoint,
                        arguments.reading.files({arguments.selection.keys_file, arguments.columns.sql_schema})};
    DifferenceOutcome outcome;
    write_output(output.output, output.overwrite, inputs, [&](ByteSink& sink) {
        outcome = print_difference(old_savepoint, new_savepoint, difference, sink, [&](const std::string& message) {
            progress.wipe();
            warn(message);
        });
    });
    return outcome.differs ? ExitCode::kFound : ExitCode::kDone;
}

}  // namespace sp::cli

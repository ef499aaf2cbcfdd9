// sp-inspect: what is in a savepoint.

#include <algorithm>
#include <map>

#include "common/run_tool.hpp"
#include "inspect/inspect_report.hpp"

namespace {

using namespace sp;
using namespace sp::cli;

constexpr std::string_view kOperators[] = {"--uid", "--operator-id", "--columns", "--sql-schema"};
constexpr std::string_view kObeyedByFiles[] = {"--uid", "--operator-id", "--owned"};

constexpr std::string_view kChecking[] = {"--uid", "--operator-id", "--threads", "--memory", "--fail-on", "--ignore"};
constexpr std::string_view kManifest[] = {"--uid",    "--operator-id", "--threads",
                                          "--memory", "--columns",     "--sql-schema"};

constexpr InspectReport kSummary = {"the summary", [](const auto&) { return true; }, true, kOperators, report_summary};

/// Without any of these it is the summary.
constexpr InspectReport kReports[] = {
    {"--files", [](const auto& a) { return a.summary.files; }, true, kObeyedByFiles, report_files},
    {"--print-schema", [](const auto& a) { return a.summary.schema; }, true, kOperators, report_schema},
    {"--explain", [](const auto& a) { return a.summary.explain; }, false, kOperators, report_explanation},
    {"--orphans", [](const auto& a) { return !a.summary.orphans.empty(); }, false, {}, report_orphans},
    {"--hash-of", [](const auto& a) { return !a.summary.hash_of.empty(); }, false, {}, report_hashes},
    {"--stats", [](const auto& a) { return a.statistics.is_wanted; }, true, kObeyedByStatistics, report_statistics},
    {"--diff", [](const auto& a) { return !a.difference.old_savepoint.empty(); }, true, kObeyedByDifference,
     report_difference},
    {"--audit", [](const auto& a) { return a.audit.audit || a.audit.deep; }, true, kChecking, report_audit},
    {"--expect", [](const auto& a) { return a.is_given("--expect") && !a.audit.audit && !a.audit.deep; }, true,
     kChecking, report_audit},
    {"--export-manifest", [](const auto& a) { return a.audit.manifest; }, true, kManifest, report_manifest},
};

void add_options(CommandLine& line, InspectArguments& arguments) {
    arguments.is_given = [&line](std::string_view option) { return line.is_given(option); };
    line.add(kReadingOptions, arguments.reading);
    line.make_optional("SAVEPOINT");
    line.add(kSelectionOptions, arguments.selection,
             {"--uid", "--operator-id", "--state", "--kind", "--key", "--keys", "--key-group"});
    line.add(kColumnOptions, arguments.columns);
    add_summary_options(line, arguments);
    line.add(kStatisticsOptions, arguments.statistics);
    line.add(kDifferenceOptions, arguments.difference);
    add_audit_options(line, arguments);
    line.add(kRowOptions, arguments.rows, {"--threads"});
    line.add(kOutputOptions, arguments.output, {"--output", "--overwrite", "--memory", "--tmp-dir"});
}

const InspectReport& wanted_report(const InspectArguments& arguments) {
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
    return wanted == nullptr ? kSummary : *wanted;
}

/// An option that only other reports obey is a mistake to tell.
void refuse_options_of_others(const InspectReport& wanted, const InspectArguments& arguments) {
    std::map<std::string_view, std::string> obeyed_by;  // names of reports, with commas
    const auto add = [&](const InspectReport& report) {
        for (const std::string_view option : report.obeys) {
            std::string& reports = obeyed_by[option];
            reports += (reports.empty() ? "" : ", ") + std::string(report.option);
        }
    };
    add(kSummary);
    std::ranges::for_each(kReports, add);
    for (const auto& [option, reports] : obeyed_by) {
        if (arguments.is_given(option) && std::ranges::find(wanted.obeys, option) == wanted.obeys.end()) {
            throw UsageError(std::string(option) + " does not go with " + std::string(wanted.option) +
                             ", but with: " + reports);
        }
    }
}

ExitCode run(const InspectArguments& arguments) {
    const InspectReport& wanted = wanted_report(arguments);
    refuse_options_of_others(wanted, arguments);
    if (arguments.reading.savepoint.empty() && wanted.needs_savepoint) {
        throw UsageError("SAVEPOINT is missing");
    }
    return wanted.run(arguments);
}

}  // namespace

int main(int argc, char** argv) {
    return run_tool<InspectArguments>(argc, argv,
                                      {.name = "sp-inspect",
                                       .summary = "Shows what is in a Flink savepoint or checkpoint.",
                                       .usage = "[OPTIONS] SAVEPOINT"},
                                      add_options, run);
}

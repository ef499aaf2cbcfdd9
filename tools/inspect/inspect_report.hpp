#pragma once

// What sp-inspect can print besides its summary: one report a file of this folder, each with the table of its options.

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/column_options.hpp"
#include "common/exit_code.hpp"
#include "common/option_groups.hpp"
#include "inspect/difference_report.hpp"
#include "inspect/statistics_report.hpp"
#include "sp/finding.hpp"
#include "sp/inspect.hpp"

namespace sp::cli {

/// Options of the summary and of the small reports that come from `_metadata` and headers.
struct SummaryOptions {
    bool json = false;
    bool files = false;
    bool owned = false;
    bool schema = false;
    bool explain = false;
    std::string orphans;  ///< a checkpoint root
    std::vector<std::string> hash_of;
};

struct AuditReportOptions {
    bool audit = false;
    bool deep = false;
    std::string expect;  ///< a file
    bool manifest = false;
    FindingFilter filter;
};

struct InspectArguments {
    std::function<bool(std::string_view)> is_given;  ///< whether the command line has this option
    ReadingOptions reading;
    SelectionOptions selection;
    ColumnOptions columns;
    SummaryOptions summary;
    StatisticsReportOptions statistics;
    DifferenceReportOptions difference;
    AuditReportOptions audit;
    OutputOptions output;
    RowOptions rows;  ///< threads
};

/// What all reports take.
[[nodiscard]] InspectOptions inspect_options(const InspectArguments& arguments);

/// A report: wanted if one of its options is given.
struct InspectReport {
    std::string_view option;  ///< "--files", for messages
    bool (*is_wanted)(const InspectArguments&);
    bool needs_savepoint = true;
    /// Of the options that some reports obey and others do not, those that this one obeys; others are refused.
    std::span<const std::string_view> obeys;
    /// Prints it. Wrong usage is a UsageError.
    ExitCode (*run)(const InspectArguments&);
};

/// Says what could not be told, and decides the status by it.
[[nodiscard]] ExitCode report_outcome(const InspectOutcome& outcome);

// The reports.
void add_summary_options(CommandLine& line, InspectArguments& arguments);
ExitCode report_summary(const InspectArguments& arguments);
ExitCode report_files(const InspectArguments& arguments);
ExitCode report_schema(const InspectArguments& arguments);
ExitCode report_explanation(const InspectArguments& arguments);
ExitCode report_orphans(const InspectArguments& arguments);
ExitCode report_hashes(const InspectArguments& arguments);
ExitCode report_statistics(const InspectArguments& arguments);
ExitCode report_difference(const InspectArguments& arguments);

void add_audit_options(CommandLine& line, InspectArguments& arguments);
ExitCode report_audit(const InspectArguments& arguments);
ExitCode report_manifest(const InspectArguments& arguments);

}  // namespace sp::cli

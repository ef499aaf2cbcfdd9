// Findings: --audit and --expect, with what decides which are shown and which make the run fail; and --export-manifest.

#include "common/log.hpp"
#include "common/output_target.hpp"
#include "common/read_options.hpp"
#include "inspect/inspect_report.hpp"
#include "sp/audit.hpp"

namespace sp::cli {
namespace {

constexpr std::string_view kChecks = "Checks";

const OptionRow<AuditReportOptions> kAuditOptions[] = {
    {{"--audit", 0, "", kChecks,
      "Is the savepoint whole? Files, offsets, key groups, headers: a line for each finding (sp-audit(7))."},
     [](auto& o, const auto&) { o.audit = true; }},
    {{"--deep", 0, "", kChecks, "With --audit: read every entry too, and the checksums of SST files."},
     [](auto& o, const auto&) { o.deep = true; }},
    {{"--expect", 0, "FILE", kChecks,
      "Does the savepoint fit the job of this schema document, with bounds (sp-schema(5))? A line for each "
      "difference."},
     [](auto& o, const auto& text) { o.expect = text; }},
    {{"--export-manifest", 0, "", kChecks,
      "A schema document with bounds that the savepoint fits exactly, for --expect."},
     [](auto& o, const auto&) { o.manifest = true; }},
    {{"--fail-on", 0, "X", kChecks,
      "Findings that end with status 1: a code, CODE@OPERATOR, CODE@OPERATOR/STATE, or a severity for it and "
      "those worse [warning].",
      true},
     [](auto& o, const auto& text) { o.filter.fail_on.push_back(text); }},
    {{"--ignore", 0, "X", kChecks,
      "What is neither shown nor counted. Findings: as for --fail-on, a severity for it alone. --diff: timers, ttl, "
      "schema, "
      "a path in values (.f1), each also as X@U or X@U/S; U or U/S.",
      true},
     [](auto& o, const auto& text) { o.filter.ignore.push_back(text); }},
};

AuditOptions audit_options(const InspectArguments& arguments) {
    AuditOptions options;
    options.inspect = inspect_options(arguments);
    options.is_audit = arguments.audit.audit;
    options.is_deep = arguments.audit.deep;
    options.filter = arguments.audit.filter;
    options.threads = arguments.rows.threads;
    options.memory = arguments.output.memory;
    options.temporary_folder = temporary_folder(arguments.output);
    if (arguments.is_given("--expect")) {
        options.expectation = read_text(arguments.audit.expect);
        options.expectation_name = arguments.audit.expect;
    }
    return options;
}

Inputs inputs_of(const InspectArguments& arguments) {
    return {arguments.reading.savepoint,
            arguments.reading.files({arguments.audit.expect, arguments.columns.sql_schema})};
}

}  // namespace

void add_audit_options(CommandLine& line, InspectArguments& arguments) { line.add(kAuditOptions, arguments.audit); }

ExitCode report_audit(const InspectArguments& arguments) {
    if (arguments.audit.deep && !arguments.audit.audit) {
        throw UsageError("--deep goes with --audit only");
    }
    const AuditOptions options = audit_options(arguments);
    AuditOutcome outcome;
    write_output(arguments.output.output, arguments.output.overwrite, inputs_of(arguments),
                 [&](ByteSink& sink) { outcome = print_audit(arguments.reading.savepoint, options, sink); });
    return outcome.fails ? ExitCode::kFound : ExitCode::kDone;
}

ExitCode report_manifest(const InspectArguments& arguments) {
    const AuditOptions options = audit_options(arguments);
    InspectOutcome outcome;
    write_output(arguments.output.output, arguments.output.overwrite, inputs_of(arguments),
                 [&](ByteSink& sink) { outcome = print_manifest(arguments.reading.savepoint, options, sink); });
    return report_outcome(outcome);
}

}  // namespace sp::cli

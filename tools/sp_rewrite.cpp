// sp-rewrite: a changed copy of a savepoint.

#include <algorithm>

#include "common/column_options.hpp"
#include "common/log.hpp"
#include "common/output_target.hpp"
#include "common/progress.hpp"
#include "common/report_text.hpp"
#include "common/rewrite_options.hpp"
#include "common/run_tool.hpp"
#include "common/write_options.hpp"
#include "sp/rewrite.hpp"

namespace {

using namespace sp;
using namespace sp::cli;

struct Options {
    ReadingOptions reading;
    SelectionOptions selection;
    ChangeOptions changes;
    ColumnOptions columns;
    WritingOptions writing;
};

void add_options(CommandLine& line, Options& options) {
    line.add(kReadingOptions, options.reading);
    line.add(kChangeOptions, options.changes);
    line.add(kColumnOptions, options.columns);
    line.add(kSelectionOptions, options.selection, {"--uid", "--operator-id"});
    line.add(kWritingOptions, options.writing);
}

void check(const Options& options) {
    check_writing(options.writing);
    Inputs inputs{options.reading.savepoint, options.reading.files(options.changes.files())};
    inputs.files.push_back(options.columns.sql_schema);
    if (std::count(inputs.files.begin(), inputs.files.end(), "-") > 1) {
        throw UsageError("stdin can be read once only");
    }
    if (!options.writing.output.empty()) {
        for (const RewriteOptions::AddedOperator& added : options.changes.add_from) {
            refuse_inputs_as_output(options.writing.output, {added.savepoint, {}});
            inputs.files.push_back(added.savepoint);
        }
        refuse_inputs_as_output(options.writing.output, inputs);
        refuse_inputs_in_output(options.writing.output, inputs);
    }
    if (options.columns.is_given() && !options.changes.names_columns()) {
        throw UsageError(
            "--columns and --sql-schema are about the rows of --set, --delete and --keep-keys, and about --schema and "
            "--key-schema");
    }
    const bool is_limited = !options.selection.uids.empty() || !options.selection.operator_ids.empty();
    if (is_limited && !options.writing.max_parallelism && !options.writing.parallelism) {
        throw UsageError("--uid and --operator-id say whose --max-parallelism or --parallelism is changed");
    }
}

RewriteOptions rewrite_options(const Options& options) {
    const WritingOptions& writing = options.writing;
    RewriteOptions rewrite;
    set_change_options(options.changes, rewrite);
    rewrite.savepoint = options.reading.savepoint;
    rewrite.temporary_folder = writing.temporary_folder();
    rewrite.files = {options.reading.path_map, options.reading.fetch, rewrite.temporary_folder,
                     options.reading.class_path};
    if (!options.reading.uid_list.empty()) {
        rewrite.uid_list = read_lines(options.reading.uid_list);
    }
    rewrite.column_names = options.columns.names();
    rewrite.uids = options.selection.uids;
    rewrite.operator_ids = options.selection.operator_ids;
    rewrite.max_parallelism = writing.max_parallelism;
    rewrite.parallelism = writing.parallelism;
    rewrite.checkpoint_id = writing.checkpoint_id;
    rewrite.flink_version = writing.flink_version;
    rewrite.metadata_version = writing.metadata_version;
    rewrite.is_compressed = writing.is_compressed;
    rewrite.output = writing.output;
    rewrite.overwrite = writing.overwrite;
    rewrite.dry_run = writing.dry_run;
    rewrite.verify = writing.verify;
    rewrite.threads = writing.threads;
    rewrite.memory = writing.memory;
    return rewrite;
}

ExitCode run(const Options& options) {
    check(options);
    RewriteOptions rewrite = rewrite_options(options);
    Progress progress("rewriting");
    rewrite.progress = [&](std::uint64_t done, std::uint64_t total) { progress.update(done, total); };
    rewrite.warn = [&](const std::string& message) {
        progress.wipe();
        warn(message);
    };
    bool is_complete = true;
    rewrite.before_rename = [&](const RewriteReport& report) {
        progress.wipe();
        is_complete = report.files.not_relocated.empty();
        for (const std::string& remark : remarks(rewrite.placement, report.files)) {
            warn(remark);
        }
        print_report(report, options.writing);
    };
    inform("reading " + options.reading.savepoint);
    sp::rewrite(rewrite);
    if (!options.writing.dry_run) {
        inform("wrote " + options.writing.output);
    }
    return is_complete ? ExitCode::kDone : ExitCode::kFound;
}

}  // namespace

int main(int argc, char** argv) {
    return run_tool<Options>(argc, argv,
                             {.name = "sp-rewrite",
                              .summary = "Writes a changed copy of a Flink savepoint or checkpoint.",
                              .usage = "[OPTIONS] -o FOLDER SAVEPOINT"},
                             add_options, run);
}

// sp-bootstrap: rows in, savepoint out.

#include <unistd.h>

#include <algorithm>
#include <functional>
#include <memory>

#include "common/column_options.hpp"
#include "common/import_options.hpp"
#include "common/log.hpp"
#include "common/output_target.hpp"
#include "common/progress.hpp"
#include "common/read_options.hpp"
#include "common/report_text.hpp"
#include "common/rewrite_options.hpp"
#include "common/run_tool.hpp"
#include "common/write_options.hpp"
#include "sp/bootstrap.hpp"
#include "sp/signal_cleanup.hpp"

namespace {

using namespace sp;
using namespace sp::cli;

struct Options {
    ReadingOptions reading;
    ImportOptions import;
    ColumnOptions columns;
    ChangeOptions changes;
    WritingOptions writing;
    std::function<bool(std::string_view)> is_given;  ///< whether the command line has this option
};

void add_options(CommandLine& line, Options& options) {
    options.is_given = [&line](std::string_view option) { return line.is_given(option); };
    line.add(kImportOptions, options.import);
    line.add(kColumnOptions, options.columns);
    line.add(kChangeOptions, options.changes,
             {"--remove-uid", "--keep-uid", "--link", "--reference", "--reference-as"});
    line.add(kReadingOptions, options.reading, {"--path-map", "--fetch", "--uid-list", "--classpath"});
    line.add(kWritingOptions, options.writing);
}

/// All that --commit obeys: the parts have the rest in them.
constexpr std::string_view kObeyedByCommit[] = {"FILE", "--commit", "--output"};

/// What is about a savepoint that is written.
constexpr std::string_view kRefusedByKeyGroups[] = {
    "--output",        "--overwrite",   "--dry-run",       "--verify", "--json",      "--split",
    "--skip-bad-rows", "--compression", "--checkpoint-id", "--link",   "--reference", "--reference-as"};

/// An option that is not obeyed is a mistake to tell.
void check_alone(const Options& options) {
    const auto is_among = [](std::string_view option, const auto& names) {
        return std::ranges::find(names, option) != std::end(names);
    };
    const auto check_options = [&](const auto& table) {
        for (const auto& row : table) {
            const std::string_view option = row.text.name;
            if (!options.is_given(option)) {
                continue;
            }
            if (options.import.commit && !is_among(option, kObeyedByCommit)) {
                throw UsageError("--commit goes with the parts and --output only, not with " + std::string(option));
            }
            if (options.import.print_key_group && is_among(option, kRefusedByKeyGroups)) {
                throw UsageError("--print-key-group writes no savepoint: it does not go with " + std::string(option));
            }
        }
    };
    check_options(kImportOptions);
    check_options(kColumnOptions);
    check_options(kChangeOptions);
    check_options(kReadingOptions);
    check_options(kWritingOptions);
}

void check(const Options& options) {
    const WritingOptions& writing = options.writing;
    if (!options.import.print_key_group) {
        check_writing(writing);
    }
    const ChangeOptions& changes = options.changes;
    if (options.import.base.empty() &&
        (!changes.remove_uids.empty() || !changes.keep_uids.empty() || changes.is_link || changes.is_reference)) {
        throw UsageError("--remove-uid, --keep-uid, --link and --reference are about a --base");
    }
    Inputs inputs{options.import.schema_of, options.reading.files(options.import.files())};
    inputs.files.push_back(options.columns.sql_schema);
    if (std::count(inputs.files.begin(), inputs.files.end(), "-") > 1) {
        throw UsageError("stdin can be read once only");
    }
    if (!writing.output.empty()) {
        refuse_inputs_as_output(writing.output, {options.import.base, {}});
        refuse_inputs_in_output(writing.output, {options.import.base, {}});
        refuse_inputs_as_output(writing.output, inputs);
        refuse_inputs_in_output(writing.output, inputs);
    }
    const std::string& bad_rows = options.import.bad_rows;
    if (!bad_rows.empty() && bad_rows != "-") {
        refuse_inputs_as_output(bad_rows, inputs);
        if (!writing.output.empty() && lies_in_folder(bad_rows, writing.output)) {
            throw UsageError("--skip-bad-rows: " + bad_rows + " would lie in the savepoint " + writing.output);
        }
    }
}

BootstrapOptions bootstrap_options(const Options& options) {
    const WritingOptions& writing = options.writing;
    BootstrapOptions bootstrap;
    set_import_options(options.import, bootstrap);
    bootstrap.remove_uids = options.changes.remove_uids;
    bootstrap.keep_uids = options.changes.keep_uids;
    bootstrap.placement = options.changes.checked_placement();
    bootstrap.temporary_folder = writing.temporary_folder();
    bootstrap.files = {options.reading.path_map, options.reading.fetch, bootstrap.temporary_folder,
                       options.reading.class_path};
    if (!options.reading.uid_list.empty()) {
        bootstrap.uid_list = read_lines(options.reading.uid_list);
    }
    bootstrap.column_names = options.columns.names();
    bootstrap.output = writing.output;
    bootstrap.overwrite = writing.overwrite;
    bootstrap.dry_run = writing.dry_run;
    bootstrap.verify = writing.verify;
    bootstrap.flink_version = writing.flink_version;
    bootstrap.metadata_version = writing.metadata_version;
    bootstrap.is_compressed = writing.is_compressed;
    bootstrap.checkpoint_id = writing.checkpoint_id;
    bootstrap.parallelism = writing.parallelism;
    bootstrap.max_parallelism = writing.max_parallelism;
    bootstrap.threads = writing.threads;
    bootstrap.memory = writing.memory;
    return bootstrap;
}

/// The file of --skip-bad-rows, which appears with the savepoint.
class BadRowsFile {
public:
    BadRowsFile(const std::string& path, bool overwrite) {
        if (path == "-") {
            sink_ = std::make_unique<FdSink>(STDOUT_FILENO, "stdout");
        } else if (!path.empty()) {
            file_ = std::make_unique<AtomicFile>(path, overwrite);
            path_ = path;
        }
    }
    BadRowsFile(const BadRowsFile&) = delete;
    BadRowsFile& operator=(const BadRowsFile&) = delete;
    /// Without the savepoint there are no bad rows either.
    ~BadRowsFile() {
        if (remove_) {
            ::unlink(path_.c_str());
        }
    }

    void set(BootstrapOptions& bootstrap) {
        if (file_ || sink_) {
            bootstrap.bad_row = [this](std::string_view row, const std::string& problem) {
                (file_ ? static_cast<ByteSink&>(file_->sink()) : *sink_).write(std::string(row) + "\n");
                warn(problem);
            };
        }
    }

    void commit() {
        if (file_) {
            if (!file_->temporary_path().empty()) {
                remove_ = std::make_unique<RemoveOnSignal>(path_);
            }
            file_->commit();
        }
    }

    /// The savepoint is there.
    void keep() { remove_.reset(); }

private:
    std::string path_;
    std::unique_ptr<FdSink> sink_;
    std::unique_ptr<AtomicFile> file_;
    std::unique_ptr<RemoveOnSignal> remove_;
};

ExitCode run(const Options& options) {
    check_alone(options);
    if (options.import.commit) {
        commit_parts(options.import.rows, options.writing.output);
        return ExitCode::kDone;
    }
    check(options);
    BootstrapOptions bootstrap = bootstrap_options(options);
    if (options.import.print_key_group) {
        FdSink sink(STDOUT_FILENO, "stdout");
        print_key_groups(bootstrap, sink);
        return ExitCode::kDone;
    }
    Progress progress("reading rows");
    bootstrap.progress = [&](std::uint64_t done, std::uint64_t total) { progress.update(done, total); };
    bootstrap.warn = [&](const std::string& message) {
        progress.wipe();
        warn(message);
    };
    BadRowsFile bad_rows(options.import.bad_rows, options.writing.overwrite);
    bad_rows.set(bootstrap);
    std::uint64_t skipped = 0;
    bootstrap.before_rename = [&](const BootstrapReport& report) {
        progress.wipe();
        skipped = report.skipped;
        if (report.base) {
            for (const std::string& remark : remarks(bootstrap.placement, report.base->files)) {
                warn(remark);
            }
        }
        print_report(report, options.writing);
        bad_rows.commit();
    };
    for (const std::string& file : options.import.files()) {
        inform("reading " + (file == "-" ? "stdin" : file));
    }
    sp::bootstrap(bootstrap);
    bad_rows.keep();
    if (!options.writing.dry_run) {
        inform("wrote " + options.writing.output);
    }
    return skipped == 0 ? ExitCode::kDone : ExitCode::kFound;
}

}  // namespace

int main(int argc, char** argv) {
    return run_tool<Options>(argc, argv,
                             {.name = "sp-bootstrap",
                              .summary = "Makes a Flink savepoint from rows, NDJSON or CSV.",
                              .usage = "[OPTIONS] -o FOLDER FILE..."},
                             add_options, run);
}

// sp-dump: the state of a savepoint as rows.

#include "common/column_options.hpp"
#include "common/log.hpp"
#include "common/output_target.hpp"
#include "common/progress.hpp"
#include "common/read_options.hpp"
#include "common/run_tool.hpp"
#include "sp/dump.hpp"
#include "sp/kafka_offsets.hpp"

namespace {

using namespace sp;
using namespace sp::cli;

struct Options {
    ReadingOptions reading;
    SelectionOptions selection;
    OutputOptions output;
    RowOptions rows;
    ColumnOptions columns;
    bool kafka_offsets = false;
};

const OptionRow<Options> kDumpOptions[] = {
    {{"--kafka-offsets", 0, "", "Rows",
      "Instead of rows: where Kafka's partitions are read from, as sp-rewrite --kafka-offsets takes it."},
     [](auto& o, const auto&) { o.kafka_offsets = true; }},
};

/// All others would say nothing of them.
void check_kafka_offsets(const Options& options) {
    const SelectionOptions& selection = options.selection;
    const bool selects_entries = !selection.states.empty() || !selection.kinds.empty() || selection.all_keys() ||
                                 selection.key_groups || selection.split || selection.limit ||
                                 selection.limit_per_state;
    if (selects_entries || options.rows.csv || !options.rows.layout.empty()) {
        throw UsageError(
            "--kafka-offsets prints all partitions of operators as JSON; of the selection it knows --uid and "
            "--operator-id");
    }
}

void add_options(CommandLine& line, Options& options) {
    line.add(kReadingOptions, options.reading);
    line.add(kSelectionOptions, options.selection);
    line.add(kRowOptions, options.rows);
    line.add(kColumnOptions, options.columns);
    line.add(kOutputOptions, options.output);
    line.add(kDumpOptions, options);
}

DumpOptions dump_options(const Options& options) {
    DumpOptions dump;
    dump.read = read_options(options.reading, options.selection, options.output);
    dump.read.column_names = options.columns.names();
    dump.keys = options.selection.all_keys();
    dump.limit = options.selection.limit;
    dump.raw = options.output.raw;
    dump.lossless = options.output.lossless;
    dump.strict = options.output.strict;
    dump.int64_as_string = options.output.int64_as_string;
    dump.format = options.rows.csv ? RowFormat::kCsv : RowFormat::kNdjson;
    if (!options.rows.layout.empty()) {
        dump.layout = options.rows.layout == "table" ? RowLayout::kTable : RowLayout::kEntries;
    }
    dump.with_timers = options.rows.with_timers;
    dump.with_global = options.rows.with_global;
    dump.ttl = options.rows.ttl;
    dump.flatten_lists = options.rows.flatten_lists;
    dump.flatten_keys = options.rows.flatten_keys;
    dump.null_text = options.rows.null_text;
    dump.read.all_copies = options.rows.all_copies;
    dump.threads = options.rows.threads;
    return dump;
}

ExitCode run(const Options& options) {
    DumpOptions dump = dump_options(options);
    Progress progress("reading", prints_on_terminal(options.output));
    dump.read.progress = [&](std::uint64_t done, std::uint64_t total) { progress.update(done, total); };
    const Inputs inputs{options.reading.savepoint,
                        options.reading.files({options.selection.keys_file, options.columns.sql_schema})};
    if (options.kafka_offsets) {
        check_kafka_offsets(options);
    }
    write_output(options.output.output, options.output.overwrite, inputs, [&](ByteSink& sink) {
        if (options.kafka_offsets) {
            return dump_kafka_offsets(options.reading.savepoint, dump.read, dump.int64_as_string, sink);
        }
        sp::dump(options.reading.savepoint, dump, sink, [&](const std::string& message) {
            progress.wipe();
            warn(message);
        });
    });
    return ExitCode::kDone;
}

}  // namespace

int main(int argc, char** argv) {
    return run_tool<Options>(argc, argv,
                             {.name = "sp-dump",
                              .summary = "Prints the state of a Flink savepoint or checkpoint as NDJSON or CSV rows.",
                              .usage = "[OPTIONS] SAVEPOINT"},
                             add_options, run);
}

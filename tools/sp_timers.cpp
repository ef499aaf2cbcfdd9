// sp-timers: the timers of a savepoint as rows.

#include "common/column_options.hpp"
#include "common/log.hpp"
#include "common/output_target.hpp"
#include "common/progress.hpp"
#include "common/read_options.hpp"
#include "common/run_tool.hpp"
#include "sp/timers.hpp"

namespace {

using namespace sp;
using namespace sp::cli;

/// What is about timers only.
struct TimerOptions {
    TimerSelection selection;
    bool by_key = false;
};

struct Options {
    ReadingOptions reading;
    SelectionOptions selection;
    TimerOptions timers;
    RowOptions rows;
    ColumnOptions columns;
    OutputOptions output;
};

constexpr std::string_view kTimers = "Timers";

TimerDomain domain_of(const std::string& text) {
    static constexpr std::string_view kDomains[] = {"event", "processing"};
    return parse_word(text, kDomains) == "event" ? TimerDomain::kEventTime : TimerDomain::kProcessingTime;
}

const OptionRow<TimerOptions> kTimerOptions[] = {
    {{"--by-key", 0, "", kTimers, "A row for each key, service and namespace, with all its timestamps."},
     [](auto& o, const auto&) { o.by_key = true; }},
    {{"--domain", 0, "DOMAIN", kTimers, "Only timers of this time: event or processing."},
     [](auto& o, const auto& text) { o.selection.domain = domain_of(text); }},
    {{"--service", 0, "NAME", kTimers, "Only timers of this service.", true},
     [](auto& o, const auto& text) { o.selection.services.push_back(text); }},
    {{"--from", 0, "T", kTimers, "Only timers at T or later: ms since 1970, or 2026-11-30T10:15:30Z."},
     [](auto& o, const auto& text) { o.selection.from = parse_time(text); }},
    {{"--to", 0, "T", kTimers, "Only timers before T."},
     [](auto& o, const auto& text) { o.selection.to = parse_time(text); }},
};

void add_options(CommandLine& line, Options& options) {
    line.add(kReadingOptions, options.reading);
    line.add(kTimerOptions, options.timers);
    line.add(kSelectionOptions, options.selection,
             {"--uid", "--operator-id", "--key", "--keys", "--key-group", "--split", "--limit", "--limit-per-state"});
    line.add(kRowOptions, options.rows, {"--format", "--flatten-keys", "--null", "--all-copies", "--threads"});
    line.add(kColumnOptions, options.columns);
    line.add(kOutputOptions, options.output);
}

TimersOptions timers_options(const Options& options) {
    TimersOptions timers;
    timers.read = read_options(options.reading, options.selection, options.output);
    timers.read.timers = options.timers.selection;
    timers.read.column_names = options.columns.names();
    timers.keys = options.selection.all_keys();
    timers.limit = options.selection.limit;
    timers.by_key = options.timers.by_key;
    timers.raw = options.output.raw;
    timers.lossless = options.output.lossless;
    timers.strict = options.output.strict;
    timers.int64_as_string = options.output.int64_as_string;
    timers.format = options.rows.csv ? RowFormat::kCsv : RowFormat::kNdjson;
    timers.null_text = options.rows.null_text;
    timers.flatten_keys = options.rows.flatten_keys;
    timers.threads = options.rows.threads;
    return timers;
}

ExitCode run(const Options& options) {
    TimersOptions timers = timers_options(options);
    Progress progress("reading", prints_on_terminal(options.output));
    timers.read.progress = [&](std::uint64_t done, std::uint64_t total) { progress.update(done, total); };
    const Inputs inputs{options.reading.savepoint,
                        options.reading.files({options.selection.keys_file, options.columns.sql_schema})};
    write_output(options.output.output, options.output.overwrite, inputs, [&](ByteSink& sink) {
        sp::timers(options.reading.savepoint, timers, sink, [&](const std::string& message) {
            progress.wipe();
            warn(message);
        });
    });
    return ExitCode::kDone;
}

}  // namespace

int main(int argc, char** argv) {
    return run_tool<Options>(argc, argv,
                             {.name = "sp-timers",
                              .summary = "Prints the timers in a Flink savepoint or checkpoint as NDJSON or CSV rows.",
                              .usage = "[OPTIONS] SAVEPOINT"},
                             add_options, run);
}

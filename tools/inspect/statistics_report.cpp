#include "inspect/statistics_report.hpp"

#include <cstdlib>

#include "common/log.hpp"
#include "common/output_target.hpp"
#include "common/progress.hpp"
#include "common/read_options.hpp"
#include "inspect/inspect_report.hpp"
#include "sp/timers.hpp"

namespace sp::cli {
namespace {

constexpr std::string_view kReport = "What to print";

void set_by(StatisticsReportOptions& o, const std::string& text) {
    static constexpr std::string_view kWays[] = {"key-group"};
    static_cast<void>(parse_word(text, kWays));
    o.by_key_group = true;
}

/// U/S=D: a state's name may hold '=', a duration does not.
void add_time_to_live(StatisticsReportOptions& o, const std::string& text) {
    const std::size_t border = text.rfind('=');
    if (border == std::string::npos) {
        throw UsageError("'" + text + "' is not U/S=D, such as counts/last-seen=10m");
    }
    const auto [uid, state] = parse_pair(std::string_view(text).substr(0, border), '/');
    const std::int64_t duration = parse_duration(std::string_view(text).substr(border + 1));
    if (duration <= 0) {
        throw UsageError("'" + text + "': a time to live is more than nothing");
    }
    o.times_to_live.push_back({uid, state, duration});
}

bool has_unicode_locale() {
    for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const char* const value = std::getenv(name);
        if (value != nullptr && *value != '\0') {
            const std::string_view locale = value;
            return locale.find("UTF-8") != std::string_view::npos || locale.find("utf8") != std::string_view::npos;
        }
    }
    return false;
}

HistogramBars bars_for(const OutputOptions& output) {
    if (!prints_on_terminal(output)) {
        return HistogramBars::kNone;
    }
    return has_unicode_locale() ? HistogramBars::kUnicode : HistogramBars::kAscii;
}

StatisticsOptions statistics_options(const InspectArguments& arguments) {
    const StatisticsReportOptions& own = arguments.statistics;
    if (own.times_to_live.empty() == own.ttl_at.has_value()) {
        throw UsageError("--ttl and --ttl-at go together: whether a value has expired depends on the time");
    }
    StatisticsOptions statistics;
    statistics.read = read_options(arguments.reading, arguments.selection, arguments.output);
    statistics.read.with_timers = arguments.selection.states.empty() && arguments.selection.kinds.empty();
    statistics.read.column_names = arguments.columns.names();
    statistics.keys = arguments.selection.all_keys();
    statistics.threads = arguments.rows.threads;
    statistics.times_to_live = own.times_to_live;
    statistics.ttl_at = own.ttl_at.value_or(0);
    statistics.by_key_group = own.by_key_group;
    statistics.json = arguments.summary.json;
    statistics.bars = bars_for(arguments.output);
    return statistics;
}

}  // namespace

const OptionRow<StatisticsReportOptions> kStatisticsOptions[kStatisticsOptionCount] = {
    {{"--stats", 0, "", kReport, "Entries, keys, bytes, value sizes, largest keys, skew and timers of each state."},
     [](auto& o, const auto&) { o.is_wanted = true; }},
    {{"--by", 0, "key-group", kReport, "--stats: a row for each key group of each state."}, set_by},
    {{"--ttl", 0, "U/S=D", kReport, "--stats: how much of state S of operator U has expired if it lives D (10m).",
      true},
     add_time_to_live},
    {{"--ttl-at", 0, "TIME", kReport, "--stats: when --ttl asks for: ms or an instant."},
     [](auto& o, const auto& text) { o.ttl_at = parse_time(text); }},
};

ExitCode report_statistics(const InspectArguments& arguments) {
    StatisticsOptions statistics = statistics_options(arguments);
    Progress progress("reading", prints_on_terminal(arguments.output));
    statistics.read.progress = [&](std::uint64_t done, std::uint64_t total) { progress.update(done, total); };
    const Inputs inputs{arguments.reading.savepoint,
                        arguments.reading.files({arguments.selection.keys_file, arguments.columns.sql_schema})};
    write_output(arguments.output.output, arguments.output.overwrite, inputs,
                 [&](ByteSink& sink) { print_statistics(arguments.reading.savepoint, statistics, sink); });
    return ExitCode::kDone;
}

}  // namespace sp::cli

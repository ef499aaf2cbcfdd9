// Rows, warnings and errors do not depend on the number of threads, though each thread reads one key group at a time.

#include <functional>

#include "catch.hpp"
#include "rows/all_fixtures.hpp"
#include "sp/dump.hpp"
#include "sp/error.hpp"
#include "sp/timers.hpp"

using namespace sp;

namespace {

using Warn = std::function<void(const std::string&)>;

/// Everything that a run tells.
template <class Run>
std::string told_by(Run&& run) {
    StringSink sink;
    std::string messages;
    try {
        run(sink, [&](const std::string& message) { messages += "warning: " + message + "\n"; });
    } catch (const Error& error) {
        messages += "error: " + std::string(error.what()) + "\n";
    }
    return sink.text() + messages;
}

template <class Options, class Function>
void check_threads(const std::string& savepoint, Options options, Function function) {
    options.part_size = 1;
    const auto on_threads = [&](unsigned threads) {
        options.threads = threads;
        return told_by([&](ByteSink& sink, const Warn& warn) { function(savepoint, options, sink, warn); });
    };
    const std::string one = on_threads(1);
    for (const unsigned threads : {2U, 5U}) {
        CAPTURE(threads);
        CHECK((on_threads(threads) == one));
    }
}

DumpOptions dump_options(RowFormat format, RowLayout layout) {
    DumpOptions options;
    options.format = format;
    options.layout = layout;
    return options;
}

}  // namespace

TEST_CASE("rows of state are the same on several threads") {
    DumpOptions entries = dump_options(RowFormat::kNdjson, RowLayout::kEntries);
    entries.flatten_lists = true;
    DumpOptions sorted = dump_options(RowFormat::kCsv, RowLayout::kEntries);
    sorted.read.is_sorted = true;
    for (const std::string& savepoint : sp_test::all_fixtures()) {
        CAPTURE(savepoint);
        check_threads(savepoint, entries, dump);
        check_threads(savepoint, sorted, dump);
    }
}

TEST_CASE("tables are the same on several threads") {
    DumpOptions options = dump_options(RowFormat::kCsv, RowLayout::kTable);
    options.with_timers = true;
    for (const std::string& savepoint : sp_test::all_fixtures()) {
        CAPTURE(savepoint);
        EntryReader reader(savepoint, {});
        for (const std::size_t index : reader.operators()) {
            options.read.operator_ids = {reader.metadata().operators[index].id.hex()};
            check_threads(savepoint, options, dump);
        }
    }
}

TEST_CASE("timers are the same on several threads") {
    for (const std::string& savepoint : sp_test::all_fixtures()) {
        CAPTURE(savepoint);
        for (const bool by_key : {false, true}) {
            for (const RowFormat format : {RowFormat::kNdjson, RowFormat::kCsv}) {
                TimersOptions options;
                options.by_key = by_key;
                options.format = format;
                check_threads(savepoint, options, timers);
                options.read.is_sorted = true;
                check_threads(savepoint, options, timers);
            }
        }
    }
}

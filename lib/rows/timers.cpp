#include "sp/timers.hpp"

#include <algorithm>
#include <charconv>
#include <memory>

#include "rows/ndjson_writer.hpp"
#include "rows/print_rows.hpp"
#include "rows/timers_by_key.hpp"
#include "rows/timers_csv_writer.hpp"
#include "sp/error.hpp"
#include "types/codecs/text/times.hpp"

namespace sp {
namespace {

ReadOptions only_timers(ReadOptions read, bool by_key) {
    read.states.clear();
    read.kinds = {StateKind::kTimer};
    read.with_timers = true;
    if (by_key) {
        read.limit_per_state.reset();
    }
    return read;
}

std::unique_ptr<rows::RowWriter> make_writer(rows::RowInput& input, const TimersOptions& options, OutputBuffer& out,
                                             const rows::Warn& warn) {
    const bool is_csv = options.format == RowFormat::kCsv;
    rows::KeyColumns keys = options.flatten_keys ? rows::key_columns(input.reader()) : rows::KeyColumns();
    if (options.by_key) {
        rows::TimersByKeyOptions by_key;
        by_key.rules = {options.strict, options.int64_as_string, warn, options.lossless};
        by_key.raw = options.raw;
        by_key.limit = options.limit;
        by_key.limit_per_service = options.read.limit_per_state;
        by_key.memory = options.read.memory;
        by_key.temporary_folder = options.read.temporary_folder;
        by_key.csv = is_csv;
        by_key.null_text = options.null_text.value_or("");
        by_key.keys = std::move(keys);
        return std::make_unique<rows::TimersByKeyWriter>(out, input.operators(), std::move(by_key));
    }
    if (is_csv) {
        return std::make_unique<rows::TimersCsvWriter>(out, input.operators(), std::move(keys), options, warn);
    }
    rows::NdjsonOptions ndjson;
    ndjson.raw = options.raw;
    ndjson.strict = options.strict;
    ndjson.int64_as_string = options.int64_as_string;
    ndjson.lossless = options.lossless;
    return std::make_unique<rows::NdjsonWriter>(out, input.operators(), ndjson, warn);
}

void copy_timers(EntryReader& reader, rows::RowWriter& writer, const TimersOptions& options) {
    // Rows by key are made of many timers, so the writer counts them.
    std::uint64_t left = options.by_key ? UINT64_MAX : options.limit.value_or(UINT64_MAX);
    for (EntryBatch batch; left > 0 && !writer.is_full() && reader.next(batch);) {
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(left, batch.entries.size()));
        writer.write(batch, count);
        left -= count;
    }
}

}  // namespace

void timers(std::string_view savepoint, const TimersOptions& options, ByteSink& sink,
            const std::function<void(const std::string&)>& warn) {
    for (const auto& [name, is_given] :
         {std::pair("--null", options.null_text.has_value()), std::pair("--flatten-keys", options.flatten_keys)}) {
        if (is_given && options.format != RowFormat::kCsv) {
            throw UsageError(std::string(name) + " goes with --format csv only");
        }
    }
    const bool is_divided = options.threads > 1 && !options.limit && !options.read.limit_per_state;
    TimersOptions shared = options;
    shared.read.memory /= is_divided ? options.threads : 1;
    rows::RowInput input(savepoint, only_timers(shared.read, options.by_key), options.keys);
    rows::RowPrinting printing;
    printing.threads = is_divided ? options.threads : 1;
    printing.part_size = options.part_size;
    printing.make_writer = [&](OutputBuffer& out, const rows::Warn& rows_warn) {
        return make_writer(input, shared, out, rows_warn);
    };
    printing.copy_rows = [&](EntryReader& reader, rows::RowWriter& writer) { copy_timers(reader, writer, options); };
    rows::print_rows(input, printing, sink, warn);
}

std::int64_t parse_time(std::string_view text) {
    constexpr std::int64_t kMillis = 1000;
    constexpr std::int32_t kNanosPerMilli = 1000000;
    std::int64_t millis = 0;
    const char* const end = text.data() + text.size();
    if (const auto [stop, error] = std::from_chars(text.data(), end, millis); error == std::errc() && stop == end) {
        return millis;
    }
    Temporal instant;
    if (!text::parse_temporal(text, TypeKind::kInstant, instant)) {
        throw UsageError("'" + std::string(text) + "' is not a time such as 1700000000000 or 2023-11-14T22:13:20Z");
    }
    constexpr std::int64_t kLast = INT64_MAX / kMillis - 1;  // Java's instants go further than its milliseconds
    return std::clamp(instant.epoch, -kLast, kLast) * kMillis + (instant.nanos + kNanosPerMilli - 1) / kNanosPerMilli;
}

}  // namespace sp

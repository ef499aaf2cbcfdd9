#include "sp/timers.hpp"

#include <algorithm>
#include <charconv>

#include "io/output.hpp"
#include "rows/ndjson_writer.hpp"
#include "rows/row_input.hpp"
#include "rows/timers_by_key.hpp"
#include "sp/error.hpp"
#include "types/codecs/text/times.hpp"

namespace sp {
namespace {

using Warn = std::function<void(const std::string&)>;

ReadOptions only_timers(ReadOptions read, bool by_key) {
    read.states.clear();
    read.kinds = {StateKind::kTimer};
    read.with_timers = true;
    if (by_key) {
        read.limit_per_state.reset();
    }
    return read;
}

void print_entries(rows::RowInput& input, const TimersOptions& options, OutputBuffer& out, const Warn& warn) {
    rows::NdjsonWriter writer(
        out, input.operators(),
        {.raw = options.raw, .strict = options.strict, .int64_as_string = options.int64_as_string}, warn);
    input.for_each_batch(options.limit,
                         [&](const EntryBatch& batch, std::size_t count) { writer.write(batch, count); });
}

void print_by_key(rows::RowInput& input, const TimersOptions& options, OutputBuffer& out, const Warn& warn) {
    rows::TimersByKeyWriter writer(out, input.operators(),
                                   {.rules = {options.strict, options.int64_as_string, warn},
                                    .raw = options.raw,
                                    .limit = options.limit,
                                    .limit_per_service = options.read.limit_per_state,
                                    .memory = options.read.memory,
                                    .temporary_folder = options.read.temporary_folder});
    EntryBatch batch;
    while (!writer.is_full() && input.reader().next(batch)) {
        writer.add(batch);
    }
    writer.finish();
}

}  // namespace

void timers(std::string_view savepoint, const TimersOptions& options, ByteSink& sink, const Warn& warn) {
    rows::RowInput input(savepoint, only_timers(options.read, options.by_key), options.keys);
    OutputBuffer out(sink);
    try {
        (options.by_key ? print_by_key : print_entries)(input, options, out, warn);
    } catch (...) {
        // The rows before the failure are right: they are not held back.
        out.flush();
        throw;
    }
    out.close();
    input.check();
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

#include "sp/dump.hpp"

#include <algorithm>

#include "io/output.hpp"
#include "rows/ndjson_writer.hpp"
#include "rows/row_input.hpp"

namespace sp {
namespace {

void copy_rows(EntryReader& reader, rows::NdjsonWriter& writer, std::optional<std::uint64_t> limit) {
    EntryBatch batch;
    std::uint64_t left = limit.value_or(UINT64_MAX);
    while (left > 0 && reader.next(batch)) {
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(left, batch.entries.size()));
        writer.write(batch, count);
        left -= count;
    }
}

}  // namespace

void dump(std::string_view savepoint, const DumpOptions& options, ByteSink& sink,
          const std::function<void(const std::string&)>& warn) {
    rows::RowInput input(savepoint, options.read, options.keys);
    OutputBuffer out(sink);
    rows::NdjsonWriter writer(out, input.operators(),
                              {.raw = options.raw, .strict = options.strict, .int64_as_string = options.int64_as_string}, warn);
    try {
        copy_rows(input.reader(), writer, options.limit);
    } catch (...) {
        // The rows before the failure are right: they are not held back.
        out.flush();
        throw;
    }
    out.close();
    input.check();
}

}  // namespace sp

#include "sp/dump.hpp"

#include "io/output.hpp"
#include "rows/ndjson_writer.hpp"
#include "rows/row_input.hpp"

namespace sp {

void dump(std::string_view savepoint, const DumpOptions& options, ByteSink& sink,
          const std::function<void(const std::string&)>& warn) {
    rows::RowInput input(savepoint, options.read, options.keys);
    OutputBuffer out(sink);
    rows::NdjsonWriter writer(out, input.operators(),
                              {.raw = options.raw, .strict = options.strict, .int64_as_string = options.int64_as_string}, warn);
    try {
        input.for_each_batch(options.limit, [&](const EntryBatch& batch, std::size_t count) { writer.write(batch, count); });
    } catch (...) {
        // The rows before the failure are right: they are not held back.
        out.flush();
        throw;
    }
    out.close();
    input.check();
}

}  // namespace sp

#include "sp/dump.hpp"

#include <algorithm>

#include "io/output.hpp"
#include "rows/list_flattener.hpp"
#include "rows/row_format_table.hpp"

namespace sp {
namespace {

void copy_entries(EntryReader& reader, rows::RowWriter& writer, const DumpOptions& options) {
    std::uint64_t left = options.limit.value_or(UINT64_MAX);
    const auto write = [&](const EntryBatch& batch) {
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(left, batch.entries.size()));
        writer.write(batch, count);
        left -= count;
        return left > 0;
    };
    rows::ListFlattener flattener;
    for (EntryBatch batch; left > 0 && reader.next(batch);) {
        if (options.flatten_lists && batch.state->kind == StateKind::kList) {
            flattener.flatten(batch, write);
        } else {
            static_cast<void>(write(batch));
        }
    }
}

/// Its rows are made of many entries, so the writer counts them.
void copy_table(EntryReader& reader, rows::RowWriter& writer) {
    for (EntryBatch batch; !writer.is_full() && reader.next(batch);) {
        writer.write(batch, batch.entries.size());
    }
}

}  // namespace

void dump(std::string_view savepoint, const DumpOptions& options, ByteSink& sink,
          const std::function<void(const std::string&)>& warn) {
    const RowLayout layout = rows::choose_layout(savepoint, options);
    rows::check_row_options(options, layout);
    rows::RowInput input(savepoint, rows::reading_for(options, layout), options.keys);
    OutputBuffer out(sink);
    const std::unique_ptr<rows::RowWriter> writer = rows::make_row_writer(input, layout, options, out, warn);
    try {
        layout == RowLayout::kTable ? copy_table(input.reader(), *writer)
                                    : copy_entries(input.reader(), *writer, options);
        writer->finish();
    } catch (...) {
        // The rows before the failure are right: they are not held back.
        out.flush();
        throw;
    }
    out.close();
    input.check();
}

}  // namespace sp

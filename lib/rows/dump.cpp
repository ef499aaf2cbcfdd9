#include "sp/dump.hpp"

#include <algorithm>

#include "rows/list_flattener.hpp"
#include "rows/print_rows.hpp"
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

bool can_be_divided(const DumpOptions& options) {
    return options.threads > 1 && !options.limit && !options.read.limit_per_state;
}

}  // namespace

void dump(std::string_view savepoint, const DumpOptions& options, ByteSink& sink,
          const std::function<void(const std::string&)>& warn) {
    const RowLayout layout = rows::choose_layout(savepoint, options);
    rows::check_row_options(options, layout);
    ReadOptions read = rows::reading_for(options, layout);
    if (can_be_divided(options)) {
        read.memory /= options.threads;
    }
    rows::RowInput input(savepoint, std::move(read), options.keys);
    rows::RowPrinting printing;
    printing.threads = can_be_divided(options) ? options.threads : 1;
    printing.part_size = options.part_size;
    printing.make_writer = [&](OutputBuffer& out, rows::Warn rows_warn) {
        return rows::make_row_writer(input, layout, options, out, std::move(rows_warn));
    };
    printing.copy_rows = [&](EntryReader& reader, rows::RowWriter& writer) {
        layout == RowLayout::kTable ? copy_table(reader, writer) : copy_entries(reader, writer, options);
    };
    rows::print_rows(input, printing, sink, warn);
}

}  // namespace sp

#include "sp/dump.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <set>

#include "io/ordered_tasks.hpp"
#include "io/output.hpp"
#include "rows/list_flattener.hpp"
#include "rows/row_format_table.hpp"

namespace sp {
namespace {

using Warn = std::function<void(const std::string&)>;

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

void copy_rows(EntryReader& reader, rows::RowWriter& writer, const DumpOptions& options, RowLayout layout) {
    layout == RowLayout::kTable ? copy_table(reader, writer) : copy_entries(reader, writer, options);
    writer.finish();
}

/// Calls `print` with a buffer in front of the sink. When it throws, the rows before the failure are right: they are not
/// held back.
template <class Print>
void print_buffered(ByteSink& sink, Print&& print) {
    OutputBuffer out(sink);
    try {
        print(out);
    } catch (...) {
        out.flush();
        throw;
    }
    out.flush();
}

/// Parts of the reading, each printed by a writer of its own.
class PartsDump {
public:
    PartsDump(rows::RowInput& input, RowLayout layout, const DumpOptions& options, Warn warn)
        : input_(input), layout_(layout), options_(options), warn_(std::move(warn)) {}

    void run(ByteSink& sink) {
        print_buffered(
            sink, [&](OutputBuffer& out) { rows::make_row_writer(input_, layout_, options_, out, warn_)->finish(); });
        run_in_order(
            options_.threads, [&] { return next_task(); }, sink);
        input_.reader().finish_parts();
    }

private:
    static constexpr std::uint64_t kPartSize = std::uint64_t{2} << 20;  // of state

    // The input is asked by one thread at a time.

    std::optional<OrderedTask> next_task() {
        const std::lock_guard lock(mutex_);
        const std::optional<ReadPart> part = input_.reader().next_part(kPartSize);
        if (!part) {
            return std::nullopt;
        }
        return [this, part = *part](ByteSink& sink) { return print(part, sink); };
    }

    Epilogue print(const ReadPart& part, ByteSink& sink) {
        auto reader = std::make_shared<EntryReader>(input_.reader().read_part(part));
        auto warnings = std::make_shared<std::vector<std::string>>();
        print_buffered(sink, [&](OutputBuffer& out) {
            const auto writer =
                make_writer(out, [warnings](const std::string& message) { warnings->push_back(message); });
            copy_rows(*reader, *writer, options_, layout_);
        });
        return [this, reader, warnings] {
            for (const std::string& message : *warnings) {
                if (warned_.insert(message).second) {
                    warn_(message);
                }
            }
            const std::lock_guard lock(mutex_);
            input_.reader().absorb(*reader);
        };
    }

    std::unique_ptr<rows::RowWriter> make_writer(OutputBuffer& out, Warn warn) {
        const std::lock_guard lock(mutex_);
        auto writer = rows::make_row_writer(input_, layout_, options_, out, std::move(warn));
        writer->omit_header();
        return writer;
    }

    rows::RowInput& input_;
    RowLayout layout_;
    const DumpOptions& options_;
    Warn warn_;
    std::set<std::string> warned_;
    std::mutex mutex_;
};

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
    if (can_be_divided(options)) {
        PartsDump(input, layout, options, warn).run(sink);
    } else {
        print_buffered(sink, [&](OutputBuffer& out) {
            copy_rows(input.reader(), *rows::make_row_writer(input, layout, options, out, warn), options, layout);
        });
    }
    sink.close();
    input.check();
}

}  // namespace sp

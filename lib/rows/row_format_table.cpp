#include "rows/row_format_table.hpp"

#include <algorithm>
#include <iterator>

#include "rows/csv_writer.hpp"
#include "rows/ndjson_writer.hpp"
#include "rows/table_writer.hpp"
#include "sp/error.hpp"

namespace sp::rows {
namespace {

using States = std::vector<const StateDescriptor*>;

struct WriterInput {
    RowInput& input;
    const DumpOptions& options;
    OutputBuffer& out;
    Warn warn;

    [[nodiscard]] std::string null_text() const { return options.null_text.value_or(""); }
    [[nodiscard]] PrintRules rules() const { return {options.strict, options.int64_as_string, warn, options.lossless}; }
};

bool has_states(const States& states) {
    return std::ranges::any_of(states, [](const StateDescriptor* state) { return state->kind != StateKind::kTimer; });
}

/// The selected operators with keyed state.
std::vector<std::size_t> keyed_operators(EntryReader& reader) {
    std::vector<std::size_t> found;
    std::ranges::copy_if(reader.operators(), std::back_inserter(found),
                         [&](std::size_t index) { return has_states(reader.keyed_states(index)); });
    return found;
}

std::size_t only_keyed_operator(RowInput& input) {
    EntryReader& reader = input.reader();
    const std::vector<std::size_t> found = keyed_operators(reader);
    if (found.empty()) {
        for (EntryBatch batch; reader.next(batch);) {  // says what is wrong with names
        }
        input.check();
        throw UsageError("no selected operator has keyed state to show as a table");
    }
    if (found.size() > 1) {
        std::string message =
            "the table layout shows one operator, and keyed state is in several; choose with --uid or "
            "--operator-id:";
        for (const std::size_t index : found) {
            message += "\n  " + reader.label(index);
        }
        throw UsageError(message);
    }
    return found.front();
}

KeyColumns chosen_keys(const WriterInput& w) {
    return w.options.flatten_keys ? key_columns(w.input.reader()) : KeyColumns();
}

// ---- A function a line of the table --------------------------------------------------------------------------------

std::unique_ptr<RowWriter> ndjson_entries(const WriterInput& w) {
    const NdjsonOptions options{.raw = w.options.raw,
                                .strict = w.options.strict,
                                .int64_as_string = w.options.int64_as_string,
                                .lossless = w.options.lossless,
                                .all_copies = w.options.read.all_copies,
                                .flatten_lists = w.options.flatten_lists};
    return std::make_unique<NdjsonWriter>(w.out, w.input.operators(), options, w.warn);
}

std::unique_ptr<RowWriter> csv_entries(const WriterInput& w) {
    return std::make_unique<CsvWriter>(w.out, w.input.operators(), chosen_keys(w), w.options, w.warn);
}

std::unique_ptr<RowWriter> ndjson_table(const WriterInput& w) {
    const std::size_t index = only_keyed_operator(w.input);
    TableColumns columns(w.input.reader().keyed_states(index), w.options.read.is_sorted);
    return std::make_unique<TableWriter<NdjsonForm>>(NdjsonForm(w.out), std::move(columns),
                                                     w.input.reader().label(index), w.rules(), w.options);
}

std::unique_ptr<RowWriter> csv_table(const WriterInput& w) {
    const std::size_t index = only_keyed_operator(w.input);
    TableColumns columns(w.input.reader().keyed_states(index), w.options.read.is_sorted);
    CsvForm form(w.out, columns, w.options.ttl, chosen_keys(w), w.null_text());
    return std::make_unique<TableWriter<CsvForm>>(std::move(form), std::move(columns), w.input.reader().label(index),
                                                  w.rules(), w.options);
}

struct RowForm {
    RowFormat format;
    RowLayout layout;
    std::unique_ptr<RowWriter> (*make)(const WriterInput&);
};

constexpr RowForm kRowForms[] = {
    {RowFormat::kNdjson, RowLayout::kEntries, ndjson_entries},
    {RowFormat::kCsv, RowLayout::kEntries, csv_entries},
    {RowFormat::kNdjson, RowLayout::kTable, ndjson_table},
    {RowFormat::kCsv, RowLayout::kTable, csv_table},
};

/// An option that not every form takes.
struct SpecialOption {
    std::string_view name;
    bool (*is_given)(const DumpOptions&);
    std::optional<RowLayout> layout;  ///< the only one that takes it
    std::optional<RowFormat> format;
};

constexpr SpecialOption kSpecialOptions[] = {
    {"--raw", [](const DumpOptions& o) { return o.raw; }, RowLayout::kEntries, std::nullopt},
    {"--flatten-lists", [](const DumpOptions& o) { return o.flatten_lists; }, RowLayout::kEntries, std::nullopt},
    {"--all-copies", [](const DumpOptions& o) { return o.read.all_copies; }, RowLayout::kEntries, std::nullopt},
    {"--limit-per-state", [](const DumpOptions& o) { return o.read.limit_per_state.has_value(); }, RowLayout::kEntries,
     std::nullopt},
    {"--with-timers", [](const DumpOptions& o) { return o.with_timers; }, RowLayout::kTable, std::nullopt},
    {"--with-global", [](const DumpOptions& o) { return o.with_global; }, RowLayout::kTable, std::nullopt},
    {"--ttl", [](const DumpOptions& o) { return o.ttl; }, RowLayout::kTable, std::nullopt},
    {"--null", [](const DumpOptions& o) { return o.null_text.has_value(); }, std::nullopt, RowFormat::kCsv},
    {"--flatten-keys", [](const DumpOptions& o) { return o.flatten_keys; }, std::nullopt, RowFormat::kCsv},
};

}  // namespace

RowLayout choose_layout(std::string_view savepoint, const DumpOptions& options) {
    if (options.layout || options.format != RowFormat::kCsv) {
        return options.layout.value_or(RowLayout::kEntries);
    }
    for (const SpecialOption& option : kSpecialOptions) {
        if (option.layout && option.is_given(options)) {
            return *option.layout;
        }
    }
    RowInput probe(savepoint, options.read, options.keys);
    EntryReader& reader = probe.reader();
    return reader.operators().size() == 1 && keyed_operators(reader).size() == 1 ? RowLayout::kTable
                                                                                 : RowLayout::kEntries;
}

void check_row_options(const DumpOptions& options, RowLayout layout) {
    for (const SpecialOption& option : kSpecialOptions) {
        if (!option.is_given(options)) {
            continue;
        }
        if (option.layout && *option.layout != layout) {
            throw UsageError(std::string(option.name) + " goes with --layout " +
                             (*option.layout == RowLayout::kTable ? "table" : "entries") + " only");
        }
        if (option.format && *option.format != options.format) {
            throw UsageError(std::string(option.name) + " goes with --format csv only");
        }
    }
    static_cast<void>(CsvText(options.null_text.value_or("")));
}

ReadOptions reading_for(const DumpOptions& options, RowLayout layout) {
    ReadOptions read = options.read;
    if (layout == RowLayout::kEntries) {
        return read;
    }
    read.is_sorted = false;  // rows of a table have an order of their own
    read.kinds.clear();
    for (const StateKind kind : {StateKind::kValue, StateKind::kList, StateKind::kMap, StateKind::kReducing,
                                 StateKind::kAggregating, StateKind::kFolding}) {
        if (options.read.kinds.empty() || std::ranges::find(options.read.kinds, kind) != options.read.kinds.end()) {
            read.kinds.push_back(kind);
        }
    }
    if (read.kinds.empty()) {
        throw UsageError("the table layout shows keyed state, of which --kind leaves none");
    }
    if (options.with_timers) {
        read.kinds.push_back(StateKind::kTimer);
        read.with_timers = true;
    }
    return read;
}

std::unique_ptr<RowWriter> make_row_writer(RowInput& input, RowLayout layout, const DumpOptions& options,
                                           OutputBuffer& out, Warn warn) {
    const auto form = std::ranges::find_if(
        kRowForms, [&](const RowForm& one) { return one.format == options.format && one.layout == layout; });
    return form->make({input, options, out, std::move(warn)});
}

}  // namespace sp::rows

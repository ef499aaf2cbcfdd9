#include "rows/import/row_reader.hpp"

#include "io/crc32c.hpp"
#include "sp/error.hpp"

namespace sp::rows {

RowReader::RowReader(const ImportPlan& plan, const RowFileLayouts& layouts, const ImportSettings& settings,
                     ImportTarget& target, EntryImporter::Coordinator coordinator)
    : layouts_(layouts),
      parser_(layouts),
      settings_(settings),
      target_(target),
      entries_(plan, settings, target, std::move(coordinator)) {}

TableImporter& RowReader::table_of(const ImportOperator& op) {
    std::unique_ptr<TableImporter>& table = tables_[&op];
    if (!table) {
        table = std::make_unique<TableImporter>(op, settings_, target_);
    }
    return *table;
}

void RowReader::begin_csv_table_row(const RowFileLayout& layout, TableImporter& table) {
    const std::vector<CsvField>& fields = parser_.csv_fields();
    if (fields.size() != layout.columns.size()) {
        throw InputError("expected " + std::to_string(layout.columns.size()) + " fields, found " +
                         std::to_string(fields.size()));
    }
    table.begin_row();
    for (std::size_t i = 0; i < fields.size(); ++i) {
        // An empty field is a missing cell; null is told by its text only.
        const bool is_there = !fields[i].text.empty() || fields[i].is_quoted;
        if (is_there || layout.columns[i].part == TableImporter::Column::Part::kKeyField) {
            table.add_field(layout.columns[i], field_of(fields[i], layouts_.null_text()));
        }
    }
}

void RowReader::read(const RowBlock& block, std::vector<BadRow>* bad_rows) {
    const RowFileLayout& layout = layouts_[block.file];
    TableImporter* const table = layout.is_table ? &table_of(*layout.table_operator) : nullptr;
    entries_.set_usual_operator(layout.options.usual_operator);
    parser_.for_each_row(block, bad_rows, [&](std::string_view row, std::uint64_t line) {
        const std::uint64_t sequence = RowFileLayouts::sequence_of(block.file, line);
        if (table != nullptr && layout.options.is_csv) {
            begin_csv_table_row(layout, *table);
            count(row, table->end_row(sequence));
        } else if (table != nullptr) {
            count(row, table->add_json(row, sequence));
        } else {
            const RowFields& fields = parser_.parse(layout, row);
            count(row, entries_.add(fields, sequence, parser_.key_parts()));
        }
    });
}

/// Parts of a savepoint tell which rows they have got.
void RowReader::count(std::string_view row, RowOwner owner) {
    if (!settings_.split) {
        return;
    }
    const Bytes bytes(reinterpret_cast<const std::uint8_t*>(row.data()), row.size());
    const std::uint32_t first = crc32c(bytes);
    const RowDigest digest{1, std::uint64_t{first} << 32 | crc32c(bytes, ~first)};
    switch (owner) {
        case RowOwner::kHere: return of_split_.taken.add(digest);
        case RowOwner::kElsewhere: return of_split_.elsewhere.add(digest);
        case RowOwner::kHereKeyless: return of_split_.taken_keyless.add(digest);
        case RowOwner::kElsewhereKeyless: return of_split_.elsewhere_keyless.add(digest);
        case RowOwner::kAll: return of_split_.broadcast.add(digest);
    }
}

void RowReader::print_key_groups(
    const RowBlock& block,
    const std::function<void(std::string_view row, std::optional<std::int32_t> key_group)>& print) {
    const RowFileLayout& layout = layouts_[block.file];
    TableImporter* const table = layout.is_table ? &table_of(*layout.table_operator) : nullptr;
    entries_.set_usual_operator(layout.options.usual_operator);
    parser_.for_each_row(block, nullptr, [&](std::string_view row, std::uint64_t) {
        if (table != nullptr) {
            layout.options.is_csv ? begin_csv_table_row(layout, *table) : table->begin_json(row);
            return print(row, table->key_group());
        }
        const RowFields& fields = parser_.parse(layout, row);
        print(row, entries_.key_group(fields, parser_.key_parts()));
    });
}

ImportCounts RowReader::counts() const {
    ImportCounts counts = entries_.counts();
    for (const auto& [op, table] : tables_) {
        counts.add(table->counts());
    }
    counts.skipped += parser_.skipped();
    counts.of_split = of_split_;
    return counts;
}

}  // namespace sp::rows

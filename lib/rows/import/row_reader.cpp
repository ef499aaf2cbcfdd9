#include "rows/import/row_reader.hpp"

#include <algorithm>

#include "io/crc32c.hpp"
#include "rows/json_cursor.hpp"
#include "sp/error.hpp"

namespace sp::rows {
namespace {

bool is_blank(std::string_view line) {
    return line.empty() || (line[0] <= ' ' && line.find_first_not_of(" \t\r") == std::string_view::npos);
}

}  // namespace

RowFileLayouts::RowFileLayouts(const ImportPlan& plan, std::vector<RowFileOptions> files, ColumnNames columns,
                               std::optional<std::string> null_text)
    : plan_(plan), columns_(std::move(columns)), null_text_(std::move(null_text)) {
    for (RowFileOptions& file : files) {
        RowFileLayout& layout = layouts_.emplace_back();
        layout.options = std::move(file);
        if (!layout.options.is_csv && layout.options.layout == RowLayout::kTable) {
            set_table(layout);
        }
    }
}

void RowFileLayouts::set_table(RowFileLayout& layout) const {
    layout.is_table = true;
    layout.table_operator = layout.options.usual_operator;
    if (layout.table_operator == nullptr) {
        if (plan_.operators().size() != 1) {
            throw UsageError(name_of_rows(layout.options.path) +
                             ": a table is of one operator, and the schema has several; --uid chooses one");
        }
        layout.table_operator = plan_.operators().front().get();
    }
}

void RowFileLayouts::begin_file(std::size_t file, std::string_view text) {
    RowFileLayout& layout = layouts_[file];
    if (!layout.options.is_csv) {
        return;
    }
    const std::string place = name_of_rows(layout.options.path) + ": line 1: ";
    try {
        CsvRecords records(text, 1);
        std::vector<CsvField> header;
        if (!records.next(header)) {
            return;
        }
        layout.names = read_header(header, columns_);
        const bool is_table =
            layout.options.layout ? *layout.options.layout == RowLayout::kTable : !is_header_of_entries(layout.names);
        if (is_table) {
            set_table(layout);
        }
        layout.columns.resize(layout.names.size());
        layout.parts.resize(layout.names.size());
        layout.key_fields.resize(layout.names.size());
        for (std::size_t i = 0; i < layout.names.size(); ++i) {
            const std::string& name = layout.names[i];
            if (name.empty()) {
                continue;
            }
            if (is_table) {
                layout.columns[i] = TableImporter::find_column(*layout.table_operator, name);
            } else if (name.starts_with(kKeyColumnPrefix)) {
                layout.key_fields[i] = name.substr(kKeyColumnPrefix.size());
            } else if (const std::size_t part = find_row_part(name); part != kRowPartCount) {
                layout.parts[i] = static_cast<RowPart>(part);
            } else {
                throw InputError("no column '" + name + "' is known in rows of entries (--column " + name +
                                 "= leaves it out)");
            }
        }
    } catch (const InputError& error) {
        throw InputError(place + error.what());
    }
}

RowReader::RowReader(const ImportPlan& plan, const RowFileLayouts& layouts, const ImportSettings& settings,
                     ImportTarget& target, EntryImporter::Coordinator coordinator)
    : layouts_(layouts),
      settings_(settings),
      target_(target),
      entries_(plan, settings, target, std::move(coordinator)) {}

std::string RowReader::place_of(const RowFileLayouts& layouts, std::uint64_t sequence) {
    const std::size_t file = sequence >> kLineBits;
    const std::string name = file < layouts.size() ? name_of_rows(layouts[file].options.path) : "?";
    return name + ": line " + std::to_string(sequence & ((std::uint64_t{1} << kLineBits) - 1));
}

TableImporter& RowReader::table_of(const ImportOperator& op) {
    std::unique_ptr<TableImporter>& table = tables_[&op];
    if (!table) {
        table = std::make_unique<TableImporter>(op, settings_, target_);
    }
    return *table;
}

template <class Use>
void RowReader::use_row(const RowBlock& block, std::uint64_t line, std::string_view row, std::vector<BadRow>* bad_rows,
                        Use&& use) {
    try {
        use(row, line);
    } catch (const InputError& error) {
        const std::string problem = place_of(layouts_, sequence_of(block.file, line)) + ": " + error.what();
        if (bad_rows == nullptr) {
            throw InputError(problem);
        }
        ++skipped_;
        bad_rows->push_back({std::string(row), problem});
    } catch (const UnsupportedError& error) {
        throw UnsupportedError(place_of(layouts_, sequence_of(block.file, line)) + ": " + error.what());
    }
}

template <class Use>
void RowReader::for_each_row(const RowBlock& block, std::vector<BadRow>* bad_rows, Use&& use) {
    if (layouts_[block.file].options.is_csv) {
        CsvRecords records(block.text, block.first_line);
        bool is_header = block.is_first;
        for (bool has_more = true; has_more;) {
            try {
                has_more = records.next(fields_);
            } catch (const InputError&) {
                use_row(block, records.line(), records.record(), bad_rows, [&](auto, auto) { throw; });
                is_header = false;
                continue;
            }
            if (has_more && !is_header) {
                use_row(block, records.line(), records.record(), bad_rows, use);
            }
            is_header = false;
        }
        return;
    }
    std::string_view text = block.text;
    const bool is_checked = is_utf8(text);
    for (std::uint64_t line = block.first_line; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view row = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!is_blank(row)) {
            use_row(block, line, row, bad_rows, [&](std::string_view whole, std::uint64_t at) {
                if (!is_checked && !is_utf8(whole)) {
                    throw InputError("the row is not UTF-8");
                }
                use(whole, at);
            });
        }
    }
}

/// As many fields as columns, or a row is out of step.
void RowReader::read_csv_fields(const RowFileLayout& layout, RowFields& fields) {
    if (fields_.size() != layout.names.size()) {
        throw InputError("expected " + std::to_string(layout.names.size()) + " fields, found " +
                         std::to_string(fields_.size()));
    }
    fields.clear();
    key_parts_.clear();
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        const RowField field = field_of(fields_[i], layouts_.null_text());
        if (layout.parts[i]) {
            // What is not there is an empty field, too; a value that is null is told by its text, or it is a value's.
            const bool can_be_null = *layout.parts[i] == RowPart::kValue || *layout.parts[i] == RowPart::kMapKey;
            if (field.form != RowField::Form::kNull || can_be_null || !fields_[i].text.empty()) {
                fields.set(*layout.parts[i], field);
            }
        } else if (!layout.key_fields[i].empty()) {
            key_parts_.add(layout.key_fields[i], field);
        }
    }
}

void RowReader::begin_csv_table_row(const RowFileLayout& layout, TableImporter& table) {
    if (fields_.size() != layout.columns.size()) {
        throw InputError("expected " + std::to_string(layout.columns.size()) + " fields, found " +
                         std::to_string(fields_.size()));
    }
    table.begin_row();
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        // An empty field is a missing cell; null is told by its text only.
        const bool is_there = !fields_[i].text.empty() || fields_[i].is_quoted;
        if (is_there || layout.columns[i].part == TableImporter::Column::Part::kKeyField) {
            table.add_field(layout.columns[i], field_of(fields_[i], layouts_.null_text()));
        }
    }
}

void RowReader::read(const RowBlock& block, std::vector<BadRow>* bad_rows) {
    const RowFileLayout& layout = layouts_[block.file];
    TableImporter* const table = layout.is_table ? &table_of(*layout.table_operator) : nullptr;
    entries_.set_usual_operator(layout.options.usual_operator);
    for_each_row(block, bad_rows, [&](std::string_view row, std::uint64_t line) {
        const std::uint64_t sequence = sequence_of(block.file, line);
        if (table != nullptr && layout.options.is_csv) {
            begin_csv_table_row(layout, *table);
            count(row, table->end_row(sequence));
        } else if (table != nullptr) {
            count(row, table->add_json(row, sequence));
        } else if (layout.options.is_csv) {
            read_csv_fields(layout, row_fields_);
            count(row, entries_.add(row_fields_, sequence, key_parts_.is_empty() ? nullptr : &key_parts_));
        } else {
            read_json_fields(row, row_fields_);
            count(row, entries_.add(row_fields_, sequence));
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
    for_each_row(block, nullptr, [&](std::string_view row, std::uint64_t) {
        if (table != nullptr) {
            layout.options.is_csv ? begin_csv_table_row(layout, *table) : table->begin_json(row);
            return print(row, table->key_group());
        }
        layout.options.is_csv ? read_csv_fields(layout, row_fields_) : read_json_fields(row, row_fields_);
        print(row,
              entries_.key_group(row_fields_, key_parts_.is_empty() || !layout.options.is_csv ? nullptr : &key_parts_));
    });
}

ImportCounts RowReader::counts() const {
    ImportCounts counts = entries_.counts();
    for (const auto& [op, table] : tables_) {
        counts.add(table->counts());
    }
    counts.skipped += skipped_;
    counts.of_split = of_split_;
    return counts;
}

}  // namespace sp::rows

#include "rows/import/row_parser.hpp"

namespace sp::rows {

RowFileLayouts::RowFileLayouts(const ImportPlan& plan, std::vector<RowFileOptions> files, RenamedColumns columns,
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
                throw InputError("no column '" + name + "' is known in rows of entries" +
                                 (layout.options.can_name_columns ? " (--column " + name + "= leaves it out)" : ""));
            }
        }
    } catch (const InputError& error) {
        throw InputError(place + error.what());
    }
}

std::string RowFileLayouts::place_of(std::uint64_t sequence) const {
    const std::size_t file = sequence >> kLineBits;
    const std::string name = file < size() ? name_of_rows(layouts_[file].options.path) : "?";
    return name + ": line " + std::to_string(sequence & ((std::uint64_t{1} << kLineBits) - 1));
}

/// As many fields as columns, or a row is out of step.
void RowParser::parse_csv(const RowFileLayout& layout) {
    if (csv_fields_.size() != layout.names.size()) {
        throw InputError("expected " + std::to_string(layout.names.size()) + " fields, found " +
                         std::to_string(csv_fields_.size()));
    }
    fields_.clear();
    key_parts_.clear();
    for (std::size_t i = 0; i < csv_fields_.size(); ++i) {
        const RowField field = field_of(csv_fields_[i], layouts_.null_text());
        if (layout.parts[i]) {
            // What is not there is an empty field, too; a value that is null is told by its text, or it is a value's.
            const bool can_be_null = *layout.parts[i] == RowPart::kValue || *layout.parts[i] == RowPart::kMapKey;
            if (field.form != RowField::Form::kNull || can_be_null || !csv_fields_[i].text.empty()) {
                fields_.set(*layout.parts[i], field);
            }
        } else if (!layout.key_fields[i].empty()) {
            key_parts_.add(layout.key_fields[i], field);
        }
    }
}

const RowFields& RowParser::parse(const RowFileLayout& layout, std::string_view row) {
    if (layout.options.is_csv) {
        parse_csv(layout);
    } else {
        key_parts_.clear();
        read_json_fields(row, fields_);
    }
    return fields_;
}

}  // namespace sp::rows

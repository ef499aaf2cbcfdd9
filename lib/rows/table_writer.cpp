#include "rows/table_writer.hpp"

namespace sp::rows {

NdjsonForm::NdjsonForm(const std::vector<std::string>& columns) {
    for (const std::string& column : columns) {
        members_.push_back("," + json_text(column) + ":");
    }
}

CsvForm::CsvForm(std::vector<std::string> columns, KeyColumns keys, bool has_name_space, const std::string& null_text)
    : columns_(std::move(columns)), keys_(std::move(keys)), has_name_space_(has_name_space), csv_(null_text) {}

void CsvForm::header() {
    std::vector<std::string> names = keys_.names();
    if (has_name_space_) {
        names.emplace_back("namespace");
    }
    names.insert(names.end(), columns_.begin(), columns_.end());
    for (std::size_t i = 0; i < names.size(); ++i) {
        row_.append(i > 0 ? "," : "");
        csv_.text(row_, names[i]);
    }
    row_.append("\n");
}

std::vector<std::string> column_names(const TableColumns& columns, bool with_ttl) {
    std::vector<std::string> names;
    for (const TableColumns::Column& column : columns.all()) {
        names.push_back(column.name);
        if (with_ttl && column.has_ttl) {
            names.push_back(TableColumns::ttl_name(column));
        }
    }
    return names;
}

}  // namespace sp::rows

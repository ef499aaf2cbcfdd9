#include "rows/table_writer.hpp"

namespace sp::rows {

NdjsonForm::NdjsonForm(OutputBuffer& out, const std::vector<std::string>& columns) : out_(out) {
    for (const std::string& column : columns) {
        members_.push_back("," + json_text(column) + ":");
    }
}

CsvForm::CsvForm(OutputBuffer& out, std::vector<std::string> columns, KeyColumns keys, bool has_name_space,
                 const std::string& null_text)
    : out_(out),
      columns_(std::move(columns)),
      keys_(std::move(keys)),
      has_name_space_(has_name_space),
      csv_(null_text) {}

void CsvForm::header() {
    std::vector<std::string> names = keys_.names();
    if (has_name_space_) {
        names.emplace_back("namespace");
    }
    names.insert(names.end(), columns_.begin(), columns_.end());
    for (std::size_t i = 0; i < names.size(); ++i) {
        out_.append(i > 0 ? "," : "");
        csv_.text(out_, names[i]);
    }
    out_.append("\n");
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

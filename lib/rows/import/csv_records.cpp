#include "rows/import/csv_records.hpp"

#include <algorithm>

#include "rows/import/csv_scanner.hpp"
#include "sp/error.hpp"

namespace sp::rows {

/// Where the record's line end stands, or the end of the text.
std::size_t CsvRecords::end_of_record() const {
    CsvScanner scanner;
    for (std::size_t at = 0; at < text_.size(); ++at) {
        if (scanner.ends_record(text_[at])) {
            return at;
        }
    }
    return text_.size();
}

bool CsvRecords::next(std::vector<CsvField>& fields) {
    fields.clear();
    unescaped_count_ = 0;
    do {
        if (text_.empty()) {
            return false;
        }
        const std::size_t end = end_of_record();
        record_ = text_.substr(0, end);
        record_line_ = line_;
        const std::size_t taken = std::min(end + 1, text_.size());
        line_ += static_cast<std::uint64_t>(
            std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(taken), '\n'));
        text_.remove_prefix(taken);
        if (record_.ends_with('\r')) {
            record_.remove_suffix(1);
        }
    } while (record_.empty());
    for (std::size_t at = 0;;) {
        CsvField& field = fields.emplace_back();
        if (at < record_.size() && record_[at] == '"') {
            at = quoted_field(record_, at, field);
        } else {
            const std::size_t end = std::min(record_.find(',', at), record_.size());
            field.text = record_.substr(at, end - at);
            if (field.text.find('"') != std::string_view::npos) {
                throw InputError("a quote inside a field that does not begin with one");
            }
            at = end;
        }
        if (at == record_.size()) {
            return true;
        }
        ++at;  // the comma
    }
}

/// Returns where the field ends.
std::size_t CsvRecords::quoted_field(std::string_view record, std::size_t at, CsvField& field) {
    field.is_quoted = true;
    const std::size_t start = ++at;
    bool has_doubled = false;
    for (;; ++at) {
        at = record.find('"', at);
        if (at == std::string_view::npos) {
            throw InputError("a quoted field does not end");
        }
        if (at + 1 < record.size() && record[at + 1] == '"') {
            has_doubled = true;
            ++at;
            continue;
        }
        break;
    }
    field.text = record.substr(start, at - start);
    if (has_doubled) {
        if (unescaped_count_ == unescaped_.size()) {
            unescaped_.emplace_back();
        }
        std::string& text = unescaped_[unescaped_count_++];
        text.clear();
        for (std::size_t i = 0; i < field.text.size(); ++i) {
            text.push_back(field.text[i]);
            i += field.text[i] == '"' ? 1 : 0;
        }
        field.text = text;
    }
    ++at;
    if (at < record.size() && record[at] != ',') {
        throw InputError("text behind the end of a quoted field");
    }
    return at;
}

}  // namespace sp::rows

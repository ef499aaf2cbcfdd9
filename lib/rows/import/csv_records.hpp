#pragma once

// Records of CSV (RFC 4180; lines may end with LF, too): fields with whether they were quoted, which tells an empty text from
// nothing.

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace sp::rows {

struct CsvField {
    std::string_view text;
    bool is_quoted = false;
};

class CsvRecords {
public:
    /// `text` holds whole records and must outlive this. `line`: the number of its first line.
    CsvRecords(std::string_view text, std::uint64_t line) : text_(text), line_(line) {}

    /// The next record that is no empty line; false at the end. The fields are valid until the next call. InputError for
    /// quotes that are not where they belong; the next call goes on behind the record.
    [[nodiscard]] bool next(std::vector<CsvField>& fields);

    /// Of the record given last: its first line, and its text without the line end.
    [[nodiscard]] std::uint64_t line() const { return record_line_; }
    [[nodiscard]] std::string_view record() const { return record_; }

private:
    [[nodiscard]] std::size_t end_of_record() const;
    [[nodiscard]] std::size_t quoted_field(std::string_view record, std::size_t at, CsvField& field);

    std::string_view text_;
    std::uint64_t line_;
    std::uint64_t record_line_ = 0;
    std::string_view record_;
    std::deque<std::string> unescaped_;  ///< fields with doubled quotes; a deque, so that they keep their places
    std::size_t unescaped_count_ = 0;
};

}  // namespace sp::rows

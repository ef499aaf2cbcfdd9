#pragma once

// The key of CSV rows: one column, or with --flatten-keys a column for each field of a composite key.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rows/csv_text.hpp"
#include "rows/row_text.hpp"
#include "sp/read.hpp"
#include "sp/type.hpp"

namespace sp::rows {

/// A key type and whose it is, for messages.
struct LabelledKey {
    TypePtr type;
    std::string label;
};

class KeyColumns {
public:
    /// One column `key`.
    KeyColumns() : names_{"key"} {}

    /// One for each field; one for a key that is no composite. All keys must have the same fields: UsageError otherwise.
    explicit KeyColumns(std::span<const LabelledKey> keys);

    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

    /// The fields of a key given as JSON, with commas between them. UnsupportedError if it has others (a subclass).
    void append(RowText& row, CsvText& csv, std::string_view json) const;

    /// As many empty fields.
    void append_nothing(RowText& row) const;

private:
    std::vector<std::string> names_;
    std::vector<std::string> members_;  ///< names in JSON, with quotes; empty: the key is a single column
};

/// With --flatten-keys those for all keyed state that the reader is going to read.
[[nodiscard]] KeyColumns key_columns(EntryReader& reader);

}  // namespace sp::rows

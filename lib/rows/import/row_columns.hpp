#pragma once

// The columns of CSV by the parts of rows that they are, in both layouts: a header that is read once, and --column, which
// gives columns other names.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rows/import/csv_records.hpp"
#include "rows/import/row_fields.hpp"
#include "sp/type.hpp"

namespace sp::rows {

/// COL=FIELD; an empty FIELD leaves the column out.
using RenamedColumns = std::vector<std::pair<std::string, std::string>>;

/// The columns' names as the header has them, renamed; empty: left out. UsageError if `columns` names one that is not
/// there, InputError for two of one name.
[[nodiscard]] std::vector<std::string> read_header(const std::vector<CsvField>& header, const RenamedColumns& columns);

/// Whether such a header is of the layout `entries`: rows that name their state, or timers.
[[nodiscard]] bool is_header_of_entries(const std::vector<std::string>& names);

/// A CSV field as part of a row. An empty one without quotes, or one that is `null_text` without quotes, is null.
[[nodiscard]] RowField field_of(const CsvField& field, const std::optional<std::string>& null_text);

/// The key of columns key.f0, key.name …: put together as JSON, which is what the key is read from.
class KeyParts {
public:
    void clear() { parts_.clear(); }
    void add(std::string_view member, const RowField& field) { parts_.push_back({member, field}); }
    [[nodiscard]] bool is_empty() const { return parts_.empty(); }
    /// As in rows that have no key; but also a key of nulls.
    [[nodiscard]] bool are_all_null() const;

    /// Valid until the next call. InputError if the key has no such fields.
    [[nodiscard]] RowField join(const Type& key);

private:
    struct Part {
        std::string_view member;
        RowField field;
    };
    std::vector<Part> parts_;
    std::string json_;
};

inline constexpr std::string_view kKeyColumnPrefix = "key.";

}  // namespace sp::rows

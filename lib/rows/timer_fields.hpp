#pragma once

// The fields of CSV that rows of single timers and rows of timers by key share.

#include <memory>
#include <string>
#include <string_view>

#include "io/output.hpp"
#include "rows/cell_text.hpp"
#include "rows/csv_text.hpp"
#include "rows/key_columns.hpp"
#include "rows/part_printer.hpp"
#include "rows/row_text.hpp"

namespace sp::rows {

/// Key and namespace of a queue, as they are printed.
struct TimerParts {
    /// `head` is the text in front of the key of NDJSON, empty for CSV.
    TimerParts(const StateDescriptor& state, const std::string& head, std::string_view name_space_head,
               const PrintRules& rules);

    std::unique_ptr<Part> key;
    std::unique_ptr<Part> name_space;  ///< null: void, not shown
    TextBound bound;                   ///< of either
};

class TimerFields {
public:
    TimerFields(OutputBuffer& out, const PrintRules& rules, std::string null_text, KeyColumns keys)
        : out_(out), text_(rules), csv_(std::move(null_text)), keys_(std::move(keys)) {}

    /// The header line: "uid,operator,", `before_key`, the names of the key and all behind it.
    void header(std::string_view before_key, std::string_view behind_name_space);

    /// "uid,operator,", and behind it each of `words` with a comma.
    [[nodiscard]] std::string head(const OperatorName& name, std::initializer_list<std::string_view> words) const;

    /// `head`, the key and the namespace; nothing if one of them ends the run.
    void begin_row(std::string_view head, const TimerParts& parts, const EntryPlace& place);

    /// Behind all others.
    static constexpr std::string_view kRawNames = ",raw_key,raw_namespace,key_group";
    /// The fields of these names.
    [[nodiscard]] static std::string raw(const EntryBatch& batch, const Entry& timer);

private:
    OutputBuffer& out_;
    CellText text_;
    CsvText csv_;
    KeyColumns keys_;
    RowText row_;
};

}  // namespace sp::rows

#pragma once

// Blocks of rows cut into rows, and rows of entries into their parts: which format and layout a file has, and where in it a row
// stands that does not fit. A RowParser is for one thread; the layouts of files are found out once for all.

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "rows/import/csv_records.hpp"
#include "rows/import/row_columns.hpp"
#include "rows/import/row_fields.hpp"
#include "rows/import/row_source.hpp"
#include "rows/import/table_importer.hpp"
#include "rows/json_cursor.hpp"
#include "sp/dump.hpp"
#include "sp/error.hpp"

namespace sp::rows {

/// A file of rows as options describe it.
struct RowFileOptions {
    std::string path;
    bool is_csv = false;
    std::optional<RowLayout> layout;                 ///< unset: entries, or as the header has it
    const ImportOperator* usual_operator = nullptr;  ///< of its rows that name none
    bool can_name_columns = true;                    ///< whoever gives the rows can say what columns are
};

/// What all threads know about a file. Of CSV it is known once its first block was given out.
struct RowFileLayout {
    RowFileOptions options;
    bool is_table = false;
    const ImportOperator* table_operator = nullptr;
    std::vector<std::string> names;              ///< CSV: of the columns; empty: left out
    std::vector<TableImporter::Column> columns;  ///< CSV table
    std::vector<std::optional<RowPart>> parts;   ///< CSV entries; unset: a field of the key, or left out
    std::vector<std::string> key_fields;         ///< CSV entries: of the key; empty: none
};

class RowFileLayouts {
public:
    RowFileLayouts(const ImportPlan& plan, std::vector<RowFileOptions> files, RenamedColumns columns,
                   std::optional<std::string> null_text);

    /// Reads the header of CSV.
    void begin_file(std::size_t file, std::string_view text);

    [[nodiscard]] const RowFileLayout& operator[](std::size_t file) const { return layouts_[file]; }
    [[nodiscard]] const std::optional<std::string>& null_text() const { return null_text_; }
    [[nodiscard]] std::size_t size() const { return layouts_.size(); }

    /// Sequences tell file and line, which is never 0: neither is a sequence.
    [[nodiscard]] static std::uint64_t sequence_of(std::size_t file, std::uint64_t line) {
        return static_cast<std::uint64_t>(file) << kLineBits | line;
    }
    [[nodiscard]] std::string place_of(std::uint64_t sequence) const;

private:
    static constexpr int kLineBits = 40;

    void set_table(RowFileLayout& layout) const;

    const ImportPlan& plan_;
    std::vector<RowFileLayout> layouts_;
    RenamedColumns columns_;
    std::optional<std::string> null_text_;
};

/// Where a row stands, and why it does not fit.
struct BadRow {
    std::string row;
    std::string problem;
};

class RowParser {
public:
    explicit RowParser(const RowFileLayouts& layouts) : layouts_(layouts) {}

    /// Calls `use` with the row's text and line for each row; of CSV its fields are in csv_fields() then. What `use` says does
    /// not fit goes to `bad_rows`, or if it is null, the first is an InputError with its place.
    template <class Use>
    void for_each_row(const RowBlock& block, std::vector<BadRow>* bad_rows, Use&& use);

    /// The row at hand as its parts, of a file of entries. InputError where it has other parts than rows have.
    const RowFields& parse(const RowFileLayout& layout, std::string_view row);

    /// Of the row that was parsed: its key, if that comes in several columns; else null.
    [[nodiscard]] KeyParts* key_parts() { return key_parts_.is_empty() ? nullptr : &key_parts_; }

    [[nodiscard]] const std::vector<CsvField>& csv_fields() const { return csv_fields_; }

    [[nodiscard]] std::uint64_t skipped() const { return skipped_; }  ///< that went to bad_rows

private:
    template <class Use>
    void use_row(const RowBlock& block, std::uint64_t line, std::string_view row, std::vector<BadRow>* bad_rows,
                 Use&& use);
    void parse_csv(const RowFileLayout& layout);

    const RowFileLayouts& layouts_;
    RowFields fields_;
    std::vector<CsvField> csv_fields_;
    KeyParts key_parts_;
    std::uint64_t skipped_ = 0;
};

[[nodiscard]] inline bool is_blank_row(std::string_view line) {
    return line.empty() || (line[0] <= ' ' && line.find_first_not_of(" \t\r") == std::string_view::npos);
}

template <class Use>
void RowParser::use_row(const RowBlock& block, std::uint64_t line, std::string_view row, std::vector<BadRow>* bad_rows,
                        Use&& use) {
    try {
        use(row, line);
    } catch (const InputError& error) {
        const std::string problem =
            layouts_.place_of(RowFileLayouts::sequence_of(block.file, line)) + ": " + error.what();
        if (bad_rows == nullptr) {
            throw InputError(problem);
        }
        ++skipped_;
        bad_rows->push_back({std::string(row), problem});
    } catch (const UnsupportedError& error) {
        throw UnsupportedError(layouts_.place_of(RowFileLayouts::sequence_of(block.file, line)) + ": " + error.what());
    }
}

template <class Use>
void RowParser::for_each_row(const RowBlock& block, std::vector<BadRow>* bad_rows, Use&& use) {
    if (layouts_[block.file].options.is_csv) {
        CsvRecords records(block.text, block.first_line);
        bool is_header = block.is_first;
        for (bool has_more = true; has_more;) {
            try {
                has_more = records.next(csv_fields_);
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
        if (!is_blank_row(row)) {
            use_row(block, line, row, bad_rows, [&](std::string_view whole, std::uint64_t at) {
                if (!is_checked && !is_utf8(whole)) {
                    throw InputError("the row is not UTF-8");
                }
                use(whole, at);
            });
        }
    }
}

}  // namespace sp::rows

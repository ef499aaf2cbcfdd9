#pragma once

// Blocks of rows into entries: which format and layout a file has, and where in it a row stands that does not fit. A
// RowReader is for one thread; the layouts of files are found out once for all.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rows/import/entry_importer.hpp"
#include "rows/import/row_source.hpp"
#include "rows/import/table_importer.hpp"
#include "sp/dump.hpp"

namespace sp::rows {

/// A file of rows as options describe it.
struct RowFileOptions {
    std::string path;
    bool is_csv = false;
    std::optional<RowLayout> layout;                 ///< unset: entries, or as the header has it
    const ImportOperator* usual_operator = nullptr;  ///< of its rows that name none
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
    RowFileLayouts(const ImportPlan& plan, std::vector<RowFileOptions> files, ColumnNames columns,
                   std::optional<std::string> null_text);

    /// Reads the header of CSV.
    void begin_file(std::size_t file, std::string_view text);

    [[nodiscard]] const RowFileLayout& operator[](std::size_t file) const { return layouts_[file]; }
    [[nodiscard]] const std::optional<std::string>& null_text() const { return null_text_; }
    [[nodiscard]] std::size_t size() const { return layouts_.size(); }

private:
    void set_table(RowFileLayout& layout) const;

    const ImportPlan& plan_;
    std::vector<RowFileLayout> layouts_;
    ColumnNames columns_;
    std::optional<std::string> null_text_;
};

/// Where a row stands, and why it does not fit.
struct BadRow {
    std::string row;
    std::string problem;
};

class RowReader {
public:
    RowReader(const ImportPlan& plan, const RowFileLayouts& layouts, const ImportSettings& settings,
              ImportTarget& target, EntryImporter::Coordinator coordinator);

    /// Rows that do not fit go to `bad_rows`, or if it is null, the first is an InputError with its place.
    void read(const RowBlock& block, std::vector<BadRow>* bad_rows);

    /// For each row its text and key group.
    void print_key_groups(
        const RowBlock& block,
        const std::function<void(std::string_view row, std::optional<std::int32_t> key_group)>& print);

    [[nodiscard]] ImportCounts counts() const;

    /// Sequences tell file and line.
    [[nodiscard]] static std::uint64_t sequence_of(std::size_t file, std::uint64_t line) {
        return static_cast<std::uint64_t>(file) << kLineBits | line;
    }
    [[nodiscard]] static std::string place_of(const RowFileLayouts& layouts, std::uint64_t sequence);

private:
    static constexpr int kLineBits = 40;

    /// Calls `use` with the row's text and line for each row; of CSV the fields are in fields_.
    template <class Use>
    void for_each_row(const RowBlock& block, std::vector<BadRow>* bad_rows, Use&& use);
    template <class Use>
    void use_row(const RowBlock& block, std::uint64_t line, std::string_view row, std::vector<BadRow>* bad_rows,
                 Use&& use);
    void read_csv_fields(const RowFileLayout& layout, RowFields& fields);
    void begin_csv_table_row(const RowFileLayout& layout, TableImporter& table);
    void count(std::string_view row, RowOwner owner);
    [[nodiscard]] TableImporter& table_of(const ImportOperator& op);

    const RowFileLayouts& layouts_;
    const ImportSettings& settings_;
    ImportTarget& target_;
    EntryImporter entries_;
    std::map<const ImportOperator*, std::unique_ptr<TableImporter>> tables_;
    RowFields row_fields_;
    std::vector<CsvField> fields_;
    KeyParts key_parts_;
    std::uint64_t skipped_ = 0;
    PartRows of_split_;
};

}  // namespace sp::rows

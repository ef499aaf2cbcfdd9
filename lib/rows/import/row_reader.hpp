#pragma once

// Blocks of rows, of any format and layout, into entries. One for each thread.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rows/import/entry_importer.hpp"
#include "rows/import/row_parser.hpp"
#include "rows/import/table_importer.hpp"

namespace sp::rows {

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

private:
    void begin_csv_table_row(const RowFileLayout& layout, TableImporter& table);
    void count(std::string_view row, RowOwner owner);
    [[nodiscard]] TableImporter& table_of(const ImportOperator& op);

    const RowFileLayouts& layouts_;
    RowParser parser_;
    const ImportSettings& settings_;
    ImportTarget& target_;
    EntryImporter entries_;
    std::map<const ImportOperator*, std::unique_ptr<TableImporter>> tables_;
    PartRows of_split_;
};

}  // namespace sp::rows

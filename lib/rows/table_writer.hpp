#pragma once

// The table layout (FLIP-43's relational view): a row for each key and namespace of one operator, a column for each of its
// keyed states. The forms say how a row looks in a format; each is compiled with the writer for itself.

#include <algorithm>
#include <string>
#include <vector>

#include "io/output.hpp"
#include "rows/cell_text.hpp"
#include "rows/csv_text.hpp"
#include "rows/key_columns.hpp"
#include "rows/row_text.hpp"
#include "rows/row_writer.hpp"
#include "rows/table_cells.hpp"
#include "rows/table_columns.hpp"
#include "rows/table_join.hpp"
#include "sp/dump.hpp"

namespace sp::rows {

/// The cells of a row by columns, those without cells left out.
struct TableRow {
    const JoinedRow& place;
    TableCells::Plan* plan;                   ///< that of the row's own first cell, which knows its key and namespace
    std::vector<TableCells::Column> columns;  ///< never empty
    bool with_ttl;                            ///< TTL stamps have columns
};

/// A member for each cell that is there.
class NdjsonForm {
public:
    explicit NdjsonForm(OutputBuffer& out) : out_(out) {}

    /// What the cells print themselves.
    [[nodiscard]] static TableHeads heads(const TableColumns& columns);

    void header() {}
    void print(TableCells& cells, const TableRow& row);

private:
    OutputBuffer& out_;
    GrowingText growing_;
};

/// A field for each column.
class CsvForm {
public:
    CsvForm(OutputBuffer& out, const TableColumns& columns, bool with_ttl, KeyColumns keys,
            const std::string& null_text);

    [[nodiscard]] static TableHeads heads(const TableColumns&) { return {}; }

    void header();
    void print(TableCells& cells, const TableRow& row);

private:
    struct Column {
        std::string name;
        bool has_ttl_column;
    };

    OutputBuffer& out_;
    std::vector<Column> columns_;
    KeyColumns keys_;
    bool has_name_space_;
    JsonText text_;
    CsvText csv_;
    RowText row_;
};

template <class Form>
class TableWriter : public RowWriter {
public:
    TableWriter(Form form, TableColumns columns, std::string operator_label, PrintRules rules,
                const DumpOptions& options)
        : columns_(std::move(columns)),
          cells_(std::move(operator_label), std::move(rules), Form::heads(columns_)),
          form_(std::move(form)),
          join_(options.read.memory / std::max(options.threads, 1U), options.read.temporary_folder),
          with_global_(options.with_global),
          left_(options.limit.value_or(UINT64_MAX)),
          table_row_{row_, nullptr, {}, options.ttl} {}

    void write(const EntryBatch& batch, std::size_t count) override {
        if (batch.key_group != key_group_) {
            print_group();
            key_group_ = batch.key_group;
        }
        join_.add(batch, count, columns_.of(*batch.state));
    }

    void finish() override {
        print_group();
        header();
    }

    void omit_header() override { has_header_ = true; }

    [[nodiscard]] bool is_full() const override { return left_ == 0; }

private:
    void header() {
        if (!has_header_) {
            has_header_ = true;
            form_.header();
        }
    }

    void print_group() {
        cells_.set_key_group(key_group_);
        join_.finish();
        global_.cells.clear();
        while (join_.next(row_)) {
            if (left_ > 0) {
                print();
                --left_;
            }
        }
    }

    void print() {
        header();
        const std::vector<const Cell*>& cells = all_cells();
        table_row_.plan = &cells_.plan_of(*row_.cells.front());
        table_row_.columns.clear();
        for (std::size_t at = 0; at < cells.size();) {
            const std::uint32_t column = cells[at]->column();
            std::size_t end = at + 1;
            while (end < cells.size() && cells[end]->column() == column) {
                ++end;
            }
            table_row_.columns.push_back(cells_.column(std::span(cells).subspan(at, end - at)));
            at = end;
        }
        form_.print(cells_, table_row_);
        if (with_global_ && row_.is_global) {
            std::swap(global_, row_);
        }
    }

    /// The row's cells, and those that the key has for all its namespaces.
    const std::vector<const Cell*>& all_cells() {
        if (!with_global_ || row_.is_global || global_.cells.empty() || !std::ranges::equal(global_.key, row_.key)) {
            return row_.cells;
        }
        merged_.clear();
        for (const Cell* const cell : global_.cells) {
            const bool is_own = std::ranges::binary_search(row_.cells, cell->column(), {}, &Cell::column);
            if (!is_own && cell->state().kind != StateKind::kTimer) {
                merged_.push_back(cell);
            }
        }
        merged_.insert(merged_.end(), row_.cells.begin(), row_.cells.end());
        std::ranges::stable_sort(merged_, {}, &Cell::column);
        return merged_;
    }

    TableColumns columns_;
    TableCells cells_;
    Form form_;
    TableJoin join_;
    bool with_global_;
    bool has_header_ = false;
    std::uint64_t left_;
    std::int32_t key_group_ = -1;
    JoinedRow row_;
    JoinedRow global_;  // the last one of the void namespace
    std::vector<const Cell*> merged_;
    TableRow table_row_;
};

}  // namespace sp::rows

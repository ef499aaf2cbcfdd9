#pragma once

// The table layout (FLIP-43's relational view): a row for each key and namespace of one operator, a column for each of its
// keyed states. The forms say how a row looks in a format; each is compiled with the writer for itself.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "io/output.hpp"
#include "rows/csv_text.hpp"
#include "rows/key_columns.hpp"
#include "rows/row_text.hpp"
#include "rows/row_writer.hpp"
#include "rows/table_cells.hpp"
#include "rows/table_columns.hpp"
#include "rows/table_join.hpp"
#include "sp/dump.hpp"

namespace sp::rows {

/// A member for each cell that is there.
class NdjsonForm {
public:
    explicit NdjsonForm(const std::vector<std::string>& columns);

    void header() {}
    void begin(std::string_view key) {
        row_.append("{\"key\":");
        row_.append(key);
    }
    void name_space(std::string_view json) {
        row_.append(",\"namespace\":");
        row_.append(json);
    }
    void no_name_space() {}
    void cell(std::size_t column, std::string_view json) {
        row_.append(members_[column]);
        row_.append(json);
    }
    void missing() {}
    void end() { row_.append("}\n"); }
    [[nodiscard]] RowText& row() { return row_; }

private:
    RowText row_;
    std::vector<std::string> members_;  ///< `,"name":`
};

/// A field for each column.
class CsvForm {
public:
    CsvForm(std::vector<std::string> columns, KeyColumns keys, bool has_name_space, const std::string& null_text);

    void header();
    void begin(std::string_view key) { keys_.append(row_, csv_, key); }
    void name_space(std::string_view json) {
        row_.append(",");
        csv_.json(row_, json);
    }
    void no_name_space() { row_.append(has_name_space_ ? "," : ""); }
    void cell(std::size_t, std::string_view json) {
        row_.append(",");
        csv_.json(row_, json);
    }
    void missing() { row_.append(","); }
    void end() { row_.append("\n"); }
    [[nodiscard]] RowText& row() { return row_; }

private:
    RowText row_;
    std::vector<std::string> columns_;
    KeyColumns keys_;
    bool has_name_space_;
    CsvText csv_;
};

/// The names of all columns behind key and namespace, those of TTL stamps included.
[[nodiscard]] std::vector<std::string> column_names(const TableColumns& columns, bool with_ttl);

template <class Form>
class TableWriter : public RowWriter {
public:
    TableWriter(OutputBuffer& out, Form form, TableColumns columns, std::string operator_label, PrintRules rules,
                const DumpOptions& options)
        : out_(out),
          form_(std::move(form)),
          columns_(std::move(columns)),
          cells_(std::move(operator_label), std::move(rules)),
          join_(options.read.memory / std::max(options.threads, 1U), options.read.temporary_folder),
          with_global_(options.with_global),
          with_ttl_(options.ttl),
          left_(options.limit.value_or(UINT64_MAX)) {}

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
            print_row_text();
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
        form_.begin(cells_.key(row_));
        if (row_.is_global) {
            form_.no_name_space();
        } else {
            form_.name_space(cells_.name_space(row_));
        }
        const std::vector<const Cell*>& cells = all_cells();
        std::size_t at = 0;
        std::size_t position = 0;  // among the columns of the form
        for (std::size_t column = 0; column < columns_.all().size(); ++column) {
            std::size_t end = at;
            while (end < cells.size() && cells[end]->column == column) {
                ++end;
            }
            print_column(columns_.all()[column].has_ttl && with_ttl_, std::span(cells).subspan(at, end - at), position);
            at = end;
        }
        form_.end();
        print_row_text();
        if (with_global_ && row_.is_global) {
            std::swap(global_, row_);
        }
    }

    void print_row_text() {
        out_.append(form_.row().text());
        form_.row().clear();
    }

    void print_column(bool has_ttl_column, std::span<const Cell* const> cells, std::size_t& position) {
        if (cells.empty()) {
            form_.missing();
        } else {
            form_.cell(position, cells_.value(cells));
        }
        ++position;
        if (has_ttl_column) {
            if (cells.empty() || !cells.front()->state->has_ttl) {
                form_.missing();
            } else {
                form_.cell(position, cells_.ttl(cells));
            }
            ++position;
        }
    }

    /// The row's cells, and those that the key has for all its namespaces.
    const std::vector<const Cell*>& all_cells() {
        if (!with_global_ || row_.is_global || global_.cells.empty() || !std::ranges::equal(global_.key, row_.key)) {
            return row_.cells;
        }
        merged_.clear();
        for (const Cell* const cell : global_.cells) {
            const bool is_own = std::ranges::binary_search(row_.cells, cell->column, {}, &Cell::column);
            if (!is_own && cell->state->kind != StateKind::kTimer) {
                merged_.push_back(cell);
            }
        }
        merged_.insert(merged_.end(), row_.cells.begin(), row_.cells.end());
        std::ranges::stable_sort(merged_, {}, &Cell::column);
        return merged_;
    }

    OutputBuffer& out_;
    Form form_;
    TableColumns columns_;
    TableCells cells_;
    TableJoin join_;
    bool with_global_;
    bool with_ttl_;
    bool has_header_ = false;
    std::uint64_t left_;
    std::int32_t key_group_ = -1;
    JoinedRow row_;
    JoinedRow global_;  // the last one of the void namespace
    std::vector<const Cell*> merged_;
};

}  // namespace sp::rows

#pragma once

// Entries as CSV rows under one fixed header, whatever kinds of state they are of.

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "io/output.hpp"
#include "rows/cell_text.hpp"
#include "rows/csv_text.hpp"
#include "rows/key_columns.hpp"
#include "rows/row_text.hpp"
#include "rows/row_writer.hpp"
#include "sp/dump.hpp"

namespace sp::rows {

class CsvWriter : public RowWriter {
public:
    CsvWriter(OutputBuffer& out, std::vector<OperatorName> operators, KeyColumns keys, const DumpOptions& options,
              Warn warn);
    ~CsvWriter() override;

    void write(const EntryBatch& batch, std::size_t count) override;
    void finish() override { header(); }
    void omit_header() override { has_header_ = true; }

private:
    struct Plan;

    Plan& plan_of(const StateDescriptor& state);
    void header();
    void row(const EntryBatch& batch, const Entry& entry, Plan& plan);
    void cell(const std::unique_ptr<Part>& part, Bytes bytes, const EntryPlace& place, const Plan& plan);
    void value(const EntryPlace& place, const Plan& plan);
    void list(const EntryPlace& place, const Plan& plan);
    void raw(const EntryPlace& place, const Plan& plan);
    [[nodiscard]] bool is_element(const EntryPlace& place) const;
    void number(std::int64_t value);
    void comma() { row_.append(","); }

    OutputBuffer& out_;
    std::vector<OperatorName> operators_;
    KeyColumns keys_;
    bool is_raw_;
    bool is_flattening_;
    bool has_all_copies_;
    PrintRules rules_;
    CellText text_;
    CsvText csv_;
    RowText row_;
    bool has_header_ = false;
    std::unordered_map<const StateDescriptor*, std::unique_ptr<Plan>> plans_;
    Plan* last_plan_ = nullptr;
    std::vector<std::int64_t> stamps_;  // of the list being printed
};

}  // namespace sp::rows

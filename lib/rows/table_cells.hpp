#pragma once

// TableCells: prints what stands in the columns of a row as JSON: key, namespace, values of all kinds of state, TTL stamps
// and timers.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "rows/part_printer.hpp"
#include "rows/table_join.hpp"

namespace sp::rows {

/// What stands in front of the JSON values of a row; nothing for formats that have them one by one.
struct TableHeads {
    std::string key;
    std::string name_space;
    std::vector<std::string> values;  ///< of each column; empty: nothing
    std::vector<std::string> ttl;     ///< of its TTL stamps
};

class TableCells {
public:
    struct Plan;

    /// The cells of one column of a row, which are one but for maps and timers, and how they are printed.
    struct Column {
        std::uint32_t position;  ///< among the columns
        Plan& plan;
        std::span<const Cell* const> cells;
    };

    TableCells(std::string operator_label, PrintRules rules, TableHeads heads = {});
    ~TableCells();

    /// For messages.
    void set_key_group(std::int32_t key_group) { place_.key_group = key_group; }

    [[nodiscard]] const PrintRules& rules() const { return rules_; }

    [[nodiscard]] Plan& plan_of(const Cell& cell);
    [[nodiscard]] Column column(std::span<const Cell* const> cells);
    [[nodiscard]] static bool has_ttl(const Column& column);

    // How much text something takes at most, to be compared with TextBound::kFast.
    [[nodiscard]] static std::uint64_t bound_of_place(const JoinedRow& row, const Plan& plan);  ///< key and namespace
    [[nodiscard]] std::uint64_t bound(const Column& column);  ///< value and TTL stamps

    // As PartPrinter does it: the unchecked form relies on the bounds, and lets DecodeFaults out. Key and namespace are
    // printed as the plan of any of the row's own cells does it.
    template <bool checked>
    void key(JsonSink<checked>& sink, const JoinedRow& row, Plan& plan);
    template <bool checked>
    void name_space(JsonSink<checked>& sink, const JoinedRow& row, Plan& plan);
    /// InputError if an entry is there twice.
    template <bool checked>
    void value(JsonSink<checked>& sink, const Column& column);
    /// The TTL stamps of the column whose value has been printed last.
    template <bool checked>
    void ttl(JsonSink<checked>& sink, const Column& column);

private:
    /// The plan where it is likely to be this one.
    Plan& plan_of(const Cell& cell, Plan& likely);
    template <bool checked>
    [[nodiscard]] EntryPlace place(const Cell& cell, Plan& plan);
    void check_unique(const Column& column);
    template <bool checked>
    void single(JsonSink<checked>& sink, const Cell& cell, Plan& plan, const std::string& head);
    template <bool checked, class Value>
    void map(JsonSink<checked>& sink, const Column& column, const std::string& head, const Value& value);
    template <bool checked, class Value>
    [[nodiscard]] bool object(JsonSink<checked>& sink, const Column& column, const Value& value);
    template <bool checked>
    void map_key(JsonSink<checked>& sink, const Cell& cell, Plan& plan);
    template <bool checked>
    void stamp(JsonSink<checked>& sink, const Cell& cell) const;

    std::string operator_label_;
    PrintRules rules_;
    TableHeads heads_;
    std::vector<std::int64_t> stamps_;  // of the list printed last
    EntryBatch place_;
    Entry entry_;
    std::unordered_map<const StateDescriptor*, std::unique_ptr<Plan>> plans_;
    std::vector<Plan*> by_column_;  // the one used last
};

}  // namespace sp::rows

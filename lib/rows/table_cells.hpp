#pragma once

// TableCells: the JSON text of what stands in the columns of a row: key, namespace, values of all kinds of state, TTL stamps
// and timers.

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "rows/cell_text.hpp"
#include "rows/table_join.hpp"

namespace sp::rows {

class TableCells {
public:
    TableCells(std::string operator_label, PrintRules rules);
    ~TableCells();

    /// For messages.
    void set_key_group(std::int32_t key_group) { place_.key_group = key_group; }

    // Each text is valid until the next one is asked for.
    [[nodiscard]] std::string_view key(const JoinedRow& row);
    [[nodiscard]] std::string_view name_space(const JoinedRow& row);

    /// Of the cells of one column, which are one but for maps and timers; InputError if an entry is there twice.
    [[nodiscard]] std::string_view value(std::span<const Cell* const> cells);

    /// The TTL stamps of the same cells, whose value must have been asked for last.
    [[nodiscard]] std::string_view ttl(std::span<const Cell* const> cells);

private:
    struct Plan;

    Plan& plan_of(const Cell& cell);
    [[nodiscard]] EntryPlace place(const Cell& cell, Plan& plan);
    void check_unique(std::span<const Cell* const> cells);
    [[nodiscard]] std::string_view part(const Part& part, Bytes bytes, const Cell& cell, Plan& plan);
    [[nodiscard]] std::string_view single(const Cell& cell, Plan& plan);
    [[nodiscard]] std::int64_t stamp(const Cell& cell) const;
    template <class Value>
    [[nodiscard]] bool append_map(std::span<const Cell* const> cells, bool is_object, const Value& value);
    template <class Value>
    [[nodiscard]] std::string_view map(std::span<const Cell* const> cells, const Value& value);
    [[nodiscard]] std::string_view numbers(std::span<const std::int64_t> numbers);

    std::string operator_label_;
    PrintRules rules_;
    CellText text_;
    std::string composed_;              // cells of several entries
    std::vector<std::int64_t> stamps_;  // of the list printed last
    std::vector<std::int64_t> times_;
    EntryBatch place_;
    Entry entry_;
    std::unordered_map<const StateDescriptor*, std::unique_ptr<Plan>> plans_;
    std::vector<Plan*> by_column_;  // the one used last
};

}  // namespace sp::rows

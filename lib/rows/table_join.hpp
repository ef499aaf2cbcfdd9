#pragma once

// TableJoin: brings the entries of one key group together by key and namespace. They are held in an arena with a hash over
// key and namespace; beyond the memory given they are sorted in files instead. Both ways the rows come in the same order,
// which depends on nothing but their bytes: by key, then the void namespace before others, then by namespace; in a row by
// column, then by map key or timestamp.

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "io/arena.hpp"
#include "io/external_sort.hpp"
#include "sp/entry.hpp"

namespace sp::rows {

/// What the cells of one column from one source have in common.
struct CellOrigin {
    const StateDescriptor* state;
    std::string source;
    std::uint32_t column;
};

/// An entry of a row; its map key and value lie behind it.
struct Cell {
    Cell* next;  ///< of the same row, in the order of arrival
    const CellOrigin* origin;
    std::uint64_t offset;
    std::int64_t timestamp;
    std::uint32_t map_key_size;
    std::uint32_t value_size;
    bool is_null_value;

    [[nodiscard]] std::uint32_t column() const { return origin->column; }
    [[nodiscard]] const StateDescriptor& state() const { return *origin->state; }
    [[nodiscard]] const std::uint8_t* bytes() const { return reinterpret_cast<const std::uint8_t*>(this + 1); }
    [[nodiscard]] Bytes map_key() const { return {bytes(), map_key_size}; }
    [[nodiscard]] Bytes value() const { return {bytes() + map_key_size, value_size}; }
};

struct JoinedRow {
    Bytes key;
    Bytes name_space;                ///< empty if global
    bool is_global = false;          ///< of the void namespace
    std::vector<const Cell*> cells;  ///< in the order of the columns; never empty
};

class TableJoin {
public:
    TableJoin(std::uint64_t memory, std::string temporary_folder);
    ~TableJoin();

    /// Adds keyed entries [0, count), all of one key group; their columns are `column`.
    void add(const EntryBatch& batch, std::size_t count, std::uint32_t column);

    /// No more entries of this key group follow.
    void finish();

    /// The next row; false at the end, when entries of another key group can be added. A row is valid until the next one of
    /// its sort (global or not) is asked for, or the end.
    [[nodiscard]] bool next(JoinedRow& row);

private:
    struct Row;
    struct SpilledHead;

    /// What decides about a row.
    struct Place {
        Bytes key;
        Bytes name_space;  ///< empty if global
        bool is_global;
        std::uint64_t prefix;  ///< of the key: rows come in this order, with few left to compare by all their bytes
    };

    /// A row's position in rows_.
    struct Position {
        std::uint64_t prefix;
        std::uint32_t row;
    };

    [[nodiscard]] const CellOrigin* origin_of(const EntryBatch& batch, std::uint32_t column);
    [[nodiscard]] Row& row_of(const Place& place);
    [[nodiscard]] Row& find_row(const Place& place);
    void grow_slots();
    void add_cell(Row& row, const Cell& head, const Entry& entry);
    void spill_all();
    void spill(const Place& place, const Cell& cell, Bytes map_key, Bytes value);
    [[nodiscard]] std::size_t memory_used() const;
    void clear();
    [[nodiscard]] bool next_held(JoinedRow& row);
    [[nodiscard]] bool next_spilled(JoinedRow& row);

    std::size_t memory_;
    std::string temporary_folder_;
    std::deque<CellOrigin> origins_;  // of this key group

    Arena arena_;
    std::vector<Row> rows_;
    std::vector<std::uint32_t> slots_;  // positions in rows_ plus one, by hash
    std::size_t last_row_ = 0;          // the one found last
    std::vector<Position> order_;
    std::size_t next_row_ = 0;  // in order_

    std::unique_ptr<ExternalSorter> sorter_;
    ByteVector sort_key_;
    ByteVector payload_;
    Bytes sorted_;           // of the sorter: the first record of the next row
    Bytes pending_;          // its payload; empty at the end
    Arena spilled_rows_[2];  // the global row being handed out, and the other
};

}  // namespace sp::rows

#pragma once

// Rows of the layout `table` into entries: of one operator, a row a key (and namespace), a column a state. One for each
// thread.

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "rows/import/row_columns.hpp"
#include "rows/import/window_importer.hpp"

namespace sp::rows {

class TableImporter {
public:
    TableImporter(const ImportOperator& op, const ImportSettings& settings, ImportTarget& target);

    struct Column {
        enum class Part : std::uint8_t {
            kKey,
            kKeyField,
            kNamespace,
            kEventTimestamp,
            kState,
            kTtl,
            kEventTime,
            kProcessingTime,
            kNone
        };
        Part part = Part::kNone;
        std::size_t state = 0;  ///< kState, kTtl: position among ImportOperator::states
        std::string key_field;  ///< kKeyField
    };

    /// InputError if the operator has no such column.
    [[nodiscard]] static Column find_column(const ImportOperator& op, std::string_view name);

    /// A row's fields in any order. `add_field` keeps the views until `end_row`, which adds all of the row or nothing.
    /// InputErrors are without the row's place.
    void begin_row();
    void add_field(const Column& column, const RowField& field);
    RowOwner end_row(std::uint64_t sequence);

    /// A row as a JSON object.
    RowOwner add_json(std::string_view line, std::uint64_t sequence);

    /// The key group of the fields since begin_row().
    [[nodiscard]] std::int32_t key_group();
    void begin_json(std::string_view line);

    [[nodiscard]] const ImportCounts& counts() const { return counts_; }

private:
    struct Cell {
        RowField value;
        RowField ttl;
    };

    /// A part of bytes_.
    struct Slice {
        std::size_t begin = 0;
        std::size_t size = 0;
    };

    /// An entry that waits for the whole row to be understood.
    struct Staged {
        const ImportState* state;
        Slice name_space;  ///< where the row names one and the state has one
        Slice map_key;
        Slice value;
        bool is_null_value;
        bool is_nothing = false;  ///< an empty list, which takes the place of a base's
    };

    void encode_key();
    [[nodiscard]] Slice put_namespace(const PartEncoder& encoder);
    void check_namespace() const;
    void check_unused_namespace();
    void stage(const ImportState& state, const Cell& cell);
    void stage_map(const ImportState& state, const Slice& name_space, const Cell& cell);
    void stage_pair(const ImportState& state, const Slice& name_space, const RowField& key, const RowField& value,
                    const RowField& stamp);
    [[nodiscard]] Slice put(Bytes bytes);
    [[nodiscard]] Bytes get(const Slice& slice) const { return Bytes(bytes_).subspan(slice.begin, slice.size); }
    void add_staged(const Staged& staged, std::optional<std::int64_t> timestamp, std::uint64_t sequence);
    void add_timers(std::uint64_t sequence);
    [[nodiscard]] const ImportTimers& timers_of_row() const;

    const ImportOperator& op_;
    const ImportSettings& settings_;
    ImportTarget& target_;
    ImportCounts counts_;
    WindowImporter windows_;
    std::unordered_map<std::string, Column> columns_;  ///< of JSON members met so far

    // The row at hand
    std::vector<Cell> cells_;  ///< by state
    RowField key_field_;
    KeyParts key_parts_;
    RowField name_space_field_;
    RowField event_timestamp_;
    RowField event_times_;
    RowField processing_times_;
    ByteVector key_;
    ByteVector name_space_;
    std::int32_t key_group_ = 0;
    Slice timer_name_space_;
    std::vector<Staged> staged_;
    ByteVector bytes_;
    ByteVector value_;
    std::vector<std::int64_t> times_;
    std::vector<std::int64_t> more_times_;
    std::string member_;
};

}  // namespace sp::rows

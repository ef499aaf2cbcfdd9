#pragma once

// Rows of the layout `entries`, and those of timers, into entries of a savepoint. One for each thread.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "rows/import/import_target.hpp"
#include "rows/import/row_columns.hpp"
#include "rows/import/row_fields.hpp"
#include "rows/import/row_identity.hpp"
#include "rows/import/window_importer.hpp"

namespace sp::rows {

/// What the last row was of.
struct AddedRow {
    enum class Section : std::uint8_t { kKeyed, kOperatorState, kCoordinator };

    const ImportOperator* op = nullptr;
    Section section = Section::kKeyed;
};

class EntryImporter {
public:
    /// Coordinators' state goes to `coordinator`, since it is one for the operator.
    using Coordinator = std::function<void(const ImportOperator&, ByteVector bytes, std::uint64_t sequence)>;

    EntryImporter(const ImportPlan& plan, const ImportSettings& settings, ImportTarget& target,
                  Coordinator coordinator);

    /// All of a row or nothing. InputError without the place of the row if it does not fit.
    /// `key_parts`: the key, where it comes in several columns.
    RowOwner add(const RowFields& row, std::uint64_t sequence, KeyParts* key_parts = nullptr);

    /// The key group of the row, without adding it; nothing for rows that have no key.
    [[nodiscard]] std::optional<std::int32_t> key_group(const RowFields& row, KeyParts* key_parts = nullptr);

    /// Of rows that name none; null: the only one, if there is one.
    void set_usual_operator(const ImportOperator* op) { identity_.set_usual_operator(op); }

    /// Of add().
    [[nodiscard]] const AddedRow& added() const { return added_; }

    [[nodiscard]] const ImportCounts& counts() const { return counts_; }
    [[nodiscard]] ImportCounts& counts() { return counts_; }

private:
    void encode_key(const ImportOperator& op, const RowFields& row);
    [[nodiscard]] bool is_here(std::int32_t subtask);

    void add_keyed(const ImportOperator& op, const ImportState& state, const RowFields& row, std::uint64_t sequence);
    void check_windowed(const ImportOperator& op, const ImportState& state, const RowFields& row) const;
    void add_element(const ImportOperator& op, const ImportState& state, const RowFields& row, std::uint64_t sequence);
    void add_broadcast(const ImportOperator& op, const ImportState& state, const RowFields& row,
                       std::uint64_t sequence);
    void add_coordinator(const ImportOperator& op, const RowFields& row, std::uint64_t sequence);
    void add_timer(const ImportOperator& op, const RowFields& row, std::uint64_t sequence);
    void add_timers_by_key(const ImportOperator& op, const RowFields& row, std::uint64_t sequence);
    void put_timer(const ImportOperator& op, std::size_t position, std::int64_t timestamp, std::uint64_t sequence);

    const ImportPlan& plan_;
    const ImportSettings& settings_;
    ImportTarget& target_;
    Coordinator coordinator_;
    ImportCounts counts_;
    WindowImporter windows_;
    RowIdentity identity_;

    // Of the row at hand; kept for their memory.
    RowOwner owner_ = RowOwner::kHere;
    bool is_keyless_ = false;
    KeyParts* key_parts_ = nullptr;
    Entry entry_;
    AddedRow added_;
    ByteVector value_;
    std::int32_t key_group_ = 0;
    std::string text_;
    std::vector<std::int64_t> times_;
    std::vector<std::int64_t> more_times_;
};

}  // namespace sp::rows

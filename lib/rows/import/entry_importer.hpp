#pragma once

// Rows of the layout `entries`, and those of timers, into entries of a savepoint. One for each thread.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "rows/import/import_target.hpp"
#include "rows/import/row_columns.hpp"
#include "rows/import/row_fields.hpp"
#include "rows/import/window_importer.hpp"

namespace sp::rows {

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
    void set_usual_operator(const ImportOperator* op) { usual_operator_ = op; }

    [[nodiscard]] const ImportCounts& counts() const { return counts_; }
    [[nodiscard]] ImportCounts& counts() { return counts_; }

private:
    [[nodiscard]] const ImportOperator& find_operator(const RowFields& row);
    [[nodiscard]] const ImportState* find_state(const ImportOperator& op, const RowFields& row);
    [[nodiscard]] const ImportTimers& find_timers(const ImportOperator& op, const RowFields& row);
    void encode_key(const ImportOperator& op, const RowFields& row);
    [[nodiscard]] bool is_here(std::int32_t subtask);
    [[nodiscard]] const ImportState* look_up_state(const ImportOperator& op, const RowFields& row);
    static void allow(const RowFields& row, RowParts parts, std::string_view what);

    void add_keyed(const ImportOperator& op, const ImportState& state, const RowFields& row, std::uint64_t sequence);
    void check_id(const ImportOperator& op, const RowFields& row);
    void check_windowed(const ImportOperator& op, const ImportState& state, const RowFields& row) const;
    void add_element(const ImportOperator& op, const ImportState& state, const RowFields& row, std::uint64_t sequence);
    void add_broadcast(const ImportOperator& op, const ImportState& state, const RowFields& row,
                       std::uint64_t sequence);
    void add_coordinator(const ImportOperator& op, const RowFields& row, std::uint64_t sequence);
    void add_timer(const ImportOperator& op, const RowFields& row, std::uint64_t sequence);
    void add_timers_by_key(const ImportOperator& op, const RowFields& row, std::uint64_t sequence);
    void put_timer(const ImportOperator& op, std::size_t position, std::int64_t timestamp, std::uint64_t sequence);
    void encode_namespace(const PartEncoder& encoder, std::string_view hint, const RowFields& row);

    const ImportPlan& plan_;
    const ImportSettings& settings_;
    ImportTarget& target_;
    Coordinator coordinator_;
    ImportCounts counts_;
    WindowImporter windows_;

    const ImportOperator* usual_operator_ = nullptr;

    // Of the row at hand; kept for their memory.
    RowOwner owner_ = RowOwner::kHere;
    bool is_keyless_ = false;
    KeyParts* key_parts_ = nullptr;
    Entry entry_;
    ByteVector key_;
    ByteVector name_space_;
    ByteVector map_key_;
    ByteVector value_;
    std::int32_t key_group_ = 0;
    std::string text_;
    std::vector<std::int64_t> times_;
    std::vector<std::int64_t> more_times_;

    // Of rows before: they repeat the same few texts.
    RowPart last_part_ = RowPart::kUid;  ///< which named the operator, and how
    std::string last_name_;
    const ImportOperator* last_operator_ = nullptr;
    struct KnownState {
        const ImportOperator* op;
        std::string state;  ///< as rows have it, in quotes
        std::string kind;
        const ImportState* found;
    };
    static constexpr std::size_t kMostKnownStates = 16;
    std::vector<KnownState> known_states_;
};

}  // namespace sp::rows

#pragma once

// Rows of the layout `entries`, and those of timers, into entries of a savepoint. One for each thread.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rows/import/import_plan.hpp"
#include "rows/import/row_columns.hpp"
#include "rows/import/row_fields.hpp"
#include "rows/import/session_sorter.hpp"
#include "sp/read.hpp"
#include "sp/write.hpp"

namespace sp::rows {

struct ImportSettings {
    const ImportOperator* usual_operator = nullptr;  ///< of rows that name none; null: the only one, if there is one
    std::optional<std::int64_t> ttl_timestamp;       ///< of rows that have none, in ms
    bool adds_window_timers = false;                 ///< for windows that rows name, too
    bool redistributes = false;                      ///< elements of a subtask that does not exist are dealt anew
    std::optional<Split> split;                      ///< only what one part gets is taken
};

/// What became of the rows.
struct ImportCounts {
    std::uint64_t rows = 0;
    std::uint64_t skipped = 0;  ///< did not fit
    PartRows of_split;
    // By the operator's index
    std::map<std::size_t, std::uint64_t> windows;   ///< entries with a time window that a row named
    std::map<std::size_t, std::uint64_t> sessions;  ///< entries that were put into sessions
    std::map<std::size_t, std::uint64_t> timers;

    void add(const ImportCounts& other);
};

/// Who gets a row: with a split, not always us.
enum class RowOwner : std::uint8_t { kHere, kElsewhere, kHereKeyless, kElsewhereKeyless, kAll };

/// Where entries go that were made of rows.
class ImportTarget {
public:
    ImportTarget(EntryAdder adder, SessionSorter& sessions, unsigned thread)
        : adder_(std::move(adder)), sessions_(sessions), thread_(thread) {}

    [[nodiscard]] EntryAdder& adder() { return adder_; }
    void session(const ImportOperator& op, const ImportState& state, std::int32_t key_group, const Entry& entry,
                 std::uint64_t sequence) {
        sessions_.add(thread_, op, state, key_group, entry, sequence);
    }

private:
    EntryAdder adder_;
    SessionSorter& sessions_;
    unsigned thread_;
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

    /// In front of ImportSettings::usual_operator; null: none.
    void set_usual_operator(const ImportOperator* op) { usual_operator_ = op; }

    [[nodiscard]] const ImportCounts& counts() const { return counts_; }
    [[nodiscard]] ImportCounts& counts() { return counts_; }

private:
    [[nodiscard]] const ImportOperator& find_operator(const RowFields& row);
    [[nodiscard]] const ImportState* find_state(const ImportOperator& op, const RowFields& row);
    [[nodiscard]] const ImportTimers& find_timers(const ImportOperator& op, const RowFields& row);
    void encode_key(const ImportOperator& op, const RowFields& row);
    [[nodiscard]] bool is_here(std::int32_t subtask);
    RowOwner owner_ = RowOwner::kHere;  ///< of the row at hand
    bool is_keyless_ = false;
    [[nodiscard]] const ImportState* look_up_state(const ImportOperator& op, const RowFields& row);
    static void allow(const RowFields& row, RowParts parts, std::string_view what);

    void add_keyed(const ImportOperator& op, const ImportState& state, const RowFields& row, std::uint64_t sequence);
    void check_id(const ImportOperator& op, const RowFields& row);
    void check_windowed(const ImportOperator& op, const ImportState& state, const RowFields& row) const;
    void add_parts_of_window(const ImportOperator& op, const TimeWindow& window, std::uint64_t sequence);
    void add_windowed(const ImportOperator& op, const ImportState& state, const RowFields& row, std::uint64_t sequence);
    void add_element(const ImportOperator& op, const ImportState& state, const RowFields& row, std::uint64_t sequence);
    void add_broadcast(const ImportOperator& op, const ImportState& state, const RowFields& row,
                       std::uint64_t sequence);
    void add_coordinator(const ImportOperator& op, const RowFields& row, std::uint64_t sequence);
    void add_timer(const ImportOperator& op, const RowFields& row, std::uint64_t sequence);
    void add_timers_by_key(const ImportOperator& op, const RowFields& row, std::uint64_t sequence);
    void add_window_timers(const ImportOperator& op, const TimeWindow& window, std::uint64_t sequence);
    void put_timer(const ImportOperator& op, std::size_t position, std::int64_t timestamp, std::uint64_t sequence,
                   bool may_repeat);
    void encode_timer_namespace(const ImportTimers& timers, const RowFields& row);
    void read_times(const RowField& field, RowPart part, std::vector<std::int64_t>& times);

    const ImportPlan& plan_;
    const ImportSettings& settings_;
    ImportTarget& target_;
    Coordinator coordinator_;
    ImportCounts counts_;

    const ImportOperator* usual_operator_ = nullptr;

    // Of the row at hand; kept for their memory.
    KeyParts* key_parts_ = nullptr;
    Entry entry_;
    ByteVector key_;
    ByteVector name_space_;
    ByteVector map_key_;
    ByteVector value_;
    std::int32_t key_group_ = 0;
    std::string text_;
    RowPart last_part_ = RowPart::kUid;  ///< which named the operator of the row before, and how
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
    std::vector<TimeWindow> windows_;
    std::vector<std::int64_t> times_;
    std::vector<std::int64_t> more_times_;
};

}  // namespace sp::rows

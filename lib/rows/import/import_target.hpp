#pragma once

// What importers of rows have in common: settings, counts, and where the entries go that they make.

#include <map>
#include <optional>

#include "rows/import/import_plan.hpp"
#include "rows/import/session_sorter.hpp"
#include "sp/read.hpp"
#include "sp/write.hpp"

namespace sp::rows {

struct ImportSettings {
    std::optional<std::int64_t> ttl_timestamp;  ///< of rows that have none, in ms
    bool adds_window_timers = false;            ///< for windows that rows name, too
    bool redistributes = false;                 ///< elements of a subtask that does not exist are dealt anew
    std::optional<Split> split;                 ///< only what one part gets is taken
    bool marks_empty_lists = false;             ///< they take the places of lists of a base
    bool can_redistribute = true;               ///< whoever gives rows can ask for it
};

/// What became of the rows.
struct ImportCounts {
    std::uint64_t rows = 0;
    std::uint64_t skipped = 0;  ///< did not fit
    PartRows of_split;
    // By the operator's index
    std::map<std::size_t, std::uint64_t> windows;     ///< entries with a time window that a row named
    std::map<std::size_t, std::uint64_t> sessions;    ///< entries that were put into sessions
    std::map<std::size_t, std::uint64_t> windowless;  ///< between sliding windows that leave gaps
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

}  // namespace sp::rows

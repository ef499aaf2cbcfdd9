#pragma once

// Entries of windows with all that Flink's window operator keeps beside them: timers, and which sessions there are. One for
// each thread.

#include <vector>

#include "rows/import/import_target.hpp"

namespace sp::rows {

class WindowImporter {
public:
    WindowImporter(const ImportSettings& settings, ImportTarget& target, ImportCounts& counts)
        : settings_(settings), target_(target), counts_(counts) {}

    /// An element of a time: into each of its windows, with the timers of these; of sessions, which are merged when all rows
    /// are read, into the sorter. The operator has a window. `entry` has no namespace yet.
    void add_at(const ImportOperator& op, const ImportState& state, std::int32_t key_group, Entry entry,
                std::int64_t timestamp, std::uint64_t sequence);

    /// InputError if the windows of the time are out of range.
    void check(const ImportOperator& op, std::int64_t timestamp) { op.window->assign(timestamp, windows_); }

    /// What follows from an entry whose namespace the row named, if it is a window and timers are wanted.
    void complete(const ImportOperator& op, const ImportState& state, std::int32_t key_group, const Entry& entry,
                  std::uint64_t sequence);

private:
    void add_timers(const ImportOperator& op, std::int32_t key_group, Bytes key, const TimeWindow& window,
                    std::uint64_t sequence);
    void add_session(const ImportOperator& op, std::int32_t key_group, Bytes key, const TimeWindow& window,
                     std::uint64_t sequence);

    const ImportSettings& settings_;
    ImportTarget& target_;
    ImportCounts& counts_;
    std::vector<TimeWindow> windows_;
    std::vector<std::int64_t> times_;
    ByteVector name_space_;
    ByteVector value_;
};

}  // namespace sp::rows

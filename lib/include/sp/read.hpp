#pragma once

// EntryReader: the state of a snapshot as one stream of entries (sp/entry.hpp), whatever wrote it.
//
//     sp::EntryReader reader("/savepoints/savepoint-1a2b3c-0123456789ab", {});
//     sp::EntryBatch batch;
//     while (reader.next(batch)) {
//         for (const sp::Entry& entry : batch.entries) { … batch.state->name … entry.key … }
//     }

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sp/column_names.hpp"
#include "sp/entry.hpp"
#include "sp/file_lookup.hpp"
#include "sp/metadata.hpp"

namespace sp {

/// One of `count` parts, each of which holds what one subtask gets from a restore at parallelism `count`.
struct Split {
    std::int32_t index = 0;  ///< 0 to count - 1
    std::int32_t count = 1;
};

/// Of timers those of these services (empty: all) and this domain, with from <= timestamp < to.
struct TimerSelection {
    std::vector<std::string> services;  ///< one that no operator has is a UsageError
    std::optional<TimerDomain> domain;
    std::optional<std::int64_t> from;
    std::optional<std::int64_t> to;

    [[nodiscard]] bool contains(std::int64_t timestamp) const {
        return (!from || timestamp >= *from) && (!to || timestamp < *to);
    }
};

struct ReadOptions {
    FileLookup files;
    /// Candidates for the uids of operators that the snapshot knows by their hash only.
    std::vector<std::string> uid_list;
    /// For columns of rows, in the types of descriptors. One for an operator, a state or a row that is not there is a UsageError.
    std::vector<ColumnNames> column_names;

    // Selection; empty: everything. An operator that does not exist is a UsageError.
    std::vector<std::string> uids;
    std::vector<std::string> operator_ids;
    std::vector<std::string> states;  ///< timers are no states in this
    std::vector<StateKind> kinds;
    /// Key groups first to last, both included. Operator state has none and is left out then.
    std::optional<std::pair<std::int32_t, std::int32_t>> key_groups;
    /// The wanted keys as the serializer of this type writes them. Operator state is left out then.
    std::function<std::vector<ByteVector>(const TypePtr& key)> keys;
    bool with_timers = false;
    TimerSelection timers;

    /// The part of the snapshot to read: keyed state of the key groups that subtask `index` gets, list elements as
    /// Flink deals them to it. Union, broadcast and coordinator state are in part 0. The parts of one count share no
    /// entry and hold all; an operator with fewer key groups than parts leaves some empty.
    std::optional<Split> split;
    /// The broadcast copies of all subtasks, not of one only. (Union state has each element once, with its subtask.)
    bool all_copies = false;

    std::optional<std::uint64_t> limit_per_state;  ///< entries of each state of each operator

    /// Operators by uid, those without one by id behind them; within an operator keyed entries by key group, state
    /// name, timestamp (of timers), key, namespace and map key, list elements by state name, subtask and index,
    /// broadcast entries by state name, map key and subtask; names and parts by their bytes. Entries of one key group
    /// beyond `memory` bytes are sorted in files below `temporary_folder` (empty: that of the system).
    bool is_sorted = false;
    std::uint64_t memory = std::uint64_t{512} << 20U;
    std::string temporary_folder;

    /// Gets how many bytes of state have been read, of how many in the whole snapshot; a key group counts when it is
    /// begun. For progress bars. Called by any of the threads that read, one at a time.
    std::function<void(std::uint64_t done, std::uint64_t total)> progress;
};

/// A piece of the work of an EntryReader.
struct ReadPart {
    std::size_t operator_index = 0;
    /// Key groups, both ends included, of which the keyed state is the part; unset: the operator's other state, or all
    /// of its state if it is not divided.
    std::optional<std::pair<std::int32_t, std::int32_t>> key_groups;
    bool is_whole_operator = false;
};

/// What a reader has met so far, which only all parts together can judge.
struct ReadFindings {
    std::vector<std::string> unsupported;  ///< a message for each thing that was passed over
    // Names in the headers: one that was asked for and is in none of them is a mistake.
    std::set<std::string> states;
    std::set<std::string> timer_services;
};

class EntryReader {
public:
    /// Opens the snapshot and finds its files; all that are missing are named in one InputError. Those that can be
    /// fetched are fetched when they are first read.
    EntryReader(std::string_view savepoint, const ReadOptions& options);
    EntryReader(EntryReader&&) noexcept;
    EntryReader& operator=(EntryReader&&) noexcept;
    ~EntryReader();

    [[nodiscard]] const SavepointMetadata& metadata() const;

    /// The uid of an operator if it is known, else empty.
    [[nodiscard]] const std::string& uid(std::size_t operator_index) const;

    /// The operator as messages name it: its uid, or else its id.
    [[nodiscard]] std::string label(std::size_t operator_index) const;

    /// For each operator the member that names it in rows: `"uid":"u1"` or `"operator":"<hex>"`.
    [[nodiscard]] std::vector<std::string> row_labels() const;

    /// The selected operators as positions in SavepointMetadata::operators, in the order in which next() has them.
    [[nodiscard]] const std::vector<std::size_t>& operators() const;

    /// The selected keyed states of an operator, timers behind the others, as the headers of its streams describe them:
    /// what is in several subtasks is there several times. To be asked before the first next(). The descriptors live as
    /// long as the reader.
    [[nodiscard]] std::vector<const StateDescriptor*> keyed_states(std::size_t operator_index);

    /// Fills `batch` with entries of one state; false at the end. Order: operators as in `_metadata`; of each the keyed
    /// state by ascending key group, inside one as it is stored and behind that the key group's timers from raw keyed
    /// state (RocksDB with timers on the heap); then list, union, broadcast and coordinator state; of operator state
    /// the subtasks in the order of `_metadata`, of each its states as the handle has them, of each state its elements
    /// as stored. A split has what is its own of them in the same order. The batch's descriptor lives as long as the
    /// reader, its slices until the next call.
    [[nodiscard]] bool next(EntryBatch& batch);

    /// What was passed over because it is not supported (a message each), known when next() has returned false.
    [[nodiscard]] const std::vector<std::string>& unsupported() const;

    // Instead of next(), for several threads: the readers of all parts, one after the other, give the same entries.
    // Limits of entries per state do not hold over parts.

    /// The next part, of about so many bytes of keyed state or of one key group; nothing at the end.
    [[nodiscard]] std::optional<ReadPart> next_part(std::uint64_t bytes);
    /// A reader of a part. It shares the snapshot with this one, which must outlive it. May be called by any thread.
    [[nodiscard]] EntryReader read_part(const ReadPart& part) const;
    /// Goes on with another part, if this is the reader of a part that has come to its end, and both are key groups of
    /// one operator. Descriptors stay, and so does all that was opened and allocated. Else false, and nothing has
    /// changed.
    [[nodiscard]] bool turn_to(const ReadPart& part);
    /// Of a part that has come to its end, for absorb().
    [[nodiscard]] ReadFindings findings() const;
    /// Takes over what a part has met.
    void absorb(const ReadFindings& part);
    /// When all parts have been absorbed: a name that was asked for and is nowhere is a UsageError.
    void finish_parts() const;

private:
    class Impl;
    explicit EntryReader(std::unique_ptr<Impl> impl);

    std::unique_ptr<Impl> impl_;
};

}  // namespace sp

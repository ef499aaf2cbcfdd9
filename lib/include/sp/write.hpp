#pragma once

// SavepointWriter: entries in any order into a canonical savepoint, which every state backend of Flink restores.
//
//     sp::SavepointWriter writer("/savepoints/made", {});
//     const std::size_t op = writer.add_operator(plan);
//     writer.add_keyed(op, state, key_group, entry); …
//     writer.commit();

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sp/entry.hpp"
#include "sp/flink_version.hpp"
#include "sp/metadata.hpp"
#include "sp/read.hpp"

namespace sp {

/// What becomes of entries with one identity. Timers are the same timer then.
enum class DuplicatePolicy : std::uint8_t {
    kError,
    kFirst,
    kLast,
    kAppend,  ///< keyed lists: one behind the other
    kSum,     ///< numbers; of TTL the later time stamp
    kMin,
    kMax
};

/// The sequence of all entries that were in a savepoint which is changed: the base. They come before all others.
inline constexpr std::uint64_t kBaseSequence = 0;

/// What becomes of an entry of the base where another entry has its identity.
enum class BasePolicy : std::uint8_t {
    kReplace,  ///< the other's value; time stamps of TTL that it lacks are taken from the base's
    kKeep,     ///< the base's value
    kJoin      ///< as with two entries that are not of the base
};

/// An operator to be written. Its descriptors' operator_index is not looked at.
struct OperatorPlan {
    OperatorId id;
    std::string uid;  ///< metadata version 5 and later, as `name`
    std::string name;
    std::int32_t parallelism = 1;
    std::int32_t max_parallelism = 128;

    TypePtr key;                                   ///< null: no keyed state
    std::vector<StateDescriptor> keyed_states;     ///< timers too; kvStateIds by position
    std::vector<StateDescriptor> operator_states;  ///< list, union, broadcast
    std::optional<ByteVector> coordinator;
    std::optional<bool> is_compressed;  ///< unset: as WriteOptions says

    std::vector<DuplicatePolicy> on_duplicate;  ///< of the keyed states; those that are missing: kError
    /// Of the operator states. Elements of lists have no identity unless an index is given with them.
    std::vector<DuplicatePolicy> on_operator_duplicate;

    // With a base
    std::vector<BasePolicy> on_base;           ///< of the keyed states; those that are missing: kReplace
    std::vector<BasePolicy> on_operator_base;  ///< of the operator states
    bool must_exist = false;                   ///< an entry whose identity the base does not have is an InputError
    bool inherits_ttl = false;                 ///< time stamps of TTL that are INT64_MIN come from the base
};

/// Rows by number and content, whatever their order.
struct RowDigest {
    std::uint64_t count = 0;
    std::uint64_t sum = 0;  ///< of a checksum of each

    void add(const RowDigest& other) {
        count += other.count;
        sum += other.sum;
    }
    friend bool operator==(const RowDigest&, const RowDigest&) = default;
};

/// What became of the rows that a split got.
struct PartRows {
    RowDigest taken;          ///< keyed state, timers
    RowDigest elsewhere;      ///< belong to other splits
    RowDigest taken_keyless;  ///< elements, coordinators
    RowDigest elsewhere_keyless;
    RowDigest broadcast;  ///< belong to all splits
};

struct WriteOptions {
    std::int32_t metadata_version = 3;        ///< 3 is read by Flink 1.11 and later (formats/metadata section 10.5)
    std::int32_t operator_proxy_version = 5;  ///< OperatorBackendSerializationProxy: 5 or 6 (since 1.18)
    std::int64_t checkpoint_id = 0;
    bool is_compressed = false;  ///< key groups by Snappy, and with proxy version 6 operator state
    bool overwrite = false;
    std::uint64_t memory = std::uint64_t{512} << 20U;  ///< above it entries are sorted in temporary files
    std::string temporary_folder;                      ///< empty: that of the system
    unsigned threads = 1;                              ///< that add entries
    bool verify = false;                               ///< read back what was written, and compare, before it appears
    /// Only the state of subtask `index` is written, into a folder that all splits fill. Operators have a parallelism of up to
    /// `count`.
    std::optional<Split> split;
    /// Where the entry of a sequence came from, for messages: "rows.ndjson: line 7".
    std::function<std::string(std::uint64_t sequence)> origin;
};

/// "1.20", "2.0"; a third number is passed over. UsageError.
[[nodiscard]] FlinkVersion parse_flink_version(std::string_view text);

/// What was written, for reports.
struct WrittenState {
    std::size_t op = 0;
    std::string name;  ///< of timers the service
    StateKind kind = StateKind::kValue;
    std::optional<TimerDomain> timer_domain;
    std::uint64_t entries = 0;  ///< of lists in keyed state the lists
    // With a base, of these
    std::uint64_t replaced = 0;  ///< have another value than in the base
    std::uint64_t added = 0;     ///< are not in the base
    std::uint64_t removed = 0;   ///< beside these: lists of the base that have become empty
};

/// Takes entries, from one thread. A sequence tells where an entry came from, and orders those of one identity; no two
/// entries have one, unless they are of different identities, or of the base. Slices are copied.
class EntryAdder {
public:
    /// An entry of the state at a position in OperatorPlan::keyed_states. The key group is trusted. One that `may_repeat` is
    /// dropped where another has its identity and value.
    void keyed(std::size_t op, std::size_t state, std::int32_t key_group, const Entry& entry, std::uint64_t sequence,
               bool may_repeat = false);

    /// An element of a keyed list, which has its place among the others from Entry::index.
    void keyed_element(std::size_t op, std::size_t state, std::int32_t key_group, const Entry& entry,
                       std::uint64_t sequence, bool may_repeat = false);

    /// That there is no entry of this identity: an empty list, which takes the place of the base's. Counts as an entry of the
    /// state for has_entries().
    void nothing(std::size_t op, std::size_t state, std::int32_t key_group, const Entry& entry, std::uint64_t sequence);

    /// An element of a list or union state for a subtask; without one, elements of lists are dealt to the subtasks in
    /// contiguous runs in the order of their sequences, and those of unions go to the first. Elements with an index come
    /// before those without.
    void element(std::size_t op, std::size_t state, std::optional<std::int32_t> subtask,
                 std::optional<std::int64_t> index, Bytes value, std::uint64_t sequence);

    /// An entry of a broadcast state, for every subtask.
    void broadcast(std::size_t op, std::size_t state, const Entry& entry, std::uint64_t sequence,
                   bool may_repeat = false);

private:
    friend class SavepointWriter;
    class Impl;
    explicit EntryAdder(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
    std::shared_ptr<Impl> impl_;
};

struct SavepointFrame;

class SavepointWriter {
public:
    /// `path` is the folder to be made. Throws UsageError or OutputError if it cannot be.
    SavepointWriter(std::string path, WriteOptions options);
    ~SavepointWriter();
    SavepointWriter(const SavepointWriter&) = delete;
    SavepointWriter& operator=(const SavepointWriter&) = delete;

    /// Returns its position, which the entries name. UsageError if its numbers are not what Flink takes, or if a policy is
    /// not for its state. All operators are added before the first entry.
    std::size_t add_operator(OperatorPlan plan);

    /// For a thread of WriteOptions::threads.
    [[nodiscard]] EntryAdder adder(unsigned thread);

    /// Around what is written from entries: what is kept of other savepoints (write/savepoint_frame.hpp). Before commit().
    void set_frame(std::shared_ptr<SavepointFrame> frame);

    /// Whether there are entries of the operator's keyed state, or of its operator state.
    [[nodiscard]] bool has_entries(std::size_t op, bool is_keyed) const;

    /// What replaces OperatorPlan::coordinator.
    void set_coordinator(std::size_t op, ByteVector bytes);

    // Those of the first thread, in the order in which they are added.
    void add_keyed(std::size_t op, std::size_t state, std::int32_t key_group, const Entry& entry);
    void add_element(std::size_t op, std::size_t state, std::int32_t subtask, const Entry& entry);
    void add_broadcast(std::size_t op, std::size_t state, const Entry& entry);

    /// Writes the state files, then `_metadata`, and moves the folder into place. InputError if two entries have one
    /// identity: operator, state, key, namespace and map key or timestamp.
    /// `before_rename` gets what was written when all is written and synced; if it throws, nothing is left.
    void commit(const std::function<void(const std::vector<WrittenState>&)>& before_rename = {});

    /// Of the split; before commit().
    void set_part_rows(const PartRows& rows);

    /// What a signal handler has to remove.
    [[nodiscard]] const std::string& temporary_path() const;

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

/// Makes a savepoint of the parts of all splits, which lie in one folder: `output`, which may be empty. InputError if parts
/// are missing or do not fit together. The part files are removed.
void commit_parts(const std::vector<std::string>& parts, const std::string& output);

}  // namespace sp

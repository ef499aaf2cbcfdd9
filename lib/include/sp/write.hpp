#pragma once

// SavepointWriter: entries in any order into a canonical savepoint, which every state backend of Flink restores.
//
//     sp::SavepointWriter writer("/savepoints/made", {});
//     const std::size_t op = writer.add_operator(plan);
//     writer.add_keyed(op, state, key_group, entry); …
//     writer.commit();

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sp/entry.hpp"
#include "sp/metadata.hpp"

namespace sp {

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
};

struct WriteOptions {
    std::int32_t metadata_version = 3;  ///< 3 is read by Flink 1.11 and later (formats/metadata section 10.5)
    std::int64_t checkpoint_id = 0;
    bool is_compressed = false;  ///< key groups and operator state by Snappy
    bool overwrite = false;
    std::uint64_t memory = std::uint64_t{512} << 20U;  ///< above it entries are sorted in temporary files
    std::string temporary_folder;                      ///< empty: that of the system
};

class SavepointWriter {
public:
    /// `path` is the folder to be made. Throws UsageError or OutputError if it cannot be.
    SavepointWriter(std::string path, WriteOptions options);
    ~SavepointWriter();
    SavepointWriter(const SavepointWriter&) = delete;
    SavepointWriter& operator=(const SavepointWriter&) = delete;

    /// Returns its position, which the entries name. UsageError if its numbers are not what Flink takes.
    std::size_t add_operator(OperatorPlan plan);

    /// An entry of the state at a position in OperatorPlan::keyed_states. The key group is trusted.
    void add_keyed(std::size_t op, std::size_t state, std::int32_t key_group, const Entry& entry);

    /// An element of a list or union state for a subtask; its place among the elements is where Entry::index sorts it.
    void add_element(std::size_t op, std::size_t state, std::int32_t subtask, const Entry& entry);

    /// An entry of a broadcast state, for every subtask.
    void add_broadcast(std::size_t op, std::size_t state, const Entry& entry);

    /// Writes the state files, then `_metadata`, and moves the folder into place. InputError if two entries have one
    /// identity: operator, state, key, namespace and map key or timestamp.
    void commit();

    /// What a signal handler has to remove.
    [[nodiscard]] const std::string& temporary_path() const;

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace sp

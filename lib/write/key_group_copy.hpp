#pragma once

// A stream of keyed state made of key groups of others with the same header, byte for byte: what subtasks get when their number
// changes and nothing else does.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "metadata/snapshot_location.hpp"
#include "write/output_folder.hpp"

namespace sp {

/// The key groups of one subtask. Canonical, heap-native and raw streams are cut alike: a key group is the bytes up to the
/// next one, compressed or not.
struct KeyGroupCopy {
    /// Bytes of a stream.
    struct Piece {
        std::size_t stream = 0;  ///< in `streams`
        std::uint64_t start = 0;
        std::uint64_t end = 0;
    };

    KeyGroupsStateHandle handle;             ///< as it is to be, but for offsets and delegate
    std::vector<StreamStateHandle> streams;  ///< the first has the header
    std::uint64_t header_size = 0;
    std::vector<std::optional<Piece>> groups;  ///< by key group of the handle's range; unset: without data
    std::int64_t nothing = 0;                  ///< the offset of a key group without data
};

/// Copies for the new subtasks of an operator out of all its handles of managed (else raw) keyed state, by subtask; unset where
/// a subtask gets nothing. Nothing if the handles are of different kinds, their headers differ, or two
/// have one key group.
[[nodiscard]] std::optional<std::vector<std::optional<KeyGroupCopy>>> plan_key_group_copies(
    const Snapshot& source, const OperatorState& op, bool is_managed, std::int32_t parallelism,
    std::int32_t max_parallelism);

/// Writes the stream under this name.
[[nodiscard]] KeyGroupsStateHandle copy_key_groups(const KeyGroupCopy& copy, const Snapshot& source,
                                                   OutputFolder& folder, const std::string& name);

}  // namespace sp

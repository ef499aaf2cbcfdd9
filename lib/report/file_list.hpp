#pragma once

// The files that a snapshot refers to: where each is recorded and where it lies, how large it is and should be, and who
// else may hold it.

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "metadata/snapshot_location.hpp"
#include "sp/inspect.hpp"

namespace sp {

/// Flink's CheckpointedStateScope, and the folder for files that outlive checkpoints.
enum class FileScope : std::uint8_t { kExclusive, kShared, kTaskOwned };

[[nodiscard]] std::string_view name_of(FileScope scope);  ///< "exclusive", "shared", "task-owned"

/// One file as one subtask of one operator uses it.
struct FileUse {
    std::string recorded_path;       ///< as the handle has it
    std::int64_t recorded_size = 0;  ///< -1: unknown. Of a merged file the bytes that are this subtask's
    ResolvedFile found;
    FileScope scope = FileScope::kExclusive;
    static constexpr std::size_t kNoOperator = SIZE_MAX;
    std::size_t operator_index = kNoOperator;
    std::int32_t subtask = -1;
    std::set<StatePart> parts;
    std::set<std::string> local_paths;  ///< its names in RocksDB or ForSt instances
    std::set<std::int64_t> segments;    ///< starts of its windows, if it is a merged file

    [[nodiscard]] bool is_found() const { return !found.path.empty(); }
    [[nodiscard]] bool is_to_fetch() const { return found.status == ResolvedFile::Status::kToFetch; }
    /// Where it was found, or will be fetched from, else as recorded.
    [[nodiscard]] const std::string& path() const { return found.name.empty() ? recorded_path : found.name; }
};

/// In the order of `_metadata`; inline state has no file.
[[nodiscard]] std::vector<FileUse> list_files(const Snapshot& snapshot, const std::vector<std::size_t>& operators);

/// Of these the files that the snapshot alone has, each once, `_metadata` last (of no operator): what may go when the
/// snapshot goes. Files that are shared, task-owned, merged, or not in the folder of `_metadata` are not among them, and neither is what was not
/// found.
[[nodiscard]] std::vector<FileUse> owned_files(const Snapshot& snapshot, const std::vector<FileUse>& files);

/// Bytes of state and where they lie. Files that several subtasks use count once.
struct SizeSummary {
    std::int64_t inline_bytes = 0;  ///< in `_metadata` itself
    std::int64_t files = 0;
    std::int64_t referenced_bytes = 0;  ///< of state in files, as recorded
    std::int64_t found_bytes = 0;       ///< of it on disk, as found
    std::int64_t missing_files = 0;     ///< not there, or not as recorded
    std::int64_t files_to_fetch = 0;    ///< not here, but there is a command that may get them
    std::int64_t bytes_to_fetch = 0;    ///< of state in them, as recorded
    std::int64_t shared_files = 0;      ///< which other snapshots may use
    std::int64_t shared_bytes = 0;
    /// What this snapshot itself uploaded, inline state too: Flink's checkpointedSize, which leaves out what earlier
    /// incremental checkpoints had.
    std::int64_t checkpointed_bytes = 0;
};

/// The sizes of some operators together.
[[nodiscard]] SizeSummary sum_sizes(const Snapshot& snapshot, const std::vector<FileUse>& files,
                                    const std::vector<std::size_t>& operators);

/// One message for all files that are missing or not as recorded.
void tell_missing(const std::vector<FileUse>& files, InspectOutcome& outcome);

}  // namespace sp

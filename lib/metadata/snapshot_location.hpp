#pragma once

// From the SAVEPOINT argument of a tool to a snapshot: a folder, its `_metadata` file (of any name) or a file: URI. A
// folder that only holds snapshots further down gives the list of them. Where there is a command that fetches files, also the
// URI of a snapshot elsewhere: of its folder or of its file `_metadata`, which is fetched when the snapshot is opened.

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "java/class_path.hpp"
#include "metadata/file_resolver.hpp"
#include "sp/metadata.hpp"
#include "types/operator_columns.hpp"

namespace sp {

struct SnapshotLocation {
    std::filesystem::path folder;
    std::filesystem::path metadata_file;
    bool is_remote = false;  ///< they are URIs
};

struct FoundSnapshot {
    SnapshotLocation location;
    std::int64_t checkpoint_id = -1;  ///< -1: the file is too short or no metadata
    std::string job;  ///< what tells jobs apart: the first six digits of the job id, else the parent folder
    std::filesystem::file_time_type written;  ///< of `_metadata`
};

/// Where `argument` points to: one snapshot, or (for a parent folder) none and the list of those below it, newest
/// first: by checkpoint id within a job, jobs by the time of their newest. Throws InputError if there is neither,
/// UnsupportedError for what is elsewhere if there is no command that fetches it.
struct SnapshotSearch {
    std::vector<FoundSnapshot> below;  ///< empty if `location` is set
    SnapshotLocation location;

    [[nodiscard]] bool is_snapshot() const { return below.empty(); }
};
[[nodiscard]] SnapshotSearch find_snapshot(std::string_view argument, const FileLookup& lookup = {});

/// One line a snapshot: folder and checkpoint id.
[[nodiscard]] std::string list_of(const std::vector<FoundSnapshot>& snapshots);

/// The snapshot that `argument` points to; a parent folder is a UsageError with the list of snapshots below it.
[[nodiscard]] SnapshotLocation locate_snapshot(std::string_view argument, const FileLookup& lookup = {});

/// A snapshot that is open for reading: what its `_metadata` says, and how its files are found.
struct Snapshot {
    SnapshotLocation location;
    SavepointMetadata metadata;
    FileResolver files;
    std::uint64_t metadata_size = 0;                      ///< bytes of `_metadata`
    std::shared_ptr<const java::ClassPath> classes;       ///< of FileLookup::class_path and of the JDK; never null
    std::map<std::size_t, OperatorColumns> columns = {};  ///< the user's names (restore/column_naming.hpp)
};

[[nodiscard]] Snapshot open_snapshot(const SnapshotLocation& location, const FileLookup& lookup = {});
[[nodiscard]] Snapshot open_snapshot(std::string_view argument, const FileLookup& lookup = {});

}  // namespace sp

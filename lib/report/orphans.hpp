#pragma once

// Files below a checkpoint root that no snapshot below it needs. It only lists; a file that might be needed is never listed.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "sp/inspect.hpp"

namespace sp {

/// A file that no `_metadata` below the root needs.
struct OrphanFile {
    std::string path;
    std::uint64_t size = 0;  ///< bytes
    std::filesystem::file_time_type modified;
    /// Written after the newest `_metadata`: a checkpoint that is being taken may be about to need it.
    bool is_recent = false;
};

struct OrphanList {
    std::vector<OrphanFile> files;  ///< by path
    std::size_t snapshots = 0;      ///< whose files were left out
    std::size_t task_owned = 0;     ///< files below folders called taskowned, which no `_metadata` tells the need of
};

/// Walks the tree; links to folders are not followed. A snapshot below it that cannot be read is an error, since nobody
/// could tell then what it needs; a tree without any is an InputError. Where files that snapshots need are missing, which is
/// a warning in `outcome`, or lie outside of the tree, no file of the same name is listed: it may be the one, moved or copied.
[[nodiscard]] OrphanList find_orphans(const std::string& root, const FileLookup& lookup, InspectOutcome& outcome);

/// A line for each file: path, bytes, time of its last change (UTC), and "recent" or "-", with tabs between.
[[nodiscard]] std::string orphans_text(const OrphanList& orphans);
/// An object a line.
[[nodiscard]] std::string orphans_json(const OrphanList& orphans);

}  // namespace sp

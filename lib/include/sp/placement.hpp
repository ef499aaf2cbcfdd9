#pragma once

// How the files of operators that a new savepoint takes over come into it.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sp {

enum class FilePlacement : std::uint8_t {
    kCopy,       ///< the new savepoint is complete in itself
    kLink,       ///< the same by hard links, where whole files are taken over
    kReference,  ///< the files stay where they are, and the new savepoint names them there
};

struct PlacementOptions {
    FilePlacement placement = FilePlacement::kCopy;

    /// With kReference: the URI under which the cluster sees the folder of the first input; empty: as it lies here
    /// (file:/…, or its own URI if it is not local).
    std::string reference_as = {};

    /// OLD and NEW: prefixes of absolute URIs, which end at a border of path components; the longest OLD that fits is
    /// taken. With any, files with absolute URIs are neither looked for nor taken over: the new savepoint names them.
    std::vector<std::pair<std::string, std::string>> relocations = {};
};

/// What became of the files; each counts once, however many handles name it.
struct PlacedFiles {
    std::uint64_t copied = 0;  ///< files written, one for each window of a merged file
    std::uint64_t copied_bytes = 0;
    std::uint64_t linked = 0;
    std::uint64_t linked_bytes = 0;
    std::uint64_t referenced = 0;  ///< files that kReference leaves where they are
    std::uint64_t relocated = 0;   ///< URIs that a relocation changed, also those of folders

    std::uint64_t changelogs = 0;  ///< operators with changelog handles whose files were copied or linked

    /// With relocations: absolute URIs under none of them, each once, sorted.
    std::vector<std::string> not_relocated = {};
};

}  // namespace sp

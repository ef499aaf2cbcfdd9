#pragma once

// Finds the local file of a state handle. Snapshots get moved, and the absolute paths in their handles do not move with
// them, so a file is looked for in several places; the first hit wins:
//   1. the path as the handle has it;
//   2. each path map, longest prefix first;
//   3. its last component beside `_metadata`;
//   4. for …/JOB/{chk-N,shared,taskowned,dstl}/x: the same place as seen from the folder of `_metadata`.
// A relative handle has one place only, below the folder of `_metadata`.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sp/metadata.hpp"

namespace sp {

/// A prefix of the paths in handles, and where it lies now.
using PathMap = std::pair<std::string, std::string>;

struct ResolvedFile {
    enum class Status : std::uint8_t {
        kFound,
        kInline,  ///< the bytes are in `_metadata` (or there are none): no file is needed
        kMissing,
        kWrongSize,  ///< found, but not of the size that the handle records
        kRefused,    ///< a relative path that leaves the folder of the snapshot
    };
    Status status = Status::kMissing;
    std::string path;              ///< kFound, kWrongSize
    std::uint64_t found_size = 0;  ///< of the whole file: kFound, kWrongSize
    std::uint64_t start = 0;       ///< the state's window in the file (kFound)
    std::uint64_t size = 0;
    std::string problem;  ///< a sentence for the other states

    [[nodiscard]] bool is_usable() const { return status == Status::kFound || status == Status::kInline; }
};

class FileResolver {
public:
    FileResolver(std::filesystem::path metadata_folder, std::vector<PathMap> path_maps = {});

    [[nodiscard]] ResolvedFile resolve(const StreamStateHandle& handle,
                                       RecordedSize recorded = RecordedSize::kOfFile) const;

    /// The same, but throws InputError where the file is not usable.
    [[nodiscard]] ResolvedFile require(const StreamStateHandle& handle,
                                       RecordedSize recorded = RecordedSize::kOfFile) const;

    [[nodiscard]] const std::filesystem::path& metadata_folder() const { return folder_; }

private:
    [[nodiscard]] ResolvedFile resolve_relative(const StreamStateHandle& handle, RecordedSize recorded) const;
    [[nodiscard]] ResolvedFile resolve_absolute(const StreamStateHandle& handle, RecordedSize recorded) const;
    [[nodiscard]] std::vector<std::filesystem::path> candidates(const std::string& path) const;

    std::filesystem::path folder_;
    std::filesystem::path canonical_folder_;
    std::vector<PathMap> path_maps_;  ///< longest prefix first
};

/// Throws one InputError that lists every file of the operators that is not usable, so that a user can fetch all of
/// them at once.
void require_files(const FileResolver& resolver, std::span<const OperatorState> operators);
void require_files(const FileResolver& resolver,
                   std::span<const std::reference_wrapper<const OperatorState>> operators);

}  // namespace sp

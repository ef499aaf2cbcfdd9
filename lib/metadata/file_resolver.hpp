#pragma once

// Finds the local file of a state handle. Snapshots get moved, and the absolute paths in their handles do not move with
// them, so a file is looked for in several places; the first hit wins:
//   1. the path as the handle has it;
//   2. each path map, longest prefix first;
//   3. its last component beside `_metadata`;
//   4. for …/JOB/{chk-N,shared,taskowned,dstl}/x: the same place as seen from the folder of `_metadata`.
// A relative handle has one place only, below the folder of `_metadata`. A snapshot that lies elsewhere has the first two only.
//
// What is in none of them can be fetched if there is a command for it: under its recorded path with the longest path map
// that leads to a URI, a relative one under the place of `_metadata`.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sp/file_lookup.hpp"
#include "sp/metadata.hpp"

namespace sp {

class FileFetcher;

/// A prefix of the paths in handles, and where it lies now.
using PathMap = std::pair<std::string, std::string>;

struct ResolvedFile {
    enum class Status : std::uint8_t {
        kFound,
        kInline,   ///< the bytes are in `_metadata` (or there are none): no file is needed
        kToFetch,  ///< not here, but there is a command that may get it: require() does
        kMissing,
        kWrongSize,  ///< found, but not of the size that the handle records
        kRefused,    ///< a relative path that leaves the folder of the snapshot
    };
    Status status = Status::kMissing;
    std::string path;              ///< kFound, kWrongSize
    std::string name;              ///< what messages call it: the path, or the URI that it is or was fetched from
    std::uint64_t found_size = 0;  ///< of the whole file: kFound, kWrongSize
    std::uint64_t start = 0;       ///< the state's window in the file (kFound)
    std::uint64_t size = 0;        ///< kToFetch: as recorded
    std::string problem;           ///< a sentence for the other states

    [[nodiscard]] bool is_usable() const {
        return status == Status::kFound || status == Status::kInline || status == Status::kToFetch;
    }
};

class FileResolver {
public:
    /// For a snapshot in a local folder. A fetch command that cannot work is a UsageError, here and below.
    FileResolver(std::filesystem::path metadata_folder, FileLookup lookup = {});

    /// For a snapshot whose folder has this URI.
    [[nodiscard]] static FileResolver of_remote(std::string metadata_folder, FileLookup lookup);

    /// Looks for the file; fetches nothing.
    [[nodiscard]] ResolvedFile resolve(const StreamStateHandle& handle,
                                       RecordedSize recorded = RecordedSize::kOfFile) const;

    /// The same, but fetches what has to be fetched, and throws InputError where the file is not usable. Thread-safe.
    [[nodiscard]] ResolvedFile require(const StreamStateHandle& handle,
                                       RecordedSize recorded = RecordedSize::kOfFile) const;

    /// The size of the state. A file is fetched for it only if the snapshot does not record its size.
    [[nodiscard]] std::uint64_t size_of(const StreamStateHandle& handle) const;

    /// The local copy of a file that no handle names.
    [[nodiscard]] std::string fetch(const std::string& uri) const;

    [[nodiscard]] const std::filesystem::path& metadata_folder() const { return folder_; }

private:
    enum class Place : std::uint8_t { kLocal, kRemote };
    FileResolver(std::filesystem::path metadata_folder, FileLookup lookup, Place place);

    [[nodiscard]] ResolvedFile resolve_relative(const StreamStateHandle& handle, RecordedSize recorded) const;
    [[nodiscard]] ResolvedFile resolve_absolute(const StreamStateHandle& handle, RecordedSize recorded) const;
    [[nodiscard]] ResolvedFile not_here(const StreamStateHandle& handle, std::string problem) const;
    [[nodiscard]] std::string uri_of(const StreamStateHandle& handle) const;
    [[nodiscard]] std::vector<std::filesystem::path> candidates(const std::string& path) const;
    void add_neighbours(const std::string& path, std::vector<std::filesystem::path>& places) const;

    Place place_;
    std::filesystem::path folder_;  ///< a URI if remote
    std::filesystem::path canonical_folder_;
    std::vector<PathMap> path_maps_;        ///< longest prefix first
    std::shared_ptr<FileFetcher> fetcher_;  ///< null: nothing is fetched
};

/// Throws one InputError that lists every file of the operators that is not usable, so that a user can fetch all of
/// them at once.
void require_files(const FileResolver& resolver, std::span<const OperatorState> operators);
void require_files(const FileResolver& resolver,
                   std::span<const std::reference_wrapper<const OperatorState>> operators);

}  // namespace sp

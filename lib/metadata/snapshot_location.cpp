#include "metadata/snapshot_location.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <system_error>
#include <tuple>

#include "io/bounded_reader.hpp"
#include "io/file.hpp"
#include "metadata/metadata_format.hpp"
#include "metadata/metadata_reader.hpp"
#include "metadata/path_text.hpp"
#include "sp/error.hpp"

namespace sp {

namespace fs = std::filesystem;

namespace {

/// ROOT/JOB/chk-N/_metadata is three deep; a few more for roots of several clusters, but not all of a disk.
constexpr int kMaxDepth = 6;

bool path_exists(const fs::path& path) {
    std::error_code error;
    return fs::exists(path, error);
}

bool is_folder(const fs::path& path) {
    std::error_code error;
    return fs::is_directory(path, error);
}

/// The local path of the argument: as it is, as a file: URI, as a URI with escapes. Nothing if it lies elsewhere.
std::optional<fs::path> local_path(std::string_view argument) {
    if (path_exists(fs::path(argument))) {
        return fs::path(argument);
    }
    const auto path = local_path_of(argument);
    if (!path) {
        return std::nullopt;
    }
    const auto decoded = percent_decoded(*path);
    if (!path_exists(*path) && decoded && !scheme_of(argument).empty() && path_exists(*decoded)) {
        return *decoded;
    }
    if (!path_exists(*path)) {
        throw InputError(std::string(argument) + ": no such file or folder");
    }
    return *path;
}

/// A URI names the folder or its file `_metadata`, which nobody can look at before it is fetched.
SnapshotLocation remote_location(std::string_view uri) {
    while (uri.ends_with('/')) {
        uri.remove_suffix(1);
    }
    const std::string file_name = "/" + std::string(metadata_format::kFileName);
    const std::string folder(uri.ends_with(file_name) ? uri.substr(0, uri.size() - file_name.size()) : uri);
    return {folder, folder + file_name, true};
}

/// From the first bytes only: a list of many snapshots must not read all of them.
std::int64_t checkpoint_id_of(const fs::path& metadata_file) {
    try {
        const File file = File::open(metadata_file.string());
        std::array<std::uint8_t, 16> header{};
        if (file.size() < header.size()) {
            return -1;
        }
        file.read_at(0, header);
        BoundedReader in(header);
        const bool is_metadata = in.u32("magic number") == metadata_format::kMagic;
        static_cast<void>(in.i32("version"));
        return is_metadata ? in.i64("checkpoint id") : -1;
    } catch (const InputError&) {
        return -1;  // listed all the same; opening it will say what is wrong
    }
}

/// Checkpoints lie in <job id>/chk-N, savepoints in savepoint-<first six digits of the job id>-<random>.
std::string job_of(const fs::path& folder) {
    constexpr std::string_view kSavepoint = "savepoint-";
    constexpr std::size_t kDigits = 6;
    const std::string name = folder.filename().string();
    if (name.starts_with(kSavepoint) && name.size() > kSavepoint.size() + kDigits) {
        return name.substr(kSavepoint.size(), kDigits);
    }
    const std::string parent = folder.parent_path().filename().string();
    return OperatorId::from_hex(parent) ? parent.substr(0, kDigits) : folder.parent_path().string();
}

FoundSnapshot described(const fs::path& folder) {
    FoundSnapshot snapshot;
    snapshot.location = {folder, folder / metadata_format::kFileName};
    snapshot.checkpoint_id = checkpoint_id_of(snapshot.location.metadata_file);
    snapshot.job = job_of(folder);
    std::error_code error;
    snapshot.written = fs::last_write_time(snapshot.location.metadata_file, error);
    return snapshot;
}

void search(const fs::path& folder, int depth, std::vector<FoundSnapshot>& found) {
    if (path_exists(folder / metadata_format::kFileName)) {
        found.push_back(described(folder));
        return;
    }
    if (depth == kMaxDepth) {
        return;
    }
    std::error_code error;
    std::vector<fs::path> folders;
    for (fs::directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end;
         !error && it != end; it.increment(error)) {
        std::error_code ignored;  // a folder that vanishes meanwhile is no snapshot
        if (it->is_directory(ignored) && !it->is_symlink(ignored)) {
            folders.push_back(it->path());
        }
    }
    std::sort(folders.begin(), folders.end());
    for (const fs::path& below : folders) {
        search(below, depth + 1, found);
    }
}

void sort_newest_first(std::vector<FoundSnapshot>& snapshots) {
    std::map<std::string, fs::file_time_type> newest;
    for (const FoundSnapshot& snapshot : snapshots) {
        auto [it, is_new] = newest.try_emplace(snapshot.job, snapshot.written);
        it->second = std::max(it->second, snapshot.written);
    }
    const auto key = [&](const FoundSnapshot& snapshot) {
        return std::tuple(newest.at(snapshot.job), std::string_view(snapshot.job), snapshot.checkpoint_id,
                          snapshot.written, snapshot.location.folder);
    };
    std::sort(snapshots.begin(), snapshots.end(),
              [&](const FoundSnapshot& a, const FoundSnapshot& b) { return key(a) > key(b); });
}

}  // namespace

SnapshotSearch find_snapshot(std::string_view argument, const FileLookup& lookup) {
    SnapshotSearch result;
    const std::optional<fs::path> local = local_path(argument);
    if (!local) {
        if (lookup.fetch_command.empty()) {
            throw UnsupportedError(std::string(argument) +
                                   ": only local files are read; name a command that fetches it by --fetch, or copy "
                                   "the snapshot or mount its file system first");
        }
        result.location = remote_location(argument);
        return result;
    }
    const fs::path& path = *local;
    if (!is_folder(path)) {
        result.location = {path.has_parent_path() ? path.parent_path() : fs::path("."), path};
        return result;
    }
    if (path_exists(path / metadata_format::kFileName)) {
        result.location = {path, path / metadata_format::kFileName};
        return result;
    }
    search(path, 0, result.below);
    if (result.below.empty()) {
        throw InputError(std::string(argument) +
                         ": no _metadata in this folder or below it; it is no snapshot, or one "
                         "that was never completed");
    }
    sort_newest_first(result.below);
    return result;
}

std::string list_of(const std::vector<FoundSnapshot>& snapshots) {
    std::string text;
    for (const FoundSnapshot& snapshot : snapshots) {
        text += "  " + snapshot.location.folder.string();
        text += snapshot.checkpoint_id < 0 ? "  (unreadable)\n"
                                           : "  (checkpoint id " + std::to_string(snapshot.checkpoint_id) + ")\n";
    }
    if (!text.empty()) {
        text.pop_back();
    }
    return text;
}

SnapshotLocation locate_snapshot(std::string_view argument, const FileLookup& lookup) {
    const SnapshotSearch search = find_snapshot(argument, lookup);
    if (!search.is_snapshot()) {
        throw UsageError(std::string(argument) + ": not a snapshot itself; below it, newest first:\n" +
                         list_of(search.below));
    }
    return search.location;
}

Snapshot open_snapshot(const SnapshotLocation& location, const FileLookup& lookup) {
    auto classes = std::make_shared<const java::ClassPath>(lookup.class_path);
    FileResolver files = location.is_remote ? FileResolver::of_remote(location.folder.string(), lookup)
                                            : FileResolver(location.folder, lookup);
    const std::string name = location.metadata_file.string();
    const File file = File::open(location.is_remote ? files.fetch(name) : name, name);
    return {location, read_metadata(file, name), std::move(files), file.size(), std::move(classes), {}};
}

Snapshot open_snapshot(std::string_view argument, const FileLookup& lookup) {
    return open_snapshot(locate_snapshot(argument, lookup), lookup);
}

}  // namespace sp

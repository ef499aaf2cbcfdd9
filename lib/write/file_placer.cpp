#include "write/file_placer.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "io/short_text.hpp"
#include "metadata/metadata_format.hpp"
#include "metadata/path_text.hpp"
#include "sp/error.hpp"

namespace sp {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaxNameSize = 255;  // NAME_MAX

/// A text of the length of a prefix in whatever way it is written, so that longer means deeper.
std::size_t depth_of(const std::string& prefix) {
    std::string text = local_path_of(prefix).value_or(prefix);
    text.erase(text.find_last_not_of('/') + 1);
    return text.size();
}

fs::path canonical_of(const fs::path& path) {
    std::error_code error;
    fs::path canonical = fs::canonical(path, error);
    return error ? fs::absolute(path).lexically_normal() : canonical;
}

/// A local path as Flink's Path prints it.
std::string uri_of(const fs::path& path) { return "file:" + canonical_of(path).string(); }

/// What a file is called in a flat folder, after the path in its handle. Flink would take what stands in front of a
/// colon for a scheme.
std::string base_name(std::string_view path) {
    while (path.ends_with('/')) {
        path.remove_suffix(1);
    }
    std::string name(path.substr(path.rfind('/') + 1));
    std::replace(name.begin(), name.end(), ':', '_');
    return name.empty() || name == "." || name == ".." ? "state" : name;
}

/// The name with a suffix, cut where it would be too long, but not inside of a character.
std::string with_suffix(std::string_view name, const std::string& suffix) {
    return std::string(front_of(name, kMaxNameSize - suffix.size())) + suffix;
}

/// Shared files that lie in the savepoint's own folder become private ones: a restored job goes on using shared ones,
/// and its next checkpoint would name them by paths relative to its own folder.
void make_private(KeyedStateHandle& handle) {
    if (auto* const changelog = std::get_if<ChangelogStateBackendHandle>(&handle.value)) {
        std::for_each(changelog->materialized.begin(), changelog->materialized.end(), make_private);
    }
    auto* const incremental = std::get_if<IncrementalStateHandle>(&handle.value);
    if (incremental == nullptr) {
        return;
    }
    auto& shared = incremental->shared_state;
    const auto own = std::stable_partition(shared.begin(), shared.end(), [](const HandleAndLocalPath& file) {
        return file.handle.tag != HandleTag::kRelativeFile;
    });
    incremental->private_state.insert(incremental->private_state.end(), std::make_move_iterator(own),
                                      std::make_move_iterator(shared.end()));
    shared.erase(own, shared.end());
}

}  // namespace

/// The input of one place().
struct FilePlacer::Source {
    const Snapshot& snapshot;
    std::string folder;     ///< its URI, as the new savepoint names it
    bool is_where_it_lies;  ///< else that is PlacementOptions::reference_as
};

FilePlacer::FilePlacer(OutputFolder& folder, PlacementOptions options, const Snapshot* input)
    : folder_(folder), options_(std::move(options)) {
    auto& relocations = options_.relocations;
    for (const auto& [from, to] : relocations) {
        if (from.empty() || to.empty()) {
            throw UsageError("relocation " + from + "=" + to + ": both places are needed");
        }
    }
    std::stable_sort(relocations.begin(), relocations.end(),
                     [](const auto& a, const auto& b) { return depth_of(a.first) > depth_of(b.first); });
    names_.emplace(metadata_format::kFileName);
    if (input != nullptr) {
        first_folder_ = folder_of(*input);
    }
    const std::string replaced = folder_.replaced_path();
    replaced_folder_ = replaced.empty() ? fs::path() : canonical_of(replaced);
}

std::string FilePlacer::folder_of(const Snapshot& source) {
    const SnapshotLocation& location = source.location;
    return location.is_remote ? location.folder.string() : uri_of(source.files.metadata_folder());
}

void FilePlacer::place(const Snapshot& source, OperatorState& op) {
    const std::string folder = folder_of(source);
    if (!first_folder_) {
        first_folder_ = folder;
    }
    const bool is_named = !options_.reference_as.empty() && folder == *first_folder_;
    const Source from = {source, is_named ? options_.reference_as : folder, !is_named};

    for (SubtaskState& subtask : op.subtasks) {
        place_merged(subtask.managed_operator_state);
        place_merged(subtask.raw_operator_state);
    }
    for_each_stream(op, [&](StreamStateHandle& handle, const StreamPlace& place) {
        if (handle.is_file()) {
            place_file(from, handle, place.recorded_size());
        }
    });
    for (SubtaskState& subtask : op.subtasks) {
        make_private(subtask.managed_keyed_state);
        make_private(subtask.raw_keyed_state);
    }
    placed_.referenced = referenced_.size();
    placed_.relocated = relocated_.size();
    placed_.not_relocated.assign(not_relocated_.begin(), not_relocated_.end());
}

/// Of tag 17: segments of merged files with the folders that these lie in.
void FilePlacer::place_merged(std::optional<OperatorStateHandle>& handle) {
    if (!handle || handle->tag != HandleTag::kFileMergingOperatorStream) {
        return;
    }
    if (!options_.relocations.empty()) {
        relocate(handle->task_owned_dir);
        relocate(handle->shared_dir);
        return;
    }
    if (options_.placement == FilePlacement::kReference) {
        return;
    }
    if (handle->is_empty || (handle->states.empty() && !handle->delegate.is_file())) {
        handle.reset();  // it stands for nothing but the two folders
        return;
    }
    handle->tag = HandleTag::kOperatorStream;
    handle->task_owned_dir.clear();
    handle->shared_dir.clear();
}

void FilePlacer::place_file(const Source& source, StreamStateHandle& handle, RecordedSize recorded) {
    if (handle.tag != HandleTag::kRelativeFile && !options_.relocations.empty()) {
        relocate(handle.path);
        return;
    }
    ResolvedFile file = source.snapshot.files.resolve(handle, recorded);
    if (!file.is_usable()) {
        throw InputError(file.problem);
    }
    if (options_.placement == FilePlacement::kReference) {
        refer(source, handle, file);
    } else {
        take_over(source, handle, recorded, std::move(file));
    }
}

void FilePlacer::relocate(std::string& uri) {
    if (uri.empty()) {
        return;
    }
    for (const auto& [from, to] : options_.relocations) {
        if (const auto rest = without_uri_prefix(uri, from)) {
            relocated_.insert(uri);
            uri = rest->empty() ? to : path_below(to, *rest);
            return;
        }
    }
    not_relocated_.insert(uri);
}

void FilePlacer::refer(const Source& source, StreamStateHandle& handle, const ResolvedFile& file) {
    const bool is_here = file.status == ResolvedFile::Status::kFound;
    const std::string& found = is_here ? file.path : file.name;
    if (is_here && !replaced_folder_.empty() && is_below(canonical_of(found), replaced_folder_)) {
        throw UsageError("the output replaces the folder of " + found + ", to which it would refer");
    }
    const bool is_as_recorded = found == (is_here ? local_path_of(handle.path).value_or("") : handle.path);
    if (handle.tag == HandleTag::kRelativeFile) {
        handle.tag = HandleTag::kFile;
        handle.path = path_below(source.folder, handle.path);
    } else if (!is_as_recorded && source.is_where_it_lies) {
        handle.path = is_here ? uri_of(found) : found;
    } else if (!is_as_recorded) {
        // Of the places where something was found, the cluster's view is known of this one only.
        if (const auto rest = without_prefix(found, source.snapshot.files.metadata_folder().string())) {
            handle.path = path_below(source.folder, *rest);
        }
    }
    referenced_.insert(handle.path);
}

void FilePlacer::take_over(const Source& source, StreamStateHandle& handle, RecordedSize recorded, ResolvedFile file) {
    const bool is_fetched = file.status == ResolvedFile::Status::kToFetch;
    if (is_fetched && folder_.keeps_files()) {
        file = source.snapshot.files.require(handle, recorded);
    }
    std::string name = bring(handle, file, is_fetched);
    if (handle.state_size < 0 && file.status == ResolvedFile::Status::kFound) {
        handle.state_size = static_cast<std::int64_t>(file.size);
    }
    handle.tag = HandleTag::kRelativeFile;
    handle.path = std::move(name);
    handle.start_position = 0;
    handle.scope = 0;
    handle.logical_file_id.clear();
}

/// The name in the new folder of what the handle stands for.
std::string FilePlacer::bring(const StreamStateHandle& handle, const ResolvedFile& file, bool is_fetched) {
    const bool is_window = handle.tag == HandleTag::kSegmentFile;
    const Window window =
        is_window ? Window({static_cast<std::uint64_t>(handle.start_position), file.size}) : std::nullopt;
    const std::pair key(is_fetched ? file.name : canonical_of(file.path).string(), window);
    if (const auto at = brought_.find(key); at != brought_.end()) {
        return at->second;
    }
    const std::string base = base_name(handle.path);
    std::string name =
        free_name(is_window ? with_suffix(base, "-" + std::to_string(handle.start_position)) : with_suffix(base, ""));
    const FileRange range = {file.path, file.name, file.start, file.size};
    if (options_.placement == FilePlacement::kLink && !is_window && !is_fetched) {
        name = folder_.link_file(name, range);
        ++placed_.linked;
        placed_.linked_bytes += file.size;
    } else {
        name = folder_.copy_file(name, range);
        ++placed_.copied;
        placed_.copied_bytes += file.size;
    }
    brought_.emplace(key, name);
    return name;
}

std::string FilePlacer::free_name(std::string_view wanted) {
    std::string name(wanted);
    const auto is_taken = [&] { return names_.count(name) > 0 || folder_.has(name); };
    if (is_taken()) {
        std::uint64_t& number = last_number_.try_emplace(name, 1).first->second;
        do {
            name = with_suffix(wanted, "-" + std::to_string(++number));
        } while (is_taken());
    }
    names_.insert(name);
    return name;
}

}  // namespace sp

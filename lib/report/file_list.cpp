#include "report/file_list.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <tuple>

namespace sp {
namespace {

/// The folders of Flink's layout whose files other snapshots may hold too (AbstractFsCheckpointStorageAccess; dstl:
/// StateChangeFsUploader). Merged files lie a level deeper, in job_… (FileMergingSnapshotManagerBase).
struct ScopeFolder {
    std::string_view name;
    FileScope scope;
};
constexpr ScopeFolder kScopeFolders[] = {
    {"shared", FileScope::kShared},
    {"dstl", FileScope::kShared},
    {"taskowned", FileScope::kTaskOwned},
};
constexpr std::string_view kMergedFolder = "job_";

/// Takes the last component off.
std::string_view cut_last(std::string_view& path) {
    const std::size_t slash = path.rfind('/');
    const std::string_view last = slash == std::string_view::npos ? path : path.substr(slash + 1);
    path = slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
    return last;
}

FileScope scope_of(const StreamStateHandle& handle, const StreamPlace& place) {
    if (handle.tag == HandleTag::kRelativeFile) {
        return FileScope::kExclusive;
    }
    std::string_view path = handle.path;
    cut_last(path);
    std::string_view folder = cut_last(path);
    if (folder.starts_with(kMergedFolder)) {
        folder = cut_last(path);
    }
    for (const ScopeFolder& candidate : kScopeFolders) {
        if (candidate.name == folder) {
            return candidate.scope;
        }
    }
    return place.is_shared || place.is_changelog ? FileScope::kShared : FileScope::kExclusive;
}

/// Collects the uses; the same file of the same subtask is one.
class FileCollector {
public:
    explicit FileCollector(const Snapshot& snapshot) : snapshot_(snapshot) {}

    void add(std::size_t operator_index, const StreamStateHandle& handle, const StreamPlace& place) {
        const auto [slot, is_new] = positions_.try_emplace({operator_index, place.subtask, handle.path}, uses_.size());
        if (is_new) {
            FileUse& use = uses_.emplace_back();
            use.recorded_path = handle.path;
            use.recorded_size = handle.state_size;
            use.scope = scope_of(handle, place);
            use.operator_index = operator_index;
            use.subtask = place.subtask;
        }
        FileUse& use = uses_[slot->second];
        const bool is_segment = handle.tag == HandleTag::kSegmentFile;
        const bool is_new_segment = is_segment && use.segments.insert(handle.start_position).second;
        if (is_new) {
            use.found = resolve(handle, place);
        } else if (is_new_segment) {
            add_size(use.recorded_size, handle.state_size);
            const ResolvedFile window = resolve(handle, place);
            if (use.found.is_usable() && !window.is_usable()) {
                use.found = window;
            }
        }
        use.parts.insert(place.part);
        if (!place.local_path.empty()) {
            use.local_paths.emplace(place.local_path);
        }
    }

    std::vector<FileUse> take() { return std::move(uses_); }

private:
    /// Files that many subtasks use are looked for once.
    const ResolvedFile& resolve(const StreamStateHandle& handle, const StreamPlace& place) {
        const auto [slot, is_new] =
            resolved_.try_emplace({handle.path, handle.start_position, handle.state_size, place.is_changelog});
        if (is_new) {
            slot->second = snapshot_.files.resolve(handle, place.recorded_size());
        }
        return slot->second;
    }

    const Snapshot& snapshot_;
    std::vector<FileUse> uses_;
    std::map<std::tuple<std::size_t, std::int32_t, std::string>, std::size_t> positions_;
    std::map<std::tuple<std::string, std::int64_t, std::int64_t, bool>, ResolvedFile> resolved_;
};

/// Bytes on disk that belong to the use: of a merged file only its windows.
std::int64_t found_bytes(const FileUse& use) {
    if (!use.is_found()) {
        return 0;
    }
    return use.segments.empty() ? static_cast<std::int64_t>(use.found.found_size) : use.recorded_size;
}

}  // namespace

std::string_view name_of(FileScope scope) {
    switch (scope) {
        case FileScope::kExclusive: return "exclusive";
        case FileScope::kShared: return "shared";
        case FileScope::kTaskOwned: return "task-owned";
    }
    return "exclusive";
}

std::vector<FileUse> list_files(const Snapshot& snapshot, const std::vector<std::size_t>& operators) {
    FileCollector files(snapshot);
    for (const std::size_t index : operators) {
        for_each_stream(snapshot.metadata.operators[index],
                        [&](const StreamStateHandle& handle, const StreamPlace& place) {
            if (handle.is_file()) {
                files.add(index, handle, place);
            }
        });
    }
    return files.take();
}

std::vector<FileUse> owned_files(const Snapshot& snapshot, const std::vector<FileUse>& files) {
    const std::filesystem::path folder = std::filesystem::weakly_canonical(snapshot.location.folder);
    std::vector<FileUse> owned;
    std::set<std::string> listed;
    for (const FileUse& use : files) {
        const bool is_own = use.scope == FileScope::kExclusive && use.is_found() && use.segments.empty() &&
                            std::filesystem::weakly_canonical(use.found.path).parent_path() == folder;
        if (is_own && listed.insert(use.found.path).second) {
            owned.push_back(use);
        }
    }
    FileUse metadata;
    metadata.recorded_path = snapshot.location.metadata_file.string();
    metadata.recorded_size = static_cast<std::int64_t>(snapshot.metadata_size);
    metadata.found.status = ResolvedFile::Status::kFound;
    metadata.found.path = metadata.found.name = metadata.recorded_path;
    metadata.found.found_size = snapshot.metadata_size;
    owned.push_back(std::move(metadata));
    return owned;
}

SizeSummary sum_sizes(const Snapshot& snapshot, const std::vector<FileUse>& files,
                      const std::vector<std::size_t>& operators) {
    SizeSummary sizes;
    for (const std::size_t index : operators) {
        add_size(sizes.inline_bytes, inline_size(snapshot.metadata.operators[index]));
        add_size(sizes.checkpointed_bytes, checkpointed_size(snapshot.metadata.operators[index]));
    }
    std::set<std::string> counted;
    std::set<std::pair<std::string, std::set<std::int64_t>>> counted_segments;
    for (const FileUse& use : files) {
        if (std::find(operators.begin(), operators.end(), use.operator_index) == operators.end()) {
            continue;
        }
        const bool is_new_file = counted.insert(use.path()).second;
        const bool has_new_bytes =
            use.segments.empty() ? is_new_file : counted_segments.emplace(use.path(), use.segments).second;
        const std::int64_t recorded = has_new_bytes ? use.recorded_size : 0;
        sizes.files += is_new_file ? 1 : 0;
        add_size(sizes.referenced_bytes, recorded);
        add_size(sizes.found_bytes, has_new_bytes ? found_bytes(use) : 0);
        sizes.missing_files += is_new_file && !use.found.is_usable() ? 1 : 0;
        if (use.is_to_fetch()) {
            sizes.files_to_fetch += is_new_file ? 1 : 0;
            add_size(sizes.bytes_to_fetch, recorded);
        }
        if (use.scope == FileScope::kShared) {
            sizes.shared_files += is_new_file ? 1 : 0;
            add_size(sizes.shared_bytes, recorded);
        }
    }
    return sizes;
}

void tell_missing(const std::vector<FileUse>& files, InspectOutcome& outcome) {
    std::set<std::string> missing;
    std::string first;
    for (const FileUse& use : files) {
        if (!use.found.is_usable() && missing.insert(use.recorded_path).second && first.empty()) {
            first = use.found.problem;
        }
    }
    if (missing.size() == 1) {
        outcome.damaged.push_back(first);
    } else if (!missing.empty()) {
        outcome.damaged.push_back(std::to_string(missing.size()) +
                                  " state files are missing or not as recorded (--files lists them); " +
                                  "the first: " + first);
    }
}

}  // namespace sp

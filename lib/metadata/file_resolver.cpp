#include "metadata/file_resolver.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>

#include "metadata/file_fetcher.hpp"
#include "metadata/path_text.hpp"
#include "sp/error.hpp"

namespace sp {

namespace fs = std::filesystem;

namespace {

/// So many problems are printed; damage of a whole folder would fill the screen.
constexpr std::size_t kMaxListed = 20;

/// The folders below a job's checkpoint folder (AbstractFsCheckpointStorageAccess; dstl: StateChangeFsUploader).
bool is_scope_folder(std::string_view name) {
    if (name.starts_with("chk-")) {
        return name.size() > 4 && name.find_first_not_of("0123456789", 4) == std::string_view::npos;
    }
    return name == "shared" || name == "taskowned" || name == "dstl";
}

std::vector<std::string_view> components_of(std::string_view path) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin < path.size();) {
        const std::size_t end = std::min(path.find('/', begin), path.size());
        if (end > begin) {
            parts.push_back(path.substr(begin, end - begin));
        }
        begin = end + 1;
    }
    return parts;
}

fs::path joined(std::span<const std::string_view> parts) {
    fs::path path;
    for (const std::string_view part : parts) {
        path /= part;
    }
    return path;
}

bool leaves_folder(std::string_view relative) {
    const auto parts = components_of(relative);
    return relative.starts_with('/') || parts.empty() || std::find(parts.begin(), parts.end(), "..") != parts.end();
}

ResolvedFile failed(ResolvedFile::Status status, std::string problem) {
    ResolvedFile file;
    file.status = status;
    file.problem = std::move(problem);
    return file;
}

/// Compares the file with what the handle says about it.
ResolvedFile checked(const StreamStateHandle& handle, std::string path, std::string name, std::uint64_t found_size,
                     RecordedSize recorded) {
    ResolvedFile file;
    file.status = ResolvedFile::Status::kFound;
    file.path = std::move(path);
    file.name = std::move(name);
    file.found_size = found_size;
    file.size = found_size;
    const std::string found = file.name + ": has " + std::to_string(found_size) + " bytes, but the snapshot ";
    if (handle.tag == HandleTag::kSegmentFile) {
        file.start = static_cast<std::uint64_t>(handle.start_position);
        file.size = static_cast<std::uint64_t>(handle.state_size);
        if (handle.start_position < 0 || handle.state_size < 0 || file.start > found_size ||
            file.size > found_size - file.start) {
            file.status = ResolvedFile::Status::kWrongSize;
            file.problem = found + "uses " + std::to_string(handle.state_size) + " bytes at offset " +
                           std::to_string(handle.start_position);
        }
    } else if (recorded == RecordedSize::kOfFile && handle.state_size >= 0 &&
               static_cast<std::uint64_t>(handle.state_size) != found_size) {
        file.status = ResolvedFile::Status::kWrongSize;
        file.problem = found + "recorded " + std::to_string(handle.state_size);
    }
    return file;
}

ResolvedFile checked(const StreamStateHandle& handle, const fs::path& path, std::uint64_t found_size,
                     RecordedSize recorded) {
    return checked(handle, path.string(), path.string(), found_size, recorded);
}

/// The stream that a handle wraps, as far as it wraps one.
const StreamStateHandle& stream_of(const StreamStateHandle& handle) {
    return handle.tag == HandleTag::kKeyGroups && !handle.key_groups.empty()
               ? stream_of(handle.key_groups.front().delegate)
               : handle;
}

}  // namespace

FileResolver::FileResolver(fs::path metadata_folder, FileLookup lookup)
    : FileResolver(std::move(metadata_folder), std::move(lookup), Place::kLocal) {
    std::error_code error;
    folder_ = fs::absolute(folder_.empty() ? "." : folder_).lexically_normal();
    if (!folder_.has_filename()) {
        folder_ = folder_.parent_path();
    }
    canonical_folder_ = fs::canonical(folder_, error);
    if (error) {
        canonical_folder_ = folder_;
    }
}

FileResolver FileResolver::of_remote(std::string metadata_folder, FileLookup lookup) {
    return {fs::path(std::move(metadata_folder)), std::move(lookup), Place::kRemote};
}

FileResolver::FileResolver(fs::path metadata_folder, FileLookup lookup, Place place)
    : place_(place), folder_(std::move(metadata_folder)), path_maps_(std::move(lookup.path_maps)) {
    if (!lookup.fetch_command.empty()) {
        fetcher_ = std::make_shared<FileFetcher>(lookup);
    }
    std::stable_sort(path_maps_.begin(), path_maps_.end(),
                     [](const PathMap& a, const PathMap& b) { return a.first.size() > b.first.size(); });
}

ResolvedFile FileResolver::resolve(const StreamStateHandle& handle, RecordedSize recorded) const {
    if (&stream_of(handle) != &handle) {
        return resolve(stream_of(handle), recorded);
    }
    if (!handle.is_file()) {
        ResolvedFile file;
        file.status = ResolvedFile::Status::kInline;
        file.size = handle.bytes.size();
        return file;
    }
    return handle.tag == HandleTag::kRelativeFile ? resolve_relative(handle, recorded)
                                                  : resolve_absolute(handle, recorded);
}

ResolvedFile FileResolver::resolve_relative(const StreamStateHandle& handle, RecordedSize recorded) const {
    if (leaves_folder(handle.path)) {
        return failed(ResolvedFile::Status::kRefused,
                      handle.path + ": refused: a relative path must lie in the folder of the snapshot");
    }
    const std::string problem = handle.path + ": missing in " + folder_.string();
    if (place_ == Place::kRemote) {
        return not_here(handle, problem);
    }
    const fs::path path = folder_ / handle.path;
    std::error_code error;
    const std::uint64_t size = fs::file_size(path, error);
    if (error) {
        return not_here(handle, problem);
    }
    const fs::path canonical = fs::canonical(path, error);
    if (error || !is_below(canonical, canonical_folder_)) {
        return failed(ResolvedFile::Status::kRefused,
                      path.string() + ": refused: a link leads out of the folder of the snapshot");
    }
    return checked(handle, path, size, recorded);
}

ResolvedFile FileResolver::resolve_absolute(const StreamStateHandle& handle, RecordedSize recorded) const {
    for (const fs::path& path : candidates(handle.path)) {
        std::error_code error;
        const std::uint64_t size = fs::file_size(path, error);
        if (!error) {
            return checked(handle, path, size, recorded);
        }
    }
    return not_here(handle, handle.path + ": not found, neither there nor beside _metadata in " + folder_.string());
}

ResolvedFile FileResolver::not_here(const StreamStateHandle& handle, std::string problem) const {
    std::string uri = fetcher_ ? uri_of(handle) : std::string();
    if (!FileFetcher::is_fetchable(uri)) {
        return failed(ResolvedFile::Status::kMissing, std::move(problem));
    }
    ResolvedFile file;
    file.status = ResolvedFile::Status::kToFetch;
    file.name = std::move(uri);
    file.size = static_cast<std::uint64_t>(std::max<std::int64_t>(handle.state_size, 0));
    return file;
}

std::string FileResolver::uri_of(const StreamStateHandle& handle) const {
    if (handle.tag == HandleTag::kRelativeFile) {
        return path_below(folder_.string(), handle.path);
    }
    for (const auto& [from, to] : path_maps_) {
        const auto rest = without_uri_prefix(handle.path, from);
        if (rest && !local_path_of(to)) {  // a local place has been looked at
            return path_below(to, *rest);
        }
    }
    return handle.path;
}

std::vector<fs::path> FileResolver::candidates(const std::string& path) const {
    std::vector<fs::path> places;
    const auto add_local = [&](std::string_view text) {
        if (const auto local = local_path_of(text)) {
            places.emplace_back(*local);
        }
    };
    add_local(path);

    for (const auto& [from, to] : path_maps_) {
        if (const auto rest = without_uri_prefix(path, from)) {
            add_local(path_below(to, *rest));
        }
    }
    if (place_ == Place::kLocal) {
        add_neighbours(path, places);
    }
    return places;
}

void FileResolver::add_neighbours(const std::string& path, std::vector<fs::path>& places) const {
    const std::vector<std::string_view> parts = components_of(path);
    if (parts.empty()) {
        return;
    }
    places.push_back(folder_ / parts.back());
    const fs::path job_folder = folder_.parent_path();
    for (std::size_t i = parts.size() - 1; i-- > 0;) {
        if (!is_scope_folder(parts[i])) {
            continue;
        }
        // Beside the job's folder lie those of jobs whose files a restored job took over, and the base folder of the
        // changelog (BASE/JOB/dstl/x).
        for (std::size_t above = std::min<std::size_t>(i, 2); above > 0; --above) {
            places.push_back(job_folder.parent_path() / joined(std::span(parts).subspan(i - above)));
        }
        places.push_back(job_folder / joined(std::span(parts).subspan(i)));
    }
}

ResolvedFile FileResolver::require(const StreamStateHandle& handle, RecordedSize recorded) const {
    ResolvedFile file = resolve(handle, recorded);
    if (file.status == ResolvedFile::Status::kToFetch) {
        const StreamStateHandle& stream = stream_of(handle);
        const std::string path = fetch(file.name);
        std::error_code error;
        const std::uint64_t size = fs::file_size(path, error);
        file = error ? failed(ResolvedFile::Status::kMissing, file.name + ": its local copy is gone")
                     : checked(stream, path, file.name, size, recorded);
    }
    if (!file.is_usable()) {
        throw InputError(file.problem);
    }
    return file;
}

std::uint64_t FileResolver::size_of(const StreamStateHandle& handle) const {
    const ResolvedFile file = resolve(handle);
    const bool is_recorded = file.status == ResolvedFile::Status::kToFetch && stream_of(handle).state_size >= 0;
    return is_recorded ? file.size : require(handle).size;
}

std::string FileResolver::fetch(const std::string& uri) const {
    if (!fetcher_) {
        throw InputError(uri + ": is not a local file");
    }
    return fetcher_->fetch(uri);
}

namespace {

/// Collects each problem once, in the order of the handles.
class ProblemList {
public:
    explicit ProblemList(const FileResolver& resolver) : resolver_(resolver) {}

    void add(const OperatorState& op) {
        for_each_stream(op, [&](const StreamStateHandle& handle, const StreamPlace& place) {
            ResolvedFile file = resolver_.resolve(handle, place.recorded_size());
            if (!file.is_usable() && seen_.insert(file.problem).second) {
                problems_.push_back(std::move(file.problem));
            }
        });
    }

    void throw_if_any() const {
        if (problems_.empty()) {
            return;
        }
        std::string text = std::to_string(problems_.size()) + " of the snapshot's files cannot be used:";
        for (std::size_t i = 0; i < std::min(problems_.size(), kMaxListed); ++i) {
            text += "\n  " + problems_[i];
        }
        if (problems_.size() > kMaxListed) {
            text += "\n  … and " + std::to_string(problems_.size() - kMaxListed) + " more";
        }
        throw InputError(text);
    }

private:
    const FileResolver& resolver_;
    std::set<std::string> seen_;
    std::vector<std::string> problems_;
};

template <class Operators>
void require_files_of(const FileResolver& resolver, const Operators& operators) {
    ProblemList problems(resolver);
    for (const OperatorState& op : operators) {
        problems.add(op);
    }
    problems.throw_if_any();
}

}  // namespace

void require_files(const FileResolver& resolver, std::span<const OperatorState> operators) {
    require_files_of(resolver, operators);
}

void require_files(const FileResolver& resolver,
                   std::span<const std::reference_wrapper<const OperatorState>> operators) {
    require_files_of(resolver, operators);
}

}  // namespace sp

#include "report/orphans.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <set>
#include <system_error>

#include "metadata/metadata_format.hpp"
#include "metadata/snapshot_location.hpp"
#include "report/file_list.hpp"
#include "report/json_text.hpp"
#include "report/text_table.hpp"
#include "sp/error.hpp"
#include "types/codecs/text/times.hpp"

namespace sp {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kTaskOwnedFolder = "taskowned";

/// What the tree has. Files are known by their path with all links followed, since handles and arguments may go different ways.
struct Tree {
    std::vector<fs::path> metadata_files;
    std::vector<fs::path> files;
    std::size_t task_owned = 0;
};

[[noreturn]] void fail(const fs::path& path, const std::error_code& error) {
    throw InputError(path.string() + ": cannot be looked at: " + error.message());
}

fs::path real_path(const fs::path& path) {
    std::error_code error;
    fs::path real = fs::canonical(path, error);
    return error ? fs::absolute(path).lexically_normal() : real;
}

bool lies_in(const fs::path& path, const fs::path& folder) {
    const auto [folder_end, ignored] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    return folder_end == folder.end();
}

/// A link that leads nowhere may have led to a snapshot, unless the place is below the root.
bool is_link_to_folder(const fs::path& path, const fs::file_status& status, const fs::path& root) {
    if (!fs::is_symlink(status)) {
        return false;
    }
    std::error_code error;
    const fs::file_status target = fs::status(path, error);
    const fs::path place = real_path(path.parent_path()) / fs::read_symlink(path, error);
    if (!fs::exists(target) && !lies_in(fs::weakly_canonical(place, error), root)) {
        throw InputError(path.string() + ": a link that leads nowhere, so nobody can tell which snapshots lie there");
    }
    return fs::is_directory(target);
}

void add_task_owned(const fs::path& folder, Tree& tree) {
    std::error_code error;
    for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        tree.task_owned += it->is_directory(ignored) ? 0 : 1;
    }
}

/// Adds what lies below `folder`, and to `links` the links to other folders.
void walk(const fs::path& folder, const fs::path& root, Tree& tree, std::vector<fs::path>& links) {
    std::error_code error;
    fs::recursive_directory_iterator it(folder, error);
    if (error) {
        fail(folder, error);
    }
    while (it != fs::recursive_directory_iterator()) {
        const fs::path path = it->path();
        const fs::file_status status = it->symlink_status(error);
        if (error) {
            fail(path, error);
        }
        if (fs::is_directory(status) && path.filename() == kTaskOwnedFolder) {
            it.disable_recursion_pending();
            add_task_owned(path, tree);
        } else if (is_link_to_folder(path, status, root)) {
            links.push_back(path);
        } else if (!fs::is_directory(status)) {
            (path.filename() == metadata_format::kFileName ? tree.metadata_files : tree.files).push_back(path);
        }
        it.increment(error);
        if (error) {
            fail(path, error);
        }
    }
}

/// The snapshots behind links to folders need files here too; what else lies there is not below the root. A link to a folder
/// that has the root in it makes no snapshot one of the root's.
void walk_links(const fs::path& root, Tree& tree, std::vector<fs::path> links) {
    std::vector<fs::path> walked = {root};
    while (!links.empty()) {
        const fs::path link = links.back();
        links.pop_back();
        const fs::path target = real_path(link);
        const auto has_target = [&](const fs::path& folder) { return lies_in(target, folder); };
        if (lies_in(walked.front(), target) || std::ranges::any_of(walked, has_target)) {
            continue;
        }
        walked.push_back(target);
        Tree behind;
        walk(link, root, behind, links);
        tree.metadata_files.insert(tree.metadata_files.end(), behind.metadata_files.begin(),
                                   behind.metadata_files.end());
    }
}

Tree walk(const std::string& root) {
    Tree tree;
    std::vector<fs::path> links;
    walk(root, real_path(root), tree, links);
    walk_links(real_path(root), tree, std::move(links));
    std::sort(tree.files.begin(), tree.files.end());
    std::sort(tree.metadata_files.begin(), tree.metadata_files.end());
    return tree;
}

std::string last_component(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? path : path.substr(slash + 1);
}

/// What the snapshots need.
struct Needs {
    fs::path root;  ///< links followed
    std::set<fs::path> files;
    /// Last components of files that were found outside of the root (it may be a copy) or not at all.
    std::set<std::string> names;
    std::set<std::string> lost;  ///< recorded paths of what was not found
};

void add_needs(const fs::path& metadata_file, const FileLookup& lookup, Needs& needs) {
    const Snapshot snapshot = open_snapshot({metadata_file.parent_path(), metadata_file}, lookup);
    std::vector<std::size_t> all(snapshot.metadata.operators.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i] = i;
    }
    for (const FileUse& use : list_files(snapshot, all)) {
        const fs::path found = use.found.path.empty() ? fs::path() : real_path(use.found.path);
        // A file of another size may be a stranger of the same name: the right one may lie elsewhere.
        if (!use.found.is_usable() || !lies_in(found, needs.root)) {
            needs.names.insert(last_component(use.recorded_path));
        }
        if (!use.found.is_usable()) {
            needs.lost.insert(use.recorded_path);
        }
        needs.files.insert(found);
    }
}

void tell_lost(const Needs& needs, InspectOutcome& outcome) {
    if (!needs.lost.empty()) {
        outcome.warnings.push_back(std::to_string(needs.lost.size()) +
                                   " files that snapshots need were not found, or not as recorded; no file of "
                                   "their names is listed; the first: " +
                                   *needs.lost.begin());
    }
}

/// When the newest _metadata below each folder was written: jobs below a root take turns, so that the newest of all says nothing of a
/// file of a slow one.
class NewestSnapshots {
public:
    void add(const fs::path& metadata_file) {
        std::error_code error;
        const fs::file_time_type written = fs::last_write_time(metadata_file, error);
        if (error) {
            fail(metadata_file, error);
        }
        for_each_folder(metadata_file, [&](const fs::path& folder) {
            const auto [newest, is_new] = newest_.try_emplace(folder, written);
            newest->second = std::max(newest->second, written);
            return true;
        });
    }

    /// Of the nearest folder around the file that has one below it.
    [[nodiscard]] fs::file_time_type around(const fs::path& file) const {
        fs::file_time_type time = fs::file_time_type::min();
        for_each_folder(file, [&](const fs::path& folder) {
            const auto found = newest_.find(folder);
            time = found == newest_.end() ? time : found->second;
            return found == newest_.end();
        });
        return time;
    }

private:
    /// From the one that has the file outwards, as long as `work` wants more.
    template <class Work>
    static void for_each_folder(const fs::path& file, Work&& work) {
        fs::path folder = file.parent_path();
        while (!folder.empty() && work(folder) && folder != folder.parent_path()) {
            folder = folder.parent_path();
        }
    }

    std::map<fs::path, fs::file_time_type> newest_;
};

}  // namespace

OrphanList find_orphans(const std::string& root, const FileLookup& lookup, InspectOutcome& outcome) {
    const Tree tree = walk(root);
    if (tree.metadata_files.empty()) {
        throw InputError(root + ": no _metadata in this folder or below it, so nothing tells which files are needed");
    }
    Needs needs;
    needs.root = real_path(root);
    NewestSnapshots newest;
    for (const fs::path& metadata_file : tree.metadata_files) {
        add_needs(metadata_file, lookup, needs);
        newest.add(metadata_file);
    }
    tell_lost(needs, outcome);

    OrphanList orphans;
    orphans.snapshots = tree.metadata_files.size();
    orphans.task_owned = tree.task_owned;
    for (const fs::path& path : tree.files) {
        if (needs.files.count(real_path(path)) > 0 || needs.names.count(path.filename().string()) > 0) {
            continue;
        }
        std::error_code error;
        const fs::file_time_type modified = fs::last_write_time(path, error);
        std::error_code size_error;
        const std::uintmax_t size = fs::is_regular_file(path, size_error) ? fs::file_size(path, size_error) : 0;
        orphans.files.push_back(
            {path.string(), size_error ? 0 : size, modified, !error && modified > newest.around(path)});
    }
    return orphans;
}

namespace {

/// Seconds are enough for people; the fraction would differ between file systems.
std::string utc_text(fs::file_time_type time) {
    const auto system = std::chrono::file_clock::to_sys(time);
    const auto seconds = std::chrono::floor<std::chrono::seconds>(system).time_since_epoch().count();
    std::array<char, 64> text{};
    return {text.data(), text::write_instant(text.data(), seconds, 0)};
}

}  // namespace

std::string orphans_text(const OrphanList& orphans) {
    std::string text;
    for (const OrphanFile& file : orphans.files) {
        text += printable(file.path) + "\t" + std::to_string(file.size) + "\t" + utc_text(file.modified) + "\t" +
                (file.is_recent ? "recent" : "-") + "\n";
    }
    return text;
}

std::string orphans_json(const OrphanList& orphans) {
    std::string text;
    for (const OrphanFile& file : orphans.files) {
        nlohmann::ordered_json json{{"path", file.path}, {"size", file.size}, {"modified", utc_text(file.modified)}};
        if (file.is_recent) {
            json["recent"] = true;
        }
        text += line_text(json);
    }
    return text;
}

}  // namespace sp

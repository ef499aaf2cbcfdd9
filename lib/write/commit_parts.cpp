// Makes a savepoint of the parts that splits have left.

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>

#include "io/file.hpp"
#include "metadata/metadata_format.hpp"
#include "metadata/metadata_reader.hpp"
#include "metadata/metadata_writer.hpp"
#include "sp/error.hpp"
#include "sp/output.hpp"
#include "sp/signal_cleanup.hpp"
#include "sp/write.hpp"
#include "write/part_file.hpp"

namespace sp {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxListed = 20;  // missing parts in a message

struct Part {
    std::string path;
    PartFile file;
};

fs::path folder_of(const std::string& path) {
    const fs::path parent = fs::path(path).parent_path();
    return parent.empty() ? fs::path(".") : parent;
}

bool is_in_folder(const std::string& path, const fs::path& folder) {
    std::error_code error;
    return fs::equivalent(folder_of(path), folder, error);
}

void check_numbers(const std::vector<Part>& parts) {
    const std::int32_t count = parts.front().file.split.count;
    std::map<std::int32_t, const Part*> found;  // `count` is whatever a file says
    for (const Part& part : parts) {
        if (part.file.split.count != count) {
            throw InputError(part.path + ": is one of " + std::to_string(part.file.split.count) + " parts, and " +
                             parts.front().path + " one of " + std::to_string(count));
        }
        const auto [slot, is_new] = found.try_emplace(part.file.split.index, &part);
        if (!is_new) {
            throw InputError(part.path + ": is the same part as " + slot->second->path);
        }
    }
    const std::size_t missing = static_cast<std::size_t>(count) - found.size();
    if (missing == 0) {
        return;
    }
    std::string listed;
    std::size_t listed_count = 0;
    for (std::int32_t i = 0; listed_count < std::min(missing, kMaxListed); ++i) {
        if (!found.contains(i)) {
            listed += (listed.empty() ? "" : ", ") + std::to_string(i);
            ++listed_count;
        }
    }
    if (missing > kMaxListed) {
        listed += " and " + std::to_string(missing - kMaxListed) + " more";
    }
    throw InputError("of " + std::to_string(count) + " parts these are missing: " + listed);
}

void check_passed_over(const std::string& path, RowDigest all, const RowDigest& elsewhere, const RowDigest& taken) {
    if (elsewhere.count == 0) {
        return;
    }
    all.add(elsewhere);
    if (all != taken) {
        throw InputError(path + ": has passed over " + std::to_string(elsewhere.count) +
                         " rows that belong to other parts, and the parts together have not taken the rows that it "
                         "got: give every split either all rows or those of its key groups");
    }
}

/// Rows that a part passed over must be those that the others have taken.
void check_rows(const std::vector<Part>& parts) {
    RowDigest taken;
    RowDigest taken_keyless;
    for (const Part& part : parts) {
        taken.add(part.file.rows.taken);
        taken_keyless.add(part.file.rows.taken_keyless);
    }
    for (const Part& part : parts) {
        const PartRows& rows = part.file.rows;
        if (rows.broadcast != parts.front().file.rows.broadcast) {
            throw InputError(part.path + ": has got other rows of broadcast state than " + parts.front().path +
                             "; every split needs them all");
        }
        check_passed_over(part.path, rows.taken, rows.elsewhere, taken);
        check_passed_over(part.path, rows.taken_keyless, rows.elsewhere_keyless, taken_keyless);
    }
}

/// What a checksum over the plan would tell of parts that nobody has touched.
void check_operators(const std::vector<Part>& parts) {
    const std::vector<OperatorState>& first = parts.front().file.metadata.operators;
    for (const Part& part : parts) {
        const std::vector<OperatorState>& own = part.file.metadata.operators;
        const bool fits = std::equal(own.begin(), own.end(), first.begin(), first.end(),
                                     [](const OperatorState& a, const OperatorState& b) {
            return a.id == b.id && a.parallelism == b.parallelism && a.max_parallelism == b.max_parallelism &&
                   a.subtasks.size() == b.subtasks.size();
        });
        if (!fits) {
            throw InputError(part.path + ": has other operators than " + parts.front().path);
        }
    }
}

void check_files(const std::vector<Part>& parts) {
    for (const Part& part : parts) {
        for (const StreamStateHandle& handle : files_of(part.file.metadata)) {
            if (!is_state_file_of_part(handle.path)) {
                throw InputError(part.path + ": names a file that is none of a part: '" + handle.path + "'");
            }
            const fs::path path = folder_of(part.path) / handle.path;
            std::error_code error;
            const std::uintmax_t size = fs::file_size(path, error);
            if (error || size != static_cast<std::uintmax_t>(handle.state_size)) {
                throw InputError(path.string() + ": " +
                                 (error ? error.message()
                                        : "has " + std::to_string(size) + " bytes, and " +
                                              std::to_string(handle.state_size) + " were written") +
                                 "; write part " + std::to_string(part.file.split.index) + " again");
            }
        }
    }
}

SavepointMetadata joined(std::vector<Part>& parts) {
    std::sort(parts.begin(), parts.end(),
              [](const Part& a, const Part& b) { return a.file.split.index < b.file.split.index; });
    SavepointMetadata metadata = parts.front().file.metadata;
    for (std::size_t i = 1; i < parts.size(); ++i) {
        for (std::size_t op = 0; op < metadata.operators.size(); ++op) {
            std::vector<SubtaskState>& subtasks = metadata.operators[op].subtasks;
            if (i < subtasks.size()) {
                subtasks[i] = parts[i].file.metadata.operators[op].subtasks.at(i);
            }
        }
    }
    return metadata;
}

std::set<std::string> names_of_files(const SavepointMetadata& metadata) {
    std::set<std::string> names;
    for (const StreamStateHandle& handle : files_of(metadata)) {
        names.insert(handle.path);
    }
    return names;
}

/// Part files, and state files of tries that were given up.
void remove_leftovers(const fs::path& folder, const std::vector<Part>& parts, const SavepointMetadata& metadata) {
    std::error_code ignored;
    for (const Part& part : parts) {
        fs::remove(part.path, ignored);
    }
    const std::set<std::string> used = names_of_files(metadata);
    std::vector<fs::path> unused;
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
        const std::string name = entry.path().filename().string();
        const bool is_temporary = name.starts_with('.') && name.ends_with(".tmp") &&
                                  (name.starts_with(".part-") || name.starts_with("._metadata."));
        if (is_temporary) {
            unused.push_back(entry.path());
        } else if (is_state_file_of_part(name) && !used.contains(name)) {
            unused.push_back(entry.path());
        }
    }
    for (const fs::path& path : unused) {
        fs::remove(path, ignored);
    }
}

/// A commit that was killed once `_metadata` was there has only cleaning up left. InputError if parts that are there
/// are not those of the savepoint.
void finish_commit(const std::vector<std::string>& paths, const fs::path& folder) {
    const std::string path = (folder / metadata_format::kFileName).string();
    const SavepointMetadata metadata = read_metadata(File::open(path), path);
    const std::set<std::string> used = names_of_files(metadata);
    std::vector<Part> parts;
    for (const std::string& part : paths) {
        std::error_code error;
        if (!is_in_folder(part, folder)) {
            throw InputError(part + ": lies in another folder");
        }
        if (!fs::exists(part, error)) {
            if (!is_part_name(fs::path(part).filename().string())) {
                throw InputError(part + ": is not there");
            }
            continue;  // removed by the commit that was killed
        }
        parts.push_back({part, read_part(part)});
        for (const StreamStateHandle& handle : files_of(parts.back().file.metadata)) {
            if (!used.contains(handle.path)) {
                throw InputError(part + ": is no part of the savepoint that is there already, " + path);
            }
        }
    }
    remove_leftovers(folder, parts, metadata);
}

}  // namespace

void commit_parts(const std::vector<std::string>& paths, const std::string& output) {
    if (paths.empty()) {
        throw UsageError("no parts are given");
    }
    const fs::path folder = output.empty() ? folder_of(paths.front()) : fs::path(output);
    std::error_code error;  // a folder that cannot be looked into fails with its parts
    if (fs::exists(folder / metadata_format::kFileName, error)) {
        return finish_commit(paths, folder);
    }
    std::vector<Part> parts;
    for (const std::string& path : paths) {
        parts.push_back({path, read_part(path)});
    }
    for (const Part& part : parts) {
        if (!is_in_folder(part.path, folder)) {
            throw UsageError(part.path + ": parts are committed where they lie, and " + folder.string() +
                             " is another folder");
        }
        if (part.file.plan_checksum != parts.front().file.plan_checksum) {
            throw InputError(part.path + ": was made for another schema or with other options than " +
                             parts.front().path);
        }
    }
    check_operators(parts);
    check_numbers(parts);
    check_rows(parts);
    check_files(parts);
    const SavepointMetadata metadata = joined(parts);
    AtomicFile file((folder / metadata_format::kFileName).string(), false);
    file.sink().write(as_text(write_metadata(metadata)));
    file.commit();
    remove_leftovers(folder, parts, metadata);
}

}  // namespace sp

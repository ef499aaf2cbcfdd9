#include "io/atomic_folder.hpp"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "io/registered_name.hpp"

namespace sp {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const std::string& path, const std::string& what) {
    throw OutputError(path + ": " + what + ": " + std::generic_category().message(errno));
}

/// Waits until names made in the folder are on the disk.
void sync_folder(const std::string& path) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0 || ::fsync(fd) != 0) {
        const int error = errno;
        if (fd >= 0) {
            ::close(fd);
        }
        errno = error;
        fail(path, "cannot be synced");
    }
    ::close(fd);
}

fs::path parent_of(const std::string& path) {
    const fs::path parent = fs::path(path).parent_path();
    return parent.empty() ? fs::path(".") : parent;
}

std::string without_slash(std::string path) {
    while (path.size() > 1 && path.back() == '/') {
        path.pop_back();
    }
    return path;
}

}  // namespace

AtomicFolder::AtomicFolder(std::string path, bool overwrite, std::string marker)
    : path_(without_slash(std::move(path))), overwrite_(overwrite), marker_(std::move(marker)) {
    if (const std::string problem = problem_of_target(); !problem.empty()) {
        throw UsageError(problem);
    }
    const fs::path name = fs::path(path_).filename();
    RegisteredName temporary = make_registered((parent_of(path_) / ("." + name.string() + ".tmp-")).string(), "",
                                               [](const char* candidate) { return ::mkdir(candidate, 0777) == 0; });
    if (temporary.path.empty()) {
        fail(path_, "no folder can be made beside it");
    }
    temporary_path_ = std::move(temporary.path);
    registration_ = std::move(temporary.registration);
}

/// Why what is there is not replaced; empty if it is, or if nothing is there.
std::string AtomicFolder::problem_of_target() const {
    std::error_code error;
    const fs::file_status there = fs::symlink_status(path_, error);
    if (!fs::exists(there)) {
        return "";
    }
    if (!overwrite_) {
        return path_ + " exists (use --overwrite to replace it)";
    }
    if (!fs::is_directory(there)) {
        return path_ + " is not a folder";
    }
    if (!fs::exists(fs::path(path_) / marker_, error) && !fs::is_empty(path_, error)) {
        return path_ + " holds something else than a savepoint (it has no " + marker_ + "): it is not replaced";
    }
    return "";
}

AtomicFolder::~AtomicFolder() {
    if (!temporary_path_.empty()) {
        std::error_code ignored;
        fs::remove_all(temporary_path_, ignored);
    }
}

std::unique_ptr<FdSink> AtomicFolder::create(const std::string& name) const {
    const std::string path = temporary_path_ + "/" + name;
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) {
        fail(path, "cannot be made");
    }
    return std::make_unique<FdSink>(fd, path_ + "/" + name, FdSink::Ownership::kOwned);
}

bool AtomicFolder::has(const std::string& name) const {
    struct stat status = {};
    return ::lstat((temporary_path_ + "/" + name).c_str(), &status) == 0;
}

void AtomicFolder::copy_file(const std::string& name, const FileRange& from) const {
    const std::unique_ptr<FdSink> sink = create(name);
    copy_bytes(from, *sink);
    sink->sync();
    sink->close();
}

void AtomicFolder::link_file(const std::string& name, const std::string& path) const {
    const std::string link = temporary_path_ + "/" + name;
    // A link of the user's in the place of the file would dangle once it has moved: what it leads to is taken.
    if (::linkat(AT_FDCWD, path.c_str(), AT_FDCWD, link.c_str(), AT_SYMLINK_FOLLOW) != 0) {
        const std::string reason = std::generic_category().message(errno);
        throw OutputError(path + ": cannot be linked into " + path_ + ": " + reason + "; without --link it is copied");
    }
}

void AtomicFolder::commit() {
    sync_folder(temporary_path_);
    // Without an overwrite somebody else's folder of the same name may have come meanwhile: it stays. With one, what
    // came may be something else than was there.
    if (const std::string problem = problem_of_target(); !problem.empty()) {
        throw OutputError(problem + "; it came meanwhile");
    }
    std::error_code ignored;
    const bool exists = fs::exists(path_, ignored);
    const unsigned flags = exists ? RENAME_EXCHANGE : RENAME_NOREPLACE;
    bool is_exchanged = exists;
    if (::renameat2(AT_FDCWD, temporary_path_.c_str(), AT_FDCWD, path_.c_str(), flags) != 0) {
        if (errno != EINVAL && errno != ENOSYS) {
            fail(path_, "the finished folder cannot be moved there");
        }
        move_without_flags(exists);  // NFS, FUSE
        is_exchanged = false;
    }
    if (!is_exchanged) {
        temporary_path_.clear();
        registration_.reset();
    }
    sync_folder(parent_of(path_).string());
    if (is_exchanged) {  // the replaced one lies under the temporary name now
        std::error_code error;
        fs::remove_all(temporary_path_, error);
        temporary_path_.clear();
        registration_.reset();
    }
}

/// The replaced folder is moved aside first, and back if the new one cannot take its place.
void AtomicFolder::move_without_flags(bool exists) {
    const std::string aside = temporary_path_ + ".old";
    if (exists && ::rename(path_.c_str(), aside.c_str()) != 0) {
        fail(path_, "it cannot be moved aside");
    }
    if (::rename(temporary_path_.c_str(), path_.c_str()) != 0) {  // which replaces nothing but an empty folder
        const int error = errno;
        if (exists) {
            ::rename(aside.c_str(), path_.c_str());
        }
        errno = error;
        fail(path_, "the finished folder cannot be moved there");
    }
    if (exists) {
        std::error_code ignored;
        fs::remove_all(aside, ignored);
    }
}

}  // namespace sp

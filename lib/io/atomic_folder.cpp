#include "io/atomic_folder.hpp"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

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
    std::error_code error;
    const fs::file_status there = fs::symlink_status(path_, error);
    if (fs::exists(there)) {
        if (!overwrite_) {
            throw UsageError(path_ + " exists (use --overwrite to replace it)");
        }
        if (!fs::is_directory(there)) {
            throw UsageError(path_ + " is not a folder");
        }
        if (!fs::exists(fs::path(path_) / marker_, error) && !fs::is_empty(path_, error)) {
            throw UsageError(path_ + " holds something else than a savepoint (it has no " + marker_ +
                             "): it is not replaced");
        }
    }
    const fs::path name = fs::path(path_).filename();
    temporary_path_ = (parent_of(path_) / ("." + name.string() + ".tmp-XXXXXX")).string();
    if (::mkdtemp(temporary_path_.data()) == nullptr) {
        temporary_path_.clear();
        fail(path_, "no folder can be made beside it");
    }
    // mkdtemp() lets nobody else in, but whoever runs the job is to read the savepoint.
    const mode_t mask = ::umask(0);
    ::umask(mask);
    ::chmod(temporary_path_.c_str(), 0777 & ~mask);
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

void AtomicFolder::commit() {
    sync_folder(temporary_path_);
    // Without an overwrite somebody else's folder of the same name may have come meanwhile: it stays.
    const unsigned flags = overwrite_ && fs::exists(path_) ? RENAME_EXCHANGE : RENAME_NOREPLACE;
    if (::renameat2(AT_FDCWD, temporary_path_.c_str(), AT_FDCWD, path_.c_str(), flags) != 0) {
        fail(path_, "the finished folder cannot be moved there");
    }
    if (flags == RENAME_NOREPLACE) {
        temporary_path_.clear();
    }
    sync_folder(parent_of(path_).string());
    if (flags == RENAME_EXCHANGE) {  // the replaced one lies under the temporary name now
        std::error_code error;
        fs::remove_all(temporary_path_, error);
        temporary_path_.clear();
    }
}

}  // namespace sp

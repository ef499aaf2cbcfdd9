#include "io/temp_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "io/registered_name.hpp"

namespace sp {

namespace {

int open_unnamed(const std::string& wanted) {
    std::error_code ignored;
    const std::string folder = wanted.empty() ? std::filesystem::temp_directory_path(ignored).string() : wanted;
    int fd = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0) {
        return fd;
    }
    // A file system without files that have no name (NFS): it has one for a moment.
    const RegisteredName name = make_registered(folder + "/.sp-", ".tmp", [&](const char* path) {
        fd = ::open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        return fd >= 0;
    });
    if (fd < 0) {
        throw OutputError(folder + ": a temporary file cannot be made: " + std::generic_category().message(errno));
    }
    ::unlink(name.path.c_str());
    return fd;
}

}  // namespace

TempFile::TempFile(const std::string& folder)
    : name_(folder + ": a temporary file"), sink_(open_unnamed(folder), name_, FdSink::Ownership::kOwned) {}

std::shared_ptr<const File> TempFile::reopen() const {
    const int fd = ::fcntl(sink_.fd(), F_DUPFD_CLOEXEC, 0);
    if (fd < 0) {
        throw OutputError(name_ + " cannot be read: " + std::generic_category().message(errno));
    }
    return std::make_shared<const File>(File::adopt(fd, name_));
}

}  // namespace sp

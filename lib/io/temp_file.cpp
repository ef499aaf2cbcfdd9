#include "io/temp_file.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace sp {

namespace {

int open_unnamed(const std::string& wanted) {
    std::error_code ignored;
    const std::string folder = wanted.empty() ? std::filesystem::temp_directory_path(ignored).string() : wanted;
    std::string name = folder + "/sp-XXXXXX";
    const int fd = ::mkostemp(name.data(), O_CLOEXEC);
    if (fd < 0) {
        throw OutputError(folder + ": a temporary file cannot be made: " + std::generic_category().message(errno));
    }
    ::unlink(name.c_str());
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

#include "io/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace sp {

namespace {

[[noreturn]] void fail(const std::string& path, const char* doing, int error) {
    throw InputError(path + ": " + doing + ": " + std::generic_category().message(error));
}

}  // namespace

File File::open(const std::string& path) { return open(path, path); }

File File::open(const std::string& path, const std::string& name) {
    int fd = -1;
    do {
        fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    } while (fd < 0 && errno == EINTR);
    if (fd < 0) {
        fail(name, "cannot be opened", errno);
    }
    return adopt(fd, name);
}

File File::adopt(int fd, std::string name) {
    File file(std::move(name), fd, 0);
    struct stat status = {};
    if (::fstat(fd, &status) != 0) {
        fail(file.path_, "cannot be examined", errno);
    }
    if (!S_ISREG(status.st_mode)) {
        throw InputError(file.path_ + ": not a regular file");
    }
    file.size_ = static_cast<std::uint64_t>(status.st_size);
    return file;
}

File::File(File&& other) noexcept
    : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)), size_(std::exchange(other.size_, 0)) {}

File& File::operator=(File&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(fd_, other.fd_);
    std::swap(size_, other.size_);
    return *this;
}

File::~File() {
    if (fd_ >= 0) {
        ::close(fd_);
    }
}

void File::read_at(std::uint64_t offset, std::span<std::uint8_t> out) const {
    if (offset > size_ || out.size() > size_ - offset) {
        throw InputError(path_ + ": truncated: " + std::to_string(out.size()) + " bytes are needed at offset " +
                         std::to_string(offset) + ", but the file has " + std::to_string(size_) + " bytes");
    }
    std::size_t done = 0;
    while (done < out.size()) {
        const ssize_t n = ::pread(fd_, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
        if (n < 0) {
            if (errno == EINTR) {
                continue;
            }
            fail(path_, "cannot be read", errno);
        }
        if (n == 0) {
            throw InputError(path_ + ": truncated while it was read: it ended at offset " +
                             std::to_string(offset + done) + " of " + std::to_string(size_));
        }
        done += static_cast<std::size_t>(n);
    }
}

ByteVector File::read_whole() const {
    ByteVector bytes(static_cast<std::size_t>(size_));
    read_at(0, bytes);
    return bytes;
}

}  // namespace sp

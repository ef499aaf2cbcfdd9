#include "io/output.hpp"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "io/registered_name.hpp"

namespace sp {

namespace {

[[noreturn]] void fail(const std::string& name, const char* doing, int error) {
    std::string message = name + ": " + doing + ": " + std::generic_category().message(error);
    if (error == EPIPE) {
        throw BrokenPipe(std::move(message));
    }
    throw OutputError(std::move(message));
}

}  // namespace

FdSink::~FdSink() {
    if (is_owned_ && fd_ >= 0) {
        ::close(fd_);
    }
}

void FdSink::write(std::string_view text) {
    while (!text.empty()) {
        const ssize_t n = ::write(fd_, text.data(), text.size());
        if (n < 0) {
            if (errno == EINTR) {
                continue;
            }
            fail(name_, "cannot be written", errno);
        }
        text.remove_prefix(static_cast<std::size_t>(n));
    }
}

void FdSink::close() {
    if (!is_owned_ || fd_ < 0) {
        return;
    }
    // After EINTR Linux has closed the descriptor all the same.
    if (::close(std::exchange(fd_, -1)) != 0 && errno != EINTR) {
        fail(name_, "cannot be closed", errno);
    }
}

void FdSink::sync() {
    while (::fsync(fd_) != 0) {
        // EINVAL and ENOTSUP: a pipe, a device or a file system that has nothing to sync.
        if (errno == EINVAL || errno == ENOTSUP || errno == EROFS) {
            return;
        }
        if (errno != EINTR) {
            fail(name_, "cannot be synced to the disk", errno);
        }
    }
}

OutputBuffer::OutputBuffer(ByteSink& sink, std::size_t capacity) : sink_(&sink), capacity_(capacity) {
    allocate(capacity);
}

OutputBuffer::OutputBuffer(BufferSink& sink) : OutputBuffer(static_cast<ByteSink&>(sink)) { buffer_sink_ = &sink; }

void OutputBuffer::allocate(std::size_t capacity) {
    buffer_ = std::make_unique_for_overwrite<char[]>(capacity);
    at_ = buffer_.get();
    end_ = at_ + capacity;
}

char* OutputBuffer::make_room(std::size_t n) {
    flush();
    if (n > static_cast<std::size_t>(end_ - at_)) {
        allocate(n);
    }
    return at_;
}

/// Text that is in one piece already goes out as it is, without a copy of its size.
void OutputBuffer::pass_through(std::string_view text) {
    flush();
    sink_->write(text);
    flushed_ += text.size();
}

void OutputBuffer::flush() {
    const std::string_view text(buffer_.get(), static_cast<std::size_t>(at_ - buffer_.get()));
    const auto size = static_cast<std::size_t>(end_ - buffer_.get());
    if (!text.empty()) {
        at_ = buffer_.get();  // first, so that an error does not make a later flush write it again
        if (buffer_sink_ != nullptr && size == kDefaultCapacity && text.size() > size / 2) {
            buffer_sink_->write_buffer(buffer_, text.size());
            at_ = buffer_.get();
            end_ = at_ + size;
        } else {
            sink_->write(text);
        }
        flushed_ += text.size();
    }
    if (size > kKeptGrowth * capacity_) {
        allocate(capacity_);
    }
}

void OutputBuffer::turn_to(BufferSink& sink) {
    flush();
    sink_ = &sink;
    buffer_sink_ = &sink;
}

void OutputBuffer::close() {
    flush();
    sink_->close();
}

AtomicFile::AtomicFile(std::string path, bool overwrite)
    : path_(std::move(path)), target_(path_), overwrite_(overwrite) {
    std::error_code ignored;
    const std::filesystem::file_status status = std::filesystem::status(path_, ignored);
    const bool exists = std::filesystem::exists(std::filesystem::symlink_status(path_, ignored));
    if (std::filesystem::is_directory(status)) {
        throw UsageError(path_ + ": is a folder");
    }
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
        const int fd = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
        if (fd < 0) {
            fail(path_, "cannot be opened", errno);
        }
        sink_ = std::make_unique<FdSink>(fd, path_, FdSink::Ownership::kOwned);
        return;
    }
    if (exists && !overwrite_) {
        throw UsageError(path_ + ": already exists; use --overwrite");
    }
    if (std::filesystem::exists(status)) {
        const std::filesystem::path resolved = std::filesystem::canonical(path_, ignored);
        target_ = resolved.empty() ? path_ : resolved.string();
    }
    open_temporary();
}

void AtomicFile::open_temporary() {
    const std::filesystem::path target(target_);
    const std::string prefix = (target.parent_path() / ("." + target.filename().string() + ".")).string();
    int fd = -1;
    RegisteredName name = make_registered(prefix, ".tmp", [&](const char* path) {
        // Made with the rights that the umask leaves, as a file written directly would have them.
        fd = ::open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        return fd >= 0;
    });
    if (fd < 0) {
        fail(path_, "cannot be created", errno);
    }
    temporary_path_ = name.path;
    registration_ = std::move(name.registration);
    sink_ = std::make_unique<FdSink>(fd, path_, FdSink::Ownership::kOwned);
}

AtomicFile::~AtomicFile() {
    if (!temporary_path_.empty()) {
        ::unlink(temporary_path_.c_str());
    }
}

void AtomicFile::commit() {
    if (temporary_path_.empty()) {
        sink_->close();
        return;
    }
    sink_->sync();
    sink_->close();
    move_into_place();
    registration_.reset();
    temporary_path_.clear();
    // The name is on the disk only once the folder is.
    std::string folder = std::filesystem::path(target_).parent_path().string();
    folder = folder.empty() ? "." : folder;
    const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        FdSink(fd, folder, FdSink::Ownership::kOwned).sync();
    }
}

void AtomicFile::move_into_place() {
    if (!overwrite_) {
        if (::renameat2(AT_FDCWD, temporary_path_.c_str(), AT_FDCWD, target_.c_str(), RENAME_NOREPLACE) == 0) {
            return;
        }
        if (errno == EEXIST) {
            throw UsageError(path_ + ": was made by another program meanwhile; use --overwrite");
        }
        if (errno != EINVAL && errno != ENOSYS) {  // a file system or kernel without RENAME_NOREPLACE
            fail(path_, "cannot be created", errno);
        }
    }
    if (::rename(temporary_path_.c_str(), target_.c_str()) != 0) {
        fail(path_, "cannot be replaced", errno);
    }
}

}  // namespace sp

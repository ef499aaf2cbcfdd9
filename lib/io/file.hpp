#pragma once

// A file opened for reading at any offset. Every failure is an InputError that names the path and the reason, and a
// read either fills the whole span or throws, so that no caller ever meets a short read.

#include <cstdint>
#include <span>
#include <string>

#include "sp/bytes.hpp"
#include "sp/error.hpp"

namespace sp {

class File {
public:
    /// Throws if `path` cannot be opened or is a folder.
    [[nodiscard]] static File open(const std::string& path);
    /// The same; `name` stands for the path in messages.
    [[nodiscard]] static File open(const std::string& path, const std::string& name);

    /// Takes over an open descriptor; `name` stands for the path in messages.
    [[nodiscard]] static File adopt(int fd, std::string name);

    File() = default;
    File(File&& other) noexcept;
    File& operator=(File&& other) noexcept;
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File();

    [[nodiscard]] bool is_open() const { return fd_ >= 0; }
    [[nodiscard]] int fd() const { return fd_; }
    [[nodiscard]] const std::string& path() const { return path_; }

    /// The size when it was opened: a file of a snapshot never changes.
    [[nodiscard]] std::uint64_t size() const { return size_; }

    /// Fills `out` with the bytes from `offset` on. Thread-safe (pread).
    void read_at(std::uint64_t offset, std::span<std::uint8_t> out) const;

    /// All bytes. Whoever calls this has looked at size(), or at the first bytes, whether they are what is wanted.
    [[nodiscard]] ByteVector read_whole() const;

private:
    File(std::string path, int fd, std::uint64_t size) : path_(std::move(path)), fd_(fd), size_(size) {}

    std::string path_;
    int fd_ = -1;
    std::uint64_t size_ = 0;
};

}  // namespace sp

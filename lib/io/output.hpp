#pragma once

// Where rows go: a buffer that hands out bare writable bytes and leaves by few large writes, the sinks behind it, and a
// file that appears under its name only when it is complete.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "sp/error.hpp"

namespace sp {

/// Takes what an OutputBuffer has gathered; called once a flush.
class ByteSink {
public:
    ByteSink() = default;
    ByteSink(const ByteSink&) = delete;
    ByteSink& operator=(const ByteSink&) = delete;
    virtual ~ByteSink() = default;

    virtual void write(std::string_view text) = 0;
    /// Reports what only shows at the end; no write() may follow. Not called by the destructor.
    virtual void close() {}
};

class StringSink : public ByteSink {
public:
    void write(std::string_view text) override { text_.append(text); }
    [[nodiscard]] const std::string& text() const { return text_; }
    void clear() { text_.clear(); }

private:
    std::string text_;
};

/// A file descriptor. Errors are OutputErrors with `name` and the system's words.
class FdSink : public ByteSink {
public:
    enum class Ownership { kBorrowed, kOwned };

    FdSink(int fd, std::string name, Ownership ownership = Ownership::kBorrowed)
        : fd_(fd), name_(std::move(name)), is_owned_(ownership == Ownership::kOwned) {}
    ~FdSink() override;

    void write(std::string_view text) override;
    /// Closes an owned descriptor, and checks it: some file systems report a full disk only here.
    void close() override;
    /// Waits until the data is on the disk.
    void sync();

    [[nodiscard]] int fd() const { return fd_; }
    [[nodiscard]] const std::string& name() const { return name_; }

private:
    int fd_;
    std::string name_;
    bool is_owned_;
};

/// One capacity check a row: `char* at = out.reserve(bound); at = write_…(at, …); out.commit(at);`
class OutputBuffer {
public:
    /// Measured: 256 KiB is the cheapest size for a write to a file (16 KiB costs 1.6 times the CPU, 4 MiB as well).
    static constexpr std::size_t kDefaultCapacity = 256 * 1024;

    /// The sink must outlive the buffer.
    explicit OutputBuffer(ByteSink& sink, std::size_t capacity = kDefaultCapacity);
    OutputBuffer(const OutputBuffer&) = delete;
    OutputBuffer& operator=(const OutputBuffer&) = delete;

    /// At least n writable bytes, valid until the next call of anything here. A demand above the capacity is served from
    /// a larger buffer; one of more than kKeptGrowth times the capacity is given back once it was written.
    [[nodiscard]] char* reserve(std::size_t n) {
        if (n <= static_cast<std::size_t>(end_ - at_)) {
            return at_;
        }
        return make_room(n);
    }

    /// `end` is where writing into the reserved bytes stopped.
    void commit(char* end) { at_ = end; }

    void append(std::string_view text) {
        char* const at = reserve(text.size());
        commit(std::copy(text.begin(), text.end(), at));
    }

    void flush();
    /// Flushes and closes the sink. What was not flushed when the buffer is destroyed is lost, so this must be called.
    void close();

    /// Bytes flushed and in the buffer.
    [[nodiscard]] std::uint64_t bytes_written() const { return flushed_ + static_cast<std::uint64_t>(at_ - buffer_.get()); }

private:
    /// Rows a little above the capacity are common where they are large at all, and should not allocate each time.
    static constexpr std::size_t kKeptGrowth = 8;

    char* make_room(std::size_t n);
    void allocate(std::size_t capacity);

    ByteSink& sink_;
    std::size_t capacity_;
    std::unique_ptr<char[]> buffer_;
    char* at_ = nullptr;
    char* end_ = nullptr;
    std::uint64_t flushed_ = 0;
};

/// A file written under a temporary name beside its place, and moved there by commit(). Without a commit() the temporary
/// file is removed. A target that is no regular file (a device, a named pipe) is written in place.
class AtomicFile {
public:
    /// Throws UsageError if `path` exists and `overwrite` is false, or is a folder.
    AtomicFile(std::string path, bool overwrite);
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;
    ~AtomicFile();

    [[nodiscard]] FdSink& sink() { return *sink_; }

    /// What a signal handler has to remove; empty if the target is written in place.
    [[nodiscard]] const std::string& temporary_path() const { return temporary_path_; }

    /// Syncs, closes and moves the file. Nothing may be buffered elsewhere any more.
    void commit();

private:
    void open_temporary();
    void move_into_place();

    std::string path_;
    std::string target_;  ///< path_, or where its link leads
    std::string temporary_path_;
    bool overwrite_;
    std::unique_ptr<FdSink> sink_;
};

}  // namespace sp

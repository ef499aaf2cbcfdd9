#pragma once

// Where output goes: sinks for text, and a file that appears under its name only when it is complete.

#include <memory>
#include <string>
#include <string_view>

#include "sp/error.hpp"
#include "sp/signal_cleanup.hpp"

namespace sp {

/// Takes text; called with large pieces, once a flush of the buffer in front.
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

/// A file written under a temporary name beside its place, and moved there by commit(). Without a commit() the temporary
/// file is removed, also by a signal (sp/signal_cleanup.hpp). A target that is no regular file (a device, a named pipe) is written in place.
class AtomicFile {
public:
    /// Throws UsageError if `path` exists and `overwrite` is false, or is a folder.
    AtomicFile(std::string path, bool overwrite);
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;
    ~AtomicFile();

    [[nodiscard]] FdSink& sink() { return *sink_; }

    /// Empty if the target is written in place.
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
    std::unique_ptr<RemoveOnSignal> registration_;
    std::unique_ptr<FdSink> sink_;
};

}  // namespace sp

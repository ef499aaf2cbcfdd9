#pragma once

// Where the files of a savepoint go: a folder that appears when it is complete, or nowhere (a trial).

#include <memory>
#include <optional>
#include <string>

#include "io/atomic_folder.hpp"
#include "io/crc32c.hpp"
#include "io/file_copy.hpp"
#include "sp/signal_cleanup.hpp"

namespace sp {

/// A file of an OutputFolder, of which it is known how much was written.
class StateFile : public ByteSink {
public:
    /// Null: what is written is only counted.
    explicit StateFile(std::unique_ptr<FdSink> sink) : sink_(std::move(sink)) {}

    void write(std::string_view text) override {
        size_ += text.size();
        checksum_ = crc32c({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, checksum_);
        if (sink_) {
            sink_->write(text);
        }
    }

    /// Waits until the data is on the disk.
    void close() override {
        if (sink_) {
            sink_->sync();
            sink_->close();
        }
    }

    [[nodiscard]] std::uint64_t size() const { return size_; }
    [[nodiscard]] std::uint32_t checksum() const { return checksum_; }

private:
    std::unique_ptr<FdSink> sink_;
    std::uint64_t size_ = 0;
    std::uint32_t checksum_ = 0;
};

class OutputFolder {
public:
    virtual ~OutputFolder() = default;

    [[nodiscard]] virtual StateFile create(const std::string& name) = 0;
    /// What such a file is called in the folder, now that it is closed.
    [[nodiscard]] virtual std::string name_of(const std::string& name, const StateFile& file) {
        static_cast<void>(file);
        return name;
    }
    /// Whether a file of this name was made.
    [[nodiscard]] virtual bool has(const std::string& name) const = 0;

    /// A file with bytes of the input. The result is what it is called in the folder.
    [[nodiscard]] virtual std::string copy_file(const std::string& name, const FileRange& from);
    /// The same with all bytes of the file, as a hard link where the folder can have some.
    [[nodiscard]] virtual std::string link_file(const std::string& name, const FileRange& whole);
    /// False for a trial.
    [[nodiscard]] virtual bool keeps_files() const { return true; }

    /// What commit() replaces if it is there; empty if that is nothing.
    [[nodiscard]] virtual std::string replaced_path() const { return {}; }

    virtual void commit() = 0;
    /// Where the files are before commit(); empty if there are none.
    [[nodiscard]] virtual const std::string& temporary_path() const = 0;
};

/// AtomicFolder's conditions hold. An empty path: nothing is written.
[[nodiscard]] std::unique_ptr<OutputFolder> open_output_folder(const std::string& path, bool overwrite);

}  // namespace sp

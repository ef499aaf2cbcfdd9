#pragma once

// The bytes behind a StreamStateHandle at any offset, wherever they lie: in `_metadata`, in a file, or in a window of a
// merged file. Offsets count from the start of the state, as those in handles do.

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "io/file.hpp"
#include "metadata/file_resolver.hpp"
#include "sp/metadata.hpp"

namespace sp {

class StateStream {
public:
    /// Opens the stream; null and empty handles give a stream of size 0. Throws InputError where the file is not
    /// usable.
    [[nodiscard]] static StateStream open(const StreamStateHandle& handle, const FileResolver& resolver,
                                          RecordedSize recorded = RecordedSize::kOfFile);

    StateStream() = default;

    [[nodiscard]] std::uint64_t size() const { return size_; }

    /// Names the stream in messages: the local path, or "inline state <handle name>".
    [[nodiscard]] const std::string& name() const { return name_; }

    /// Fills `out` with the bytes from `offset` on; an InputError if they reach past the end. Thread-safe.
    void read_at(std::uint64_t offset, std::span<std::uint8_t> out) const;

    /// The whole state if it is inline, else empty: saves a copy.
    [[nodiscard]] Bytes inline_bytes() const { return bytes_.view(); }
    [[nodiscard]] bool is_inline() const { return file_ == nullptr; }

private:
    std::string name_;
    std::uint64_t start_ = 0;  ///< of the window in the file
    std::uint64_t size_ = 0;
    std::shared_ptr<const File> file_;  ///< null: inline
    SharedBytes bytes_;
};

}  // namespace sp

#pragma once

// Where the bytes of one state stream lie: in a file, in a part of a file (a segment of a merged checkpoint file), or
// inside _metadata. Cheap to copy; reading is thread-safe.

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "io/file.hpp"
#include "sp/bytes.hpp"

namespace sp {

class ByteSource {
public:
    [[nodiscard]] static ByteSource of_file(std::shared_ptr<const File> file);

    /// [start, start + size) of the file; an InputError if it does not lie within.
    [[nodiscard]] static ByteSource of_segment(std::shared_ptr<const File> file, std::uint64_t start,
                                               std::uint64_t size);

    /// The caller keeps the bytes alive. `base_offset` is the offset of bytes[0] in what `name` names, for messages.
    [[nodiscard]] static ByteSource of_bytes(Bytes bytes, std::string name, std::uint64_t base_offset = 0);

    [[nodiscard]] const std::string& name() const { return file_ ? file_->path() : name_; }
    [[nodiscard]] std::uint64_t size() const { return size_; }

    /// The offset of `offset` in what name() names: for a segment the one in its file.
    [[nodiscard]] std::uint64_t absolute(std::uint64_t offset) const { return start_ + offset; }

    /// Fills `out`; an InputError "truncated" if the source ends before.
    void read_at(std::uint64_t offset, std::span<std::uint8_t> out) const;

private:
    ByteSource() = default;

    std::shared_ptr<const File> file_;  ///< null: bytes_
    Bytes bytes_;
    std::string name_;
    std::uint64_t start_ = 0;
    std::uint64_t size_ = 0;
};

}  // namespace sp

#include "io/byte_source.hpp"

#include <cstring>
#include <utility>

#include "sp/error.hpp"

namespace sp {

ByteSource ByteSource::of_file(std::shared_ptr<const File> file) {
    ByteSource source;
    source.size_ = file->size();
    source.file_ = std::move(file);
    return source;
}

ByteSource ByteSource::of_segment(std::shared_ptr<const File> file, std::uint64_t start, std::uint64_t size) {
    if (start > file->size() || size > file->size() - start) {
        throw InputError(file->path() + ": truncated: a segment of " + std::to_string(size) + " bytes at offset " +
                         std::to_string(start) + " is needed, but the file has " + std::to_string(file->size()) +
                         " bytes");
    }
    ByteSource source = of_file(std::move(file));
    source.start_ = start;
    source.size_ = size;
    return source;
}

ByteSource ByteSource::of_bytes(Bytes bytes, std::string name, std::uint64_t base_offset) {
    ByteSource source;
    source.bytes_ = bytes;
    source.name_ = std::move(name);
    source.start_ = base_offset;
    source.size_ = bytes.size();
    return source;
}

void ByteSource::read_at(std::uint64_t offset, std::span<std::uint8_t> out) const {
    if (offset > size_ || out.size() > size_ - offset) {
        throw InputError(name() + ": truncated: " + std::to_string(out.size()) + " bytes are needed at offset " +
                             std::to_string(absolute(offset)) + ", but the data ends at " +
                             std::to_string(absolute(size_)),
                         absolute(size_));
    }
    if (file_) {
        file_->read_at(start_ + offset, out);
    } else if (!out.empty()) {
        std::memcpy(out.data(), bytes_.data() + offset, out.size());
    }
}

}  // namespace sp

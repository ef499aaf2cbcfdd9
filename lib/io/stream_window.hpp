#pragma once

// A window over ranges of a state stream, whose bytes stand there plain or in Snappy frames.

#include <memory>

#include "io/byte_source.hpp"
#include "io/windowed_reader.hpp"

namespace sp {

class StreamWindow {
public:
    StreamWindow(ByteSource source, bool is_compressed) : source_(std::move(source)), is_compressed_(is_compressed) {}

    /// Goes to the range; its frames, if it is compressed, are a stream of their own or chunks of one.
    void open(std::uint64_t offset, std::uint64_t end);

    /// Whether the next byte is the one at the offset of the source, so that open() is not needed. Never so in frames.
    [[nodiscard]] bool is_at(std::uint64_t offset) const {
        return reader_ && !is_compressed_ && range_offset_ + reader_->offset() == offset;
    }

    /// Where the next byte stands in the source; in frames where the range starts.
    [[nodiscard]] std::uint64_t source_offset() const {
        return is_compressed_ ? range_offset_ : range_offset_ + reader_->offset();
    }

    [[nodiscard]] const ByteSource& source() const { return source_; }
    [[nodiscard]] bool is_compressed() const { return is_compressed_; }

    /// Only after open().
    WindowedReader& operator*() const { return *reader_; }
    WindowedReader* operator->() const { return reader_.get(); }

private:
    ByteSource source_;
    bool is_compressed_;
    std::unique_ptr<WindowedReader> reader_;
    std::uint64_t range_offset_ = 0;
};

}  // namespace sp

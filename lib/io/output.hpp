#pragma once

// The buffer in front of a sink: it hands out bare writable bytes and leaves by few large writes.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

#include "sp/output.hpp"

namespace sp {

/// A sink that takes text with the buffer that it is in, so that nothing is copied where text has to wait.
class BufferSink : public ByteSink {
public:
    /// Writes `size` bytes of text in a buffer of OutputBuffer::kDefaultCapacity, or takes the buffer and puts another such
    /// one in its place.
    virtual void write_buffer(std::unique_ptr<char[]>& buffer, std::size_t size) = 0;
};

/// One capacity check a row: `char* at = out.reserve(bound); at = write_…(at, …); out.commit(at);`
class OutputBuffer {
public:
    /// Measured: 256 KiB is the cheapest size for a write to a file (16 KiB costs 1.6 times the CPU, 4 MiB as well).
    static constexpr std::size_t kDefaultCapacity = 256 * 1024;

    /// The sink must outlive the buffer.
    explicit OutputBuffer(ByteSink& sink, std::size_t capacity = kDefaultCapacity);
    explicit OutputBuffer(BufferSink& sink);
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
        if (text.size() > capacity_) [[unlikely]] {
            return pass_through(text);
        }
        char* const at = reserve(text.size());
        commit(std::copy(text.begin(), text.end(), at));
    }

    void flush();
    /// Flushes; what follows goes to another sink.
    void turn_to(BufferSink& sink);
    /// Flushes and closes the sink. What was not flushed when the buffer is destroyed is lost, so this must be called.
    void close();

    /// Bytes flushed and in the buffer.
    [[nodiscard]] std::uint64_t bytes_written() const {
        return flushed_ + static_cast<std::uint64_t>(at_ - buffer_.get());
    }

private:
    /// Rows a little above the capacity are common where they are large at all, and should not allocate each time.
    static constexpr std::size_t kKeptGrowth = 8;

    char* make_room(std::size_t n);
    void pass_through(std::string_view text);
    void allocate(std::size_t capacity);

    ByteSink* sink_;
    BufferSink* buffer_sink_ = nullptr;  ///< the sink, if it takes buffers
    std::size_t capacity_;
    std::unique_ptr<char[]> buffer_;
    char* at_ = nullptr;
    char* end_ = nullptr;
    std::uint64_t flushed_ = 0;
};

}  // namespace sp

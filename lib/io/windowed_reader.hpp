#pragma once

// The streaming input of the hot path (speed.md, rule 3): a reused window of contiguous bytes that moves over a range of a
// ByteSource, raw or Snappy-framed. Asking for bytes that are there is one compare; the window is refilled by one large
// read where it ends, and grows to the largest contiguous demand, never further than data really arrives.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "io/byte_source.hpp"
#include "sp/bytes.hpp"
#include "sp/error.hpp"

namespace sp {

/// Produces the bytes for a window; called once a refill.
class ChunkSource {
public:
    ChunkSource() = default;
    ChunkSource(const ChunkSource&) = delete;
    ChunkSource& operator=(const ChunkSource&) = delete;
    virtual ~ChunkSource() = default;

    /// Starts anew on [begin, end) of the same ByteSource.
    virtual void restart(std::uint64_t begin, std::uint64_t end) = 0;

    /// Fills `out` (never empty) from the front and returns how many bytes; 0 only at the end.
    [[nodiscard]] virtual std::size_t read(std::span<std::uint8_t> out) = 0;

    /// No more than so many bytes are still to come.
    [[nodiscard]] virtual std::uint64_t left_at_most() const = 0;

    /// Where in the ByteSource's file a position is; of framed sources where the frames begin.
    [[nodiscard]] virtual std::uint64_t absolute(std::uint64_t position) const = 0;

    /// Names a position, counted in bytes produced since the restart: "<source>: <what> at offset 17".
    [[nodiscard]] virtual std::string describe(std::uint64_t position, std::string_view what) const = 0;
};

class WindowedReader {
public:
    static constexpr std::size_t kDefaultWindow = std::size_t{1} << 20;

    /// So many bytes after the window can be read, and are zero: SIMD code may load past the end.
    static constexpr std::size_t kPadding = 32;

    /// Raw bytes of [begin, end) of the source; an InputError if they do not lie within.
    WindowedReader(ByteSource source, std::uint64_t begin, std::uint64_t end, std::size_t window = kDefaultWindow);
    explicit WindowedReader(std::unique_ptr<ChunkSource> source, std::size_t window = kDefaultWindow);

    WindowedReader(WindowedReader&&) noexcept = default;
    WindowedReader& operator=(WindowedReader&&) noexcept = default;

    /// Moves to another range of the same source, keeping the buffer.
    void restart(std::uint64_t begin, std::uint64_t end);

    /// The bytes from the current position on, at least n of them, without moving. The pointer is valid until the next
    /// need(), more(), at_end(), skip() or restart(). An InputError that names `what` if the source ends before.
    [[nodiscard]] const std::uint8_t* need(std::size_t n, std::string_view what) {
        if (n > available()) {
            fill(n, what);
        }
        return at_;
    }

    /// The position and end of the window as it is: for code that reads on until the window ends, and then asks for more().
    [[nodiscard]] const std::uint8_t* position() const { return at_; }
    [[nodiscard]] const std::uint8_t* window_end() const { return end_; }
    [[nodiscard]] std::size_t available() const { return static_cast<std::size_t>(end_ - at_); }

    /// Keeps the unread bytes and adds at least one; false at the end of the source.
    [[nodiscard]] bool more();

    /// Moves forward by n bytes that are in the window.
    void consume(std::size_t n) { at_ += n; }
    void consume_to(const std::uint8_t* position) { at_ = position; }

    /// need() and consume().
    [[nodiscard]] Bytes take(std::size_t n, std::string_view what) {
        const std::uint8_t* const at = need(n, what);
        at_ += n;
        return {at, n};
    }

    /// Moves forward by any number of bytes.
    void skip(std::uint64_t n, std::string_view what);

    /// True if no byte is left; refills an empty window.
    [[nodiscard]] bool at_end() { return at_ == end_ && !more(); }

    /// Bytes read since the start of the range (for framed sources: uncompressed ones).
    [[nodiscard]] std::uint64_t offset() const { return end_offset_ - available(); }

    /// Throws the InputError "<source>: <what> at offset <n>: <why>" for the current position.
    [[noreturn]] void fail(std::string_view what, std::string_view why) const { fail_at(offset(), what, why); }
    [[noreturn]] void fail_at(std::uint64_t offset, std::string_view what, std::string_view why) const {
        throw error_at(offset, what, why);
    }
    /// What fail_at() throws.
    [[nodiscard]] InputError error_at(std::uint64_t offset, std::string_view what, std::string_view why) const;

private:
    void fill(std::size_t n, std::string_view what);
    void grow();

    std::unique_ptr<ChunkSource> source_;
    std::unique_ptr<std::uint8_t[]> buffer_;
    std::size_t capacity_ = 0;
    std::size_t window_;
    const std::uint8_t* at_;
    const std::uint8_t* end_;
    std::uint64_t end_offset_ = 0;  ///< of end_, in bytes since the start of the range
};

}  // namespace sp

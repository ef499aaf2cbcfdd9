#pragma once

// Reads big-endian fields (java.io.DataInput) from bytes in memory, never past their end. Every failure is an InputError
// that names the source, the offset in it, what was being read and what was found.

#include <cstdint>
#include <string>
#include <string_view>

#include "sp/bytes.hpp"
#include "sp/error.hpp"

namespace sp {

class BoundedReader {
public:
    /// `source` names the bytes in messages and must outlive the reader; `base_offset` is the offset of data[0] in it.
    explicit BoundedReader(Bytes data, std::string_view source = "input", std::uint64_t base_offset = 0)
        : begin_(data.data()), at_(data.data()), end_(data.data() + data.size()), source_(source), base_(base_offset) {}

    [[nodiscard]] std::uint64_t offset() const { return base_ + static_cast<std::uint64_t>(at_ - begin_); }
    [[nodiscard]] std::size_t remaining() const { return static_cast<std::size_t>(end_ - at_); }
    [[nodiscard]] bool at_end() const { return at_ == end_; }
    [[nodiscard]] std::string_view source() const { return source_; }

    [[nodiscard]] std::uint8_t u8(std::string_view what) { return *take(1, what); }
    [[nodiscard]] std::int8_t i8(std::string_view what) { return static_cast<std::int8_t>(u8(what)); }
    [[nodiscard]] std::uint16_t u16(std::string_view what) { return static_cast<std::uint16_t>(big_endian(2, what)); }
    [[nodiscard]] std::int16_t i16(std::string_view what) { return static_cast<std::int16_t>(u16(what)); }
    [[nodiscard]] std::uint32_t u32(std::string_view what) { return static_cast<std::uint32_t>(big_endian(4, what)); }
    [[nodiscard]] std::int32_t i32(std::string_view what) { return static_cast<std::int32_t>(u32(what)); }
    [[nodiscard]] std::uint64_t u64(std::string_view what) { return big_endian(8, what); }
    [[nodiscard]] std::int64_t i64(std::string_view what) { return static_cast<std::int64_t>(u64(what)); }

    /// One byte that must be 0 or 1. Java's readBoolean takes any non-zero byte as true; Flink only ever writes 1, so
    /// another value is a sign of damage, and refusing it keeps what is written back equal to what was read.
    [[nodiscard]] bool boolean(std::string_view what) {
        const std::uint8_t value = u8(what);
        if (value > 1) {
            fail_at(offset() - 1, what, "found " + std::to_string(value) + ", expected 0 or 1");
        }
        return value == 1;
    }

    /// The next n bytes, valid as long as the data.
    [[nodiscard]] Bytes bytes(std::size_t n, std::string_view what) { return {take(n, what), n}; }

    /// An i32 length and so many bytes.
    [[nodiscard]] Bytes length_prefixed(std::string_view what) { return bytes(count(what, 1), what); }

    /// An i32 count of items of at least `min_item_size` bytes each (0: items may be empty). A negative count, or one that
    /// cannot fit into what is left, fails here, so that no allocation is sized by an unchecked number.
    [[nodiscard]] std::size_t count(std::string_view what, std::size_t min_item_size) {
        const std::uint64_t where = offset();
        const std::int32_t n = i32(what);
        if (n < 0 || (min_item_size > 0 && static_cast<std::size_t>(n) > remaining() / min_item_size)) {
            fail_at(
                where, what,
                "count " + std::to_string(n) + " does not fit into the " + std::to_string(remaining()) + " bytes left");
        }
        return static_cast<std::size_t>(n);
    }

    void skip(std::size_t n, std::string_view what) { static_cast<void>(take(n, what)); }

    void expect_end(std::string_view what) {
        if (!at_end()) {
            fail(what, std::to_string(remaining()) + " bytes follow where the end was expected");
        }
    }

    /// Throws the InputError "<source>: <what> at offset <n>: <why>" for the current offset.
    [[noreturn]] void fail(std::string_view what, std::string_view why) const { fail_at(offset(), what, why); }
    [[noreturn]] void fail_at(std::uint64_t where, std::string_view what, std::string_view why) const;

private:
    const std::uint8_t* take(std::size_t n, std::string_view what) {
        if (n > remaining()) {
            fail_short(n, what);
        }
        const std::uint8_t* at = at_;
        at_ += n;
        return at;
    }

    std::uint64_t big_endian(std::size_t n, std::string_view what) {
        const std::uint8_t* at = take(n, what);
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < n; ++i) {
            value = value << 8 | at[i];
        }
        return value;
    }

    [[noreturn]] void fail_short(std::size_t n, std::string_view what) const;

    const std::uint8_t* begin_;
    const std::uint8_t* at_;
    const std::uint8_t* end_;
    std::string_view source_;
    std::uint64_t base_;
};

}  // namespace sp

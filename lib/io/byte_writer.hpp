#pragma once

// Appends big-endian fields (java.io.DataOutput) to bytes in memory: the mirror of BoundedReader.

#include <cstdint>
#include <limits>

#include "sp/bytes.hpp"
#include "sp/error.hpp"

namespace sp {

class ByteWriter {
public:
    void u8(std::uint8_t value) { data_.push_back(value); }
    void i8(std::int8_t value) { u8(static_cast<std::uint8_t>(value)); }
    void boolean(bool value) { u8(value ? 1 : 0); }
    void u16(std::uint16_t value) { big_endian(value, 2); }
    void i16(std::int16_t value) { u16(static_cast<std::uint16_t>(value)); }
    void u32(std::uint32_t value) { big_endian(value, 4); }
    void i32(std::int32_t value) { u32(static_cast<std::uint32_t>(value)); }
    void u64(std::uint64_t value) { big_endian(value, 8); }
    void i64(std::int64_t value) { u64(static_cast<std::uint64_t>(value)); }
    void bytes(Bytes value) { data_.insert(data_.end(), value.begin(), value.end()); }

    /// A collection's size as Java's int.
    void count(std::size_t n) {
        if (n > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
            throw OutputError("a collection of " + std::to_string(n) + " elements is more than Java can hold");
        }
        u32(static_cast<std::uint32_t>(n));
    }

    /// An i32 length and the bytes.
    void length_prefixed(Bytes value) {
        count(value.size());
        bytes(value);
    }

    [[nodiscard]] std::size_t size() const { return data_.size(); }
    [[nodiscard]] Bytes view() const { return data_; }
    [[nodiscard]] ByteVector take() { return std::move(data_); }
    void clear() { data_.clear(); }

    /// Overwrites four bytes written before, for lengths known only afterwards.
    void patch_u32(std::size_t at, std::uint32_t value) {
        for (int i = 0; i < 4; ++i) {
            data_.at(at + static_cast<std::size_t>(i)) = static_cast<std::uint8_t>(value >> (24 - 8 * i));
        }
    }

private:
    void big_endian(std::uint64_t value, int n) {
        for (int shift = 8 * (n - 1); shift >= 0; shift -= 8) {
            data_.push_back(static_cast<std::uint8_t>(value >> shift));
        }
    }

    ByteVector data_;
};

}  // namespace sp

#pragma once

// What Kryo's Output writes: the mirror of kryo_reader.hpp's numbers and strings.

#include <cstdint>
#include <string_view>

#include "sp/bytes.hpp"

namespace sp::kryo {

class KryoWriter {
public:
    KryoWriter(ByteVector& out, bool is_kryo5) : out_(out), is_kryo5_(is_kryo5) {}

    void byte(std::uint8_t value) { out_.push_back(value); }
    void bytes(Bytes value) { out_.insert(out_.end(), value.begin(), value.end()); }
    void var_int(std::uint32_t value) { var_long(value); }  // the same bytes, as far as 32 bits go
    void signed_var_int(std::int32_t value) {
        var_int(static_cast<std::uint32_t>(value) << 1 ^ static_cast<std::uint32_t>(value >> 31));
    }
    /// Nine bytes at most, of which the last has eight bits.
    void var_long(std::uint64_t value);
    void signed_var_long(std::int64_t value) {
        var_long(static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63));
    }
    /// Kryo 5's VarIntFlag.
    void flagged_var_int(bool flag, std::uint32_t value);

    void fixed16(std::uint16_t value) { fixed(value, 2); }
    void fixed32(std::uint32_t value) { fixed(value, 4); }
    void fixed64(std::uint64_t value) { fixed(value, 8); }

    /// A string that is not null, of WTF-8.
    void text(std::string_view value);
    /// The form with its length in front, at any length.
    void long_text(std::string_view value);
    void class_name(std::string_view name);

private:
    void fixed(std::uint64_t value, int size);
    /// ASCII, of which the last byte is marked.
    void marked(std::string_view value);

    ByteVector& out_;
    bool is_kryo5_;
};

}  // namespace sp::kryo

#pragma once

// Passes over values: the Interpreter with a sink that takes nothing.

#include "types/codecs/interpreter.hpp"

namespace sp::codec {

/// Takes everything and does nothing: with a skip program it finds where a value ends.
struct NullSink {
    void literal(const Op&) {}
    void null() {}
    void unit() {}  ///< the only value of its type; printed as null
    void boolean(bool) {}
    void integer(std::int64_t) {}
    void long_integer(std::int64_t, bool /*as_text*/) {}
    void character(char16_t) {}
    void float32(float) {}
    void float64(double) {}
    /// `units` UTF-16 units in StringValue form; returns their end, or null if there is none.
    const std::uint8_t* string(const std::uint8_t* p, const std::uint8_t* end, std::uint64_t units) {
        return detail::skip_units(p, end, units);
    }
    void big_integer(Bytes) {}
    void big_decimal(Bytes, std::int32_t) {}
    void bytes(Bytes) {}
    bool temporal(const Temporal&) { return true; }  ///< false: java.time has no such value
    void enumeration(std::int32_t, const std::string&) {}
    void constant(const std::string&) {}
    void empty_object(const Type&) {}
    void begin_array(std::size_t) {}
    void element(std::size_t) {}
    void end_array() {}
    void begin_map(const Type&, std::size_t) {}
    void map_key(std::size_t) {}
    void map_value() {}
    void end_map_entry() {}
    void end_map() {}
    void subclass(const std::string&) {}
    void begin_row(const Type&, int /*row_kind*/) {}
    void begin_object(const Type&, int /*form*/) {}
    void field(std::size_t, const std::string&) {}
    void end_object() {}
    void begin_alternative(const Type&, std::size_t, std::string_view) {}
    void end_alternative() {}
    // Only JSON programs have string maps.
    int mark() { return 0; }
    void rewind(int) {}
    void begin_string_map() {}
    void member(std::size_t) {}
    void end_member_name() {}
    void end_string_map() {}
};

/// Finds the ends of values of one type.
class Skipper {
public:
    explicit Skipper(const TypePtr& type) : program_(compile_skip(type)) {}

    /// Where the value that starts at `p` ends. Throws DecodeFault.
    const std::uint8_t* skip(const std::uint8_t* p, const std::uint8_t* end) const {
        if (program_.fixed_size >= 0 && program_.fixed_size <= end - p) {
            return p + program_.fixed_size;
        }
        NullSink sink;
        return Interpreter<NullSink>(program_, sink).run(p, end);
    }

    [[nodiscard]] bool is_decodable() const { return !program_.has_opaque; }
    [[nodiscard]] std::int64_t fixed_size() const { return program_.fixed_size; }

private:
    Program program_;
};

}  // namespace sp::codec

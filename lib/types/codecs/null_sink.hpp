#pragma once

// The methods of a Sink, for the Interpreter (interpreter.hpp) and what it calls.

#include <cstdint>
#include <string>
#include <string_view>

#include "sp/value_events.hpp"
#include "types/codecs/program.hpp"
#include "types/kryo/kryo_class.hpp"

namespace sp::codec {

namespace detail {

/// Skips `units` 7-bit varints of a StringValue; null if the bytes end before or a unit is above 0xFFFF.
const std::uint8_t* skip_units(const std::uint8_t* p, const std::uint8_t* end, std::uint64_t units);

}  // namespace detail

/// What a sink makes of a value.
enum class SinkForm : std::uint8_t { kSkip, kEvents, kJson };

/// Takes everything and does nothing: with a skip program it finds where a value ends.
struct NullSink {
    static constexpr SinkForm kForm = SinkForm::kSkip;
    /// Something is printed that Kryo wrote, where the value's own program has nothing of Kryo.
    void has_view() {}
    static constexpr bool kHasRoom = true;  ///< for text that the program's bound does not count
    void bind(const Program&) {}            ///< the program that is run from now on
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
    void dewey_number(Bytes /*digits*/) {}  ///< CEP: an i32 a digit
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
    // Values whose classes are known only when they are read (Kryo)
    void text(std::string_view) {}      ///< a string, in WTF-8
    void own_text(std::string_view) {}  ///< printed as a string, but no string to Java
    void dynamic_enumeration(std::int32_t, const kryo::KryoName&) {}
    void begin_dynamic_set(std::size_t) {}                               ///< as begin_array, in any order
    void begin_dynamic_map(std::size_t) {}                               ///< as begin_map, with keys of any class
    void begin_dynamic_object(const kryo::KryoClass* /*unexpected*/) {}  ///< its class if it has to be told
    void dynamic_field(std::size_t, const kryo::KryoName&, bool /*is_first*/) {}
    void end_dynamic_object() {}
    void reference(std::size_t) {}
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

}  // namespace sp::codec

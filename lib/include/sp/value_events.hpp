#pragma once

// ValueVisitor: the content of a value as a sequence of typed events, for everything that is not a hot export (import,
// audits, schema changes, comparison). Decoding a value calls a visitor; an encoder is a visitor that writes bytes.

#include <cstdint>
#include <memory>
#include <string_view>

#include "sp/bytes.hpp"
#include "sp/type.hpp"

namespace sp {

/// A date or time as its serializer stores it; which members count follows from `kind`.
struct Temporal {
    TypeKind kind = TypeKind::kInstant;
    std::int64_t epoch = 0;  ///< Date, SqlDate, SqlTime, SqlTimestamp: milliseconds; Instant: seconds
    std::int32_t nanos = 0;  ///< SqlTimestamp, Instant, LocalTime, LocalDateTime: nanoseconds of the second
    std::int32_t year = 0;   ///< LocalDate, LocalDateTime
    std::int8_t month = 0;   ///< 1 to 12
    std::int8_t day = 0;     ///< 1 to 31
    std::int8_t hour = 0;    ///< LocalTime, LocalDateTime
    std::int8_t minute = 0;
    std::int8_t second = 0;
};

/// Views handed to a visitor are valid during the call only.
class ValueVisitor {
public:
    virtual ~ValueVisitor() = default;

    virtual void null() = 0;
    /// The only value of its type (NullValue, VoidNamespace): printed as null, but not null where null is possible too.
    virtual void unit() { null(); }
    virtual void boolean(bool value) = 0;
    virtual void integer(std::int64_t value) = 0;  ///< byte, short, int, long
    virtual void character(char16_t value) = 0;
    virtual void float32(float value) = 0;  ///< the exact bits, NaN payloads too
    virtual void float64(double value) = 0;
    virtual void big_integer(Bytes twos_complement) = 0;  ///< big-endian, never empty
    virtual void big_decimal(Bytes unscaled, std::int32_t scale) = 0;
    virtual void string(std::string_view text) = 0;  ///< WTF-8 (java/modified_utf8.hpp)
    virtual void bytes(Bytes value) = 0;             ///< byte[]
    virtual void temporal(const Temporal& value) = 0;
    virtual void enumeration(std::int32_t id, std::string_view name) = 0;

    /// Arrays, lists and sets: `size` values follow.
    virtual void begin_array(std::size_t size) = 0;
    virtual void end_array() = 0;

    /// Maps: `size` pairs follow, each a key and a value. `type` is the map's.
    virtual void begin_map(const Type& type, std::size_t size) = 0;
    virtual void end_map() = 0;

    /// The value that follows is not of its POJO's declared class, but of this subclass.
    virtual void subclass(std::string_view class_name) = 0;

    /// Tuples, rows, POJOs, windows …: a field() before each value, in the serializer's order. `type` is the Type of the
    /// object itself. `form` is the RowKind of rows (0 to 3: INSERT, UPDATE_BEFORE, UPDATE_AFTER, DELETE) and which of its
    /// lists of fields a tagged object has (codec::form_tags), else 0.
    virtual void begin_object(const Type& type, int form) = 0;
    virtual void field(std::size_t index, std::string_view name) = 0;
    virtual void end_object() = 0;

    /// One of several alternatives: Either ("left", "right"), Option ("some"), Try ("success", "failure"), a tagged
    /// union. One value follows, then end_alternative().
    virtual void begin_alternative(const Type& type, std::size_t index, std::string_view name) = 0;
    virtual void end_alternative() = 0;

    // Values whose classes only their bytes name (Kryo). What is not told here comes as above.

    /// What is printed as a string but is none to Java: a UUID, a URI, a Duration.
    virtual void own_text(std::string_view value) { string(value); }
    /// Maps with keys of any class: `size` pairs follow, then end_map().
    virtual void begin_dynamic_map(std::size_t size);
    /// Objects: field() before each value, then end_object(). `class_name` is empty where the class is what was expected.
    virtual void begin_dynamic_object(std::string_view class_name);
    /// The array, map or object that was the value's `number`th to begin, once more.
    virtual void reference(std::size_t number);
};

inline void ValueVisitor::begin_dynamic_map(std::size_t size) {
    static const Type type = [] {
        Type map;
        map.kind = TypeKind::kMap;
        map.nested = {std::make_shared<Type>(), std::make_shared<Type>()};
        return map;
    }();
    begin_map(type, size);
}

inline void ValueVisitor::begin_dynamic_object(std::string_view class_name) {
    static const Type type;
    if (!class_name.empty()) {
        subclass(class_name);
    }
    begin_object(type, 0);
}

inline void ValueVisitor::reference(std::size_t number) {
    begin_dynamic_object({});
    field(0, "@ref");
    integer(static_cast<std::int64_t>(number));
    end_object();
}

}  // namespace sp

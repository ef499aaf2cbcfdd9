#pragma once

// ValueEncoder: the mirror of decoding. It takes the events of a value and appends the bytes that the serializer of a
// given Type writes for it. Strict: an event that does not fit the Type is an InputError that names the place in the value.
//
// Decoded bytes come back as they were, for everything that Flink writes but one: a BigInteger (or the unscaled value of a
// BigDecimal) of 0, 1 or 10 takes the short form, which Flink uses for some objects of these values and not for others.

#include <memory>
#include <string>
#include <vector>

#include "sp/value_events.hpp"
#include "types/codecs/binary_layout.hpp"
#include "types/kryo/kryo_encoder.hpp"

namespace sp::codec {

class ValueEncoder : public ValueVisitor {
public:
    /// Appends to `out`. After an exception the encoder is of no use, and `out` holds a part of the value.
    ValueEncoder(TypePtr type, ByteVector& out) : type_(std::move(type)), out_(out) {}

    /// Throws unless exactly one value has been given; then another may follow.
    void finish();

    void null() override;
    void unit() override;
    void boolean(bool value) override;
    void integer(std::int64_t value) override;
    void character(char16_t value) override;
    void float32(float value) override;
    void float64(double value) override;
    void big_integer(Bytes twos_complement) override;
    void big_decimal(Bytes unscaled, std::int32_t scale) override;
    void string(std::string_view text) override;
    void bytes(Bytes value) override;
    void temporal(const Temporal& value) override;
    void own_text(std::string_view text) override;
    void enumeration(std::int32_t id, std::string_view name) override;
    void begin_array(std::size_t size) override;
    void end_array() override;
    void begin_map(const Type& type, std::size_t size) override;
    void begin_dynamic_map(std::size_t size) override;
    void end_map() override;
    void subclass(std::string_view class_name) override;
    void begin_object(const Type& type, int form) override;
    void field(std::size_t index, std::string_view name) override;
    void end_object() override;
    void begin_alternative(const Type& type, std::size_t index, std::string_view name) override;
    void end_alternative() override;

    /// The object that comes is of this class, as KryoValueVisitor is told.
    void object_of(std::string_view class_name);
    /// The value that comes, which is not null, in the bytes that its serializer writes.
    void encoded(Bytes bytes);

    /// What it appends to.
    [[nodiscard]] const ByteVector& written() const { return out_; }
    /// KryoEncoder::append_identity of the value of Kryo, no null, that was the last to be complete.
    [[nodiscard]] bool append_kryo_identity(std::string& text) const { return kryo_->append_identity(text); }

private:
    enum class Shape : std::uint8_t { kSequence, kMap, kObject, kAlternative };

    struct Level {
        Shape shape;
        const Type* type;
        std::size_t size;           ///< parts that must come, of maps two an entry; of alternatives, which one it is
        std::size_t begun = 0;      ///< parts that have begun; the last of them is the one at hand
        bool awaits_value = false;  ///< objects: field() has named the part that comes
        std::size_t mask = 0;       ///< rows and masked lists: where the null mask is in out_
        std::size_t start = 0;      ///< objects, binary arrays and maps: of the first part in out_
        std::size_t parts = 0;      ///< and in parts_
        int row_kind = 0;           ///< binary rows
        std::size_t form = 0;       ///< tagged objects: which list of fields
    };

    /// Marks of null in front of a part, beside those that NullableSerializer gives. kEntry: that the entry whose key comes is
    /// none, whatever the key is.
    enum class Guard : std::uint8_t {
        kNone,
        kIsNull,
        kNotNull,
        kMask,
        kEntry,
        kBinary  ///< of binary rows, arrays and maps: kept in parts_
    };

    /// What comes: a value, null, what is printed as null but is none of Java's (None), or the content of "some".
    enum class Coming : std::uint8_t { kValue, kNull, kUnit, kSome };

    struct Slot {
        const Type* type;
        Guard guard;
    };

    [[nodiscard]] Slot next_slot();
    [[nodiscard]] Slot slot_of(Level& level);
    void put_guard(Guard guard, bool is_null);
    /// Writes what stands in front of the value that comes. Returns the Type that decides its form, or null if the value
    /// was a null or None and has been written.
    [[nodiscard]] const Type* begin_value(Coming coming);
    [[nodiscard]] const Type& put_branch(const Type& type, bool is_null);
    /// The same for a value that is no null; null too if Kryo's encoder has been given the event.
    template <class Event>
    [[nodiscard]] const Type* begin_or_kryo(Event&& event, Coming coming = Coming::kValue);
    template <class Event>
    void kryo_event(Event&& event);
    /// The value that comes must be of one of the two kinds. Null if Kryo's encoder has been given the event.
    template <class Event>
    [[nodiscard]] const Type* begin(TypeKind kind, TypeKind other, std::string_view found, Event&& event);
    void push(Shape shape, const Type& type, std::size_t size);
    void pop(Shape shape, std::string_view what);

    [[noreturn]] void mismatch(const Type& type, std::string_view found) const;
    [[noreturn]] void fail(std::string_view problem) const;
    [[nodiscard]] std::string path() const;
    [[nodiscard]] std::string inside(const std::string& problem) const;

    void put(std::uint64_t value, int size);
    void put_count(std::size_t count);
    void put_big_number(Bytes digits);
    void put_null(const Type& type);
    void put_date(std::int32_t year, int month, int day);
    void put_time(int hour, int minute, int second, std::int32_t nanos);
    void put_utf(std::string_view text);
    void put_text(const Type& type, std::string_view text);
    void put_utf8(std::string_view text);
    void put_size(const Type& type, std::size_t size);
    void end_items();
    void begin_binary(int row_kind);
    void end_binary();
    void end_variant();
    void put_decimal(const Type& type, Bytes unscaled, std::int32_t scale);
    void put_timestamp(const Type& type, const Temporal& value);
    void put_day_or_time(const Type& type, const Temporal& value);
    void put_units(std::string_view text, std::size_t added_to_count);

    TypePtr type_;
    ByteVector& out_;
    std::vector<Level> levels_;
    std::vector<BinaryPart> parts_;  ///< of the binary rows, arrays and maps that are open
    ByteVector layout_;
    const Type* subclass_ = nullptr;  ///< the Type of the value that comes, if it is of a POJO's subclass
    bool is_complete_ = false;
    bool is_in_kryo_ = false;                  ///< a value that Kryo writes is not complete
    std::unique_ptr<kryo::KryoEncoder> kryo_;  ///< made for the first of them
    std::vector<std::string> classes_;         ///< told of the value that comes
};

}  // namespace sp::codec

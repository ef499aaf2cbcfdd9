#pragma once

// A value's events in a row, which can be told again in another order. One object takes many values, one after the other,
// and keeps its memory.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "types/codecs/kryo_values.hpp"
#include "types/codecs/value_encoder.hpp"

namespace sp::conversion {

class ValueTape : public codec::KryoValueVisitor {
public:
    enum class Code : std::uint8_t {
        kNull,
        kUnit,
        kBoolean,
        kInteger,
        kCharacter,
        kFloat32,
        kFloat64,
        kBigInteger,
        kBigDecimal,
        kString,
        kOwnText,
        kBytes,
        kTemporal,
        kEnumeration,
        kArray,
        kMap,
        kDynamicMap,
        kObject,
        kDynamicObject,
        kAlternative,
        kSubclass,
        kReference,
        kField,
        kEnd,
    };

    struct Event {
        Code code;
        /// The value itself, the bits of a float, a scale, an id, a size, a form or an index.
        std::int64_t number = 0;
        const Type* type = nullptr;  ///< objects, maps, alternatives
        std::size_t text = 0;        ///< in the arena: text, digits or a name
        std::size_t text_size = 0;
        std::size_t end = 0;         ///< the event behind the value that begins here
        std::size_t kryo_bytes = 0;  ///< in the arena: what Kryo wrote, where it is the value of a KryoSerializer
        std::size_t kryo_size = 0;   ///< 0: it is none
        std::size_t classes = 0;     ///< in the arena: names of its class and of Optionals around it, behind each a /
        std::size_t classes_size = 0;
    };

    /// Forgets the value.
    void clear();

    [[nodiscard]] const Event& operator[](std::size_t at) const { return events_[at]; }
    [[nodiscard]] std::size_t size() const { return events_.size(); }
    [[nodiscard]] std::string_view text(const Event& event) const {
        return {reinterpret_cast<const char*>(arena_.data()) + event.text, event.text_size};
    }
    [[nodiscard]] Bytes bytes(const Event& event) const { return Bytes(arena_).subspan(event.text, event.text_size); }
    [[nodiscard]] Bytes kryo_bytes(const Event& event) const {
        return Bytes(arena_).subspan(event.kryo_bytes, event.kryo_size);
    }
    [[nodiscard]] const Temporal& temporal(const Event& event) const {
        return temporals_[static_cast<std::size_t>(event.number)];
    }
    /// Where the array, map or object began that is named once more.
    [[nodiscard]] std::size_t referred(const Event& event) const {
        return begins_.at(static_cast<std::size_t>(event.number));
    }

    /// Tells the value that begins at an event, without its references: InputError where they are cyclic. Returns the event
    /// behind it.
    /// Kryo's objects with their classes.
    std::size_t tell(std::size_t at, codec::ValueEncoder& encoder) const;

    void null() override { scalar(Code::kNull); }
    void unit() override { scalar(Code::kUnit); }
    void boolean(bool value) override { scalar(Code::kBoolean, value ? 1 : 0); }
    void integer(std::int64_t value) override { scalar(Code::kInteger, value); }
    void character(char16_t value) override { scalar(Code::kCharacter, value); }
    void float32(float value) override;
    void float64(double value) override;
    void big_integer(Bytes twos_complement) override { bytes_scalar(Code::kBigInteger, twos_complement); }
    void big_decimal(Bytes unscaled, std::int32_t scale) override { bytes_scalar(Code::kBigDecimal, unscaled, scale); }
    void string(std::string_view text) override { text_scalar(Code::kString, text); }
    void own_text(std::string_view text) override { text_scalar(Code::kOwnText, text); }
    void bytes(Bytes value) override { bytes_scalar(Code::kBytes, value); }
    void temporal(const Temporal& value) override;
    void enumeration(std::int32_t id, std::string_view name) override { text_scalar(Code::kEnumeration, name, id); }
    void begin_array(std::size_t size) override { begin(Code::kArray, size, nullptr); }
    void end_array() override { end(); }
    void begin_map(const Type& type, std::size_t size) override { begin(Code::kMap, size, &type); }
    void begin_dynamic_map(std::size_t size) override { begin(Code::kDynamicMap, size, nullptr); }
    void end_map() override { end(); }
    void subclass(std::string_view class_name) override;
    void begin_object(const Type& type, int form) override {
        begin(Code::kObject, static_cast<std::size_t>(form), &type);
    }
    void begin_dynamic_object(std::string_view class_name) override;
    void field(std::size_t index, std::string_view name) override;
    void end_object() override { end(); }
    void begin_alternative(const Type& type, std::size_t index, std::string_view name) override;
    void end_alternative() override { end(); }
    void reference(std::size_t number) override;
    void object_of(std::string_view class_name) override;
    void kryo_value(Bytes bytes) override;

    /// The classes that have been told of the value.
    void tell_classes(const Event& event, codec::ValueEncoder& encoder) const;

private:
    static constexpr std::size_t kNowhere = SIZE_MAX;

    Event& add(Code code, std::int64_t number = 0);
    void scalar(Code code, std::int64_t number = 0);
    void text_scalar(Code code, std::string_view text, std::int64_t number = 0);
    void bytes_scalar(Code code, Bytes bytes, std::int64_t number = 0);
    void begin(Code code, std::size_t number, const Type* type);
    void end();
    void end_value(std::size_t prefix, std::size_t begin);
    void put_text(Event& event, std::string_view text);
    void put_classes(Event& event);
    std::size_t tell(std::size_t at, codec::ValueEncoder& encoder, int depth) const;

    std::vector<Event> events_;
    ByteVector arena_;
    std::vector<Temporal> temporals_;
    std::string classes_;                  ///< of the value that comes
    std::vector<std::size_t> begins_;      ///< of arrays, maps and objects
    std::vector<std::size_t> references_;  ///< of the Kryo value at hand
    std::vector<std::size_t> open_;
    std::vector<std::size_t> value_begins_;  ///< of the open ones, in front of a subclass
    std::size_t value_begin_ = kNowhere;     ///< of the value whose subclass has been told
    std::size_t last_value_ = 0;             ///< where the value began that has ended last
};

}  // namespace sp::conversion

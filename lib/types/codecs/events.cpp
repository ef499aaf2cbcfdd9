#include "types/codecs/events.hpp"

#include "types/codecs/kryo_values.hpp"
#include "types/codecs/text/dewey_numbers.hpp"
#include "types/codecs/text/times.hpp"

#include <string>

#include "java/modified_utf8.hpp"
#include "types/codecs/skipper.hpp"

namespace sp::codec {
namespace {

/// Hands what is found in a value to a visitor.
class PlainEventSink : public NullSink {
public:
    explicit PlainEventSink(ValueVisitor& visitor)
        : visitor_(visitor), kryo_values_(dynamic_cast<KryoValueVisitor*>(&visitor)) {}

    void null() { visitor_.null(); }
    void unit() { visitor_.unit(); }
    void boolean(bool value) { visitor_.boolean(value); }
    void integer(std::int64_t value) { visitor_.integer(value); }
    void long_integer(std::int64_t value, bool) { visitor_.integer(value); }
    void character(char16_t unit) { visitor_.character(unit); }
    void float32(float value) { visitor_.float32(value); }
    void float64(double value) { visitor_.float64(value); }

    const std::uint8_t* string(const std::uint8_t* p, const std::uint8_t* end, std::uint64_t units) {
        units_.clear();
        for (; units > 0; --units) {
            std::uint64_t unit = 0;
            p = detail::read_unit(p, end, unit);
            if (p == nullptr) {
                return nullptr;
            }
            units_.push_back(static_cast<char16_t>(unit));
        }
        visitor_.string(java::utf16_to_utf8(units_));
        return p;
    }

    void big_integer(Bytes digits) { visitor_.big_integer(digits); }
    void big_decimal(Bytes unscaled, std::int32_t scale) { visitor_.big_decimal(unscaled, scale); }
    void dewey_number(Bytes digits) { visitor_.own_text(text::dewey_number_text(digits)); }
    void bytes(Bytes value) { visitor_.bytes(value); }
    bool temporal(const Temporal& value) {
        char text[text::kMaxTime];
        if (text::write_temporal(text, value) == nullptr) {
            return false;  // as printing would find
        }
        visitor_.temporal(value);
        return true;
    }
    void enumeration(std::int32_t id, const std::string& name) { visitor_.enumeration(id, name); }
    void constant(const std::string& text) { visitor_.string(text); }
    void empty_object(const Type& type) {
        visitor_.begin_object(type, 0);
        visitor_.end_object();
    }
    void begin_array(std::size_t size) { visitor_.begin_array(size); }
    void end_array() { visitor_.end_array(); }
    void begin_map(const Type& type, std::size_t size) { visitor_.begin_map(type, size); }
    void end_map() { visitor_.end_map(); }
    void subclass(const std::string& class_name) { visitor_.subclass(class_name); }
    void begin_row(const Type& type, int row_kind) { visitor_.begin_object(type, row_kind); }
    void begin_object(const Type& type, int form) { visitor_.begin_object(type, form); }
    void field(std::size_t index, const std::string& name) { visitor_.field(index, name); }
    void end_object() { visitor_.end_object(); }
    static constexpr SinkForm kForm = SinkForm::kEvents;
    void text(std::string_view value) { visitor_.string(value); }
    void own_text(std::string_view value) { visitor_.own_text(value); }
    void dynamic_enumeration(std::int32_t ordinal, const kryo::KryoName& name) {
        visitor_.enumeration(ordinal, name.text);
    }
    void begin_dynamic_set(std::size_t size) { visitor_.begin_array(size); }
    void begin_dynamic_map(std::size_t size) { visitor_.begin_dynamic_map(size); }
    void begin_dynamic_object(const kryo::KryoClass* unexpected) {
        visitor_.begin_dynamic_object(unexpected == nullptr ? std::string_view() : unexpected->name);
    }
    void dynamic_field(std::size_t index, const kryo::KryoName& name, bool) { visitor_.field(index, name.text); }
    void end_dynamic_object() { visitor_.end_object(); }
    void object_of(const kryo::KryoClass& type) {
        if (kryo_values_ != nullptr) {
            kryo_values_->object_of(type.name);
        }
    }
    void reference(std::size_t number) { visitor_.reference(number); }
    void begin_alternative(const Type& type, std::size_t index, std::string_view name) {
        visitor_.begin_alternative(type, index, name);
    }
    void end_alternative() { visitor_.end_alternative(); }

protected:
    ValueVisitor& visitor_;
    KryoValueVisitor* kryo_values_;

private:
    std::u16string units_;
};

/// What the interpreter works with: it tells the bytes of Kryo's values too.
class EventSink : public PlainEventSink {
public:
    using PlainEventSink::PlainEventSink;

    void kryo_value(Bytes bytes) {
        if (kryo_values_ != nullptr) {
            kryo_values_->kryo_value(bytes);
        }
    }
};

}  // namespace
}  // namespace sp::codec

template <>
const std::uint8_t* sp::kryo::KryoDecoder::decode(const std::uint8_t* p, const std::uint8_t* end, const Type& type,
                                                  codec::EventSink& sink, const Use& use) const {
    const std::uint8_t* const stop = decode<codec::PlainEventSink>(p, end, type, sink, use);
    sink.kryo_value({p, stop});
    return stop;
}

namespace sp::codec {

const std::uint8_t* EventDecoder::decode(const std::uint8_t* p, const std::uint8_t* end, ValueVisitor& visitor,
                                         bool is_exact) const {
    EventSink sink(visitor);
    return Interpreter<EventSink>(program_, sink).run(p, end, is_exact);
}

}  // namespace sp::codec

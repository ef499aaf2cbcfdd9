#pragma once

// The bodies of classes of the JDK that are neither numbers, collections nor maps: the part of KryoWalker that is about them.
// Included by kryo_walker.hpp.

#include "types/kryo/kryo_walker.hpp"

namespace sp::kryo {

template <class Sink>
void KryoWalker<Sink>::byte_array() {
    const std::uint32_t count = length_plus_one(1);
    sink_.bytes(Bytes(p_, count));
    p_ += count;
}

template <class Sink>
void KryoWalker<Sink>::enumeration(const KryoClass& type) {
    const std::uint32_t position = var_int();
    if (position == 0) {
        return sink_.null();
    }
    constant(type, position - 1);
}

template <class Sink>
void KryoWalker<Sink>::constant(const KryoClass& type, std::uint32_t ordinal) {
    if (ordinal >= type.constants.size()) {
        misfit("the ordinal of an enum constant");
    }
    sink_.dynamic_enumeration(static_cast<std::int32_t>(ordinal), type.constants[ordinal]);
}

template <class Sink>
void KryoWalker<Sink>::date(const KryoClass& type) {
    Temporal value;
    value.kind = type.date;
    value.epoch = static_cast<std::int64_t>(var_long());
    if (type.body == Body::kSqlTimestamp) {
        value.nanos = static_cast<std::int32_t>(var_int());
    } else if (type.date == TypeKind::kSqlTimestamp) {
        value.nanos = static_cast<std::int32_t>((value.epoch % 1000 + 1000) % 1000 * 1'000'000);
    }
    temporal(value);
}

template <class Sink>
void KryoWalker<Sink>::temporal(const Temporal& value) {
    if (!sink_.temporal(value)) {
        misfit("a date or time that java.time can hold");
    }
}

template <class Sink>
void KryoWalker<Sink>::java_time(const KryoClass& type) {
    Temporal value;
    if (time(type, value)) {
        temporal(value);
    } else {
        sink_.own_text(text_);
    }
}

template <class Sink>
void KryoWalker<Sink>::pattern() {
    own_string();
    if (is_kryo5_) {
        static_cast<void>(var_int());  // flags
    }
}

template <class Sink>
void KryoWalker<Sink>::optional_number5(Body body) {
    if (!boolean()) {
        return sink_.null();
    }
    switch (body) {
        case Body::kOptionalInt5: return sink_.integer(static_cast<std::int32_t>(fixed32()));
        case Body::kOptionalLong5: return sink_.long_integer(static_cast<std::int64_t>(fixed64()), int64_as_text_);
        default: return sink_.float64(std::bit_cast<double>(fixed64()));
    }
}

template <class Sink>
void KryoWalker<Sink>::number_array(Body body) {
    switch (body) {
        case Body::kIntArray: return numbers(1, [&] { sink_.integer(signed_var_int()); });
        case Body::kLongArray: return numbers(1, [&] { sink_.long_integer(signed_var_long(), int64_as_text_); });
        case Body::kShortArray: return numbers(2, [&] { sink_.integer(static_cast<std::int16_t>(fixed16())); });
        case Body::kCharArray: return numbers(2, [&] { sink_.character(static_cast<char16_t>(fixed16())); });
        case Body::kFloatArray: return numbers(4, [&] { sink_.float32(std::bit_cast<float>(fixed32())); });
        case Body::kDoubleArray: return numbers(8, [&] { sink_.float64(std::bit_cast<double>(fixed64())); });
        default: return numbers(1, [&] { sink_.boolean(boolean()); });
    }
}

template <class Sink>
template <class Number>
void KryoWalker<Sink>::numbers(std::uint32_t size, Number&& number) {
    const std::uint32_t count = length_plus_one(size);
    begin_array(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        sink_.element(i);
        number();
    }
    sink_.end_array();
}

template <class Sink>
void KryoWalker<Sink>::bit_set() {
    const std::uint32_t words = counted(var_int(), 8);
    const std::uint8_t* const start = p_;
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < words; ++i) {
        count += static_cast<std::size_t>(std::popcount(fixed64()));
    }
    p_ = start;
    begin_array(count);
    std::size_t index = 0;
    for (std::uint32_t i = 0; i < words; ++i) {
        for (std::uint64_t word = fixed64(); word != 0; word &= word - 1) {
            sink_.element(index++);
            sink_.integer(static_cast<std::int64_t>(i) * 64 + std::countr_zero(word));
        }
    }
    sink_.end_array();
}

template <class Sink>
void KryoWalker<Sink>::calendar() {
    static const KryoName kZone{"timeZone", "\"timeZone\":"};
    static const KryoName kTime{"time", "\"time\":"};
    const std::string zone(some_text());
    Temporal value;
    value.kind = TypeKind::kDate;
    value.epoch = static_cast<std::int64_t>(var_long());
    static_cast<void>(boolean());
    static_cast<void>(var_int());
    static_cast<void>(var_int());
    static_cast<void>(signed_var_long());
    begin_object(nullptr);
    sink_.dynamic_field(0, kTime, true);
    temporal(value);
    sink_.dynamic_field(1, kZone, false);
    sink_.own_text(zone);
    sink_.end_dynamic_object();
}

template <class Sink>
void KryoWalker<Sink>::enum_set() {
    const KryoClass* const type = read_class();
    if (type == nullptr) {
        misfit("the class of an enum");
    }
    if (type->body != Body::kEnum) {
        if (type->body == Body::kOpaque) {
            refuse(*type);
        }
        misfit("the class of an enum");
    }
    const std::uint32_t count = counted(var_int(), 1);
    begin_array(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        sink_.element(i);
        enumeration(*type);
    }
    sink_.end_array();
}

template <class Sink>
void KryoWalker<Sink>::class_object() {
    const KryoClass* const type = read_class();
    const bool is_basic = type != nullptr && !type->takes_references && type->body != Body::kEnum;
    const bool is_primitive = (!is_kryo5_ || is_basic) && (!is_kryo5_ || type != nullptr) && boolean();
    if (type == nullptr) {
        return sink_.null();
    }
    static constexpr std::pair<std::string_view, std::string_view> kPrimitives[] = {
        {"java.lang.Integer", "int"},    {"java.lang.Long", "long"},    {"java.lang.Short", "short"},
        {"java.lang.Character", "char"}, {"java.lang.Byte", "byte"},    {"java.lang.Boolean", "boolean"},
        {"java.lang.Float", "float"},    {"java.lang.Double", "double"}};
    std::string_view name = type->name;
    for (const auto& [wrapper, primitive] : kPrimitives) {
        name = is_primitive && name == wrapper ? primitive : name;
    }
    sink_.own_text(name);
}

template <class Sink>
void KryoWalker<Sink>::java_stream(const KryoClass& type) {
    static const KryoName kMessage{"detailMessage", "\"detailMessage\":"};
    const JavaObject& object = java_object(type);
    if (object.class_name.empty()) {
        return sink_.null();
    }
    if (object.has_text) {
        return sink_.own_text(object.text);
    }
    const KryoClass* const named = object.class_name == type.name ? &type : classes_.by_name(object.class_name);
    if (named == nullptr) {
        refuse("more classes than we follow");
    }
    if (!is_replaying_ && !objects_.empty() && objects_.back().type == &type) {
        objects_.back().number = printed_;
    }
    begin_object(named);
    if (object.has_message) {
        sink_.dynamic_field(0, kMessage, false);
        sink_.text(object.message);
    }
    sink_.end_dynamic_object();
}

}  // namespace sp::kryo

#pragma once

// Collections, object arrays and maps: the part of KryoWalker that is about them. Included by kryo_walker.hpp.

#include "types/kryo/kryo_walker.hpp"

namespace sp::kryo {

template <class Sink>
void KryoWalker<Sink>::comparator() {
    const KryoClass* const type = read_class();
    if (type != nullptr) {
        tell_class(*type);
        pass_over_object(*type);
    }
}

template <class Sink>
void KryoWalker<Sink>::pass_over_object(const KryoClass& type) {
    codec::NullSink sink;
    KryoWalker<codec::NullSink> walker(classes_, type_, sink, false, depth_ + 1);
    walker.pass_over(*this, type);
}

template <class Sink>
void KryoWalker<Sink>::elements_of_any_class(std::uint32_t count, const Expected& expected) {
    begin_array(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        sink_.element(i);
        class_and_object(expected);
    }
    sink_.end_array();
}

template <class Sink>
void KryoWalker<Sink>::elements_or_null(const KryoClass& type, std::uint32_t count, Expected expected) {
    begin_array(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        sink_.element(i);
        const bool is_new = p_ != end_ && *p_ == 1;
        object_or_null(type, expected);
        if (!is_kryo5_ && !is_new) {
            expected.generics.arguments2 = {};  // the serializer of all elements has been told that there are none
        }
    }
    sink_.end_array();
}

template <class Sink>
bool KryoWalker<Sink>::is_exact(const KryoClass* type, std::uint32_t count) const {
    if (type == nullptr || type->finality == Finality::kOpen) {
        return false;
    }
    if (type->finality == Finality::kUnknown && count > 0) {
        refuse_unknown(*type);
    }
    return true;
}

template <class Sink>
void KryoWalker<Sink>::collection2(const KryoClass& type, const Generics& generics) {
    if (type.body == Body::kSortedCollection) {
        comparator();
    }
    begins_set_ = type.is_set;
    const std::uint32_t count = counted(var_int(), 1);
    const KryoClass* const element = generics.arguments2.empty() ? nullptr : generics.arguments2[0];
    if (count > 0 && is_exact(element, count)) {
        elements_or_null(*element, count, {element, {}});
    } else {
        elements_of_any_class(count, {element, {}});
    }
}

template <class Sink>
void KryoWalker<Sink>::collection5(const KryoClass& type, const Generics& generics) {
    const std::vector<GenericType>* const arguments = generics.arguments5;
    const KryoClass* const element =
        arguments == nullptr || arguments->empty() ? nullptr : variables5_.resolve(arguments->front());
    const bool can_hold_null = type.body != Body::kImmutableCollection5;
    bool flag = false;
    const std::uint32_t size = flagged_var_int(flag);
    if (size == 0) {
        return sink_.null();
    }
    if (type.body == Body::kSortedCollection) {
        comparator();
    }
    begins_set_ = type.is_set;
    const std::uint32_t count = size - 1;
    const Expected expected{element,
                            arguments == nullptr || arguments->empty() ? Generics{} : below5(arguments->back())};
    if (count == 0) {
        return elements_of_any_class(0, expected);
    }
    if (is_exact(element, count)) {
        if (!can_hold_null && flag) {
            misfit("a number of elements without a flag");
        }
        return elements5(*element, count, can_hold_null && flag, expected);
    }
    if (!flag) {
        return elements_of_any_class(counted(count, 1), expected);
    }
    const KryoClass* const common = read_class();
    if (common == nullptr) {
        return nulls(count);
    }
    elements5(*common, count, can_hold_null && boolean(), expected);
}

template <class Sink>
void KryoWalker<Sink>::elements5(const KryoClass& type, std::uint32_t count, bool has_null, const Expected& expected) {
    counted(count, 1);
    if (has_null) {
        return elements_or_null(type, count, expected);
    }
    begin_array(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        sink_.element(i);
        object(type, expected);
    }
    sink_.end_array();
}

template <class Sink>
void KryoWalker<Sink>::nulls(std::uint32_t count) {
    empty_elements_ += count;
    if (empty_elements_ > kMostEmptyElements) {
        refuse("more than " + std::to_string(kMostEmptyElements) + " elements without bytes");
    }
    begin_array(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        sink_.element(i);
        sink_.null();
    }
    sink_.end_array();
}

template <class Sink>
void KryoWalker<Sink>::object_array(const KryoClass& type, const Generics& generics) {
    const std::uint32_t count = length_plus_one(1);
    // Kryo 2 hands the generics of an array on to the serializers of its elements.
    const Generics handed_on = is_kryo5_ ? Generics{} : Generics{nullptr, generics.arguments2, true};
    if (count > 0 && type.component_finality == Finality::kUnknown) {
        refuse_unknown(*type.component);
    }
    if (type.component_finality == Finality::kFinal) {
        return elements_or_null(*type.component, count, {type.component, handed_on});
    }
    elements_of_any_class(count, {type.component, handed_on});
}

template <class Sink>
void KryoWalker<Sink>::map(const KryoClass& type, const Generics& generics) {
    if (!is_kryo5_) {
        if (type.body == Body::kSortedMap) {
            comparator();
        }
        const std::uint32_t count = counted(var_int(), 1);
        const auto arguments = generics.arguments2;
        return map_of(count, {arguments.empty() ? nullptr : arguments[0], {}},
                      {arguments.size() < 2 ? nullptr : arguments[1], {}});
    }
    const std::uint32_t size = var_int();
    if (size == 0) {
        return sink_.null();
    }
    if (type.body == Body::kSortedMap) {
        comparator();
    }
    const std::vector<GenericType>* const arguments = generics.arguments5;
    Expected key;
    Expected value;
    if (arguments != nullptr && arguments->size() >= 2) {
        key = {variables5_.resolve((*arguments)[0]), below5((*arguments)[0])};
        value = {variables5_.resolve((*arguments)[1]), below5(arguments->back())};
    }
    map_of(counted(size - 1, 1), key, value, type.body != Body::kImmutableMap5);
}

template <class Sink>
void KryoWalker<Sink>::map_of(std::uint32_t count, const Expected& key, const Expected& value, bool can_hold_null) {
    const bool has_exact_key = is_exact(key.declared, count);
    const bool has_exact_value = is_exact(value.declared, count);
    const auto part = [&](const Expected& expected, bool is_exact) {
        if (!is_exact) {
            class_and_object(expected);
        } else if (can_hold_null) {
            object_or_null(*expected.declared, expected);
        } else {
            object(*expected.declared, expected);
        }
    };
    entries(
        count, [&] { return has_exact_key ? key.declared : read_class(); }, [&] { part(key, has_exact_key); },
        [&] { part(value, has_exact_value); });
}

template <class Sink>
template <class KeyClass, class KeyPart, class ValuePart>
void KryoWalker<Sink>::entries(std::uint32_t count, const KeyClass& key_class, const KeyPart& key_part,
                               const ValuePart& value_part) {
    if constexpr (Sink::kForm == codec::SinkForm::kJson) {
        if (begins_with_string(count, key_class) && string_map(count, key_part, value_part)) {
            return;
        }
    }
    ++printed_;
    sink_.begin_dynamic_map(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        sink_.map_key(i);
        key_part();
        sink_.map_value();
        value_part();
        sink_.end_map_entry();
    }
    sink_.end_map();
}

template <class Sink>
template <class KeyClass>
bool KryoWalker<Sink>::begins_with_string(std::uint32_t count, const KeyClass& key_class) {
    if (count == 0) {
        return true;
    }
    const State before = state();
    const KryoClass* const type = key_class();
    restore(before);
    // What is printed as what is in it may be a string, too.
    return type != nullptr && (type->body == Body::kString || is_transparent(*type));
}

template <class Sink>
template <class KeyPart, class ValuePart>
bool KryoWalker<Sink>::string_map(std::uint32_t count, const KeyPart& key_part, const ValuePart& value_part) {
    if (maps_of_pairs_ != nullptr && maps_of_pairs_->contains(p_)) {
        return false;
    }
    const State before = state();
    const auto mark = sink_.mark();
    ++printed_;
    sink_.begin_string_map();
    for (std::uint32_t i = 0; i < count; ++i) {
        sink_.member(i);
        key_part();
        if (last_.type == nullptr || last_.type->body != Body::kString || !sink_.is_string_member()) {
            // Inside it maps are not tried as objects again: else time would double with each level.
            if (maps_of_pairs_ == nullptr) {
                maps_of_pairs_ = std::make_unique<std::unordered_set<const std::uint8_t*>>();
            }
            maps_of_pairs_->insert(before.p);
            restore(before);
            sink_.rewind(mark);
            return false;
        }
        sink_.end_member_name();
        value_part();
    }
    sink_.end_string_map();
    return true;
}

}  // namespace sp::kryo

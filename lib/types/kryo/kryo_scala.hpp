#pragma once

// The bodies that chill's serializers write for Scala's classes, which flink-scala registers with Kryo 2: the part of KryoWalker
// that is about them. Included by kryo_walker.hpp.

#include "types/kryo/kryo_walker.hpp"

namespace sp::kryo {

namespace scala_names {

inline const KryoName kLeft{"left", "\"left\":"};
inline const KryoName kRight{"right", "\"right\":"};
inline const KryoName kId{"id", "\"id\":"};

}  // namespace scala_names

template <class Sink>
void KryoWalker<Sink>::scala(const KryoClass& type) {
    switch (type.body) {
        case Body::kScalaUnit: return sink_.unit();
        case Body::kScalaNone: return sink_.null();
        case Body::kScalaObject: begin_object(&type); return sink_.end_dynamic_object();
        case Body::kScalaEnum: return scala_enumeration();
        case Body::kScalaClassTag: return sink_.own_text(class_name());
        case Body::kScalaManifest: {
            const std::string name = manifest_name(0);
            return sink_.own_text(name);
        }
        case Body::kScalaTraversable: {
            begins_set_ = type.is_set;
            return elements_of_any_class(counted(var_int(), 1), {});
        }
        case Body::kScalaSortedSet: {
            const std::uint32_t count = var_int();
            comparator();
            return elements_of_any_class(counted(count, 1), {});
        }
        case Body::kScalaMap: return tuples(counted(var_int(), 1));
        case Body::kScalaSortedMap: {
            const std::uint32_t count = var_int();
            comparator();
            return tuples(counted(count, 1));
        }
        case Body::kScalaBitSet: return scala_bit_set();
        case Body::kScalaTuple: return tuple(type);
        case Body::kScalaLeft: return alternative(scala_names::kLeft);
        case Body::kScalaRight: return alternative(scala_names::kRight);
        case Body::kScalaSome: return scala_some();
        case Body::kScalaWrappedArray: static_cast<void>(class_name()); return class_and_object({});
        case Body::kScalaWrapper: comparator(); return class_and_object({});
        case Body::kScalaIterableWrapper: return class_and_object({});
        default: refuse(type);
    }
}

template <class Sink>
void KryoWalker<Sink>::alternative(const KryoName& name) {
    begin_object(nullptr);
    sink_.dynamic_field(0, name, true);
    class_and_object({});
    sink_.end_dynamic_object();
}

template <class Sink>
void KryoWalker<Sink>::scala_some() {
    const KryoClass* const type = read_class();
    if (type == nullptr) {
        return some([&] { null(); });
    }
    optional_content([&] { object(*type, {}); });
}

template <class Sink>
void KryoWalker<Sink>::scala_enumeration() {
    const KryoClass* const type = read_class();
    if (type == nullptr) {
        misfit("the object of an Enumeration");
    }
    pass_over_object(*type);
    begin_object(type);
    sink_.dynamic_field(0, scala_names::kId, false);
    sink_.integer(static_cast<std::int32_t>(fixed32()));
    sink_.end_dynamic_object();
}

template <class Sink>
void KryoWalker<Sink>::scala_bit_set() {
    const std::uint32_t count = counted(var_int(), 1);
    if (count > 0) {
        static_cast<void>(var_int());
    }
    begin_array(count);
    std::int64_t bit = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        bit += var_int();
        sink_.element(i);
        sink_.integer(bit);
    }
    sink_.end_array();
}

template <class Sink>
std::string KryoWalker<Sink>::class_name() {
    const std::uint32_t mark = var_int();
    const auto read = [&] {
        const KryoClass* const type = read_class();
        static_cast<void>(boolean());
        return type == nullptr ? std::string("void") : type->name;
    };
    if (mark == 0) {
        misfit("a class");
    }
    if (mark == 1) {
        objects_.push_back({classes_.by_name("java.lang.Class"), p_, KnownObject::kNotPrinted});
        return read();
    }
    const KnownObject& known = referred(mark - 2);
    if (known.type == nullptr || known.type->body != Body::kClass) {
        misfit("a reference to a class");
    }
    const Replay replay = begin_replay(known.at);
    std::string name = read();
    end_replay(replay);
    return name;
}

template <class Sink>
std::string KryoWalker<Sink>::manifest_name(int depth) {
    static constexpr const char* kNames[] = {"Any", "AnyVal", "Boolean", "Byte", "Char",   "Double", "Float",
                                             "Int", "Long",   "Nothing", "Null", "Object", "Short",  "Unit"};
    const std::uint32_t known = var_int();
    if (known > std::size(kNames) || depth > kMaxManifestDepth) {
        misfit("a manifest");
    }
    if (known != 0) {
        return kNames[known - 1];
    }
    std::string name = class_name();
    const std::uint32_t count = counted(var_int(), 1);
    for (std::uint32_t i = 0; i < count; ++i) {
        name += i == 0 ? "[" : ",";
        name += manifest_name(depth + 1);
    }
    return count == 0 ? name : name + "]";
}

template <class Sink>
std::size_t KryoWalker<Sink>::parts_of(const KryoClass& tuple) {
    return tuple.body == Body::kScalaTuple ? tuple.fields.size() : tuple.fields.size() / 2;
}

template <class Sink>
void KryoWalker<Sink>::tuple(const KryoClass& type) {
    begin_object(nullptr);
    for (std::size_t i = 0; i < parts_of(type); ++i) {
        sink_.dynamic_field(i, type.fields[type.body == Body::kScalaTuple ? i : 2 * i].name, i == 0);
        tuple_part(type, i);
    }
    sink_.end_dynamic_object();
}

template <class Sink>
void KryoWalker<Sink>::tuple_part(const KryoClass& type, std::size_t index) {
    if (type.body != Body::kScalaTuple) {
        if (read_class() != nullptr) {
            misfit("null in a tuple of primitives");
        }
        last_ = {};
        return field(type, type.fields[2 * index + 1]);
    }
    switch (type.fields[index].primitive) {
        case Body::kOpaque: return class_and_object({});
        case Body::kInt: sink_.integer(static_cast<std::int32_t>(fixed32())); break;
        case Body::kLong: sink_.long_integer(static_cast<std::int64_t>(fixed64()), int64_as_text_); break;
        default: sink_.float64(std::bit_cast<double>(fixed64()));
    }
    last_ = {};
}

template <class Sink>
const KryoClass& KryoWalker<Sink>::pair(bool& is_new, KnownObject& known) {
    const KryoClass* const type = read_class();
    const bool is_tuple = type != nullptr && (type->body == Body::kScalaTuple || type->show == Show::kScalaTuple);
    if (!is_tuple || parts_of(*type) != 2) {
        misfit("a tuple of two");
    }
    const std::uint32_t mark = var_int();
    is_new = mark == 1;
    if (mark == 0) {
        misfit("a tuple that is not null");
    }
    if (!is_new) {
        known = referred(mark - 2);
        if (known.type != type) {
            misfit("a reference to a tuple");
        }
    }
    return *type;
}

template <class Sink>
void KryoWalker<Sink>::tuples(std::uint32_t count) {
    const KryoClass* type = nullptr;
    bool is_new = false;
    KnownObject known;
    Replay replay{};
    entries(
        count,
        [&]() -> const KryoClass* {
            const KryoClass& first = pair(is_new, known);
            p_ = is_new ? p_ : known.at;
            return first.body == Body::kScalaTuple && first.fields[0].primitive == Body::kOpaque ? read_class()
                                                                                                 : nullptr;
        },
        [&] {
        type = &pair(is_new, known);
        if (is_new) {
            objects_.push_back({type, p_, KnownObject::kNotPrinted});
        } else {
            replay = begin_replay(known.at);
        }
        tuple_part(*type, 0);
        },
        [&] {
        tuple_part(*type, 1);
        if (!is_new) {
            end_replay(replay);
        }
    });
}

}  // namespace sp::kryo

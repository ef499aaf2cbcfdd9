#pragma once

// Walks over the bytes of a Kryo value and hands what it finds to a codec's Sink, as the Interpreter does for everything
// else (types/codecs/interpreter.hpp): nothing is virtual, no tree is built.
//
// What an object is printed as:
// - collections and arrays as arrays, maps as objects if all keys are strings and as pairs otherwise;
// - objects with fields as objects, behind "@class" where the class is not the one that was expected;
// - an array, map or object that comes again as {"@ref":n}: n counts the arrays, maps and objects of the value in the order
//   in which they begin; all else that comes again is printed again;
// - what Scala's serializers wrote as those of design.md's Option, Either and tuples (scala below).

#include <algorithm>
#include <bit>
#include <memory>
#include <span>
#include <unordered_set>
#include <utility>

#include "types/codecs/null_sink.hpp"
#include "types/kryo/kryo_reader.hpp"

namespace sp::kryo {

template <class Sink>
class KryoWalker : private KryoReader {
public:
    /// `depth`: of the walker that this one is for.
    KryoWalker(const KryoClasses& classes, const Type* type, Sink& sink, bool int64_as_text, int depth = 0)
        : KryoReader(classes, type), sink_(sink), int64_as_text_(int64_as_text), depth_(depth) {
        if constexpr (codec::NotesClassNames<Sink>) {
            sites_ = &sink.sites();
        }
    }

    /// Whether the last value had a class by an id of the registrations.
    [[nodiscard]] bool has_registered() const { return has_registered_; }
    /// Whether an object of an inner class had none around it, or one of a class that it cannot be (skipping only): then the
    /// field was perhaps not written.
    [[nodiscard]] bool has_doubts() const { return has_doubts_; }

    /// One value that starts at `p`; returns where it ends. `declared` is the class of the state, null if it is not known.
    const std::uint8_t* run(const std::uint8_t* p, const std::uint8_t* end, const KryoClass* declared) {
        begin(p, end);
        depth_ = 0;
        maps_of_pairs_.reset();
        scopes_.clear();
        built_.clear();
        bindings_.clear();
        printed_ = 0;
        printed_as_object_ = false;
        has_doubts_ = false;
        begins_set_ = false;
        is_optional_content_ = false;
        empty_elements_ = 0;
        replayed_bytes_ = 0;
        class_and_object({declared, {}});
        return p_;
    }

    /// The class of the value that starts at `p`; null for null.
    const KryoClass* class_at(const std::uint8_t* p, const std::uint8_t* end) {
        begin(p, end);
        return read_class();
    }

    /// Passes over an object at whose body another walker stands, with that one's tables.
    void pass_over(KryoReader& reader, const KryoClass& type) {
        pass_over(reader, [&] { object(type, {&type, {}}); });
    }
    /// The same for a body alone, with what is known of its type arguments.
    void pass_over(KryoReader& reader, const KryoClass& type, const std::vector<GenericType>* arguments5,
                   std::span<const KryoClass* const> arguments2, bool is_set2) {
        pass_over(reader, [&] { body(type, {nullptr, {arguments5, arguments2, is_set2}}); });
    }
    /// The same for a field of an object.
    void pass_over(KryoReader& reader, const KryoClass& type, const KryoField& of_it) {
        pass_over(reader, [&] { field(type, of_it); });
    }

private:
    static constexpr int kMaxDepth = 1000;
    static constexpr int kMaxManifestDepth = 100;
    static constexpr std::uint64_t kMaxReplayedBytes = std::uint64_t{64} << 20;

    using Arguments2 = std::span<const KryoClass* const>;

    /// What is known of an object before it is read.
    struct Generics {
        const std::vector<GenericType>* arguments5 = nullptr;  ///< Kryo 5; null: none
        Arguments2 arguments2 = {};                            ///< Kryo 2: setGenerics; empty: null
        bool is_set2 = false;                                  ///< Kryo 2: whether setGenerics is called
    };
    struct Expected {
        const KryoClass* declared = nullptr;  ///< the class that is no news; null: any is
        Generics generics = {};
    };

    template <class Pass>
    void pass_over(KryoReader& reader, const Pass& pass) {
        swap_state(reader);
        const std::size_t first = objects_.size();
        pass();
        for (std::size_t i = first; i < objects_.size(); ++i) {
            objects_[i].number = KnownObject::kNotPrinted;
        }
        swap_state(reader);
    }

    // ---- Objects ----------------------------------------------------------------------------------------------------

    void class_and_object(const Expected& expected) {
        const KryoClass* const type = read_class();
        if (type == nullptr) {
            return null();
        }
        object(*type, expected);
    }

    void object(const KryoClass& type, const Expected& expected) {
        if (!type.takes_references) {
            return value(type, expected, kNoIndex);
        }
        reference(type, var_int(), expected);
    }

    void object_or_null(const KryoClass& type, const Expected& expected) {
        const std::uint32_t mark = var_int();
        if (mark == 0) {
            forget2(type);
            return null();
        }
        if (!type.takes_references) {
            if (mark != 1) {
                misfit("0 or 1 in front of an object");
            }
            return value(type, expected, kNoIndex);
        }
        reference(type, mark, expected);
    }

    void reference(const KryoClass& type, std::uint32_t mark, const Expected& expected) {
        if (mark == 0) {
            misfit("an object that is not null");
        }
        if (std::exchange(is_optional_content_, false) && can_print_null(type)) {
            return some([&] { reference(type, mark, expected); });
        }
        if (mark == 1) {
            if (is_replaying_ && Sink::kForm != codec::SinkForm::kSkip) {
                if (const KnownObject known = printed_at(p_); known.type != nullptr) {
                    pass_over_body(type, expected);
                    return again(known);
                }
            }
            objects_.push_back({&type, p_, KnownObject::kNotPrinted});
            return value(type, expected, objects_.size() - 1);
        }
        forget2(type);
        again(referred(mark - 2));
    }

    /// What was printed for the object whose body is there, if it can be referred to.
    KnownObject printed_at(const std::uint8_t* at) const {
        const auto end = objects_.begin() + static_cast<std::ptrdiff_t>(before_replay_);
        const auto known = std::lower_bound(objects_.begin(), end, at,
                                            [](const KnownObject& object, const auto* p) { return object.at < p; });
        const bool is_known = known != end && known->at == at && known->number != KnownObject::kNotPrinted;
        return is_known ? *known : KnownObject{};
    }

    void pass_over_body(const KryoClass& type, const Expected& expected) {
        codec::NullSink sink;
        KryoWalker<codec::NullSink> walker(classes_, type_, sink, false, depth_ + 1);
        walker.pass_over(*this, type, expected.generics.arguments5, expected.generics.arguments2,
                         expected.generics.is_set2);
    }

    void null() {
        is_optional_content_ = false;
        sink_.null();
        last_ = {};
    }

    /// An object that was there before.
    void again(const KnownObject object) {
        last_ = object;
        if constexpr (Sink::kForm == codec::SinkForm::kSkip) {
            return;
        }
        if (object.number != KnownObject::kNotPrinted) {
            return sink_.reference(object.number);
        }
        if (object.type == nullptr) {
            return sink_.null();
        }
        if (++depth_ > kMaxDepth) {
            refuse("objects nested deeper than " + std::to_string(kMaxDepth) + " levels");
        }
        const Replay replay = begin_replay(object.at);
        body(*object.type, {});
        end_replay(replay);
        --depth_;
        printed_as_object_ = false;
        last_ = object;
    }

    /// What is in an Optional: {"some":…} where that could print null itself, as the empty Optional does.
    template <class Print>
    void optional_content(const Print& print) {
        is_optional_content_ = true;
        print();
        is_optional_content_ = false;
    }

    template <class Print>
    void some(const Print& print) {
        static const KryoName kSome{"some", "\"some\":"};
        begin_object(nullptr);
        sink_.dynamic_field(0, kSome, true);
        print();
        sink_.end_dynamic_object();
        printed_as_object_ = true;
    }

    static bool can_print_null(const KryoClass& type) {
        switch (type.body) {
            case Body::kVoid:
            case Body::kOptional5:
            case Body::kOptionalInt5:
            case Body::kOptionalLong5:
            case Body::kOptionalDouble5:
            case Body::kScalaSome:
            case Body::kScalaNone:
            case Body::kScalaUnit: return true;
            default:
                return type.show == Show::kIfPresent ||
                       (type.show == Show::kOnlyField && !type.is_leaf && type.name.starts_with("java.util."));
        }
    }

    /// Reading something for a second time: what is in it is known already.
    struct Replay {
        const std::uint8_t* begin;
        const std::uint8_t* after;
        std::size_t objects;
        bool was_replaying;
    };
    Replay begin_replay(const std::uint8_t* at) {
        const Replay replay{at, p_, objects_.size(), is_replaying_};
        before_replay_ = is_replaying_ ? before_replay_ : objects_.size();
        p_ = at;
        is_replaying_ = true;
        return replay;
    }
    void end_replay(const Replay& replay) {
        replayed_bytes_ += static_cast<std::uint64_t>(p_ - replay.begin);
        p_ = replay.after;
        objects_.resize(replay.objects);
        is_replaying_ = replay.was_replaying;
        if (replayed_bytes_ > kMaxReplayedBytes) {
            refuse("objects that are referred to too often");
        }
    }

    static constexpr std::size_t kNoIndex = static_cast<std::size_t>(-1);

    /// The body of a new object, which is objects_[index] if it takes references.
    void value(const KryoClass& type, const Expected& expected, std::size_t index) {
        if (std::exchange(is_optional_content_, false) && can_print_null(type)) {
            return some([&] { value(type, expected, index); });
        }
        const std::uint8_t* const at = p_;
        if (type.is_leaf) {
            body(type, expected);
            last_ = {&type, at, KnownObject::kNotPrinted};
            return;
        }
        if (++depth_ > kMaxDepth) {
            refuse("objects nested deeper than " + std::to_string(kMaxDepth) + " levels");
        }
        const std::uint32_t number = printed_;
        if (index != kNoIndex && type.body != Body::kJavaStream) {
            objects_[index].number = number;
        }
        if (is_transparent(type)) {
            body(type, expected);
            if (printed_as_object_) {
                last_ = {&type, at, number};
            }
            printed_as_object_ = false;
            if (index != kNoIndex) {
                objects_[index] = last_;
            }
        } else {
            body(type, expected);
            last_ = {&type, at, number};
        }
        --depth_;
    }

    static bool is_transparent(const KryoClass& type) {
        return type.body >= Body::kOptional5 ||
               (type.body == Body::kFields && (type.show == Show::kOnlyField || type.show == Show::kFirstField));
    }

    // ---- Bodies -----------------------------------------------------------------------------------------------------

    void body(const KryoClass& type, const Expected& expected) {
        switch (type.body) {
            case Body::kString: return string();
            case Body::kInt: return sink_.integer(signed_var_int());
            case Body::kLong: return sink_.long_integer(signed_var_long(), int64_as_text_);
            case Body::kBoolean: return sink_.boolean(boolean());
            case Body::kDouble: return sink_.float64(std::bit_cast<double>(fixed64()));
            case Body::kFloat: return sink_.float32(std::bit_cast<float>(fixed32()));
            case Body::kShort: return sink_.integer(static_cast<std::int16_t>(fixed16()));
            case Body::kByte: return sink_.integer(static_cast<std::int8_t>(byte()));
            case Body::kChar: return sink_.character(static_cast<char16_t>(fixed16()));
            case Body::kEnum: return enumeration(type);
            case Body::kFields: return fields(type, expected);
            case Body::kRecord5: return record(type, expected);
            case Body::kCollection:
            case Body::kImmutableCollection5:
            case Body::kSortedCollection:
                return is_kryo5_ ? collection5(type, expected.generics) : collection2(type, expected.generics);
            case Body::kMap:
            case Body::kImmutableMap5:
            case Body::kSortedMap: return map(type, expected.generics);
            case Body::kObjectArray: return object_array(type, expected.generics);
            case Body::kOpaque: refuse(type);
            default: return rare(type);
        }
    }

    /// Bodies that are not worth a line in the switch above.
    void rare(const KryoClass& type) {
        switch (type.body) {
            case Body::kVoid: return sink_.null();
            case Body::kByteArray: return byte_array();
            case Body::kBigInteger: return sink_.big_integer(big_integer());
            case Body::kBigDecimal: {
                const Bytes unscaled = big_integer();
                return sink_.big_decimal(unscaled, signed_var_int());
            }
            case Body::kDate:
            case Body::kSqlTimestamp: return date(type);
            case Body::kUuid: return sink_.own_text(uuid());
            case Body::kText: return own_string();
            case Body::kPattern: return pattern();
            case Body::kInetSocketAddress: return sink_.own_text(inet_socket_address());
            case Body::kLocale: return sink_.own_text(locale());
            case Body::kTime: return java_time(type);
            case Body::kOptionalInt5:
            case Body::kOptionalLong5:
            case Body::kOptionalDouble5: return optional_number5(type.body);
            case Body::kIntArray:
            case Body::kLongArray:
            case Body::kShortArray:
            case Body::kCharArray:
            case Body::kFloatArray:
            case Body::kDoubleArray:
            case Body::kBooleanArray: return number_array(type.body);
            case Body::kBitSet: return bit_set();
            case Body::kCalendar: return calendar();
            case Body::kEnumSet: return enum_set();
            case Body::kPriorityQueue2: comparator(); return elements_of_any_class(counted(var_int(), 1), {});
            case Body::kArraysAsList2: {
                const std::uint32_t count = counted(var_int(), 1);
                static_cast<void>(read_class());
                return elements_of_any_class(count, {});
            }
            case Body::kEmptyCollection: begin_array(0); return sink_.end_array();
            case Body::kEmptyMap: return map_of(0, {}, {});
            case Body::kSingleton: return elements_of_any_class(1, {});
            case Body::kSingletonMap: return map_of(1, {}, {});
            case Body::kJavaStream: return java_stream(type);
            case Body::kClass: return class_object();
            case Body::kOptional5: return optional_content([&] { class_and_object({}); });
            default: return scala(type);
        }
    }

    void string() {
        if constexpr (Sink::kForm == codec::SinkForm::kSkip) {
            return skip_text();
        }
        std::string_view value;
        if (text(value)) {
            sink_.text(value);
        } else {
            sink_.null();
        }
    }

    /// A string that stands for an object of another class.
    void own_string() {
        std::string_view value;
        if (text(value)) {
            sink_.own_text(value);
        } else {
            sink_.null();
        }
    }

    void byte_array() {
        const std::uint32_t count = length_plus_one(1);
        sink_.bytes(Bytes(p_, count));
        p_ += count;
    }

    void enumeration(const KryoClass& type) {
        const std::uint32_t position = var_int();
        if (position == 0) {
            return sink_.null();
        }
        constant(type, position - 1);
    }

    void constant(const KryoClass& type, std::uint32_t ordinal) {
        if (ordinal >= type.constants.size()) {
            misfit("the ordinal of an enum constant");
        }
        sink_.dynamic_enumeration(static_cast<std::int32_t>(ordinal), type.constants[ordinal]);
    }

    void date(const KryoClass& type) {
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

    void temporal(const Temporal& value) {
        if (!sink_.temporal(value)) {
            misfit("a date or time that java.time can hold");
        }
    }

    void java_time(const KryoClass& type) {
        Temporal value;
        if (time(type, value)) {
            temporal(value);
        } else {
            sink_.own_text(text_);
        }
    }

    void pattern() {
        own_string();
        if (is_kryo5_) {
            static_cast<void>(var_int());  // flags
        }
    }

    void optional_number5(Body body) {
        if (!boolean()) {
            return sink_.null();
        }
        switch (body) {
            case Body::kOptionalInt5: return sink_.integer(static_cast<std::int32_t>(fixed32()));
            case Body::kOptionalLong5: return sink_.long_integer(static_cast<std::int64_t>(fixed64()), int64_as_text_);
            default: return sink_.float64(std::bit_cast<double>(fixed64()));
        }
    }

    void number_array(Body body) {
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

    template <class Number>
    void numbers(std::uint32_t size, Number&& number) {
        const std::uint32_t count = length_plus_one(size);
        begin_array(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            sink_.element(i);
            number();
        }
        sink_.end_array();
    }

    /// The positions of the bits that are set.
    void bit_set() {
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

    void calendar() {
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

    void enum_set() {
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

    /// A Class object: a class, and whether a primitive is meant.
    void class_object() {
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

    void java_stream(const KryoClass& type) {
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

    void begin_array(std::size_t count) {
        ++printed_;
        if (std::exchange(begins_set_, false)) {
            return sink_.begin_dynamic_set(count);
        }
        sink_.begin_array(count);
    }

    /// `type` is null where the class is what was expected.
    void begin_object(const KryoClass* type) {
        ++printed_;
        sink_.begin_dynamic_object(type);
    }

    // ---- Collections ------------------------------------------------------------------------------------------------

    /// Comparators are no part of what is printed.
    void comparator() {
        const KryoClass* const type = read_class();
        if (type != nullptr) {
            pass_over_object(*type);
        }
    }

    void pass_over_object(const KryoClass& type) {
        codec::NullSink sink;
        KryoWalker<codec::NullSink> walker(classes_, type_, sink, false, depth_ + 1);
        walker.pass_over(*this, type);
    }

    void elements_of_any_class(std::uint32_t count, const Expected& expected) {
        begin_array(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            sink_.element(i);
            class_and_object(expected);
        }
        sink_.end_array();
    }

    void elements_or_null(const KryoClass& type, std::uint32_t count, Expected expected) {
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

    /// Whether all objects are of the very class, so that none is written.
    bool is_exact(const KryoClass* type, std::uint32_t count) const {
        if (type == nullptr || type->finality == Finality::kOpen) {
            return false;
        }
        if (type->finality == Finality::kUnknown && count > 0) {
            refuse_unknown(*type);
        }
        return true;
    }

    void collection2(const KryoClass& type, const Generics& generics) {
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

    void collection5(const KryoClass& type, const Generics& generics) {
        const std::vector<GenericType>* const arguments = generics.arguments5;
        const KryoClass* const element =
            arguments == nullptr || arguments->empty() ? nullptr : resolve5(arguments->front());
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
        const Expected expected{element, next5(arguments)};
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

    void elements5(const KryoClass& type, std::uint32_t count, bool has_null, const Expected& expected) {
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

    /// Nothing but their number bounds these.
    void nulls(std::uint32_t count) {
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

    void object_array(const KryoClass& type, const Generics& generics) {
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

    // ---- Maps -------------------------------------------------------------------------------------------------------

    void map(const KryoClass& type, const Generics& generics) {
        if (!is_kryo5_) {
            if (type.body == Body::kSortedMap) {
                comparator();
            }
            const std::uint32_t count = counted(var_int(), 1);
            const Arguments2 arguments = generics.arguments2;
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
            key = {resolve5((*arguments)[0]), below5((*arguments)[0])};
            value = {resolve5((*arguments)[1]), below5(arguments->back())};
        }
        map_of(counted(size - 1, 1), key, value, type.body != Body::kImmutableMap5);
    }

    void map_of(std::uint32_t count, const Expected& key, const Expected& value, bool can_hold_null = true) {
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

    /// `key_class` tells the class of a key at which it stands, and may go on.
    template <class KeyClass, class KeyPart, class ValuePart>
    void entries(std::uint32_t count, const KeyClass& key_class, const KeyPart& key_part, const ValuePart& value_part) {
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

    /// Whether a map may be printed as an object, by its first key.
    template <class KeyClass>
    bool begins_with_string(std::uint32_t count, const KeyClass& key_class) {
        if (count == 0) {
            return true;
        }
        const State before = state();
        const KryoClass* const type = key_class();
        restore(before);
        // What is printed as what is in it may be a string, too.
        return type != nullptr && (type->body == Body::kString || is_transparent(*type));
    }

    /// A JSON object, as long as all keys are strings; false, and nothing has happened, if one is not.
    template <class KeyPart, class ValuePart>
    bool string_map(std::uint32_t count, const KeyPart& key_part, const ValuePart& value_part) {
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

    /// What the type parameters of a class stood for when Kryo last built its fields.
    struct Built {
        const KryoClass* type;
        std::vector<const KryoClass*> parameters;
    };

    struct State {
        const std::uint8_t* p;
        std::size_t names;
        std::size_t objects;
        std::uint32_t printed;
        bool is_replaying;
        std::uint64_t empty_elements;
        std::vector<Built> built;
    };
    State state() const {
        return {p_, names_.size(), objects_.size(), printed_, is_replaying_, empty_elements_, built_};
    }
    void restore(const State& state) {
        p_ = state.p;
        names_.resize(state.names);
        objects_.resize(state.objects);
        printed_ = state.printed;
        is_replaying_ = state.is_replaying;
        empty_elements_ = state.empty_elements;
        built_ = state.built;
    }

    // ---- Scala: chill's serializers, which flink-scala registers (Kryo 2): kryo_scala.hpp -----------------------------

    void scala(const KryoClass& type);
    void alternative(const KryoName& name);
    /// What is in a Some, as of an Optional; but null, too, is a content.
    void scala_some();
    /// The names of its values are in no field: they are given when the object is made.
    void scala_enumeration();
    /// The number of bits, the last, and how far each is from the one before.
    void scala_bit_set();
    /// A Class object where no class is written.
    std::string class_name();
    std::string manifest_name(int depth);
    static std::size_t parts_of(const KryoClass& tuple);
    void tuple(const KryoClass& type);
    void tuple_part(const KryoClass& type, std::size_t index);
    /// The class of a tuple of two; `is_new` if its parts follow, otherwise `known` has them.
    const KryoClass& pair(bool& is_new, KnownObject& known);
    /// The entries of a map. Tuples are objects that can come again, in other maps or by themselves.
    void tuples(std::uint32_t count);

    // ---- Fields -----------------------------------------------------------------------------------------------------

    void fields(const KryoClass& type, const Expected& expected) {
        if (type.show == Show::kScalaTuple) {
            return tuple(type);
        }
        const bool is_object = type.show == Show::kObject || type.show == Show::kPlainObject;
        const bool names_class = &type != expected.declared && type.show == Show::kObject;
        if (is_object) {
            begin_object(names_class ? &type : nullptr);
        }
        const std::size_t bound = is_kryo5_ ? bind5(type, expected.generics) : bind2(type, expected.generics);
        if (is_object) {
            for (std::size_t i = 0; i < type.fields.size(); ++i) {
                sink_.dynamic_field(i, type.fields[i].name, i == 0 && !names_class);
                field(type, type.fields[i]);
            }
            sink_.end_dynamic_object();
        } else {
            wrapped(type);
        }
        unbind(bound);
    }

    /// Objects of the JDK that stand for what is in them.
    void wrapped(const KryoClass& type) {
        if (type.show == Show::kIfPresent && type.fields.size() == 2) {
            if (boolean()) {
                return field(type, type.fields[1]);
            }
            skip_number(type.fields[1].primitive);
            return sink_.null();
        }
        if (type.show == Show::kFirstField && !type.fields.empty()) {
            return first_field(type);
        }
        if (type.fields.size() != 1) {
            misfit("one field");
        }
        if (type.show == Show::kOnlyFlag) {
            return sink_.boolean(signed_var_int() != 0);
        }
        if (type.name == "java.util.Optional") {
            return optional_content([&] { field(type, type.fields[0]); });
        }
        field(type, type.fields[0]);
    }

    void first_field(const KryoClass& type) {
        field(type, type.fields[0]);
        const KnownObject first = last_;
        codec::NullSink sink;
        KryoWalker<codec::NullSink> walker(classes_, type_, sink, false, depth_ + 1);
        for (std::size_t i = 1; i < type.fields.size(); ++i) {
            walker.pass_over(*this, type, type.fields[i]);
        }
        last_ = first;
    }

    void skip_number(Body primitive) {
        switch (primitive) {
            case Body::kInt: static_cast<void>(signed_var_int()); break;
            case Body::kLong: static_cast<void>(signed_var_long()); break;
            default: static_cast<void>(fixed64());
        }
    }

    void field(const KryoClass& type, const KryoField& field) {
        switch (field.primitive) {
            case Body::kOpaque: break;
            case Body::kInt: return sink_.integer(signed_var_int());
            case Body::kLong: return sink_.long_integer(signed_var_long(), int64_as_text_);
            case Body::kBoolean: return sink_.boolean(boolean());
            case Body::kDouble: return sink_.float64(std::bit_cast<double>(fixed64()));
            case Body::kFloat: return sink_.float32(std::bit_cast<float>(fixed32()));
            case Body::kShort: return sink_.integer(static_cast<std::int16_t>(fixed16()));
            case Body::kByte: return sink_.integer(static_cast<std::int8_t>(byte()));
            default: return sink_.character(static_cast<char16_t>(fixed16()));
        }
        if constexpr (Sink::kForm == codec::SinkForm::kSkip) {
            if (field.is_synthetic && !has_doubts_) {
                look_at_outer(field);
            }
        }
        if (is_kryo5_) {
            return object_field5(field);
        }
        object_field2(type, field);
    }

    void look_at_outer(const KryoField& field) {
        const State before = state();
        if (field.declared->finality == Finality::kFinal) {
            has_doubts_ = var_int() == 0;
        } else {
            const KryoClass* const outer = read_class();
            has_doubts_ = outer == nullptr || (outer != field.declared && !classes_.is_a(*outer, *field.declared));
        }
        restore(before);
    }

    void object_field(const KryoClass* declared, const Generics& generics) {
        if (is_exact(declared, 1)) {
            return object_or_null(*declared, {declared, generics});
        }
        class_and_object({declared, generics});
    }

    void record(const KryoClass& type, const Expected& expected) {
        begin_object(&type == expected.declared ? nullptr : &type);
        const bool names_class = &type != expected.declared;
        for (std::size_t i = 0; i < type.fields.size(); ++i) {
            const KryoField& component = type.fields[i];
            sink_.dynamic_field(i, component.name, i == 0 && !names_class);
            if (component.primitive != Body::kOpaque) {
                field(type, component);
            } else {
                object_field(component.declared, {});
            }
        }
        sink_.end_dynamic_object();
    }

    /// What type variables stood for when the object was written is not kept.
    void refuse_replayed_generics() const {
        if (is_replaying_) {
            refuse("a reference to an object with type arguments in one that is not printed");
        }
    }

    // ---- Generics of Kryo 5 -----------------------------------------------------------------------------------------

    struct Binding {
        const KryoClass::Variable* variable;
        const KryoClass* type;
    };

    /// The class that a type stands for; null if none is known.
    const KryoClass* resolve5(const GenericType& generic) const {
        if (generic.type != nullptr) {
            return generic.type;
        }
        for (std::size_t i = bindings_.size(); i > 0; --i) {
            const Binding& binding = bindings_[i - 1];
            if (binding.variable->name == generic.variable && binding.variable->declarer == generic.declarer) {
                return binding.type;
            }
        }
        return nullptr;
    }

    static Generics below5(const GenericType& generic) {
        return {generic.arguments.empty() ? nullptr : &generic.arguments, {}, false};
    }
    /// What the elements of a collection know: the last argument's arguments.
    static Generics next5(const std::vector<GenericType>* arguments) {
        return arguments == nullptr || arguments->empty() ? Generics{} : below5(arguments->back());
    }

    /// DefaultGenerics.pushTypeVariables; returns how many there were before.
    std::size_t bind5(const KryoClass& type, const Generics& generics) {
        const std::size_t before = bindings_.size();
        const std::vector<GenericType>* const arguments = generics.arguments5;
        if (arguments == nullptr || type.hierarchy.empty() || type.parameters.size() > arguments->size() ||
            arguments->size() > type.hierarchy_counts.size()) {
            return before;
        }
        std::size_t next = 0;  // as in Kryo, an argument that is not known does not move it on
        for (std::size_t i = 0; i < arguments->size(); ++i) {
            const KryoClass* const resolved = resolve5((*arguments)[i]);
            if (resolved == nullptr) {
                continue;
            }
            for (std::uint32_t k = 0; k < type.hierarchy_counts[i] && next < type.hierarchy.size(); ++k) {
                bindings_.push_back({&type.hierarchy[next++], resolved});
            }
        }
        return before;
    }

    void object_field5(const KryoField& field) {
        const KryoClass* declared = field.declared;
        const GenericType& generic = field.generic;
        if (generic.type == nullptr && !generic.variable.empty()) {
            refuse_replayed_generics();
            const KryoClass* const resolved = resolve5(generic);
            if (resolved != nullptr && is_exact(resolved, 1)) {
                declared = generic.is_array ? classes_.by_name(array_of(*resolved)) : resolved;
                if (declared == nullptr) {
                    refuse("more classes than we follow");
                }
            } else if (resolved != nullptr) {
                return class_and_object({resolved, below5(generic)});
            }
        }
        object_field(declared, below5(generic));
    }

    static std::string array_of(const KryoClass& type) {
        return type.name.starts_with('[') ? "[" + type.name : "[L" + type.name + ";";
    }

    // ---- Generics of Kryo 2 -----------------------------------------------------------------------------------------

    const KryoClass* lookup2(std::string_view variable) const {
        for (std::size_t i = scopes_.size(); i > 0; --i) {
            const Built& scope = scopes_[i - 1];
            for (std::size_t k = 0; k < scope.parameters.size(); ++k) {
                if (scope.parameters[k] != nullptr && scope.type->parameters[k] == variable) {
                    return scope.parameters[k];
                }
            }
        }
        return nullptr;
    }

    /// FieldSerializer.setGenerics: builds the fields of a class with type parameters.
    void build2(Built& built, Arguments2 arguments) {
        built.parameters.clear();
        for (std::size_t i = 0; i < built.type->parameters.size(); ++i) {
            built.parameters.push_back(i < arguments.size() ? arguments[i] : lookup2(built.type->parameters[i]));
        }
    }

    Built* find_built2(const KryoClass& type) {
        const auto found =
            std::find_if(built_.begin(), built_.end(), [&](const Built& built) { return built.type == &type; });
        return found == built_.end() ? nullptr : &*found;
    }

    /// Kryo 2 sets the generics of a serializer to null where its object is null or comes again.
    void forget2(const KryoClass& type) {
        Built* const built = is_kryo5_ || type.parameters.empty() ? nullptr : find_built2(type);
        if (built != nullptr) {
            build2(*built, {});
        }
    }

    /// Returns how many scopes there were before.
    std::size_t bind2(const KryoClass& type, const Generics& generics) {
        const std::size_t before = scopes_.size();
        if (type.parameters.empty()) {
            return before;
        }
        refuse_replayed_generics();
        Built* built = find_built2(type);
        if (built == nullptr) {
            built = &built_.emplace_back(Built{&type, {}});
            build2(*built, generics.arguments2);
        } else if (generics.is_set2) {
            build2(*built, generics.arguments2);
        }
        scopes_.push_back(*built);
        return before;
    }

    void unbind(std::size_t before) {
        if (is_kryo5_) {
            bindings_.resize(before);
        } else {
            scopes_.resize(before);
        }
    }

    void object_field2(const KryoClass& type, const KryoField& field) {
        if (!field.has_variables) {
            return object_field(field.declared, {nullptr, field.arguments, true});
        }
        const bool has_scope = !type.parameters.empty();
        const auto variable = [&](const GenericType& generic) -> const KryoClass* {
            const KryoClass* const found = has_scope ? lookup2(generic.variable) : nullptr;
            return found != nullptr && generic.is_array ? classes_.by_name(array_of(*found)) : found;
        };
        const KryoClass* declared = field.declared;
        std::vector<const KryoClass*> arguments;
        if (!field.generic.variable.empty()) {
            const KryoClass* const found = has_scope ? lookup2(field.generic.variable) : nullptr;
            if (found != nullptr) {
                declared = field.generic.is_array ? declared : found;
                arguments.push_back(found);
            }
        } else {
            for (std::size_t i = 0; i < field.arguments.size(); ++i) {
                const GenericType& argument = field.generic.arguments[i];
                arguments.push_back(argument.variable.empty() ? field.arguments[i] : variable(argument));
            }
            if (arguments.front() == nullptr) {
                arguments.clear();
            }
        }
        object_field(declared, {nullptr, arguments, true});
    }

    Sink& sink_;
    bool int64_as_text_;
    int depth_;
    std::uint32_t printed_ = 0;
    bool has_doubts_ = false;
    bool begins_set_ = false;  ///< the next array is of a set
    std::uint64_t empty_elements_ = 0;
    std::uint64_t replayed_bytes_ = 0;
    KnownObject last_;                  ///< the object that was printed last
    bool printed_as_object_ = false;    ///< an Optional or a Some that is {"some":…}
    bool is_optional_content_ = false;  ///< what comes is in an Optional
    std::size_t before_replay_ =
        0;  ///< objects that were known before something is read again; in the order of the bytes
    std::vector<Binding> bindings_;
    std::vector<Built> built_;
    std::vector<Built> scopes_;
    /// Maps in which a key that is no string has been found.
    std::unique_ptr<std::unordered_set<const std::uint8_t*>> maps_of_pairs_;
};

}  // namespace sp::kryo

#include "types/kryo/kryo_scala.hpp"

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
#include "types/kryo/kryo_generics.hpp"
#include "types/kryo/kryo_reader.hpp"

namespace sp::kryo {

template <class Sink>
class KryoWalker : private KryoReader {
public:
    /// `depth`: of the walker that this one is for.
    KryoWalker(const KryoClasses& classes, const Type* type, Sink& sink, bool int64_as_text, int depth = 0)
        : KryoReader(classes, type), sink_(sink), int64_as_text_(int64_as_text), depth_(depth), variables2_(classes) {
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
        variables2_.clear();
        variables5_.clear();
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

    /// What is known of an object before it is read.
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

    /// To sinks that write the value anew.
    void tell_class(const KryoClass& type) {
        if constexpr (requires { sink_.object_of(type); }) {
            sink_.object_of(type);
        }
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
        tell_class(*object.type);
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
        tell_class(type);
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

    // ---- Values of the JDK: kryo_jdk_values.hpp ------------------------------------------------------------------------

    void byte_array();
    void enumeration(const KryoClass& type);
    void constant(const KryoClass& type, std::uint32_t ordinal);
    void date(const KryoClass& type);
    void temporal(const Temporal& value);
    void java_time(const KryoClass& type);
    void pattern();
    void optional_number5(Body body);
    void number_array(Body body);
    template <class Number>
    void numbers(std::uint32_t size, Number&& number);
    /// The positions of the bits that are set.
    void bit_set();
    void calendar();
    void enum_set();
    /// A Class object: a class, and whether a primitive is meant.
    void class_object();
    void java_stream(const KryoClass& type);

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

    // ---- Collections and maps: kryo_collections.hpp -------------------------------------------------------------------

    /// Comparators are no part of what is printed.
    void comparator();
    void pass_over_object(const KryoClass& type);
    void elements_of_any_class(std::uint32_t count, const Expected& expected);
    void elements_or_null(const KryoClass& type, std::uint32_t count, Expected expected);
    /// Whether all objects are of the very class, so that none is written.
    bool is_exact(const KryoClass* type, std::uint32_t count) const;
    void collection2(const KryoClass& type, const Generics& generics);
    void collection5(const KryoClass& type, const Generics& generics);
    void elements5(const KryoClass& type, std::uint32_t count, bool has_null, const Expected& expected);
    /// Nothing but their number bounds these.
    void nulls(std::uint32_t count);
    void object_array(const KryoClass& type, const Generics& generics);
    void map(const KryoClass& type, const Generics& generics);
    void map_of(std::uint32_t count, const Expected& key, const Expected& value, bool can_hold_null = true);
    /// `key_class` tells the class of a key at which it stands, and may go on.
    template <class KeyClass, class KeyPart, class ValuePart>
    void entries(std::uint32_t count, const KeyClass& key_class, const KeyPart& key_part, const ValuePart& value_part);
    /// Whether a map may be printed as an object, by its first key.
    template <class KeyClass>
    bool begins_with_string(std::uint32_t count, const KeyClass& key_class);
    /// A JSON object, as long as all keys are strings; false, and nothing has happened, if one is not.
    template <class KeyPart, class ValuePart>
    bool string_map(std::uint32_t count, const KeyPart& key_part, const ValuePart& value_part);

    struct State {
        const std::uint8_t* p;
        std::size_t names;
        std::size_t objects;
        std::uint32_t printed;
        bool is_replaying;
        std::uint64_t empty_elements;
        std::vector<VariablesOfKryo2::Built> built;
    };
    State state() const {
        return {p_, names_.size(), objects_.size(), printed_, is_replaying_, empty_elements_, variables2_.built()};
    }
    void restore(const State& state) {
        p_ = state.p;
        names_.resize(state.names);
        objects_.resize(state.objects);
        printed_ = state.printed;
        is_replaying_ = state.is_replaying;
        empty_elements_ = state.empty_elements;
        variables2_.restore(state.built);
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
        const std::size_t bound = bind(type, expected.generics);
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

    /// What the type variables of an object's class stand for, until unbind().
    std::size_t bind(const KryoClass& type, const Generics& generics) {
        if (is_kryo5_) {
            return variables5_.bind(type, generics);
        }
        if (type.parameters.empty()) {
            return variables2_.depth();
        }
        refuse_replayed_generics();
        return variables2_.bind(type, generics);
    }
    void unbind(std::size_t before) {
        if (is_kryo5_) {
            variables5_.unbind(before);
        } else {
            variables2_.unbind(before);
        }
    }
    void forget2(const KryoClass& type) {
        if (!is_kryo5_) {
            variables2_.forget(type);
        }
    }

    void object_field5(const KryoField& field) {
        const KryoClass* declared = field.declared;
        const GenericType& generic = field.generic;
        if (generic.type == nullptr && !generic.variable.empty()) {
            refuse_replayed_generics();
            const KryoClass* const resolved = variables5_.resolve(generic);
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

    void object_field2(const KryoClass& type, const KryoField& field) {
        if (!field.has_variables) {
            return object_field(field.declared, {nullptr, field.arguments, true});
        }
        const VariablesOfKryo2::FieldType known = variables2_.field_type(type, field);
        object_field(known.declared, {nullptr, known.arguments, true});
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
    VariablesOfKryo2 variables2_;
    VariablesOfKryo5 variables5_;
    /// Maps in which a key that is no string has been found.
    std::unique_ptr<std::unordered_set<const std::uint8_t*>> maps_of_pairs_;
};

}  // namespace sp::kryo

#include "types/kryo/kryo_collections.hpp"
#include "types/kryo/kryo_jdk_values.hpp"
#include "types/kryo/kryo_scala.hpp"

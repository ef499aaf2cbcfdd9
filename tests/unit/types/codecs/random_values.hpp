#pragma once

// Random Types, and random values of a Type as events. From a seed alone: the same on every machine.

#include <bit>
#include <limits>
#include <random>

#include "types/codecs/type_shape.hpp"
#include "types/codecs/value_fixtures.hpp"

namespace sp::test {

class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    std::uint64_t bits() { return engine_(); }
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(engine_() % n); }
    bool one_in(std::size_t n) { return below(n) == 0; }
    /// All magnitudes, and the borders.
    std::int64_t integer(int bytes) {
        const std::int64_t max = std::numeric_limits<std::int64_t>::max() >> (64 - 8 * bytes);
        switch (below(8)) {
            case 0: return max;
            case 1: return -max - 1;
            case 2: return 0;
            default:
                return static_cast<std::int64_t>(bits()) >> (64 - 8 * bytes) >>
                       below(static_cast<std::size_t>(8 * bytes));
        }
    }

private:
    std::mt19937_64 engine_;
};

inline TypePtr random_type(Random& random, int depth) {
    using enum TypeKind;
    static constexpr TypeKind kScalars[] = {
        kBoolean,     kByte,         kShort,        kInt,         kLong,          kChar,          kFloat,
        kDouble,      kString,       kVoid,         kBigInteger,  kBigDecimal,    kDate,          kSqlDate,
        kSqlTime,     kSqlTimestamp, kInstant,      kLocalDate,   kLocalTime,     kLocalDateTime, kBooleanValue,
        kByteValue,   kCharValue,    kShortValue,   kIntValue,    kLongValue,     kFloatValue,    kDoubleValue,
        kStringValue, kNullValue,    kBooleanArray, kByteArray,   kCharArray,     kShortArray,    kIntArray,
        kLongArray,   kFloatArray,   kDoubleArray,  kStringArray, kVoidNamespace, kGlobalWindow,  kTimeWindow,
        kTuple0,      kUnit};
    const auto nested = [&] { return random_type(random, depth - 1); };
    const auto fields = [&] {
        std::vector<TypePtr> all;
        for (std::size_t i = random.below(12); i > 0; --i) {
            all.push_back(nested());
        }
        return all;
    };
    const auto pojo = [&](const std::string& name) {
        static constexpr const char* kNames[] = {"a", "b\"q", "name", "@id", "\xC3\xBC", "missing-field-at-3"};
        std::vector<std::pair<std::string, TypePtr>> members;
        for (std::size_t i = 0, n = random.below(7); i < n; ++i) {
            members.emplace_back(kNames[i], random.one_in(20) ? nullptr : nested());
        }
        return pojo_of(name, members);
    };
    if (depth == 0 || random.one_in(4)) {
        if (random.one_in(30)) {
            return enum_of(
                {"RED", "BLUE \"1\"", "\xF0\x9F\x98\x80 a rather long name of a constant, longer than a block"});
        }
        if (random.one_in(30)) {
            return enumeration_of({{"Mon", 1}, {"Tue \"2\"", -7}, {"Wed", 2}});
        }
        return type_of(kScalars[random.below(std::size(kScalars))]);
    }
    switch (random.below(22)) {
        case 0: return type_of(kList, {nested()});
        case 1: return type_of(kArrayList, {nested()});
        case 2: return type_of(kSet, {nested()});
        case 3: return type_of(kGenericArray, {nested()});
        case 4: return type_of(kMap, {nested(), nested()});
        case 5: return type_of(kMap, {random.one_in(2) ? type_of(kString) : nullable_of(type_of(kString)), nested()});
        case 6: return nullable_of(nested(), random.one_in(2) ? 0 : 8);
        case 7: return type_of(kEither, {nested(), nested()});
        case 8: return type_of(kTuple, fields());
        case 9: return row_of(fields(), static_cast<int>(2 + random.below(3)), random.one_in(2));
        case 10: return random.one_in(2) ? type_of(kTtl, {type_of(kLong), nested()}) : type_of(kTtlAware, {nested()});
        case 11: return pojo("com.acme.P");
        case 12: return type_of(random.one_in(2) ? kStreamElement : kBufferEntry, {nested()});
        case 13: return type_of(kTaggedUnion, {nested(), nested()});
        case 14:
            return random.one_in(2) ? case_class_of("scala.Tuple3", fields())
                                    : case_class_of("com.acme.C", {nested(), nested()}, {"a", "@b\"q"});
        case 15:
        case 16: return type_of(kOption, {nested()});
        case 17: return type_of(random.one_in(2) ? kScalaEither : kTry, {nested(), nested()});
        case 18: return traversable_of(random.one_in(2) ? "Seq" : "mutable.Map", nested());
        case 19: return scala_map_of(random.one_in(2) ? type_of(kString) : nested(), nested());
        case 20: {
            static constexpr TypeKind kCep[] = {kEventId,          kDeweyNumber,        kNodeId,   kSharedBufferEdge,
                                                kSharedBufferNode, kSharedBufferNodeV2, kNfaState, kLockable};
            const TypeKind kind = kCep[random.below(std::size(kCep))];
            return kind == kLockable ? type_of(kind, {nested()}) : cep_type(kind, random.one_in(2));
        }
        default: {
            auto type = std::make_shared<Type>(*pojo("com.acme.Base"));
            type->registered_subclasses = {subclass_of("com.acme.A", pojo("com.acme.A")),
                                           subclass_of("com.acme.B", pojo("com.acme.B"))};
            type->other_subclasses = {subclass_of("com.acme.\xC3\x9C", pojo("com.acme.\xC3\x9C"))};
            return type;
        }
    }
}

/// Sends a random value of a type. Only what Flink can write: nulls at the outermost place that has a form for them.
class RandomValues {
public:
    RandomValues(Random& random, ValueVisitor& visitor) : random_(random), visitor_(visitor) {}

    void value(const Type& type, bool is_guarded = false) {
        using enum TypeKind;
        const Type& inner = codec::unwrapped(type);
        if (inner.kind == kOption) {
            return option(inner);
        }
        if (inner.kind == kNullable) {
            const Type* innermost = &codec::unwrapped(*inner.nested[0]);
            while (innermost->kind == kNullable) {
                innermost = &codec::unwrapped(*innermost->nested[0]);
            }
            if (!codec::has_value_like_null(innermost->kind) && random_.one_in(4)) {
                return visitor_.null();
            }
            return value(*innermost, false);
        }
        if (codec::is_unit(inner.kind)) {
            return visitor_.unit();
        }
        const bool has_own_null =
            inner.kind == kString || inner.kind == kPojo || (inner.kind >= kBigInteger && inner.kind <= kLocalDateTime);
        if (inner.kind == kVoid || inner.kind == kUnknown || ((is_guarded || has_own_null) && random_.one_in(5))) {
            return visitor_.null();
        }
        if (codec::is_object(inner)) {
            return object(inner);
        }
        if (codec::is_sequence(inner)) {
            return sequence(inner);
        }
        scalar(inner);
    }

    std::string string() {
        static constexpr const char* kParts[] = {"a",
                                                 "\"",
                                                 "\\",
                                                 "\n",
                                                 "\x01",
                                                 "\xC3\xA9",
                                                 "\xE2\x82\xAC",
                                                 "\xF0\x9F\x98\x80",
                                                 "\xED\xA0\xBD",
                                                 "@",
                                                 "plain text of some length",
                                                 ",",
                                                 "\x7F",
                                                 " "};
        std::string text;
        std::size_t parts = random_.one_in(20) ? random_.below(80) : random_.below(5);
        while (parts-- > 0) {
            text += random_.one_in(12) ? std::string(1, '\0') : kParts[random_.below(std::size(kParts))];
        }
        return text;
    }

private:
    std::size_t size() { return random_.one_in(6) ? random_.below(40) : random_.below(4); }

    void option(const Type& type) {
        const codec::SomeForm form = codec::some_form(type);
        if (random_.one_in(4)) {
            return visitor_.unit();
        }
        if (form == codec::SomeForm::kBare) {
            return value(*type.nested[0]);
        }
        const bool is_scalar = form == codec::SomeForm::kBareUnlessNull;
        if (is_scalar && !random_.one_in(3)) {
            return scalar(codec::unwrapped(*type.nested[0]));
        }
        visitor_.begin_alternative(type, 0, "some");
        is_scalar ? visitor_.null() : value(*type.nested[0]);
        visitor_.end_alternative();
    }

    void sequence(const Type& type) {
        const bool has_flags =
            type.kind == TypeKind::kSet || type.kind == TypeKind::kGenericArray || type.kind == TypeKind::kTraversable;
        const std::size_t n = size();
        visitor_.begin_array(n);
        for (std::size_t i = 0; i < n; ++i) {
            value(codec::element_type(type), has_flags);
        }
        visitor_.end_array();
    }

    void object(const Type& declared) {
        const Type* type = &declared;
        const std::size_t choice = random_.below(6);
        if (!declared.registered_subclasses.empty() && choice < 3) {
            const PojoSubclass& subclass =
                choice < 2 ? declared.registered_subclasses[choice] : declared.other_subclasses[0];
            visitor_.subclass(subclass.class_name);
            type = subclass.type.get();
        }
        const bool has_kind = type->kind == TypeKind::kRow && codec::row_has_kind(*type);
        const std::size_t forms = codec::form_tags(type->kind).size();
        const std::size_t form = forms > 0 ? random_.below(forms) : 0;
        visitor_.begin_object(*type, has_kind ? static_cast<int>(random_.below(4)) : static_cast<int>(form));
        for (std::size_t i = 0; i < codec::field_count(*type, form); ++i) {
            visitor_.field(i, codec::field_name(*type, i, form));
            value(codec::field_type(*type, i, form), type->kind == TypeKind::kRow || type->kind == TypeKind::kPojo);
        }
        visitor_.end_object();
    }

    void map(const Type& type) {
        const std::size_t n = size();
        visitor_.begin_map(type, n);
        for (std::size_t i = 0; i < n; ++i) {
            if (codec::has_string_keys(type) && !random_.one_in(15)) {
                visitor_.string(string());
            } else {
                value(codec::map_key(type));
            }
            value(codec::map_value(type), type.kind == TypeKind::kMap);
        }
        visitor_.end_map();
    }

    /// Minimal two's complement, as BigInteger.toByteArray gives.
    ByteVector digits() {
        ByteVector bytes;
        for (std::size_t i = 1 + (random_.one_in(8) ? random_.below(60) : random_.below(9)); i > 0; --i) {
            bytes.push_back(static_cast<std::uint8_t>(random_.bits()));
        }
        while (bytes.size() > 1 && ((bytes[0] == 0 && bytes[1] < 0x80) || (bytes[0] == 0xFF && bytes[1] >= 0x80))) {
            bytes.erase(bytes.begin());
        }
        return bytes;
    }

    std::string dewey_number() {
        std::string text;
        for (std::size_t i = 0, n = size(); i < n; ++i) {
            text += (i == 0 ? "" : ".") + std::to_string(random_.integer(4));
        }
        return text;
    }

    template <class Float, class Bits>
    Float floating() {
        if (random_.one_in(3)) {
            return static_cast<Float>(random_.integer(4)) / 8;
        }
        const auto value = std::bit_cast<Float>(static_cast<Bits>(random_.bits()));
        return value != value ? std::numeric_limits<Float>::quiet_NaN() : value;  // JSON has one NaN
    }

    Temporal temporal(TypeKind kind) {
        Temporal value;
        value.kind = kind;
        switch (kind) {
            case TypeKind::kLocalDate:
            case TypeKind::kLocalDateTime:
                value.year = static_cast<std::int32_t>(random_.below(3) == 0 ? random_.integer(4) % 1000000000
                                                                             : 1900 + random_.below(200));
                value.month = static_cast<std::int8_t>(1 + random_.below(12));
                value.day = static_cast<std::int8_t>(1 + random_.below(28));
                if (kind == TypeKind::kLocalDate) {
                    break;
                }
                [[fallthrough]];
            case TypeKind::kLocalTime:
                value.hour = static_cast<std::int8_t>(random_.below(24));
                value.minute = static_cast<std::int8_t>(random_.below(60));
                value.second = static_cast<std::int8_t>(random_.below(60));
                value.nanos = nanos();
                break;
            case TypeKind::kInstant:
                value.epoch = random_.integer(4) * 8;
                value.nanos = nanos();
                break;
            case TypeKind::kSqlTimestamp:
                value.epoch = random_.integer(5);
                value.nanos = static_cast<std::int32_t>((value.epoch % 1000 + 1000) % 1000 * 1000000 +
                                                        static_cast<std::int64_t>(random_.below(1000000)));
                break;
            default: value.epoch = random_.one_in(3) ? random_.integer(2) * 86400000 : random_.integer(6);
        }
        return value;
    }

    std::int32_t nanos() {
        static constexpr std::uint32_t kSteps[] = {1, 1000, 1000000, 1000000000};
        const std::uint32_t step = kSteps[random_.below(4)];
        return static_cast<std::int32_t>(random_.below(1000000000) / step * step);
    }

    void scalar(const Type& type) {
        using enum TypeKind;
        switch (type.kind) {
            case kBoolean:
            case kBooleanValue: return visitor_.boolean(random_.one_in(2));
            case kByte:
            case kByteValue: return visitor_.integer(random_.integer(1));
            case kShort:
            case kShortValue: return visitor_.integer(random_.integer(2));
            case kInt:
            case kIntValue: return visitor_.integer(random_.integer(4));
            case kLong:
            case kLongValue: return visitor_.integer(random_.integer(8));
            case kChar:
            case kCharValue:
                return visitor_.character(
                    static_cast<char16_t>(random_.one_in(2) ? random_.below(128) : random_.bits()));
            case kFloat:
            case kFloatValue: return visitor_.float32(floating<float, std::uint32_t>());
            case kDouble:
            case kDoubleValue: return visitor_.float64(floating<double, std::uint64_t>());
            case kString:
            case kStringValue: return visitor_.string(string());
            case kGlobalWindow: return visitor_.string("GlobalWindow");
            case kDeweyNumber: return visitor_.own_text(dewey_number());
            case kBigInteger: return visitor_.big_integer(digits());
            case kBigDecimal:
                return visitor_.big_decimal(digits(),
                                            static_cast<std::int32_t>(random_.integer(random_.one_in(9) ? 4 : 1)));
            case kByteArray: return visitor_.bytes(digits());
            case kEnum: {
                const std::size_t i = random_.below(type.constants.size());
                return visitor_.enumeration(static_cast<std::int32_t>(i), type.constants[i].name);
            }
            case kScalaEnum: {
                const EnumConstant& constant = type.constants[random_.below(type.constants.size())];
                return visitor_.enumeration(constant.id, constant.name);
            }
            case kMap:
            case kTraversable: return map(type);
            case kEither:
            case kScalaEither:
            case kTry: {
                const std::size_t side = random_.below(2);
                visitor_.begin_alternative(type, side, codec::alternative_name(type.kind, side));
                value(*type.nested[side]);
                return visitor_.end_alternative();
            }
            default: return visitor_.temporal(temporal(type.kind));
        }
    }

    Random& random_;
    ValueVisitor& visitor_;
};

}  // namespace sp::test

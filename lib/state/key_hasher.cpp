#include "state/key_hasher.hpp"

#include <array>
#include <optional>
#include <string_view>

#include "io/big_endian.hpp"
#include "io/bounded_reader.hpp"
#include "java/hash_codes.hpp"
#include "java/modified_utf8.hpp"
#include "state/value_end.hpp"
#include "types/codecs/events.hpp"
#include "types/codecs/interpreter.hpp"
#include "types/kryo/java_time_parse.hpp"
#include "types/kryo/kryo_decoder.hpp"

namespace sp {
namespace {

std::int32_t hash_of(const HashNode& node, BoundedReader& in, bool& is_null);

/// As a part of something.
std::int32_t hash_of_part(const HashNode& node, BoundedReader& in) {
    bool is_null = false;
    const std::int32_t hash = hash_of(node, in, is_null);
    return is_null ? node.null_hash : hash;
}

// --- scalars ---

/// UVarInt7 of at most 35 bits.
std::uint64_t read_varint(BoundedReader& in, std::string_view what) {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
        const std::uint8_t byte = in.u8(what);
        value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
        if (byte < 0x80) {
            return value;
        }
    }
    in.fail(what, "a number of more than five bytes");
}

std::int64_t read_long(BoundedReader& in, std::string_view what) {
    return static_cast<std::int64_t>(load_u64(in.bytes(8, what).data()));
}

std::int32_t hash_of_units(BoundedReader& in, std::uint64_t units) {
    if (units <= in.remaining()) {  // most text is ASCII, a byte a unit
        BoundedReader ahead = in;
        std::uint32_t hash = 0;
        std::uint8_t all = 0;
        for (const std::uint8_t unit : ahead.bytes(units, "characters")) {
            hash = 31 * hash + unit;
            all |= unit;
        }
        if (all < 0x80) {
            in = ahead;
            return java::wrapped(hash);
        }
    }
    std::uint32_t hash = 0;
    for (; units > 0; --units) {
        std::uint32_t unit = in.u8("character");
        if (unit >= 0x80) {
            const auto next = static_cast<std::uint32_t>(in.u8("character"));
            unit = (unit & 0x7F) | (next & 0x7F) << 7;
            if (next >= 0x80) {
                unit |= static_cast<std::uint32_t>(in.u8("character")) << 14;
                if (unit > 0xFFFF) {
                    in.fail("character", "no UTF-16 unit");
                }
            }
        }
        hash = 31 * hash + unit;
    }
    return java::wrapped(hash);
}

/// The bytes of a BigInteger (BigIntSerializer); empty for null.
Bytes read_big_integer(BoundedReader& in) {
    static constexpr std::uint8_t kCached[] = {0, 1, 10};
    const std::uint32_t length = in.u32("length of a big integer");
    if (length <= 3) {
        return length == 0 ? Bytes() : Bytes(&kCached[length - 1], 1);
    }
    if (length == 4) {
        in.fail("length of a big integer", "found 4, a number without digits");
    }
    return in.bytes(length - 4, "big integer");
}

std::int32_t hash_of_big_decimal(BoundedReader& in, bool& is_null) {
    const Bytes unscaled = read_big_integer(in);
    is_null = unscaled.empty();
    return is_null ? 0 : java::hash_of_big_decimal(unscaled, in.i32("scale"));
}

/// Timestamp.getTime(): java.sql keeps the seconds of the milliseconds it was made of, and takes the rest from the
/// nanoseconds.
std::int64_t millis_of_timestamp(const Temporal& value) {
    std::int64_t rest = value.epoch % 1000;
    rest += rest < 0 ? 1000 : 0;
    const std::uint64_t seconds = static_cast<std::uint64_t>(value.epoch) - static_cast<std::uint64_t>(rest);
    return static_cast<std::int64_t>(seconds + static_cast<std::uint64_t>(value.nanos / 1'000'000));
}

std::int32_t hash_of_time(const Temporal& value) {
    const auto date = [&] { return java::hash_of_local_date(value.year, value.month, value.day); };
    const auto time = [&] { return java::hash_of_local_time(value.hour, value.minute, value.second, value.nanos); };
    switch (value.kind) {
        case TypeKind::kInstant: return java::hash_of_instant(value.epoch, value.nanos);
        case TypeKind::kLocalDate: return date();
        case TypeKind::kLocalTime: return time();
        case TypeKind::kLocalDateTime: return date() ^ time();
        case TypeKind::kSqlTimestamp: return java::hash_of_long(millis_of_timestamp(value));
        default: return java::hash_of_long(value.epoch);  // java.util.Date's, which java.sql's inherit
    }
}

std::int32_t hash_of_temporal(TypeKind kind, BoundedReader& in, bool& is_null) {
    Temporal value;
    value.kind = kind;
    const Bytes bytes = in.bytes(codec::detail::temporal_size(kind), "date or time");
    is_null = !codec::detail::read_temporal(kind, bytes.data(), value);
    return is_null ? 0 : hash_of_time(value);
}

std::int32_t hash_of_binary(const HashNode& node, BoundedReader& in) {
    const Bytes bytes = in.length_prefixed("binary data");
    if (bytes.size() % static_cast<std::size_t>(node.a) != 0) {
        in.fail("binary data", "its length is no multiple of 4");
    }
    return java::hash_of_binary_data(bytes);
}

std::int32_t hash_of_timestamp(const HashNode& node, BoundedReader& in) {
    const std::int64_t ms = read_long(in, "milliseconds");
    return java::hash_of_timestamp_data(ms, node.a == 1 ? in.i32("nanoseconds") : 0);
}

/// Kryo's zigzag number of up to nine bytes, of which the last has eight bits.
std::int64_t read_kryo_long(BoundedReader& in) {
    std::uint64_t value = 0;
    for (int shift = 0; shift <= 56; shift += 7) {
        const std::uint64_t byte = in.u8("UUID");
        value |= (shift == 56 ? byte : byte & 0x7FU) << shift;
        if (byte < 0x80) {
            break;
        }
    }
    return static_cast<std::int64_t>(value >> 1 ^ (0 - (value & 1U)));
}

/// FlinkChillPackageRegistrar has registered the class as 82, of which Kryo writes 84; then comes the mark of a first
/// object.
std::int32_t hash_of_uuid(const HashNode& node, BoundedReader& in, bool& is_null) {
    const std::uint64_t start = in.offset();
    const std::uint8_t id = in.u8("class id");
    if (id == 0) {
        is_null = true;
        return 0;
    }
    if (id != 84 || in.u8("mark of an object") != 1) {
        in.fail_at(start, "UUID", "it does not begin with 54 01");
    }
    const auto half = [&] {
        return node.a == 1 ? static_cast<std::int64_t>(__builtin_bswap64(in.u64("UUID"))) : read_kryo_long(in);
    };
    const std::int64_t high = half();
    return java::hash_of_long(high ^ half());
}

/// The hash of an object of the JDK, of its event.
class ObjectHash : public ValueVisitor {
public:
    ObjectHash(std::string_view class_name, KryoAsk ask)
        : is_long_(class_name == "java.lang.Long"),
          is_uuid_(class_name == "java.util.UUID"),
          is_scala_(ask == KryoAsk::kScala) {}

    [[nodiscard]] std::optional<std::int32_t> hash() const { return is_known_ ? hash_ : std::nullopt; }
    [[nodiscard]] bool is_null() const { return is_known_ && is_null_; }

    void null() override { is_null_ = true; }
    void boolean(bool value) override { hash_ = java::hash_of_boolean(value); }
    void integer(std::int64_t value) override {
        hash_ = !is_long_   ? static_cast<std::int32_t>(value)
                : is_scala_ ? java::scala_hash_of_long(value)
                            : java::hash_of_long(value);
    }
    void character(char16_t value) override { hash_ = value; }
    void float32(float value) override {
        hash_ = is_scala_ ? java::scala_hash_of_float(value) : java::hash_of_float(value);
    }
    void float64(double value) override {
        hash_ = is_scala_ ? java::scala_hash_of_double(value) : java::hash_of_double(value);
    }
    void big_integer(Bytes digits) override { hash_ = java::hash_of_big_integer(digits); }
    void big_decimal(Bytes unscaled, std::int32_t scale) override {
        hash_ = java::hash_of_big_decimal(unscaled, scale);
    }
    void string(std::string_view text) override { hash_ = java::hash_of_string(java::utf8_to_utf16(text)); }
    void temporal(const Temporal& value) override { hash_ = hash_of_time(value); }
    void own_text(std::string_view text) override {
        if (is_uuid_) {
            hash_ = of_uuid(text);
            return;
        }
        kryo::JavaTime time;  // of a Duration
        if (kryo::parse_java_time(text, kryo::TimeForm::kDuration, time)) {
            hash_ = java::hash_of_instant(time.seconds, time.nanos);
        }
    }
    // None of these has a hash that is known.
    void bytes(Bytes) override { is_known_ = false; }
    void enumeration(std::int32_t, std::string_view) override { is_known_ = false; }
    void begin_array(std::size_t) override { is_known_ = false; }
    void end_array() override {}
    void begin_map(const Type&, std::size_t) override { is_known_ = false; }
    void end_map() override {}
    void subclass(std::string_view) override { is_known_ = false; }
    void begin_object(const Type&, int) override { is_known_ = false; }
    void field(std::size_t, std::string_view) override {}
    void end_object() override {}
    void begin_alternative(const Type&, std::size_t, std::string_view) override { is_known_ = false; }
    void end_alternative() override {}

private:
    static std::int32_t of_uuid(std::string_view text) {
        std::uint64_t halves[2] = {};
        int digits = 0;
        for (const char c : text) {
            if (c != '-') {
                std::uint64_t& half = halves[digits++ / 16 % 2];
                half = half << 4 | static_cast<std::uint64_t>(c <= '9' ? c - '0' : c - 'a' + 10);
            }
        }
        return java::hash_of_long(static_cast<std::int64_t>(halves[0] ^ halves[1]));
    }

    bool is_long_;
    bool is_uuid_;
    bool is_scala_;
    bool is_null_ = false;
    bool is_known_ = true;
    std::optional<std::int32_t> hash_;
};

std::int32_t hash_of_kryo(const HashNode& node, BoundedReader& in, bool& is_null) {
    BoundedReader ahead = in;
    const Bytes bytes = ahead.bytes(in.remaining(), "value that Kryo wrote");
    const std::uint8_t* const begin = bytes.data();
    const std::uint8_t* end = begin + bytes.size();
    const Type& type = *node.kryo_type;
    std::string_view class_name = type.class_name;
    try {
        if (static_cast<KryoHash>(node.b) == KryoHash::kAny) {
            class_name = type.kryo->class_of(begin, end, type);
        }
        const auto ask = static_cast<KryoAsk>(node.a);
        if (ask != KryoAsk::kNothing && !class_name.empty() && !has_known_hash(class_name)) {
            throw UnsupportedError("the hashCode of a key of class " + std::string(class_name) +
                                   ", and so its key group, is not known");
        }
        ObjectHash hash(class_name, ask);
        end = node.kryo->decode(begin, end, hash);
        is_null = hash.is_null();
        if (ask != KryoAsk::kNothing && !is_null && !hash.hash()) {
            in.fail("value that Kryo wrote", "an object of another class than the key's");
        }
        in.skip(static_cast<std::size_t>(end - begin), "value that Kryo wrote");
        return hash.hash().value_or(0);
    } catch (const codec::DecodeFault& fault) {
        in.fail("value that Kryo wrote", fault.why.empty() ? std::string("expected ") + fault.expected : fault.why);
    }
}

float floating(const HashNode& node, std::uint32_t bits) {
    const auto value = std::bit_cast<float>(bits);
    return node.a == 1 && value == 0 ? 0.0F : value;
}

double floating(const HashNode& node, std::uint64_t bits) {
    const auto value = std::bit_cast<double>(bits);
    return node.a == 1 && value == 0 ? 0.0 : value;
}

// --- structure ---

std::int32_t hash_of_sequence(const HashNode& node, BoundedReader& in) {
    const auto flag = static_cast<HashElementFlag>(node.a);
    const HashNode& element = node.children[0];
    const std::size_t count = in.count("elements", flag == HashElementFlag::kNone ? 0 : 1);
    const std::uint64_t start = in.offset();
    std::int32_t hash = node.b;
    for (std::size_t i = 0; i < count; ++i) {
        std::int32_t part = 0;
        if (flag == HashElementFlag::kNone || in.boolean("flag of an element") != (flag == HashElementFlag::kIsNull)) {
            part = hash_of_part(element, in);
        }
        hash = java::chain(hash, part, node.b == 0 ? 1 : 31);
        if (i == 0 && in.offset() == start && count > kMaxEmptyValues) {
            in.fail("elements", "more than " + std::to_string(kMaxEmptyValues) + " elements without bytes");
        }
    }
    return hash;
}

std::int32_t hash_of_map(const HashNode& node, BoundedReader& in) {
    const std::size_t count = in.count("entries of a map", 1);
    std::int32_t hash = node.a;
    for (std::size_t i = 0; i < count; ++i) {
        const std::int32_t key = hash_of_part(node.children[0], in);
        const std::int32_t value = in.boolean("flag of a value") ? 0 : hash_of_part(node.children[1], in);
        hash = java::sum(hash, key ^ value);
    }
    return hash;
}

/// The hashes of a product's fields until they are put together.
class FieldHashes {
public:
    explicit FieldHashes(std::size_t count) {
        if (count > few_.size()) {
            many_.resize(count);
            all_ = many_.data();
        }
    }
    FieldHashes(const FieldHashes&) = delete;
    FieldHashes& operator=(const FieldHashes&) = delete;

    std::int32_t& operator[](std::size_t i) { return all_[i]; }

    [[nodiscard]] std::int32_t combined(const HashNode& node, std::int32_t start) const {
        const HashFormula& formula = node.formula;
        auto result = static_cast<std::uint32_t>(start);
        for (const std::uint16_t i : node.order) {
            const auto hash = static_cast<std::uint32_t>(all_[i]);
            switch (formula.step) {
                case HashFormula::Step::kChain: result = result * formula.factor + hash; break;
                case HashFormula::Step::kXor: result = result * formula.factor ^ hash; break;
                case HashFormula::Step::kMurmur: result = java::murmur_mix(result, hash); break;
            }
        }
        if (formula.step == HashFormula::Step::kMurmur) {
            result = java::murmur_end(result, static_cast<std::uint32_t>(node.order.size()));
        }
        return java::wrapped(result);
    }

private:
    std::array<std::int32_t, 32> few_;  // NOLINT(cppcoreguidelines-pro-type-member-init): written before it is read
    std::vector<std::int32_t> many_;
    std::int32_t* all_ = few_.data();
};

std::int32_t hash_of_product(const HashNode& node, BoundedReader& in) {
    FieldHashes fields(node.children.size());
    for (std::size_t i = 0; i < node.children.size(); ++i) {
        fields[i] = hash_of_part(node.children[i], in);
    }
    return fields.combined(node, node.formula.start);
}

std::int32_t hash_of_row(const HashNode& node, BoundedReader& in) {
    const std::size_t count = node.children.size();
    const std::size_t kind_bits = node.a == 1 ? 2 : 0;
    const Bytes mask = in.bytes((count + kind_bits + 7) / 8, "null mask of a row");
    const auto bit = [&](std::size_t i) { return (mask[i / 8] & 0x80U >> i % 8) != 0; };
    const std::int32_t kind = node.a == 1 ? (bit(0) ? 1 : 0) + (bit(1) ? 2 : 0) : 0;
    FieldHashes fields(count);
    for (std::size_t i = 0; i < count; ++i) {
        fields[i] = bit(kind_bits + i) ? 0 : hash_of_part(node.children[i], in);
    }
    switch (node.row_kind) {
        case RowKindHash::kNothing: return fields.combined(node, node.formula.start);
        case RowKindHash::kStart: return fields.combined(node, kind);
        case RowKindHash::kAdd31Times: break;
    }
    return java::chain(kind, fields.combined(node, node.formula.start));
}

std::int32_t hash_of_subclass(const HashNode& node, BoundedReader& in, bool is_registered, bool& is_null) {
    const PojoHashTargets::Target* target = nullptr;
    std::string_view name;
    if (is_registered) {
        const std::uint8_t tag = in.u8("tag of a subclass");
        if (tag < node.subclasses->registered.size()) {
            target = &node.subclasses->registered[tag];
            name = target->class_name;
        } else {
            in.fail("tag of a subclass", "found " + std::to_string(tag) + ", which the serializer does not know");
        }
    } else {
        name = as_text(in.bytes(in.u16("length of a class name"), "class name"));
        for (const PojoHashTargets::Target& candidate : node.subclasses->by_name) {
            target = candidate.class_name == name ? &candidate : target;
        }
    }
    if (target == nullptr || !target->node) {
        throw UnsupportedError("a key of the subclass " + std::string(name) + ": " +
                               (target == nullptr ? "its serializer is not in the savepoint" : target->why_not) +
                               ", so that its hashCode and its key group cannot be computed");
    }
    return hash_of(*target->node, in, is_null);
}

std::int32_t hash_of_pojo(const HashNode& node, BoundedReader& in, bool& is_null) {
    const std::uint8_t flags = in.u8("flags of a POJO");
    switch (flags) {
        case 1: is_null = true; return 0;
        case 2: break;
        case 4:
        case 8: return hash_of_subclass(node, in, flags == 8, is_null);
        default: in.fail("flags of a POJO", "found " + std::to_string(flags) + ", expected 1, 2, 4 or 8");
    }
    FieldHashes fields(node.children.size());
    for (std::size_t i = 0; i < node.children.size(); ++i) {
        const HashNode& field = node.children[i];
        fields[i] = in.boolean("flag of a field") ? field.null_hash : hash_of_part(field, in);
    }
    return fields.combined(node, node.formula.start);
}

std::int32_t plain_hash(const HashNode& node, BoundedReader& in, bool& is_null) {
    switch (node.op) {
        case HashOp::kBoolean: return in.boolean("boolean") ? node.a : node.b;
        case HashOp::kI8: return in.i8("byte");
        case HashOp::kI16: return in.i16("short");
        case HashOp::kU16: return in.u16("char");
        case HashOp::kI32: return in.i32("int");
        case HashOp::kI64: return java::hash_of_long(read_long(in, "long"));
        case HashOp::kF32: return java::hash_of_float(floating(node, in.u32("float")));
        case HashOp::kF64:
            return java::hash_of_double(floating(node, static_cast<std::uint64_t>(read_long(in, "double"))));
        case HashOp::kScalaI64: return java::scala_hash_of_long(read_long(in, "long"));
        case HashOp::kScalaF32: return java::scala_hash_of_float(std::bit_cast<float>(in.u32("float")));
        case HashOp::kScalaF64:
            return java::scala_hash_of_double(
                std::bit_cast<double>(static_cast<std::uint64_t>(read_long(in, "double"))));
        case HashOp::kConstant: in.skip(static_cast<std::size_t>(node.a), "the only value of its type"); return node.b;
        case HashOp::kNull:
            in.skip(1, "null");
            is_null = true;
            return 0;
        case HashOp::kTemporal: return hash_of_temporal(node.kind, in, is_null);
        case HashOp::kTimeWindow: {
            const std::int64_t start = read_long(in, "start of a window");
            return java::hash_of_time_window(start, read_long(in, "end of a window"));
        }
        case HashOp::kDecimalLong: return java::hash_of_big_decimal(in.bytes(8, "decimal"), node.a);
        case HashOp::kTimestamp: return hash_of_timestamp(node, in);
        case HashOp::kString: {
            const std::uint64_t units = read_varint(in, "length of a string");
            is_null = units == 0;
            return is_null ? 0 : hash_of_units(in, units - 1);
        }
        case HashOp::kStringValue: return hash_of_units(in, read_varint(in, "length of a string"));
        case HashOp::kBigInteger: {
            const Bytes digits = read_big_integer(in);
            is_null = digits.empty();
            return is_null ? 0 : java::hash_of_big_integer(digits);
        }
        case HashOp::kBigDecimal: return hash_of_big_decimal(in, is_null);
        case HashOp::kDecimalBytes: return java::hash_of_big_decimal(in.length_prefixed("decimal"), node.a);
        case HashOp::kUuid: return hash_of_uuid(node, in, is_null);
        case HashOp::kKryo: return hash_of_kryo(node, in, is_null);
        case HashOp::kBinaryData: return hash_of_binary(node, in);
        case HashOp::kSequence: return hash_of_sequence(node, in);
        case HashOp::kMap: return hash_of_map(node, in);
        case HashOp::kNullable:
            if (in.boolean("flag of a nullable value")) {
                in.skip(static_cast<std::size_t>(node.a), "padding");
                is_null = true;
                return 0;
            }
            return hash_of(node.children[0], in, is_null);
        case HashOp::kChoice: return hash_of_part(node.children[in.boolean("flag of the alternative") ? 0 : 1], in);
        case HashOp::kProduct: return hash_of_product(node, in);
        case HashOp::kRow: return hash_of_row(node, in);
        case HashOp::kPojo: return hash_of_pojo(node, in, is_null);
    }
    return 0;
}

/// Reads one value and hashes it; null has no hash of its own.
std::int32_t hash_of(const HashNode& node, BoundedReader& in, bool& is_null) {
    const std::int32_t hash = plain_hash(node, in, is_null);
    return is_null ? 0 : java::sum(hash, node.addend);
}

}  // namespace

std::int32_t KeyHasher::hash(Bytes key) const {
    BoundedReader in(key, "key");
    bool is_null = false;
    const std::int32_t hash = hash_of(plan_, in, is_null);
    in.expect_end("end of the key");
    if (is_null) {
        in.fail_at(0, "key", "it is null, and Flink has no null keys");
    }
    return hash;
}

}  // namespace sp

#include "types/codecs/value_encoder.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <utility>

#include "io/big_endian.hpp"
#include "java/modified_utf8.hpp"
#include "sp/error.hpp"
#include "types/codecs/program.hpp"
#include "types/codecs/subclass_programs.hpp"
#include "types/codecs/text/big_numbers.hpp"
#include "types/codecs/text/dewey_numbers.hpp"
#include "types/codecs/text/sql_times.hpp"
#include "types/codecs/type_shape.hpp"
#include "types/codecs/value_words.hpp"
#include "types/kryo/kryo_decoder.hpp"

namespace sp::codec {
namespace {

struct IntegerForm {
    TypeKind kind;
    TypeKind value_kind;  ///< org.apache.flink.types.…Value, in the same bytes
    int size;
};

constexpr IntegerForm kIntegers[] = {
    {TypeKind::kByte, TypeKind::kByteValue, 1},
    {TypeKind::kShort, TypeKind::kShortValue, 2},
    {TypeKind::kInt, TypeKind::kIntValue, 4},
    {TypeKind::kLong, TypeKind::kLongValue, 8},
};

bool is_temporal(TypeKind kind) { return kind >= TypeKind::kDate && kind <= TypeKind::kLocalDateTime; }

bool is_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

void put_varint(ByteVector& out, std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) {
        out.push_back(static_cast<std::uint8_t>(value | 0x80));
    }
    out.push_back(static_cast<std::uint8_t>(value));
}

}  // namespace

void ValueEncoder::finish() {
    if (!levels_.empty() || subclass_ != nullptr || !is_complete_ || is_in_kryo_) {
        fail("the value is not complete");
    }
    is_complete_ = false;
}

std::string ValueEncoder::path() const {
    std::string path;
    for (const Level& level : levels_) {
        if (level.begun == 0) {
            continue;
        }
        const std::size_t at = level.begun - 1;
        switch (level.shape) {
            case Shape::kSequence: path += "[" + std::to_string(at) + "]"; break;
            case Shape::kMap: path += "[" + std::to_string(at / 2) + (at % 2 == 0 ? "].key" : "].value"); break;
            case Shape::kObject: path += "." + field_name(*level.type, at, level.form); break;
            case Shape::kAlternative: (path += ".") += alternative_name(level.type->kind, level.size); break;
        }
    }
    return path;
}

void ValueEncoder::fail(std::string_view problem) const {
    const std::string where = path();
    throw InputError((where.empty() ? "" : where + ": ") + std::string(problem));
}

/// What is wrong in a value of Kryo, which begins with its place in there.
std::string ValueEncoder::inside(const std::string& problem) const {
    const std::string where = path();
    return (problem.starts_with('[') || where.empty() ? where : where + ": ") + problem;
}

void ValueEncoder::mismatch(const Type& type, std::string_view found) const {
    if (!has_codec(type.kind)) {
        const std::string where = path();
        throw UnsupportedError((where.empty() ? "" : where + ": ") + value_word(type) + " cannot be written");
    }
    fail("expected " + value_word(type) + ", found " + std::string(found));
}

void ValueEncoder::put(std::uint64_t value, int size) {
    for (int shift = 8 * (size - 1); shift >= 0; shift -= 8) {
        out_.push_back(static_cast<std::uint8_t>(value >> shift));
    }
}

void ValueEncoder::put_count(std::size_t count) {
    if (count > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
        fail(std::to_string(count) + " parts are more than Java can hold");
    }
    put(count, 4);
}

ValueEncoder::Slot ValueEncoder::next_slot() {
    if (subclass_ != nullptr) {
        return {std::exchange(subclass_, nullptr), Guard::kNone};
    }
    if (levels_.empty()) {
        if (std::exchange(is_complete_, true)) {
            fail("a second value");
        }
        return {type_.get(), Guard::kNone};
    }
    Level& level = levels_.back();
    if (level.shape == Shape::kObject) {
        if (!level.awaits_value) {
            fail("a value without a field");
        }
        level.awaits_value = false;
    } else if (level.shape == Shape::kAlternative) {
        if (level.begun++ != 0) {
            fail("a second value");
        }
    } else if (level.begun++ == level.size) {
        --level.begun;
        fail("more than the " + std::to_string(level.size) + " parts that were announced");
    }
    return slot_of(level);
}

ValueEncoder::Slot ValueEncoder::slot_of(Level& level) {
    const Type& type = *level.type;
    switch (level.shape) {
        case Shape::kMap: {
            const bool is_key = level.begun % 2 == 1;
            const bool is_scala = type.kind == TypeKind::kTraversable;
            const bool has_flag = type.kind == TypeKind::kNullAwareMap ||
                                  (!is_key && (type.kind == TypeKind::kMap || type.kind == TypeKind::kSortedMap));
            const Guard guard = is_binary(type)      ? Guard::kBinary
                                : is_scala && is_key ? Guard::kEntry
                                : has_flag           ? Guard::kIsNull
                                                     : Guard::kNone;
            return {is_key ? &map_key(type) : &map_value(type), guard};
        }
        case Shape::kObject: {
            const Guard guard = is_binary(type)                ? Guard::kBinary
                                : type.kind == TypeKind::kPojo ? Guard::kIsNull
                                : type.kind == TypeKind::kRow  ? Guard::kMask
                                                               : Guard::kNone;
            return {&field_type(type, level.begun - 1, level.form), guard};
        }
        case Shape::kAlternative: return {type.nested.at(level.size).get(), Guard::kNone};
        default: {
            const bool has_marks = type.kind == TypeKind::kGenericArray || type.kind == TypeKind::kTraversable;
            const Guard guard = is_binary(type)               ? Guard::kBinary
                                : has_null_mask(type)         ? Guard::kMask
                                : type.kind == TypeKind::kSet ? Guard::kIsNull
                                : has_marks                   ? Guard::kNotNull
                                                              : Guard::kNone;
            return {&element_type(type), guard};
        }
    }
}

void ValueEncoder::put_guard(Guard guard, bool is_null) {
    switch (guard) {
        case Guard::kNone: break;
        case Guard::kIsNull: put(is_null ? 1 : 0, 1); break;
        case Guard::kNotNull: put(is_null ? 0 : 1, 1); break;
        case Guard::kEntry: put(1, 1); break;
        case Guard::kBinary:
            if (!parts_.empty() && parts_.size() > levels_.back().parts) {
                parts_.back().end = out_.size();
            }
            parts_.push_back({out_.size(), out_.size(), is_null});
            break;
        case Guard::kMask:
            if (is_null) {
                const Level& row = levels_.back();
                const bool has_kind = row.type->kind == TypeKind::kRow && row_has_kind(*row.type);
                const std::size_t bit = row.begun - 1 + (has_kind ? 2 : 0);
                out_[row.mask + bit / 8] |= static_cast<std::uint8_t>(0x80U >> bit % 8);
            }
            break;
    }
}

const Type* ValueEncoder::begin_value(Coming coming) {
    const bool is_null = coming == Coming::kNull;
    const Slot slot = next_slot();
    put_guard(slot.guard, is_null);
    if (is_null && slot.guard != Guard::kNone && slot.guard != Guard::kEntry) {
        return nullptr;
    }
    const Type* type = &unwrapped(*slot.type);
    if (type->kind == TypeKind::kRawData && slot.guard == Guard::kBinary) {
        type = &unwrapped(*type->nested.at(0));  // the layout has its length
    }
    while (type->kind == TypeKind::kNullable || (type->kind == TypeKind::kAvroUnion && is_plain_union(*type))) {
        if (type->kind == TypeKind::kAvroUnion) {
            type = &put_branch(*type, is_null);
            continue;
        }
        put(is_null != type->flag ? 1 : 0, 1);  // the flag: a byte that says whether there is a value
        if (is_null) {
            out_.insert(out_.end(), static_cast<std::size_t>(type->padding), 0);
            return nullptr;
        }
        type = &unwrapped(*type->nested.at(0));
    }
    if (type->kind != TypeKind::kOption || coming == Coming::kSome) {
        return type;
    }
    if (coming != Coming::kValue) {
        put(0, 1);
        return nullptr;
    }
    if (some_form(*type) == SomeForm::kWrapped) {
        return type;
    }
    put(1, 1);
    return &unwrapped(*type->nested.at(0));
}

template <class Event>
void ValueEncoder::kryo_event(Event&& event) {
    try {
        event(*kryo_);
    } catch (const InputError& error) {
        throw InputError(inside(error.what()));
    } catch (const UnsupportedError& error) {
        throw UnsupportedError(inside(error.what()));
    }
    if (kryo_->is_complete()) {
        is_in_kryo_ = false;
        kryo_->write(out_);
    }
}

/// The first branch of a union that is null, or is not.
const Type& ValueEncoder::put_branch(const Type& type, bool is_null) {
    const std::size_t branch = union_branch(type, is_null);
    if (branch == type.nested.size()) {
        mismatch(type, is_null ? "null" : "a value");
    }
    put(branch, 4);
    return unwrapped(*type.nested[branch]);
}

template <class Event>
const Type* ValueEncoder::begin_or_kryo(Event&& event, Coming coming) {
    if (!is_in_kryo_) {
        const Type* const type = begin_value(coming);
        if (type == nullptr || type->kind != TypeKind::kKryo || type->kryo == nullptr) {
            classes_.clear();
            return type;
        }
        if (!kryo_) {
            kryo_ = std::make_unique<kryo::KryoEncoder>();
        }
        kryo_->begin(*type, type->kryo->forms());
        is_in_kryo_ = true;
        for (const std::string& name : classes_) {
            kryo_->object_of(name);
        }
        classes_.clear();
    }
    kryo_event(event);
    return nullptr;
}

template <class Event>
const Type* ValueEncoder::begin(TypeKind kind, TypeKind other, std::string_view found, Event&& event) {
    const Type* const type = begin_or_kryo(event);
    if (type != nullptr && type->kind != kind && type->kind != other) {
        mismatch(*type, found);
    }
    return type;
}

void ValueEncoder::null() {
    if (is_in_kryo_) {
        return kryo_event([](ValueVisitor& kryo) { kryo.null(); });
    }
    classes_.clear();
    if (const Type* type = begin_value(Coming::kNull)) {
        put_null(*type);
    }
}

/// The forms of null that serializers without a flag in front have (serializers 3.1, 5.2).
void ValueEncoder::put_null(const Type& type) {
    constexpr auto kLongMin = std::uint64_t{1} << 63;
    switch (type.kind) {
        case TypeKind::kString:
        case TypeKind::kVoid:
        case TypeKind::kVoidNamespace:
        case TypeKind::kUnit:
        case TypeKind::kSqlNull:
        case TypeKind::kKryo: return put(0, 1);
        case TypeKind::kNullValue:
        case TypeKind::kAvroNull: return;
        case TypeKind::kAvroUnion: static_cast<void>(put_branch(type, true)); return;
        case TypeKind::kPojo: return put(1, 1);
        case TypeKind::kBigInteger:
        case TypeKind::kBigDecimal: return put(0, 4);
        case TypeKind::kDate:
        case TypeKind::kSqlDate:
        case TypeKind::kSqlTime: return put(kLongMin, 8);
        case TypeKind::kSqlTimestamp: put(kLongMin, 8); return put(0, 4);
        case TypeKind::kInstant: put(kLongMin, 8); return put(0x80000000U, 4);
        case TypeKind::kLocalDateTime:
        case TypeKind::kLocalDate:
            put(0x80000000'8000U, 6);
            if (type.kind == TypeKind::kLocalDate) {
                return;
            }
            [[fallthrough]];
        case TypeKind::kLocalTime: return put(0x808000'80000000U, 7);
        default: mismatch(type, "null");
    }
}

/// Only Kryo's values need it.
void ValueEncoder::object_of(std::string_view class_name) {
    is_in_kryo_ ? kryo_->object_of(class_name) : static_cast<void>(classes_.emplace_back(class_name));
}

void ValueEncoder::unit() {
    const Type* const type = begin_or_kryo([](ValueVisitor& kryo) { kryo.unit(); }, Coming::kUnit);
    if (type == nullptr) {
        return;
    }
    if (!is_unit(type->kind)) {
        mismatch(*type, "null");
    }
    put_null(*type);
}

void ValueEncoder::boolean(bool value) {
    if (begin(TypeKind::kBoolean, TypeKind::kBooleanValue, value ? "true" : "false",
              [&](ValueVisitor& kryo) { kryo.boolean(value); }) != nullptr) {
        put(value ? 1 : 0, 1);
    }
}

void ValueEncoder::integer(std::int64_t value) {
    const Type* const begun = begin_or_kryo([&](ValueVisitor& kryo) { kryo.integer(value); });
    if (begun == nullptr) {
        return;
    }
    const Type& type = *begun;
    if (type.kind == TypeKind::kSortedLong) {
        return put(static_cast<std::uint64_t>(value) ^ std::uint64_t{1} << 63, 8);
    }
    for (const IntegerForm& form : kIntegers) {
        if (type.kind == form.kind || type.kind == form.value_kind) {
            const std::int64_t max = std::numeric_limits<std::int64_t>::max() >> (64 - 8 * form.size);
            if (value > max || value < -max - 1) {
                mismatch(type, std::to_string(value) + ", which is out of range");
            }
            return put(static_cast<std::uint64_t>(value), form.size);
        }
    }
    mismatch(type, "the integer " + std::to_string(value));
}

void ValueEncoder::character(char16_t value) {
    if (begin(TypeKind::kChar, TypeKind::kCharValue, "a char", [&](ValueVisitor& kryo) { kryo.character(value); }) !=
        nullptr) {
        put(value, 2);
    }
}

void ValueEncoder::float32(float value) {
    if (begin(TypeKind::kFloat, TypeKind::kFloatValue, "a float", [&](ValueVisitor& kryo) { kryo.float32(value); }) !=
        nullptr) {
        put(std::bit_cast<std::uint32_t>(value), 4);
    }
}

void ValueEncoder::float64(double value) {
    if (begin(TypeKind::kDouble, TypeKind::kDoubleValue, "a double",
              [&](ValueVisitor& kryo) { kryo.float64(value); }) != nullptr) {
        put(std::bit_cast<std::uint64_t>(value), 8);
    }
}

void ValueEncoder::put_big_number(Bytes digits) {
    if (digits.empty()) {
        fail("a big number without bytes");
    }
    if (digits.size() == 1 && (digits[0] == 0 || digits[0] == 1 || digits[0] == 10)) {
        put(digits[0] == 10 ? 3 : digits[0] + 1U, 4);
        return;
    }
    put_count(digits.size() + 4);
    out_.insert(out_.end(), digits.begin(), digits.end());
}

void ValueEncoder::big_integer(Bytes twos_complement) {
    if (begin(TypeKind::kBigInteger, TypeKind::kBigInteger, "a big integer",
              [&](ValueVisitor& kryo) { kryo.big_integer(twos_complement); }) != nullptr) {
        put_big_number(twos_complement);
    }
}

void ValueEncoder::big_decimal(Bytes unscaled, std::int32_t scale) {
    const Type* const type = begin(TypeKind::kBigDecimal, TypeKind::kDecimalData, "a big decimal",
                                   [&](ValueVisitor& kryo) { kryo.big_decimal(unscaled, scale); });
    if (type == nullptr) {
        return;
    }
    if (type->kind == TypeKind::kDecimalData) {
        return put_decimal(*type, unscaled, scale);
    }
    put_big_number(unscaled);
    put(static_cast<std::uint32_t>(scale), 4);
}

void ValueEncoder::own_text(std::string_view text) {
    const Type* const type = begin_or_kryo([&](ValueVisitor& kryo) { kryo.own_text(text); });
    if (type != nullptr && type->kind != TypeKind::kDeweyNumber) {
        mismatch(*type, "\"" + std::string(text) + "\"");
    }
    if (type != nullptr) {
        put_text(*type, text);
    }
}

void ValueEncoder::string(std::string_view text) {
    const Type* const type = begin_or_kryo([&](ValueVisitor& kryo) { kryo.string(text); });
    if (type != nullptr) {
        put_text(*type, text);
    }
}

void ValueEncoder::put_text(const Type& type, std::string_view text) {
    switch (type.kind) {
        case TypeKind::kString: return put_units(text, 1);
        case TypeKind::kStringValue: return put_units(text, 0);
        case TypeKind::kUtf: return put_utf(text);
        case TypeKind::kStringData:
        case TypeKind::kAvroString: return put_utf8(text);
        case TypeKind::kDeweyNumber: {
            const std::optional<ByteVector> digits = text::parse_dewey_number(text);
            if (!digits) {
                mismatch(type, "\"" + std::string(text) + "\"");
            }
            put_count(digits->size() / 4);
            out_.insert(out_.end(), digits->begin(), digits->end());
            return;
        }
        case TypeKind::kGlobalWindow:
            if (text == "GlobalWindow") {
                return put(0, 1);
            }
            [[fallthrough]];
        default: mismatch(type, "a string");
    }
}

/// DataOutput.writeUTF
void ValueEncoder::put_utf(std::string_view text) {
    constexpr std::size_t kMostBytes = 0xFFFF;
    if (!java::is_wtf8(text)) {
        fail("a string that is not UTF-8");
    }
    ByteVector bytes;
    java::append_modified_utf8(bytes, text);
    if (bytes.size() > kMostBytes) {
        fail("a string of more than 65535 bytes");
    }
    put(bytes.size(), 2);
    out_.insert(out_.end(), bytes.begin(), bytes.end());
}

/// Each UTF-16 unit as a 7-bit varint, behind their count.
void ValueEncoder::put_units(std::string_view text, std::size_t added_to_count) {
    constexpr auto kMaxUnits = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());
    if (is_ascii(text) && text.size() < kMaxUnits) {
        put_varint(out_, text.size() + added_to_count);
        out_.insert(out_.end(), text.begin(), text.end());
        return;
    }
    if (!java::is_wtf8(text)) {
        fail("a string that is not UTF-8");
    }
    const std::u16string units = java::utf8_to_utf16(text);
    if (units.size() >= kMaxUnits) {
        fail("a string longer than Java can hold");
    }
    put_varint(out_, units.size() + added_to_count);
    for (const char16_t unit : units) {
        put_varint(out_, unit);
    }
}

/// Of the column's scale, exactly.
void ValueEncoder::put_decimal(const Type& type, Bytes unscaled, std::int32_t scale) {
    const std::optional<ByteVector> digits = text::rescaled(unscaled, scale, type.precision, type.scale);
    if (!digits) {
        mismatch(type, "a number that it cannot hold exactly");
    }
    if (type.precision > kMostCompactDigits) {
        put_count(digits->size());
        out_.insert(out_.end(), digits->begin(), digits->end());
        return;
    }
    std::uint64_t value = (digits->front() & 0x80) != 0 ? ~std::uint64_t{0} : 0;
    for (const std::uint8_t digit : *digits) {
        value = value << 8 | digit;
    }
    put(value, 8);
}

void ValueEncoder::put_timestamp(const Type& type, const Temporal& value) {
    const bool has_nanos = type.precision > kMostCompactPrecision;
    if (value.kind != (type.flag ? TypeKind::kInstant : TypeKind::kLocalDateTime)) {
        mismatch(type, "a date or time of another type");
    }
    const std::optional<text::TimestampParts> parts = text::timestamp_parts(value);
    if (!parts || (!has_nanos && parts->nanos != 0)) {
        mismatch(type, "one that it cannot hold exactly");
    }
    put(static_cast<std::uint64_t>(parts->millis), 8);
    if (has_nanos) {
        put(parts->nanos, 4);
    }
}

void ValueEncoder::put_utf8(std::string_view text) {
    if (!java::is_wtf8(text)) {
        fail("a string that is not UTF-8");
    }
    put_count(text.size());
    out_.insert(out_.end(), text.begin(), text.end());
}

void ValueEncoder::bytes(Bytes value) {
    const Type* const type = begin_or_kryo([&](ValueVisitor& kryo) { kryo.bytes(value); });
    if (type == nullptr) {
        return;
    }
    if (type->kind == TypeKind::kByteArray || type->kind == TypeKind::kBitmap) {
        put_count(value.size());
    } else if (type->kind != TypeKind::kAvroFixed) {
        mismatch(*type, "bytes");
    } else if (value.size() != static_cast<std::size_t>(type->precision)) {
        mismatch(*type, std::to_string(value.size()) + " bytes");
    }
    out_.insert(out_.end(), value.begin(), value.end());
}

void ValueEncoder::put_date(std::int32_t year, int month, int day) {
    put(static_cast<std::uint32_t>(year), 4);
    put(static_cast<std::uint8_t>(month), 1);
    put(static_cast<std::uint8_t>(day), 1);
}

void ValueEncoder::put_time(int hour, int minute, int second, std::int32_t nanos) {
    put(static_cast<std::uint8_t>(hour), 1);
    put(static_cast<std::uint8_t>(minute), 1);
    put(static_cast<std::uint8_t>(second), 1);
    put(static_cast<std::uint32_t>(nanos), 4);
}

/// DATE and TIME as the int that they are.
void ValueEncoder::put_day_or_time(const Type& type, const Temporal& value) {
    const bool is_date = type.kind == TypeKind::kDateData;
    if (value.kind != (is_date ? TypeKind::kLocalDate : TypeKind::kLocalTime)) {
        mismatch(type, "a date or time of another type");
    }
    const std::optional<std::int32_t> number = is_date ? text::days_of(value) : text::millis_of_day(value);
    if (!number) {
        mismatch(type, is_date ? "a date beyond those of SQL" : "a time with a fraction of a millisecond");
    }
    put(static_cast<std::uint32_t>(*number), 4);
}

void ValueEncoder::temporal(const Temporal& value) {
    const Type* const begun = begin_or_kryo([&](ValueVisitor& kryo) { kryo.temporal(value); });
    if (begun == nullptr) {
        return;
    }
    const Type& type = *begun;
    if (type.kind == TypeKind::kTimestampData) {
        return put_timestamp(type, value);
    }
    if (type.kind == TypeKind::kDateData || type.kind == TypeKind::kTimeData) {
        return put_day_or_time(type, value);
    }
    if (type.kind != value.kind || !is_temporal(value.kind)) {
        mismatch(type, "a date or time of another type");
    }
    const bool has_epoch =
        type.kind != TypeKind::kLocalDate && type.kind != TypeKind::kLocalTime && type.kind != TypeKind::kLocalDateTime;
    if (has_epoch && value.epoch == std::numeric_limits<std::int64_t>::min()) {
        mismatch(type, "the time that its serializer takes for null");
    }
    switch (type.kind) {
        case TypeKind::kLocalDate: return put_date(value.year, value.month, value.day);
        case TypeKind::kLocalTime: return put_time(value.hour, value.minute, value.second, value.nanos);
        case TypeKind::kLocalDateTime:
            put_date(value.year, value.month, value.day);
            return put_time(value.hour, value.minute, value.second, value.nanos);
        default:
            put(static_cast<std::uint64_t>(value.epoch), 8);
            if (type.kind == TypeKind::kSqlTimestamp || type.kind == TypeKind::kInstant) {
                put(static_cast<std::uint32_t>(value.nanos), 4);
            }
    }
}

/// By name: the position is that in the writer's list, which can be another one than ours.
void ValueEncoder::enumeration(std::int32_t id, std::string_view name) {
    const Type* const begun = begin(TypeKind::kEnum, TypeKind::kScalaEnum, "the constant " + std::string(name),
                                    [&](ValueVisitor& kryo) { kryo.enumeration(id, name); });
    if (begun == nullptr) {
        return;
    }
    const Type& type = *begun;
    for (std::size_t i = 0; i < type.constants.size(); ++i) {
        if (type.constants[i].name == name) {
            return put(type.kind == TypeKind::kEnum ? i : static_cast<std::uint32_t>(type.constants[i].id), 4);
        }
    }
    mismatch(type, "'" + std::string(name) + "'");
}

void ValueEncoder::push(Shape shape, const Type& type, std::size_t size) {
    Level level{};
    level.shape = shape;
    level.type = &type;
    level.size = size;
    levels_.push_back(level);
}

void ValueEncoder::pop(Shape shape, std::string_view what) {
    if (levels_.empty() || levels_.back().shape != shape || levels_.back().awaits_value || subclass_ != nullptr) {
        fail("the end of " + std::string(what) + " where none is open or a value is missing");
    }
    const Level& level = levels_.back();
    if (shape != Shape::kAlternative && level.begun != level.size) {
        const std::size_t begun = level.begun;
        const std::size_t size = level.size;
        levels_.pop_back();
        fail(std::string(what) + " with " + std::to_string(begun) + " of its " + std::to_string(size) + " parts");
    }
    if (shape == Shape::kAlternative && level.begun != 1) {
        fail(std::string(what) + " without a value");
    }
    levels_.pop_back();
}

void ValueEncoder::begin_array(std::size_t size) {
    const Type* const begun = begin_or_kryo([&](ValueVisitor& kryo) { kryo.begin_array(size); });
    if (begun == nullptr) {
        return;
    }
    const Type& type = *begun;
    if (!is_sequence(type)) {
        mismatch(type, "an array");
    }
    if (is_binary(type)) {
        push(Shape::kSequence, type, size);
        return begin_binary(0);
    }
    put_size(type, size);
    push(Shape::kSequence, type, size);
    if (has_null_mask(type)) {
        levels_.back().mask = out_.size();
        out_.insert(out_.end(), (size + 7) / 8, 0);
    }
}

/// Parts are written behind each other as their own serializers have them, and laid out at the end.
void ValueEncoder::begin_binary(int row_kind) {
    levels_.back().start = out_.size();
    levels_.back().parts = parts_.size();
    levels_.back().row_kind = row_kind;
}

void ValueEncoder::end_binary() {
    if (levels_.empty() || !is_binary(*levels_.back().type)) {
        return;
    }
    const Level& level = levels_.back();
    if (parts_.size() > level.parts) {
        parts_.back().end = out_.size();
    }
    layout_.clear();
    try {
        append_binary(*level.type, level.row_kind, out_, std::span(parts_).subspan(level.parts), layout_);
    } catch (const InputError& error) {
        fail(error.what());
    }
    out_.resize(level.start);
    out_.insert(out_.end(), layout_.begin(), layout_.end());
    parts_.resize(level.parts);
}

/// DataOutputEncoder writes a varint, and a 0 behind the items: end_items().
void ValueEncoder::put_size(const Type& type, std::size_t size) {
    if (type.kind != TypeKind::kAvroArray && type.kind != TypeKind::kAvroMap) {
        return put_count(size);
    }
    if (size > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
        fail(std::to_string(size) + " parts are more than Java can hold");
    }
    put_varint(out_, size);
}

void ValueEncoder::end_items() {
    const bool has_end =
        !levels_.empty() && levels_.back().size > 0 &&
        (levels_.back().type->kind == TypeKind::kAvroArray || levels_.back().type->kind == TypeKind::kAvroMap);
    if (has_end) {
        out_.push_back(0);
    }
}

void ValueEncoder::end_array() {
    if (is_in_kryo_) {
        return kryo_event([](ValueVisitor& kryo) { kryo.end_array(); });
    }
    end_binary();
    end_items();
    pop(Shape::kSequence, "an array");
}

void ValueEncoder::begin_map(const Type&, std::size_t size) { begin_dynamic_map(size); }

void ValueEncoder::begin_dynamic_map(std::size_t size) {
    const Type* const type = begin_or_kryo([&](ValueVisitor& kryo) { kryo.begin_dynamic_map(size); });
    if (type == nullptr) {
        return;
    }
    if (!is_map(*type)) {
        mismatch(*type, "a map");
    }
    if (is_binary(*type)) {
        push(Shape::kMap, *type, 2 * size);
        return begin_binary(0);
    }
    put_size(*type, size);
    push(Shape::kMap, *type, 2 * size);
}

void ValueEncoder::end_map() {
    if (is_in_kryo_) {
        return kryo_event([](ValueVisitor& kryo) { kryo.end_map(); });
    }
    end_binary();
    end_items();
    pop(Shape::kMap, "a map");
}

void ValueEncoder::subclass(std::string_view class_name) {
    const std::string found = "an object of " + std::string(class_name);
    const Type* const begun =
        begin(TypeKind::kPojo, TypeKind::kPojo, found, [&](ValueVisitor& kryo) { kryo.subclass(class_name); });
    if (begun == nullptr) {
        return;
    }
    const Type& type = *begun;
    const auto find = [&](const std::vector<PojoSubclass>& subclasses) {
        return std::find_if(subclasses.begin(), subclasses.end(),
                            [&](const PojoSubclass& subclass) { return subclass.class_name == class_name; });
    };
    const auto registered = find(type.registered_subclasses);
    const Type* subclass = nullptr;
    if (registered != type.registered_subclasses.end()) {
        put(8, 1);
        put(static_cast<std::size_t>(registered - type.registered_subclasses.begin()), 1);  // PojoSerializer: one byte
        subclass = registered->type.get();
    } else {
        const auto named = find(type.other_subclasses);
        if (named != type.other_subclasses.end()) {
            subclass = named->type.get();
        } else {
            std::string problem = "which is not among the subclasses in the snapshot";
            subclass = type.subclasses == nullptr ? nullptr : type.subclasses->type_of(type, class_name, problem);
            if (subclass == nullptr) {
                mismatch(type, found + ", " + problem);
            }
        }
        ByteVector name;
        java::append_modified_utf8(name, class_name);
        put(4, 1);
        put(name.size(), 2);
        out_.insert(out_.end(), name.begin(), name.end());
    }
    if (subclass == nullptr) {
        throw UnsupportedError("subclass " + std::string(class_name) + ": the snapshot has no serializer for it");
    }
    subclass_ = subclass;
}

void ValueEncoder::begin_object(const Type& object, int form) {
    const Type* const begun = begin_or_kryo([&](ValueVisitor& kryo) { kryo.begin_object(object, form); });
    if (begun == nullptr) {
        return;
    }
    const Type& type = *begun;
    if (!is_object(type)) {
        mismatch(type, "an object");
    }
    const bool has_kind = has_row_kind(type);
    const std::span<const std::uint8_t> tags = form_tags(type.kind);
    if (form < 0 || (tags.empty() ? form > (has_kind ? 3 : 0) : static_cast<std::size_t>(form) >= tags.size())) {
        fail("a row kind where the serializer stores none");
    }
    const std::size_t fields_of = tags.empty() ? 0 : static_cast<std::size_t>(form);
    push(Shape::kObject, type, field_count(type, fields_of));
    levels_.back().form = fields_of;
    levels_.back().start = out_.size();
    if (is_binary(type)) {
        begin_binary(form);
    } else if (!tags.empty()) {
        put(tags[fields_of], 1);
    } else if (type.kind == TypeKind::kPojo) {
        put(2, 1);
    } else if (type.kind == TypeKind::kTuple0) {
        put(42, 1);
    } else if (type.kind == TypeKind::kRow) {
        levels_.back().mask = out_.size();
        out_.insert(out_.end(), (type.nested.size() + (has_kind ? 2 : 0) + 7) / 8, 0);
        if (form != 0) {
            const auto kind = static_cast<unsigned>(form);
            out_[levels_.back().mask] = static_cast<std::uint8_t>((kind & 1U) << 7 | (kind & 2U) << 5);
        }
    }
}

void ValueEncoder::field(std::size_t index, std::string_view name) {
    if (levels_.empty() || levels_.back().shape != Shape::kObject || levels_.back().awaits_value) {
        fail("the field " + std::string(name) + " outside of an object");
    }
    Level& level = levels_.back();
    if (index != level.begun || index >= level.size) {
        const std::string expected =
            level.begun < level.size ? field_name(*level.type, level.begun, level.form) : "the end";
        fail("expected " + expected + ", found the field " + std::string(name));
    }
    ++level.begun;
    level.awaits_value = true;
}

/// VariantSerializer writes both lengths first.
void ValueEncoder::end_variant() {
    if (levels_.empty() || levels_.back().type->kind != TypeKind::kVariant || levels_.back().begun != 2 ||
        levels_.back().awaits_value) {
        return;
    }
    const auto value = out_.begin() + static_cast<std::ptrdiff_t>(levels_.back().start) + 4;
    const auto metadata = value + load_u32(&*(value - 4));
    std::rotate(value, metadata, metadata + 4);
}

void ValueEncoder::end_object() {
    end_variant();
    end_binary();
    pop(Shape::kObject, "an object");
}

void ValueEncoder::begin_alternative(const Type& given, std::size_t index, std::string_view name) {
    const Type* const begun = begin_or_kryo([&](ValueVisitor& kryo) { kryo.begin_alternative(given, index, name); },
                                            given.kind == TypeKind::kOption ? Coming::kSome : Coming::kValue);
    if (begun == nullptr) {
        return;
    }
    const Type& type = *begun;
    if (type.kind == TypeKind::kAvroUnion) {
        if (index >= type.nested.size()) {
            fail("a branch that the union does not have: " + std::string(name));
        }
        put(index, 4);
        return push(Shape::kAlternative, type, index);
    }
    if (!is_choice(type.kind) && type.kind != TypeKind::kOption) {
        mismatch(type, name);
    }
    if (index > (type.kind == TypeKind::kOption ? 0 : 1)) {
        fail("no alternative of " + value_word(type) + " is " + std::string(name));
    }
    put(index == 0 ? 1 : 0, 1);  // EitherSerializer: isLeft
    push(Shape::kAlternative, type, index);
}

void ValueEncoder::end_alternative() {
    if (is_in_kryo_) {
        return kryo_event([](ValueVisitor& kryo) { kryo.end_alternative(); });
    }
    pop(Shape::kAlternative, "an alternative");
}

void ValueEncoder::encoded(Bytes bytes) {
    if (begin_value(Coming::kValue) != nullptr) {
        out_.insert(out_.end(), bytes.begin(), bytes.end());
    }
}

}  // namespace sp::codec

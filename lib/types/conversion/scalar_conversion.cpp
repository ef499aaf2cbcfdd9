#include "types/conversion/scalar_conversion.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

#include "java/modified_utf8.hpp"
#include "sp/error.hpp"
#include "types/codecs/type_shape.hpp"
#include "types/codecs/value_words.hpp"

namespace sp::conversion {
namespace {

using enum TypeKind;
using Code = ValueTape::Code;

enum class Sort : std::uint8_t {
    kNone,
    kInteger,
    kFloat32,
    kFloat64,
    kBigInteger,
    kDecimal,
    kText,
    kCharacter,
    kBoolean,
    kBytes,
    kConstant,
    kTime,
    kUnit,
    kVoid,
};

Sort sort_of(const Type& type) {
    switch (type.kind) {
        case kByte:
        case kShort:
        case kInt:
        case kLong:
        case kByteValue:
        case kShortValue:
        case kIntValue:
        case kLongValue:
        case kSortedLong: return Sort::kInteger;
        case kFloat:
        case kFloatValue: return Sort::kFloat32;
        case kDouble:
        case kDoubleValue: return Sort::kFloat64;
        case kBigInteger: return Sort::kBigInteger;
        case kBigDecimal:
        case kDecimalData: return Sort::kDecimal;
        case kString:
        case kStringValue:
        case kStringData:
        case kAvroString:
        case kUtf: return Sort::kText;
        case kChar:
        case kCharValue: return Sort::kCharacter;
        case kBoolean:
        case kBooleanValue: return Sort::kBoolean;
        case kByteArray:
        case kAvroFixed: return Sort::kBytes;
        case kEnum:
        case kScalaEnum: return Sort::kConstant;
        case kDate:
        case kSqlDate:
        case kSqlTime:
        case kSqlTimestamp:
        case kInstant:
        case kLocalDate:
        case kLocalTime:
        case kLocalDateTime:
        case kTimestampData: return Sort::kTime;
        case kVoid:
        case kAvroNull: return Sort::kVoid;
        default: return codec::is_unit(type.kind) ? Sort::kUnit : Sort::kNone;
    }
}

/// Bits of an integer type.
int width_of(TypeKind kind) {
    switch (kind) {
        case kByte:
        case kByteValue: return 8;
        case kShort:
        case kShortValue: return 16;
        case kInt:
        case kIntValue: return 32;
        default: return 64;
    }
}

/// What the encoder of a time takes.
TypeKind time_kind(const Type& type) {
    return type.kind != kTimestampData ? type.kind : type.flag ? kInstant : kLocalDateTime;
}

ScalarWay way_of_same_sort(Sort sort, const Type& from, const Type& to) {
    switch (sort) {
        case Sort::kInteger: return width_of(from.kind) <= width_of(to.kind) ? ScalarWay::kSame : ScalarWay::kChecked;
        case Sort::kTime:
            return time_kind(from) != time_kind(to) ? ScalarWay::kNone
                   : to.kind == kTimestampData && (from.kind != kTimestampData || from.precision > to.precision)
                       ? ScalarWay::kChecked
                       : ScalarWay::kSame;
        case Sort::kDecimal:
            return to.kind == kDecimalData && (from.kind != kDecimalData || from.scale > to.scale ||
                                               from.precision - from.scale > to.precision - to.scale)
                       ? ScalarWay::kChecked
                       : ScalarWay::kSame;
        case Sort::kBytes:
            return to.kind == kAvroFixed && (from.kind != to.kind || from.precision != to.precision)
                       ? ScalarWay::kChecked
                       : ScalarWay::kSame;
        case Sort::kText: return to.kind == kUtf && from.kind != kUtf ? ScalarWay::kChecked : ScalarWay::kSame;
        default: return ScalarWay::kSame;
    }
}

struct Line {
    Sort from;
    Sort to;
    ScalarWay way;
};

constexpr Line kConversions[] = {
    {Sort::kInteger, Sort::kFloat32, ScalarWay::kConvertChecked},
    {Sort::kInteger, Sort::kFloat64, ScalarWay::kConvertChecked},
    {Sort::kInteger, Sort::kBigInteger, ScalarWay::kConvert},
    {Sort::kInteger, Sort::kDecimal, ScalarWay::kConvertChecked},
    {Sort::kInteger, Sort::kText, ScalarWay::kConvert},
    {Sort::kFloat32, Sort::kFloat64, ScalarWay::kConvert},
    {Sort::kFloat32, Sort::kInteger, ScalarWay::kConvertMany},
    {Sort::kFloat64, Sort::kFloat32, ScalarWay::kConvertChecked},
    {Sort::kFloat64, Sort::kInteger, ScalarWay::kConvertMany},
    {Sort::kBigInteger, Sort::kInteger, ScalarWay::kConvertChecked},
    {Sort::kBigInteger, Sort::kDecimal, ScalarWay::kConvertChecked},
    {Sort::kText, Sort::kInteger, ScalarWay::kConvertMany},
    {Sort::kText, Sort::kConstant, ScalarWay::kConvertChecked},
    {Sort::kText, Sort::kCharacter, ScalarWay::kConvertChecked},
    {Sort::kCharacter, Sort::kText, ScalarWay::kConvert},
    {Sort::kConstant, Sort::kText, ScalarWay::kConvert},
};

[[noreturn]] void misfit(const Type& to, const std::string& found) {
    throw InputError("expected " + codec::value_word(to) + ", found " + found);
}

template <class Number>
std::string shown(Number value) {
    char text[64];
    const auto result = std::to_chars(text, text + sizeof text, value);
    return {text, result.ptr};
}

/// The bytes of BigInteger.toByteArray.
ByteVector digits_of(std::int64_t value) {
    ByteVector digits;
    for (int shift = 56; shift >= 0; shift -= 8) {
        digits.push_back(static_cast<std::uint8_t>(value >> shift));
    }
    std::size_t first = 0;
    while (first + 1 < digits.size() &&
           ((digits[first] == 0 && digits[first + 1] < 0x80) || (digits[first] == 0xFF && digits[first + 1] >= 0x80))) {
        ++first;
    }
    digits.erase(digits.begin(), digits.begin() + static_cast<std::ptrdiff_t>(first));
    return digits;
}

std::optional<std::int64_t> integer_of(Bytes digits) {
    if (digits.empty() || digits.size() > 8) {
        return std::nullopt;
    }
    std::uint64_t value = digits[0] >= 0x80 ? ~std::uint64_t{0} : 0;
    for (const std::uint8_t digit : digits) {
        value = value << 8 | digit;
    }
    return static_cast<std::int64_t>(value);
}

/// As Long.parseLong: a sign, then digits.
std::optional<std::int64_t> parse_integer(std::string_view text) {
    if (text.starts_with('+') && text.size() > 1 && text[1] != '-') {
        text.remove_prefix(1);
    }
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && stop == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// Both ends are exact: 2^63 is the first double that is too large.
std::optional<std::int64_t> integer_of(double value) {
    constexpr double kLimit = 9223372036854775808.0;
    if (!(value >= -kLimit && value < kLimit) || std::trunc(value) != value) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(value);
}

void tell_integer(std::int64_t value, const Type& to, ValueVisitor& visitor) {
    switch (sort_of(to)) {
        case Sort::kFloat32: {
            const auto number = static_cast<float>(value);
            if (integer_of(static_cast<double>(number)) != value) {
                misfit(to, shown(value) + ", which it cannot hold exactly");
            }
            return visitor.float32(number);
        }
        case Sort::kFloat64: {
            const auto number = static_cast<double>(value);
            if (integer_of(number) != value) {
                misfit(to, shown(value) + ", which it cannot hold exactly");
            }
            return visitor.float64(number);
        }
        case Sort::kBigInteger: return visitor.big_integer(digits_of(value));
        case Sort::kDecimal: return visitor.big_decimal(digits_of(value), 0);
        case Sort::kText: return visitor.string(shown(value));
        default: visitor.integer(value);
    }
}

void tell_float(double value, bool is_double, const Type& to, ValueVisitor& visitor) {
    switch (sort_of(to)) {
        case Sort::kInteger:
            if (const std::optional<std::int64_t> number = integer_of(value)) {
                return visitor.integer(*number);
            }
            misfit(to, shown(value));
        case Sort::kFloat32: {
            const auto number = static_cast<float>(value);
            if (!std::isnan(value) && static_cast<double>(number) != value) {
                misfit(to, shown(value) + ", which it cannot hold exactly");
            }
            return visitor.float32(number);
        }
        case Sort::kFloat64: return visitor.float64(value);
        default: is_double ? visitor.float64(value) : visitor.float32(static_cast<float>(value));
    }
}

void tell_text(std::string_view text, const Type& to, ValueVisitor& visitor) {
    switch (sort_of(to)) {
        case Sort::kInteger:
            if (const std::optional<std::int64_t> number = parse_integer(text)) {
                return visitor.integer(*number);
            }
            misfit(to, "\"" + std::string(text) + "\"");
        case Sort::kConstant: return visitor.enumeration(0, text);
        case Sort::kCharacter:
            if (const std::u16string units = java::utf8_to_utf16(text); units.size() == 1) {
                return visitor.character(units.front());
            }
            misfit(to, "\"" + std::string(text) + "\"");
        default: visitor.string(text);
    }
}

void tell_big_integer(Bytes digits, const Type& to, ValueVisitor& visitor) {
    switch (sort_of(to)) {
        case Sort::kInteger:
            if (const std::optional<std::int64_t> number = integer_of(digits)) {
                return visitor.integer(*number);
            }
            misfit(to, "an integer beyond 64 bits");
        case Sort::kDecimal: return visitor.big_decimal(digits, 0);
        default: visitor.big_integer(digits);
    }
}

std::string utf8_of(char16_t unit) {
    const auto code = static_cast<unsigned>(unit);
    std::string text;
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xC0 | code >> 6);
        text += static_cast<char>(0x80 | (code & 0x3F));
    } else {
        text += static_cast<char>(0xE0 | code >> 12);
        text += static_cast<char>(0x80 | (code >> 6 & 0x3F));
        text += static_cast<char>(0x80 | (code & 0x3F));
    }
    return text;
}

}  // namespace

bool is_scalar(const Type& type) { return sort_of(type) != Sort::kNone; }

ScalarWay scalar_way(const Type& from, const Type& to) {
    const Sort a = sort_of(from);
    const Sort b = sort_of(to);
    if (a == b) {
        return a == Sort::kNone ? ScalarWay::kNone : way_of_same_sort(a, from, to);
    }
    const bool is_exact = a == Sort::kInteger && ((b == Sort::kFloat64 && width_of(from.kind) <= 32) ||
                                                  (b == Sort::kFloat32 && width_of(from.kind) <= 16));
    for (const Line& line : kConversions) {
        if (line.from == a && line.to == b) {
            return is_exact ? ScalarWay::kConvert : line.way;
        }
    }
    return ScalarWay::kNone;
}

void convert_scalar(const ValueTape& tape, const ValueTape::Event& event, const Type& to, ValueVisitor& visitor) {
    switch (event.code) {
        case Code::kInteger: return tell_integer(event.number, to, visitor);
        case Code::kFloat32:
            return tell_float(static_cast<double>(std::bit_cast<float>(static_cast<std::int32_t>(event.number))), false,
                              to, visitor);
        case Code::kFloat64: return tell_float(std::bit_cast<double>(event.number), true, to, visitor);
        case Code::kString: return tell_text(tape.text(event), to, visitor);
        case Code::kBigInteger: return tell_big_integer(tape.bytes(event), to, visitor);
        case Code::kCharacter:
            return sort_of(to) == Sort::kText ? visitor.string(utf8_of(static_cast<char16_t>(event.number)))
                                              : visitor.character(static_cast<char16_t>(event.number));
        case Code::kEnumeration:
            return sort_of(to) == Sort::kText
                       ? visitor.string(tape.text(event))
                       : visitor.enumeration(static_cast<std::int32_t>(event.number), tape.text(event));
        case Code::kOwnText:
            return sort_of(to) == Sort::kText ? visitor.string(tape.text(event)) : visitor.own_text(tape.text(event));
        default: break;
    }
    misfit(to, "a value of another kind");
}

}  // namespace sp::conversion

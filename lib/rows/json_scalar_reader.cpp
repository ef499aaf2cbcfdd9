#include "rows/json_scalar_reader.hpp"

#include <algorithm>
#include <optional>

#include "io/short_text.hpp"
#include "java/modified_utf8.hpp"
#include "sp/error.hpp"
#include "types/codecs/program.hpp"
#include "types/codecs/text/base64.hpp"
#include "types/codecs/text/big_numbers.hpp"
#include "types/codecs/text/dewey_numbers.hpp"
#include "types/codecs/text/number_input.hpp"
#include "types/codecs/text/times.hpp"
#include "types/codecs/value_words.hpp"
#include "types/kryo/kryo_forms.hpp"

namespace sp::rows {
namespace {

using Kind = JsonCursor::Kind;
using Token = JsonToken;
using Place = JsonPlace;

int integer_size(TypeKind kind) {
    switch (kind) {
        case TypeKind::kByte:
        case TypeKind::kByteValue: return 1;
        case TypeKind::kShort:
        case TypeKind::kShortValue: return 2;
        case TypeKind::kInt:
        case TypeKind::kIntValue: return 4;
        case TypeKind::kLong:
        case TypeKind::kLongValue:
        case TypeKind::kSortedLong: return 8;
        default: return 0;
    }
}

/// Of java.time, for the values of the Table runtime.
TypeKind temporal_kind(const Type& type) {
    switch (type.kind) {
        case TypeKind::kDateData: return TypeKind::kLocalDate;
        case TypeKind::kTimeData: return TypeKind::kLocalTime;
        case TypeKind::kTimestampData: return type.flag ? TypeKind::kInstant : TypeKind::kLocalDateTime;
        default: return type.kind;
    }
}

class ScalarReader {
public:
    ScalarReader(ValueVisitor& visitor, Exactness exactness) : visitor_(visitor), exactness_(exactness) {}

    void read(const Type& type, const Token& token, const Place& place) {
        if (const int size = integer_size(type.kind)) {
            return integer(type, token, place, size);
        }
        switch (type.kind) {
            case TypeKind::kBoolean:
            case TypeKind::kBooleanValue:
                require(token.kind == Kind::kTrue || token.kind == Kind::kFalse, type, token, place);
                return visitor_.boolean(token.kind == Kind::kTrue);
            case TypeKind::kFloat:
            case TypeKind::kFloatValue: return visitor_.float32(floating<float>(type, token, place));
            case TypeKind::kDouble:
            case TypeKind::kDoubleValue: return visitor_.float64(floating<double>(type, token, place));
            case TypeKind::kBigInteger: return big_integer(type, token, place);
            case TypeKind::kDecimalData:
            case TypeKind::kBigDecimal: return big_decimal(type, token, place);
            default: require(token.kind == Kind::kString, type, token, place); return from_string(type, token, place);
        }
    }

private:
    static void require(bool fits, const Type& type, const Token& token, const Place& place) {
        if (!fits) {
            throw_mismatch(type, token, place);
        }
    }

    static void require_number(text::NumberStatus status, const Type& type, const Token& token, const Place& place) {
        switch (status) {
            case text::NumberStatus::kOk: return;
            case text::NumberStatus::kNotANumber: throw_mismatch(type, token, place);
            case text::NumberStatus::kLossy: throw_mismatch(type, token, place, ", which it cannot hold exactly");
            case text::NumberStatus::kOutOfRange: throw_mismatch(type, token, place, ", which is out of range");
        }
    }

    static bool is_numeric(const Token& token) { return token.kind == Kind::kNumber || token.kind == Kind::kString; }

    void integer(const Type& type, const Token& token, const Place& place, int size) {
        require(is_numeric(token), type, token, place);
        std::int64_t value = 0;
        require_number(text::parse_integer(token.text, size, value), type, token, place);
        visitor_.integer(value);
    }

    template <class Float>
    Float floating(const Type& type, const Token& token, const Place& place) {
        require(is_numeric(token), type, token, place);
        Float value = 0;
        const text::NumberStatus status = text::parse_float(token.text, value);
        if (status != text::NumberStatus::kLossy || exactness_ != Exactness::kLossyFloats) {
            require_number(status, type, token, place);
        }
        return value;
    }

    void big_integer(const Type& type, const Token& token, const Place& place) {
        require(is_numeric(token), type, token, place);
        std::string digits;
        require_number(text::parse_whole_number(token.text, digits), type, token, place);
        const std::optional<ByteVector> bytes = text::parse_big_integer(digits);
        require_number(bytes ? text::NumberStatus::kOk : text::NumberStatus::kOutOfRange, type, token, place);
        visitor_.big_integer(*bytes);
    }

    void big_decimal(const Type& type, const Token& token, const Place& place) {
        require(is_numeric(token), type, token, place);
        const std::optional<text::BigDecimal> value = text::parse_big_decimal(token.text);
        require(value.has_value(), type, token, place);
        visitor_.big_decimal(value->unscaled, value->scale);
    }

    void from_string(const Type& type, const Token& token, const Place& place) {
        switch (type.kind) {
            case TypeKind::kString:
            case TypeKind::kUtf:
            case TypeKind::kStringValue:
            case TypeKind::kStringData:
            case TypeKind::kAvroString: return visitor_.string(token.text);
            case TypeKind::kChar:
            case TypeKind::kCharValue: {
                const std::u16string units = java::utf8_to_utf16(token.text);
                require(units.size() == 1, type, token, place);
                return visitor_.character(units[0]);
            }
            case TypeKind::kGlobalWindow:
                require(token.text == "GlobalWindow", type, token, place);
                return visitor_.string(token.text);
            case TypeKind::kByteArray:
            case TypeKind::kBitmap:
            case TypeKind::kAvroFixed: {
                const std::optional<ByteVector> bytes = text::parse_base64(token.text);
                if (!bytes) {
                    throw_mismatch(type, token, place, ", which is not base64");
                }
                return visitor_.bytes(*bytes);
            }
            case TypeKind::kEnum:
            case TypeKind::kScalaEnum: return enumeration(type, token, place);
            case TypeKind::kDeweyNumber:
                require(text::parse_dewey_number(token.text).has_value(), type, token, place);
                return visitor_.own_text(token.text);
            default: {
                Temporal value;
                const TypeKind kind = temporal_kind(type);
                require(codec::has_codec(type.kind) && text::parse_temporal(token.text, kind, value), type, token,
                        place);
                value.kind = kind;
                return visitor_.temporal(value);
            }
        }
    }

    void enumeration(const Type& type, const Token& token, const Place& place) {
        for (std::size_t i = 0; i < type.constants.size(); ++i) {
            if (type.constants[i].name == token.text) {
                const bool is_java = type.kind == TypeKind::kEnum;
                return visitor_.enumeration(is_java ? static_cast<std::int32_t>(i) : type.constants[i].id, token.text);
            }
        }
        throw_mismatch(type, token, place);
    }

    ValueVisitor& visitor_;
    Exactness exactness_;
};

}  // namespace

std::string path(const JsonPlace& place) {
    if (place.outer == nullptr) {
        return "";
    }
    const std::string own =
        place.member.data() != nullptr ? "." + std::string(place.member) : "[" + std::to_string(place.index) + "]";
    return path(*place.outer) + own;
}

std::string shown(const JsonToken& token) {
    constexpr std::size_t kMaxShown = 40;
    const std::string text = shortened(token.text, kMaxShown);
    switch (token.kind) {
        case Kind::kObject: return "an object";
        case Kind::kArray: return "an array";
        case Kind::kString: return "\"" + text + "\"";
        default: return text;
    }
}

void throw_mismatch(const Type& type, const JsonToken& token, const JsonPlace& place, std::string_view why) {
    const std::string where = path(place);
    const std::string prefix = where.empty() ? "" : where + ": ";
    if (!codec::has_codec(type.kind)) {
        throw UnsupportedError(prefix + codec::value_word(type) + " cannot be written");
    }
    throw InputError(prefix + "expected " + codec::value_word(type) + ", found " + shown(token) + std::string(why));
}

void read_kryo_scalar(const kryo::KryoForm& form, const JsonToken& token, const JsonPlace& place, ValueVisitor& visitor,
                      Exactness exactness) {
    using Form = kryo::KryoForm::Kind;
    if (form.kind == Form::kOptional) {
        return read_kryo_scalar(*form.parts[0], token, place, visitor, exactness);
    }
    if (form.kind == Form::kScalar) {
        return read_scalar(*form.scalar, token, place, visitor, exactness);
    }
    const bool is_string = token.kind == Kind::kString;
    if (form.kind == Form::kText && is_string) {
        return visitor.own_text(token.text);
    }
    if (form.kind == Form::kEnum && is_string) {
        const auto found = std::find(form.constants.begin(), form.constants.end(), token.text);
        if (found != form.constants.end()) {
            return visitor.enumeration(static_cast<std::int32_t>(found - form.constants.begin()), token.text);
        }
    }
    if (form.kind == Form::kAny && is_string) {
        return visitor.string(token.text);
    }
    if (form.kind == Form::kAny && (token.kind == Kind::kTrue || token.kind == Kind::kFalse)) {
        return visitor.boolean(token.kind == Kind::kTrue);
    }
    const std::string where = path(place);
    const std::string prefix = where.empty() ? "" : where + ": ";
    if (form.kind == Form::kRefused) {
        throw UnsupportedError(prefix + form.problem);
    }
    std::string why;
    if (form.kind == Form::kAny) {
        why =
            ": of which class it is to be is not known. A type like java<List<Long>> says it, for fields of POJOs also "
            "--classpath; rows of sp-dump --lossless keep it";
    }
    throw InputError(prefix + "expected " + value_word(form) + ", found " + shown(token) + why);
}

void read_scalar(const Type& type, const JsonToken& token, const JsonPlace& place, ValueVisitor& visitor,
                 Exactness exactness) {
    ScalarReader(visitor, exactness).read(type, token, place);
}

}  // namespace sp::rows

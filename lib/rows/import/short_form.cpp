#include "rows/import/short_form.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "io/big_endian.hpp"
#include "rows/json_scan.hpp"
#include "types/codecs/text/number_input.hpp"
#include "types/codecs/type_shape.hpp"

namespace sp::rows {
namespace {

constexpr int kMostDepth = 4;
constexpr std::size_t kMostUnits = 126;  // of a string whose number of units, and one more, is a single byte
constexpr std::uint8_t kNoSubclass = 2;  // PojoSerializer
constexpr std::string_view kNull = "null";

/// A name that JSON has as it is, and that is none of our words.
bool is_plain(std::string_view name) {
    return !name.starts_with('@') && is_ascii(name) && find_string_special(name, 0) == name.size();
}

}  // namespace

ShortForm::ShortForm(const Type& wrapped, int depth) {
    const Type& type = codec::unwrapped(wrapped);
    switch (type.kind) {
        case TypeKind::kByte: size_ = 1; break;
        case TypeKind::kShort: size_ = 2; break;
        case TypeKind::kInt: size_ = 4; break;
        case TypeKind::kLong: size_ = 8; break;
        case TypeKind::kDouble: kind_ = Kind::kDouble; return;
        case TypeKind::kString: kind_ = Kind::kString; return;
        case TypeKind::kTuple:
        case TypeKind::kCaseClass:
        case TypeKind::kPojo: {
            const std::size_t count = codec::field_count(type);
            if (depth == kMostDepth || count == 0 || !type.registered_subclasses.empty() ||
                !type.other_subclasses.empty()) {
                return;
            }
            for (std::size_t i = 0; i < count; ++i) {
                const std::string name = codec::field_name(type, i);
                ShortForm form(codec::field_type(type, i), depth + 1);
                if (form.kind_ == Kind::kNone || !is_plain(name)) {
                    forms_.clear();
                    return;
                }
                prefixes_.push_back((i == 0 ? "{\"" : ",\"") + name + "\":");
                forms_.push_back(std::move(form));
            }
            kind_ = type.kind == TypeKind::kPojo ? Kind::kPojo : Kind::kTuple;
            return;
        }
        default: return;
    }
    kind_ = Kind::kInteger;
}

bool ShortForm::take(const char*& at, const char* end, ByteVector& out) const {
    switch (kind_) {
        case Kind::kNone: return false;
        case Kind::kInteger: return take_integer(at, end, out);
        case Kind::kDouble: return take_double(at, end, out);
        case Kind::kString: return take_string(at, end, out);
        case Kind::kTuple:
        case Kind::kPojo: return take_object(at, end, out);
    }
    return false;
}

/// Up to 18 digits, which any long can hold.
bool ShortForm::take_integer(const char*& at, const char* end, ByteVector& out) const {
    constexpr std::ptrdiff_t kMostDigits = 18;
    const bool is_negative = at != end && *at == '-';
    const char* const digits = at + (is_negative ? 1 : 0);
    const char* p = digits;
    std::int64_t value = 0;
    for (; p != end && *p >= '0' && *p <= '9' && p - digits < kMostDigits; ++p) {
        value = 10 * value + (*p - '0');
    }
    if (p == digits || (*digits == '0' && p - digits > 1) || (p != end && *p != ',' && *p != '}')) {
        return false;
    }
    value = is_negative ? -value : value;
    const std::int64_t most = std::numeric_limits<std::int64_t>::max() >> (64 - 8 * size_);
    if (value > most || value < -most - 1) {
        return false;
    }
    append_big_endian(out, static_cast<std::uint64_t>(value), size_);
    at = p;
    return true;
}

bool ShortForm::take_double(const char*& at, const char* end, ByteVector& out) {
    const char* p = at;
    while (p != end && *p != ',' && *p != '}') {
        ++p;
    }
    const std::string_view number(at, static_cast<std::size_t>(p - at));
    double value = 0;
    if (!text::is_json_number(number) || text::parse_float(number, value) != text::NumberStatus::kOk) {
        return false;
    }
    append_big_endian(out, std::bit_cast<std::uint64_t>(value), 8);
    at = p;
    return true;
}

bool ShortForm::take_string(const char*& at, const char* end, ByteVector& out) {
    const std::string_view json(at, static_cast<std::size_t>(end - at));
    if (json.empty() || json[0] != '"') {
        return false;
    }
    const std::size_t close = find_string_special(json, 1);
    const std::size_t units = close - 1;
    if (close >= json.size() || json[close] != '"' || units > kMostUnits || !is_ascii(json.substr(1, units))) {
        return false;
    }
    const std::size_t before = out.size();
    out.resize(before + 1 + units);
    out[before] = static_cast<std::uint8_t>(units + 1);  // StringValue: the length and one, then the units
    std::copy(at + 1, at + 1 + units, out.begin() + static_cast<std::ptrdiff_t>(before + 1));
    at += close + 1;
    return true;
}

bool ShortForm::take_object(const char*& at, const char* end, ByteVector& out) const {
    if (kind_ == Kind::kPojo) {
        out.push_back(kNoSubclass);
    }
    for (std::size_t i = 0; i < forms_.size(); ++i) {
        if (!std::string_view(at, static_cast<std::size_t>(end - at)).starts_with(prefixes_[i])) {
            return false;
        }
        at += prefixes_[i].size();
        if (kind_ == Kind::kPojo) {
            const bool is_null = std::string_view(at, static_cast<std::size_t>(end - at)).starts_with(kNull);
            out.push_back(is_null ? 1 : 0);
            if (is_null) {
                at += kNull.size();
                continue;
            }
        }
        if (!forms_[i].take(at, end, out)) {
            return false;
        }
    }
    if (at == end || *at != '}') {
        return false;
    }
    ++at;
    return true;
}

}  // namespace sp::rows

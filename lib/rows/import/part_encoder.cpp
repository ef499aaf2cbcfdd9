#include "rows/import/part_encoder.hpp"

#include <bit>
#include <limits>

#include "rows/json_scan.hpp"
#include "rows/json_value_reader.hpp"
#include "sp/error.hpp"
#include "types/codecs/text/number_input.hpp"
#include "types/codecs/type_shape.hpp"
#include "types/codecs/value_encoder.hpp"

namespace sp::rows {
namespace {

void append_big_endian(ByteVector& out, std::uint64_t value, int size) {
    std::uint8_t bytes[8];
    for (int i = 0; i < size; ++i) {
        bytes[i] = static_cast<std::uint8_t>(value >> (8 * (size - 1 - i)));
    }
    out.insert(out.end(), bytes, bytes + size);
}

/// Up to 18 digits, which any long can hold; false for all other forms of numbers.
bool read_short_integer(std::string_view json, std::int64_t& value) {
    constexpr std::size_t kMostDigits = 18;
    const bool is_negative = !json.empty() && json[0] == '-';
    const std::string_view digits = json.substr(is_negative ? 1 : 0);
    if (digits.empty() || digits.size() > kMostDigits || (digits[0] == '0' && digits.size() > 1)) {
        return false;
    }
    value = 0;
    for (const char c : digits) {
        if (c < '0' || c > '9') {
            return false;
        }
        value = 10 * value + (c - '0');
    }
    value = is_negative ? -value : value;
    return true;
}

}  // namespace

PartEncoder::PartEncoder(TypePtr type, Exactness exactness) : type_(std::move(type)), exactness_(exactness) {
    switch (codec::unwrapped(*type_).kind) {
        case TypeKind::kByte: integer_size_ = 1; break;
        case TypeKind::kShort: integer_size_ = 2; break;
        case TypeKind::kInt: integer_size_ = 4; break;
        case TypeKind::kLong: integer_size_ = 8; break;
        case TypeKind::kDouble: shortcut_ = Shortcut::kDouble; break;
        case TypeKind::kString: shortcut_ = Shortcut::kString; break;
        default: break;
    }
    shortcut_ = integer_size_ != 0 ? Shortcut::kInteger : shortcut_;
}

/// False if the value is to be read in the general way; then nothing was appended.
bool PartEncoder::append_short(std::string_view json, ByteVector& out) const {
    switch (shortcut_) {
        case Shortcut::kNone: return false;
        case Shortcut::kInteger: {
            std::int64_t value = 0;
            if (!read_short_integer(json, value)) {
                return false;
            }
            const std::int64_t most = std::numeric_limits<std::int64_t>::max() >> (64 - 8 * integer_size_);
            if (value > most || value < -most - 1) {
                return false;
            }
            append_big_endian(out, static_cast<std::uint64_t>(value), integer_size_);
            return true;
        }
        case Shortcut::kDouble: {
            double value = 0;
            if (!text::is_json_number(json) || text::parse_float(json, value) != text::NumberStatus::kOk) {
                return false;
            }
            append_big_endian(out, std::bit_cast<std::uint64_t>(value), 8);
            return true;
        }
        case Shortcut::kString: {
            constexpr std::size_t kMostUnits = 126;  // whose number, and one more, is a single byte
            if (json.size() < 2 || json.size() - 2 > kMostUnits || json[0] != '"' ||
                find_string_special(json, 1) != json.size() - 1 || !is_ascii(json)) {
                return false;
            }
            out.push_back(
                static_cast<std::uint8_t>(json.size() - 1));  // StringValue: the length and one, then the units
            out.insert(out.end(), json.begin() + 1, json.end() - 1);
            return true;
        }
    }
    return false;
}

void PartEncoder::append(const RowField& field, ByteVector& out) const {
    if (field.form == RowField::Form::kBare) {
        codec::ValueEncoder encoder(type_, out);
        read_bare_value(*type_, field.text, encoder, exactness_);
        return encoder.finish();
    }
    if (field.form == RowField::Form::kJson && append_short(field.text, out)) {
        return;
    }
    append_json(type_, field.form == RowField::Form::kNull ? "null" : field.text, out,
                field.form == RowField::Form::kJson, exactness_);
}

}  // namespace sp::rows

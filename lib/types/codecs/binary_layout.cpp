#include "types/codecs/binary_layout.hpp"

#include <limits>
#include <vector>

#include "io/big_endian.hpp"
#include "sp/error.hpp"
#include "types/codecs/binary_plan.hpp"
#include "types/codecs/interpreter.hpp"
#include "types/codecs/text/sql_times.hpp"

namespace sp::codec {
namespace {

constexpr std::size_t kInline = 7;        ///< bytes of a text or bytes that stand in the slot itself
constexpr std::size_t kWideDecimal = 16;  ///< bytes that a decimal of more than 18 digits takes in any case
constexpr std::size_t kSlot = 8;

std::size_t padded(std::size_t size) { return (size + kSlot - 1) / kSlot * kSlot; }

void store_little(std::uint8_t* at, std::uint64_t value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
        at[i] = static_cast<std::uint8_t>(value >> (8 * i));
    }
}

/// A row or array under way: `begin` is where it starts in `out`.
class Container {
public:
    Container(ByteVector& out, std::size_t fixed) : out_(out), begin_(out.size()) { out_.resize(begin_ + fixed, 0); }

    void set_bit(std::size_t index) { out_[begin_ + index / 8] |= static_cast<std::uint8_t>(1U << index % 8); }
    void set(std::size_t at, std::uint64_t value, std::size_t size) { store_little(&out_[begin_ + at], value, size); }

    /// Bytes behind the fixed part, padded; gives what the slot refers to them by, without the lower half.
    std::uint64_t append(Bytes bytes, std::size_t room) {
        const std::size_t offset = out_.size() - begin_;
        if (offset + room > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
            throw InputError("a row, array or map larger than Java can address");
        }
        out_.insert(out_.end(), bytes.begin(), bytes.end());
        out_.resize(begin_ + offset + room, 0);
        return std::uint64_t{offset} << 32;
    }

    /// A null of a projected row, as BinaryRowWriter.writeDecimal and writeTimestamp write it.
    void put_null(const Type& type, std::size_t at) {
        if (type.kind == TypeKind::kDecimalData && type.precision > kMostCompactDigits) {
            set(at, append({}, kWideDecimal), 8);
        } else if (type.kind == TypeKind::kTimestampData && type.precision > kMostCompactPrecision) {
            set(at, append({}, kSlot), 8);
        }
    }

    /// `at`: of the slot or element; `part` as its own serializer writes it.
    void put(const Type& type, std::size_t at, Bytes part) {
        switch (type.kind) {
            case TypeKind::kBoolean:
            case TypeKind::kByte: return set(at, part[0], 1);
            case TypeKind::kShort: return set(at, load_u16(part.data()), 2);
            case TypeKind::kInt:
            case TypeKind::kFloat: return set(at, load_u32(part.data()), 4);
            case TypeKind::kLong:
            case TypeKind::kDouble: return set(at, load_u64(part.data()), 8);
            case TypeKind::kLocalDate: return set(at, static_cast<std::uint32_t>(days(part)), 4);
            case TypeKind::kLocalTime: return set(at, static_cast<std::uint32_t>(millis(part)), 4);
            case TypeKind::kStringData:
            case TypeKind::kByteArray: return put_text(at, part.subspan(4));
            case TypeKind::kDecimalData:
                if (type.precision <= kMostCompactDigits) {
                    return set(at, load_u64(part.data()), 8);
                }
                return set(at, append(part.subspan(4), kWideDecimal) | (part.size() - 4), 8);
            case TypeKind::kTimestampData: return put_timestamp(at, part);
            case TypeKind::kVariant: return put_variant(at, part);
            case TypeKind::kRawData: return set(at, append(part, padded(part.size())) | part.size(), 8);
            default: return set(at, append(part.subspan(4), padded(part.size() - 4)) | (part.size() - 4), 8);
        }
    }

private:
    void put_text(std::size_t at, Bytes text) {
        if (text.size() > kInline) {
            return set(at, append(text, padded(text.size())) | text.size(), 8);
        }
        for (std::size_t i = 0; i < text.size(); ++i) {
            set(at + i, text[i], 1);
        }
        set(at + kInline, 0x80 | text.size(), 1);
    }

    /// The length of the metadata, the metadata, the value; `part` has lengths, value, metadata.
    void put_variant(std::size_t at, Bytes part) {
        const std::size_t value = load_u32(part.data());
        ByteVector bytes(part.begin() + 4, part.begin() + 8);
        bytes.insert(bytes.end(), part.begin() + 8 + static_cast<std::ptrdiff_t>(value), part.end());
        bytes.insert(bytes.end(), part.begin() + 8, part.begin() + 8 + static_cast<std::ptrdiff_t>(value));
        set(at, append(bytes, padded(bytes.size())) | bytes.size(), 8);
    }

    void put_timestamp(std::size_t at, Bytes part) {
        const std::uint64_t millis = load_u64(part.data());
        if (part.size() == 8) {
            return set(at, millis, 8);
        }
        std::uint8_t bytes[8];
        store_little(bytes, millis, sizeof bytes);
        set(at, append(bytes, sizeof bytes) | load_u32(part.data() + 8), 8);
    }

    static std::int32_t days(Bytes part) {
        Temporal date;
        date.kind = TypeKind::kLocalDate;
        static_cast<void>(detail::read_temporal(TypeKind::kLocalDate, part.data(), date));
        const std::optional<std::int32_t> days = text::days_of(date);
        if (!days) {
            throw InputError("a date that SQL cannot hold");
        }
        return *days;
    }

    static std::int32_t millis(Bytes part) {
        Temporal time;
        time.kind = TypeKind::kLocalTime;
        static_cast<void>(detail::read_temporal(TypeKind::kLocalTime, part.data(), time));
        const std::optional<std::int32_t> millis = text::millis_of_day(time);
        if (!millis) {
            throw InputError("a time with more than milliseconds, which SQL does not keep");
        }
        return *millis;
    }

    ByteVector& out_;
    std::size_t begin_;
};

Bytes bytes_of(Bytes bytes, const BinaryPart& part) { return bytes.subspan(part.begin, part.end - part.begin); }

void append_row(const Type& type, int row_kind, Bytes bytes, std::span<const BinaryPart> parts, ByteVector& out) {
    const std::size_t header = binary_row_header(parts.size());
    Container row(out, header + kSlot * parts.size());
    row.set(0, static_cast<std::uint64_t>(row_kind), 1);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Type& field = *type.fields[i].type;
        const std::size_t slot = header + kSlot * i;
        if (!parts[i].is_null) {
            row.put(field, slot, bytes_of(bytes, parts[i]));
            continue;
        }
        row.set_bit(i + 8);
        if (type.flag) {
            row.put_null(field, slot);
        }
    }
}

/// Every `step`th part from `first` on.
void append_array(const Type& element, Bytes bytes, std::span<const BinaryPart> parts, std::size_t first,
                  std::size_t step, ByteVector& out) {
    const std::size_t count = parts.size() / step;
    const std::size_t header = binary_array_header(count);
    const std::size_t size = binary_element_size(element);
    Container array(out, padded(header + count * size));
    array.set(0, count, 4);
    for (std::size_t i = 0; i < count; ++i) {
        const BinaryPart& part = parts[first + i * step];
        if (part.is_null) {
            array.set_bit(32 + i);
        } else {
            array.put(element, header + i * size, bytes_of(bytes, part));
        }
    }
}

}  // namespace

void append_binary(const Type& type, int row_kind, Bytes bytes, std::span<const BinaryPart> parts, ByteVector& out) {
    const std::size_t start = out.size();
    out.resize(start + 4);
    if (type.kind == TypeKind::kBinaryRow) {
        append_row(type, row_kind, bytes, parts, out);
    } else if (type.kind == TypeKind::kBinaryArray) {
        append_array(*type.nested.at(0), bytes, parts, 0, 1, out);
    } else {
        const std::size_t keys = out.size();
        out.resize(keys + 4);
        append_array(*type.nested.at(0), bytes, parts, 0, 2, out);
        store_little(&out[keys], out.size() - keys - 4, 4);
        append_array(*type.nested.at(1), bytes, parts, 1, 2, out);
    }
    store_big_endian(&out[start], out.size() - start - 4, 4);
}

}  // namespace sp::codec

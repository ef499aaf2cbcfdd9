#pragma once

// Random values of a type as the bytes that Flink's serializer writes. The draws are those of sp.interop.hashes.Draw
// (tests/interop), so that the same seed gives the keys that real Flink has hashed.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "io/byte_writer.hpp"
#include "sp/type.hpp"
#include "types/codecs/type_shape.hpp"

namespace sp::test {

class KeyValues {
public:
    /// `boxed` are the recipe's: only those fields of POJOs can be null, beside those that are no primitives anyway.
    KeyValues(const Type& type, std::int32_t seed, std::vector<std::string> boxed)
        : type_(type), state_(static_cast<std::uint64_t>(std::int64_t{seed})), boxed_(std::move(boxed)) {}

    [[nodiscard]] ByteVector next_key() {
        out_.clear();
        if (type_.kind == TypeKind::kNullable) {  // a key is not null
            out_.u8(0);
            value(*type_.nested[0], "");
        } else {
            value(type_, "");
        }
        return {out_.view().begin(), out_.view().end()};
    }

private:
    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15U;
        std::uint64_t z = state_;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9U;
        z = (z ^ z >> 27) * 0x94D049BB133111EBU;
        return z ^ z >> 31;
    }
    std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(next() % bound); }
    bool boolean() { return (next() & 1U) != 0; }
    bool is_null() { return below(4) == 0; }
    std::int64_t number() {
        const auto bits = static_cast<std::int64_t>(next());
        return bits >> (next() & 63U);
    }

    std::uint32_t float_bits() {
        static constexpr std::uint32_t kSpecial[] = {0, 0x80000000, 0x7FC00000, 0x7F800000, 0xFF800000, 0x3FC00000};
        switch (below(4)) {
            case 0: return kSpecial[below(6)];
            case 1: return std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<std::int32_t>(number())));
            default: return canonical(static_cast<std::uint32_t>(next()));
        }
    }
    static std::uint32_t canonical(std::uint32_t bits) {
        return (bits & 0x7FFFFFFFU) > 0x7F800000U ? 0x7FC00000U : bits;
    }

    std::uint64_t double_bits() {
        static constexpr std::uint64_t kSpecial[] = {
            0, 0x8000000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0x3FF8000000000000};
        switch (below(4)) {
            case 0: return kSpecial[below(6)];
            case 1: return std::bit_cast<std::uint64_t>(static_cast<double>(number()));
            case 2: {
                const std::uint32_t bits = canonical(static_cast<std::uint32_t>(next()));
                return bits == 0x7FC00000U
                           ? kSpecial[2]
                           : std::bit_cast<std::uint64_t>(static_cast<double>(std::bit_cast<float>(bits)));
            }
            default: {
                const std::uint64_t bits = next();
                return (bits & 0x7FFFFFFFFFFFFFFFU) > 0x7FF0000000000000U ? kSpecial[2] : bits;
            }
        }
    }

    void varint(std::uint32_t number) {
        for (; number >= 0x80; number >>= 7) {
            out_.u8(static_cast<std::uint8_t>(number | 0x80U));
        }
        out_.u8(static_cast<std::uint8_t>(number));
    }

    void string(std::uint32_t added_to_length) {
        const std::uint32_t length = below(12);
        varint(length + added_to_length);
        for (std::uint32_t i = 0; i < length; ++i) {
            const std::uint32_t kind = below(4);
            varint(kind < 2 ? 32 + below(95) : kind == 2 ? below(0x800) : below(0x10000));
        }
    }

    void big_integer() {
        ByteVector bytes(1 + below(20));
        for (std::uint8_t& byte : bytes) {
            byte = static_cast<std::uint8_t>(below(4) == 0 ? 0 : next());
        }
        std::size_t first = 0;  // the shortest form
        while (first + 1 < bytes.size() &&
               ((bytes[first] == 0 && bytes[first + 1] < 0x80) || (bytes[first] == 0xFF && bytes[first + 1] >= 0x80))) {
            ++first;
        }
        out_.u32(static_cast<std::uint32_t>(bytes.size() - first + 4));
        out_.bytes(Bytes(bytes).subspan(first));
    }

    void timestamp() {
        const std::int64_t ms = number() / 1000;
        out_.i64(ms);
        out_.i32(static_cast<std::int32_t>((ms % 1000 + 1000) % 1000 * 1000000) +
                 static_cast<std::int32_t>(below(1000000)));
    }

    void local_date() {
        out_.i32(static_cast<std::int32_t>(below(4000)) - 1000);
        out_.u8(static_cast<std::uint8_t>(1 + below(12)));
        out_.u8(static_cast<std::uint8_t>(1 + below(28)));
    }

    void local_time() {
        for (const std::uint32_t bound : {24U, 60U, 60U}) {
            out_.u8(static_cast<std::uint8_t>(below(bound)));
        }
        out_.u32(below(1000000000));
    }

    /// False for types that are not one part.
    bool scalar(TypeKind kind) {
        switch (kind) {
            case TypeKind::kBoolean:
            case TypeKind::kBooleanValue: out_.boolean(boolean()); return true;
            case TypeKind::kByte:
            case TypeKind::kByteValue: out_.u8(static_cast<std::uint8_t>(number())); return true;
            case TypeKind::kShort:
            case TypeKind::kShortValue:
            case TypeKind::kChar:
            case TypeKind::kCharValue: out_.u16(static_cast<std::uint16_t>(number())); return true;
            case TypeKind::kInt:
            case TypeKind::kIntValue: out_.u32(static_cast<std::uint32_t>(number())); return true;
            case TypeKind::kLong:
            case TypeKind::kLongValue:
            case TypeKind::kDate:
            case TypeKind::kSqlDate:
            case TypeKind::kSqlTime: out_.i64(number()); return true;
            case TypeKind::kFloat:
            case TypeKind::kFloatValue: out_.u32(float_bits()); return true;
            case TypeKind::kDouble:
            case TypeKind::kDoubleValue: out_.u64(double_bits()); return true;
            case TypeKind::kString: string(1); return true;
            case TypeKind::kStringValue: string(0); return true;
            case TypeKind::kBigInteger: big_integer(); return true;
            case TypeKind::kBigDecimal:
                big_integer();
                out_.i32(static_cast<std::int32_t>(below(40)) - 20);
                return true;
            case TypeKind::kSqlTimestamp: timestamp(); return true;
            case TypeKind::kInstant:
                out_.i64(number() >> 10);
                out_.u32(below(1000000000));
                return true;
            case TypeKind::kLocalDate: local_date(); return true;
            case TypeKind::kLocalTime: local_time(); return true;
            case TypeKind::kLocalDateTime:
                local_date();
                local_time();
                return true;
            case TypeKind::kTimeWindow:
                out_.i64(number());
                out_.i64(number());
                return true;
            case TypeKind::kNullValue: return true;
            case TypeKind::kVoidNamespace:
            case TypeKind::kGlobalWindow: out_.u8(0); return true;
            case TypeKind::kTuple0: out_.u8(42); return true;
            default: return false;
        }
    }

    void value(const Type& type, const std::string& path) {
        if (scalar(type.kind)) {
            return;
        }
        switch (type.kind) {
            case TypeKind::kTuple:
                for (std::size_t i = 0; i < type.nested.size(); ++i) {
                    value(*type.nested[i], path + "f" + std::to_string(i) + ".");
                }
                break;
            case TypeKind::kNullable: nullable([&] { value(*type.nested[0], path); }); break;
            case TypeKind::kEither: {
                const bool is_left = boolean();
                out_.boolean(is_left);
                value(*type.nested[is_left ? 0 : 1], path);
                break;
            }
            case TypeKind::kSet: distinct(type, path); break;
            case TypeKind::kMap: map(type, path); break;
            case TypeKind::kRow: row(type, path); break;
            case TypeKind::kPojo: pojo(type, path); break;
            default: sequence(type, path); break;
        }
    }

    void nullable(const std::function<void()>& some) {
        const bool null = is_null();
        out_.boolean(null);
        if (!null) {
            some();
        }
    }

    void sequence(const Type& type, const std::string& path) {
        const std::uint32_t count = below(4);
        out_.u32(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            if (type.kind == TypeKind::kByteArray) {
                out_.u8(static_cast<std::uint8_t>(number()));
            } else if (type.kind == TypeKind::kGenericArray) {
                const bool null = is_null();
                out_.boolean(!null);
                if (!null) {
                    value(codec::element_type(type), path);
                }
            } else {
                value(codec::element_type(type), path);
            }
        }
    }

    /// Entries of which the first with the same key counts: `entry` writes one and returns where its key ends.
    void unique(const std::function<std::size_t()>& entry) {
        const std::size_t count_at = out_.size();
        out_.u32(0);
        std::set<ByteVector> keys;
        ByteVector kept;
        const ByteVector before(out_.view().begin(), out_.view().end());
        for (std::uint32_t i = below(4); i > 0; --i) {
            const std::size_t start = out_.size();
            const std::size_t key_end = entry();
            const Bytes written = out_.view();
            if (keys.emplace(written.begin() + static_cast<std::ptrdiff_t>(start),
                             written.begin() + static_cast<std::ptrdiff_t>(key_end))
                    .second) {
                kept.insert(kept.end(), written.begin() + static_cast<std::ptrdiff_t>(start), written.end());
            }
        }
        out_.clear();
        out_.bytes(before);
        out_.bytes(kept);
        out_.patch_u32(count_at, static_cast<std::uint32_t>(keys.size()));
    }

    void distinct(const Type& type, const std::string& path) {
        unique([&] {
            out_.u8(0);
            value(*type.nested[0], path);
            return out_.size();
        });
    }

    void map(const Type& type, const std::string& path) {
        unique([&] {
            value(*type.nested[0], path);
            const std::size_t key_end = out_.size();
            nullable([&] { value(*type.nested[1], path); });
            return key_end;
        });
    }

    void row(const Type& type, const std::string& path) {
        const std::uint32_t kind = below(4);
        const std::size_t bits = type.nested.size() + 2;
        ByteVector mask((bits + 7) / 8);
        const auto set = [&](std::size_t bit) { mask[bit / 8] |= static_cast<std::uint8_t>(0x80U >> bit % 8); };
        if ((kind & 1U) != 0) {
            set(0);
        }
        if ((kind & 2U) != 0) {
            set(1);
        }
        const ByteVector before(out_.view().begin(), out_.view().end());
        out_.clear();
        for (std::size_t i = 0; i < type.nested.size(); ++i) {
            if (is_null()) {
                set(2 + i);
            } else {
                value(*type.nested[i], path + "f" + std::to_string(i) + ".");
            }
        }
        const ByteVector fields = out_.take();
        out_.clear();
        out_.bytes(before);
        out_.bytes(mask);
        out_.bytes(fields);
    }

    void pojo(const Type& type, const std::string& path) {
        if (!type.other_subclasses.empty() && !boolean()) {
            const PojoSubclass& subclass = type.other_subclasses[0];
            out_.u8(4);
            out_.u16(static_cast<std::uint16_t>(subclass.class_name.size()));
            out_.bytes(as_bytes(subclass.class_name));
            return pojo(*subclass.type, path);
        }
        out_.u8(2);
        for (const PojoField& field : type.fields) {
            const std::string name = path + field.name;
            const bool is_boxed = std::find(boxed_.begin(), boxed_.end(), name) != boxed_.end();
            const auto some = [&] { value(*field.type, name + "."); };
            if (field.type->kind <= TypeKind::kDouble && !is_boxed) {  // a primitive
                out_.u8(0);
                some();
            } else {
                nullable(some);
            }
        }
    }

    const Type& type_;
    std::uint64_t state_;
    std::vector<std::string> boxed_;
    ByteWriter out_;
};

}  // namespace sp::test

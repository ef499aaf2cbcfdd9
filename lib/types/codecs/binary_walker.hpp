#pragma once

// Walks over the bytes of a BinaryRow, BinaryArray or BinaryMap of the Table runtime and hands what it finds to a codec's
// Sink. Numbers in it are little-endian (of the machines that Flink runs on). Every part is bounded by the one around it, and
// the parts of one can take no more bytes than it has, so that offsets which overlap cannot make much of little.

#include <array>
#include <bit>
#include <cstring>

#include "io/big_endian.hpp"
#include "java/modified_utf8.hpp"
#include "sp/value_events.hpp"
#include "types/codecs/binary_plan.hpp"
#include "types/codecs/class_name_sites.hpp"
#include "types/codecs/decode_fault.hpp"
#include "types/codecs/null_sink.hpp"
#include "types/codecs/text/sql_times.hpp"

namespace sp::codec {

/// `Raw` runs the operations of a RAW column: (call, begin, end).
template <class Sink, class Raw>
class BinaryWalker {
public:
    BinaryWalker(const BinaryPlan& plan, Sink& sink, const Raw& raw) : plan_(plan), sink_(sink), raw_(raw) {}

    void run(Bytes bytes) { whole(plan_.nodes.front(), {bytes.data(), bytes.size()}); }

private:
    using Reason = DecodeFault::Reason;

    struct Part {
        const std::uint8_t* p;
        std::uint64_t size;
    };
    /// A row or array whose parts are read: `left` is what its parts of variable size can still take.
    struct Around {
        Part part;
        std::uint64_t left;
    };

    [[noreturn]] static void fail(const BinaryNode& node, const std::uint8_t* at, const char* expected) {
        throw DecodeFault{Reason::kInvalid, at, node.type, expected};
    }

    static std::uint32_t load32(const std::uint8_t* p) { return __builtin_bswap32(load_u32(p)); }
    static std::uint64_t load64(const std::uint8_t* p) { return __builtin_bswap64(load_u64(p)); }
    static bool bit(const std::uint8_t* bits, std::uint64_t index) { return (bits[index / 8] >> index % 8 & 1) != 0; }

    /// What a slot refers to: the offset in its upper half, the size in its lower.
    Part referred(const BinaryNode& node, Around& around, std::uint64_t slot, std::uint64_t size) const {
        const std::uint64_t offset = slot >> 32;
        if (offset > around.part.size || size > around.part.size - offset || size > around.left) [[unlikely]] {
            fail(node, around.part.p, "parts that lie in the row, array or map around them");
        }
        around.left -= size;
        return {around.part.p + offset, size};
    }
    Part variable(const BinaryNode& node, Around& around, const std::uint8_t* p) const {
        const std::uint64_t slot = load64(p);
        const Part part = referred(node, around, slot, slot & 0xFFFFFFFF);
        if constexpr (NotesClassNames<Sink>) {
            sink_.binary_slot({p, around.part.p, part.p, part.size, true});
        }
        return part;
    }
    /// Strings and bytes of up to 7 bytes stand in the slot itself.
    Part text_or_bytes(const BinaryNode& node, Around& around, const std::uint8_t* p) const {
        if ((p[7] & 0x80) != 0) {
            const std::uint64_t size = p[7] & 0x7FU;
            if (size > 7) {
                fail(node, p, "up to 7 bytes in a slot");
            }
            return {p, size};
        }
        return variable(node, around, p);
    }

    /// The value in a slot, or in an element of an array.
    void value(const BinaryNode& node, Around& around, const std::uint8_t* p) {
        switch (node.kind) {
            case TypeKind::kBoolean: return sink_.boolean(*p != 0);
            case TypeKind::kByte: return sink_.integer(static_cast<std::int8_t>(*p));
            case TypeKind::kShort: return sink_.integer(static_cast<std::int16_t>(p[0] | p[1] << 8));
            case TypeKind::kInt: return sink_.integer(static_cast<std::int32_t>(load32(p)));
            case TypeKind::kLong: return sink_.long_integer(static_cast<std::int64_t>(load64(p)), plan_.int64_as_text);
            case TypeKind::kFloat: return sink_.float32(std::bit_cast<float>(load32(p)));
            case TypeKind::kDouble: return sink_.float64(std::bit_cast<double>(load64(p)));
            case TypeKind::kStringData: return text(node, text_or_bytes(node, around, p));
            case TypeKind::kByteArray: {
                const Part part = text_or_bytes(node, around, p);
                return sink_.bytes({part.p, static_cast<std::size_t>(part.size)});
            }
            case TypeKind::kDecimalData: return decimal(node, around, p);
            case TypeKind::kTimestampData: return timestamp(node, around, p);
            case TypeKind::kLocalDate: return date(node, p);
            case TypeKind::kLocalTime: return time(node, p);
            case TypeKind::kAvroNull: return sink_.null();
            case TypeKind::kBitmap: {
                const Part part = variable(node, around, p);
                return sink_.bytes({part.p, static_cast<std::size_t>(part.size)});
            }
            case TypeKind::kVariant: return variant(node, variable(node, around, p));
            case TypeKind::kRawData: return raw(node, variable(node, around, p));
            default: return whole(node, variable(node, around, p));
        }
    }

    void whole(const BinaryNode& node, const Part& part) {
        switch (node.kind) {
            case TypeKind::kBinaryRow: return row(node, part);
            case TypeKind::kBinaryArray: return array(node, part);
            case TypeKind::kBinaryMap: return map(node, part);
            default:
                throw DecodeFault{Reason::kOpaque, part.p, node.type, "a column that can be decoded",
                                  "its type is one whose bytes the snapshot does not describe"};
        }
    }

    void row(const BinaryNode& node, const Part& part) {
        const std::uint64_t header = binary_row_header(node.count);
        const std::uint64_t fixed = header + 8 * std::uint64_t{node.count};
        if (part.size < fixed) {
            fail(node, part.p, "a binary row with a slot for each of its columns");
        }
        const int kind = *part.p;
        if (kind > 3) {
            fail(node, part.p, "a RowKind of 0 to 3");
        }
        Around around{part, part.size - fixed};
        sink_.begin_row(*node.type, kind);
        for (std::uint32_t i = 0; i < node.count; ++i) {
            sink_.dynamic_field(i, plan_.names[node.names + i], i == 0 && kind == 0);
            if (bit(part.p, i + 8)) {
                sink_.null();
            } else {
                value(plan_.nodes[node.first + i], around, part.p + header + 8 * i);
            }
        }
        sink_.end_dynamic_object();
    }

    /// An array whose elements are in `size` bytes each.
    struct Elements {
        std::uint32_t count = 0;
        const std::uint8_t* first = nullptr;
        Around around{};
    };
    Elements elements(const BinaryNode& node, const BinaryNode& element, const Part& part) const {
        Elements result;
        if (part.size < 4) {
            fail(node, part.p, "a binary array");
        }
        result.count = load32(part.p);
        const std::uint64_t header = binary_array_header(result.count);
        const std::uint64_t fixed = header + std::uint64_t{result.count} * element.element_size;
        if (result.count > 0x7FFFFFFFU || fixed > part.size) {
            fail(node, part.p, "a binary array with all its elements");
        }
        result.first = part.p + header;
        result.around = {part, part.size - fixed};
        return result;
    }
    void element(const BinaryNode& node, Elements& elements, std::uint32_t index) {
        if (bit(elements.around.part.p + 4, index)) {
            return sink_.null();
        }
        value(node, elements.around, elements.first + std::size_t{index} * node.element_size);
    }

    void array(const BinaryNode& node, const Part& part) {
        const BinaryNode& inner = plan_.nodes[node.first];
        Elements all = elements(node, inner, part);
        sink_.begin_array(all.count);
        for (std::uint32_t i = 0; i < all.count; ++i) {
            sink_.element(i);
            element(inner, all, i);
        }
        sink_.end_array();
    }

    void map(const BinaryNode& node, const Part& part) {
        const BinaryNode& key = plan_.nodes[node.first];
        const BinaryNode& mapped = plan_.nodes[node.first + 1];
        if (part.size < 4 || load32(part.p) > part.size - 4) {
            fail(node, part.p, "a binary map with its keys");
        }
        const std::uint64_t size = load32(part.p);
        Elements keys = elements(node, key, {part.p + 4, size});
        Elements values = elements(node, mapped, {part.p + 4 + size, part.size - 4 - size});
        if (keys.count != values.count) {
            fail(node, part.p, "as many keys as values");
        }
        if constexpr (Sink::kForm == SinkForm::kJson) {
            if (node.has_text_keys && !has_null(keys)) {
                return text_map(key, mapped, keys, values);
            }
        }
        sink_.begin_map(*node.type, keys.count);
        for (std::uint32_t i = 0; i < keys.count; ++i) {
            sink_.map_key(i);
            element(key, keys, i);
            sink_.map_value();
            element(mapped, values, i);
            sink_.end_map_entry();
        }
        sink_.end_map();
    }

    static bool has_null(const Elements& elements) {
        for (std::uint32_t i = 0; i < elements.count; ++i) {
            if (bit(elements.around.part.p + 4, i)) {
                return true;
            }
        }
        return false;
    }

    void text_map(const BinaryNode& key, const BinaryNode& mapped, Elements& keys, Elements& values) {
        sink_.begin_string_map();
        for (std::uint32_t i = 0; i < keys.count; ++i) {
            sink_.member(i);
            element(key, keys, i);
            sink_.end_member_name();
            element(mapped, values, i);
        }
        sink_.end_string_map();
    }

    void text(const BinaryNode& node, const Part& part) {
        const std::string_view text(reinterpret_cast<const char*>(part.p), static_cast<std::size_t>(part.size));
        if (!java::is_wtf8(text)) {
            throw DecodeFault{Reason::kOpaque, part.p, node.type, "UTF-8", "a text that is not UTF-8"};
        }
        sink_.text(text);
    }

    void decimal(const BinaryNode& node, Around& around, const std::uint8_t* p) {
        if (!node.is_compact) {
            const Part part = variable(node, around, p);
            if (part.size == 0) {
                fail(node, part.p, "the digits of a decimal");
            }
            return sink_.big_decimal({part.p, static_cast<std::size_t>(part.size)}, node.scale);
        }
        std::array<std::uint8_t, 8> digits;
        const std::uint64_t unscaled = load64(p);
        store_big_endian(digits.data(), unscaled, digits.size());
        sink_.big_decimal(Bytes(digits).subspan(surplus_bytes(unscaled)), node.scale);
    }

    void timestamp(const BinaryNode& node, Around& around, const std::uint8_t* p) {
        if (node.is_compact) {
            return temporal(node, p, static_cast<std::int64_t>(load64(p)), 0);
        }
        const std::uint64_t slot = load64(p);
        const Part part = referred(node, around, slot, 8);
        if constexpr (NotesClassNames<Sink>) {
            sink_.binary_slot({p, around.part.p, part.p, part.size, false});
        }
        temporal(node, p, static_cast<std::int64_t>(load64(part.p)), static_cast<std::uint32_t>(slot));
    }

    void temporal(const BinaryNode& node, const std::uint8_t* at, std::int64_t millis, std::uint32_t nanos) {
        if (nanos > 999'999) {
            fail(node, at, "less than a million nanoseconds of a millisecond");
        }
        if (!sink_.temporal(text::timestamp_of(millis, nanos, node.is_zoned))) {
            fail(node, at, "a date and time that java.time can hold");
        }
    }

    void date(const BinaryNode& node, const std::uint8_t* p) {
        if (!sink_.temporal(text::local_date_of(static_cast<std::int32_t>(load32(p))))) {
            fail(node, p, "a date that java.time can hold");
        }
    }

    void time(const BinaryNode& node, const std::uint8_t* p) {
        if (!sink_.temporal(text::local_time_of(static_cast<std::int32_t>(load32(p))))) {
            fail(node, p, "milliseconds of a day");
        }
    }

    /// BinaryRowWriter.writeVariant: the length of the metadata (of ByteBuffer, so big-endian), the metadata, the value.
    void variant(const BinaryNode& node, const Part& part) {
        if (part.size < 4 || load_u32(part.p) > part.size - 4) {
            fail(node, part.p, "a variant with its metadata");
        }
        const std::size_t metadata = load_u32(part.p);
        const std::uint8_t* const value = part.p + 4 + metadata;
        sink_.begin_row(*node.type, 0);
        sink_.dynamic_field(0, plan_.names[node.names], true);
        sink_.bytes({value, static_cast<std::size_t>(part.p + part.size - value)});
        sink_.dynamic_field(1, plan_.names[node.names + 1], false);
        sink_.bytes({part.p + 4, metadata});
        sink_.end_dynamic_object();
    }

    void raw(const BinaryNode& node, const Part& part) {
        if (node.call == BinaryNode::kNoCall) {
            throw DecodeFault{Reason::kOpaque, part.p, node.type, "a column that can be decoded",
                              "RAW inside an array or map, whose serializer the snapshot does not have"};
        }
        raw_(node, part.p, part.p + part.size);
    }

    const BinaryPlan& plan_;
    Sink& sink_;
    const Raw& raw_;
};

}  // namespace sp::codec

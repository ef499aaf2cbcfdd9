#pragma once

// Runs a Program over the bytes of a value and hands what it finds to a Sink. A template, so that each sink (JSON text,
// typed events, skipping) is one switch with everything inlined: nothing virtual per value or byte.
//
// A Sink has the methods of NullSink (null_sink.hpp); those that return a pointer consume bytes themselves.

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

#include "io/big_endian.hpp"
#include "java/modified_utf8.hpp"
#include "sp/value_events.hpp"
#include "types/codecs/binary_walker.hpp"
#include "types/codecs/class_name_sites.hpp"
#include "types/codecs/decode_fault.hpp"
#include "types/codecs/null_sink.hpp"
#include "types/codecs/program.hpp"
#include "types/codecs/subclass_programs.hpp"
#include "types/codecs/type_shape.hpp"
#include "types/kryo/kryo_decoder.hpp"

namespace sp::codec {

namespace detail {

/// Bytes of a temporal's value (serializers §3.1).
std::size_t temporal_size(TypeKind kind);
/// Decodes a date or time; false if it is the serializer's form of null.
bool read_temporal(TypeKind kind, const std::uint8_t* p, Temporal& value);

/// The text of modified UTF-8; nothing if it is none, or not in the form that Java writes.
std::optional<std::string> modified_utf8_text(Bytes bytes);

/// One UTF-16 unit of a StringValue, a 7-bit varint; null if the bytes end before or it is above 0xFFFF.
inline const std::uint8_t* read_unit(const std::uint8_t* p, const std::uint8_t* end, std::uint64_t& unit) {
    unit = 0;
    int shift = 0;
    do {
        if (p == end || shift > 56) {
            return nullptr;
        }
        unit |= (*p & std::uint64_t{0x7F}) << shift;
        shift += 7;
    } while (*p++ >= 0x80);
    return unit > 0xFFFF ? nullptr : p;
}

}  // namespace detail

template <class Sink>
class Interpreter {
public:
    /// `depth`: so many interpreters run this one.
    Interpreter(const Program& program, Sink& sink, int depth = 0) : program_(program), sink_(sink), depth_(depth) {}

    /// Decodes one value that starts at `p`; returns where it ends. Throws DecodeFault. `is_exact`: it should end at `end`,
    /// which helps to find out what Kryo wrote.
    const std::uint8_t* run(const std::uint8_t* p, const std::uint8_t* end, bool is_exact = false) {
        end_ = end;
        is_exact_ = is_exact;
        empty_elements_ = 0;
        if (maps_of_pairs_ != nullptr) {
            maps_of_pairs_->clear();
        }
        return execute(0, program_.main_end, p, nullptr);
    }

private:
    using Reason = DecodeFault::Reason;

    [[noreturn]] static void fault(Reason reason, const std::uint8_t* at, const Op& op, const char* expected) {
        throw DecodeFault{reason, at, op.type, expected};
    }

    void need(const std::uint8_t* p, std::uint64_t n, const Op& op) const {
        if (static_cast<std::uint64_t>(end_ - p) < n) [[unlikely]] {
            fault(Reason::kTruncated, p, op, "more bytes");
        }
    }

    bool read_flag(const std::uint8_t* p, const Op& op) const {
        need(p, 1, op);
        if (*p > 1) [[unlikely]] {
            fault(Reason::kInvalid, p, op, "a flag of 0 or 1");
        }
        return *p == 1;
    }

    std::uint32_t read_count(const std::uint8_t*& p, const Op& op) const {
        need(p, 4, op);
        const std::uint32_t count = load_u32(p);
        if (count > 0x7FFFFFFFU) [[unlikely]] {
            fault(Reason::kInvalid, p, op, "a count that is not negative");
        }
        p += 4;
        return count;
    }

    const std::uint8_t* execute(std::uint32_t pc, std::uint32_t stop, const std::uint8_t* p, const std::uint8_t* mask) {
        const Op* const ops = program_.ops.data();
        while (pc < stop) {
            const Op& op = ops[pc];
            sink_.literal(op);
            if ((op.flags & kHasNullByte) != 0) {
                if (read_flag(p++, op)) {
                    sink_.null();
                    ++pc;
                    continue;
                }
            }
            switch (op.code) {
                case OpCode::kLiteral: break;
                case OpCode::kSkip:
                    need(p, op.extra, op);
                    p += op.extra;
                    break;
                case OpCode::kBoolean:
                    sink_.boolean(read_flag(p, op));
                    ++p;
                    break;
                case OpCode::kI8:
                    need(p, 1, op);
                    sink_.integer(static_cast<std::int8_t>(*p));
                    ++p;
                    break;
                case OpCode::kI16:
                    need(p, 2, op);
                    sink_.integer(static_cast<std::int16_t>(load_u16(p)));
                    p += 2;
                    break;
                case OpCode::kI32:
                    need(p, 4, op);
                    sink_.integer(static_cast<std::int32_t>(load_u32(p)));
                    p += 4;
                    break;
                case OpCode::kI64:
                    need(p, 8, op);
                    sink_.long_integer(static_cast<std::int64_t>(load_u64(p)), op.aux != 0);
                    p += 8;
                    break;
                case OpCode::kChar:
                    need(p, 2, op);
                    sink_.character(static_cast<char16_t>(load_u16(p)));
                    p += 2;
                    break;
                case OpCode::kF32:
                    need(p, 4, op);
                    sink_.float32(std::bit_cast<float>(load_u32(p)));
                    p += 4;
                    break;
                case OpCode::kF64:
                    need(p, 8, op);
                    sink_.float64(std::bit_cast<double>(load_u64(p)));
                    p += 8;
                    break;
                case OpCode::kString: p = string(p, op); break;
                case OpCode::kNullGuard:
                    if (read_flag(p++, op) == (op.aux == 0)) {
                        need(p, op.extra, op);
                        p += op.extra;
                        sink_.null();
                        pc = op.jump;
                        continue;
                    }
                    break;
                case OpCode::kPojo: p = pojo(pc, p, pc); continue;
                case OpCode::kRowField: {
                    const std::uint32_t bit = op.extra;
                    if ((mask[bit / 8] & 0x80U >> bit % 8) != 0) {
                        sink_.null();
                        pc = op.jump;
                        continue;
                    }
                    break;
                }
                case OpCode::kRow:
                case OpCode::kList:
                case OpCode::kMap:
                case OpCode::kStringMap:
                case OpCode::kEither:
                case OpCode::kOption:
                case OpCode::kTagged:
                case OpCode::kMaskedList:
                case OpCode::kAvroUnion:
                case OpCode::kAvroArray:
                case OpCode::kAvroMap:
                    p = structure(pc, op, p);
                    pc = op.jump;
                    continue;
                case OpCode::kBeginObject: sink_.begin_object(*op.type, static_cast<int>(op.extra)); break;
                case OpCode::kField: sink_.field(op.extra, program_.names[op.name]); break;
                case OpCode::kEndObject: sink_.end_object(); break;
                case OpCode::kOpaque: fault(Reason::kOpaque, p, op, "a serializer that can be decoded");
                default: p = rare(op, p); break;
            }
            ++pc;
        }
        return p;
    }

    const std::uint8_t* string(const std::uint8_t* p, const Op& op) {
        need(p, 1, op);
        std::uint64_t units = *p;
        if (units >= 0x80) [[unlikely]] {
            p = long_count(p, units, op);
        } else {
            ++p;
        }
        if (units == 0) {
            sink_.null();
            return p;
        }
        return characters(p, units - 1, op);
    }

    const std::uint8_t* characters(const std::uint8_t* p, std::uint64_t units, const Op& op) {
        need(p, units, op);  // a unit takes one byte at least
        const std::uint8_t* next = sink_.string(p, end_, units);
        if (next == nullptr) [[unlikely]] {
            string_fault(p, units, op);
        }
        return next;
    }

    [[noreturn]] void string_fault(const std::uint8_t* p, std::uint64_t units, const Op& op) const {
        // Whether the text is cut or holds a unit above 0xFFFF: a reader of a window wants to know the difference.
        for (; units > 0; --units) {
            std::uint64_t unit = 0;
            const std::uint8_t* start = p;
            for (int shift = 0;; shift += 7) {
                need(p, 1, op);
                if (shift > 56) {
                    fault(Reason::kInvalid, start, op, "a UTF-16 code unit");
                }
                unit |= (*p & std::uint64_t{0x7F}) << shift;
                if (*p++ < 0x80) {
                    break;
                }
            }
            if (unit > 0xFFFF) {
                fault(Reason::kInvalid, start, op, "a UTF-16 code unit");
            }
        }
        fault(Reason::kInvalid, p, op, "a string");
    }

    const std::uint8_t* long_count(const std::uint8_t* p, std::uint64_t& units, const Op& op,
                                   const char* expected = "a string length below 2^31") const {
        units = 0;
        const std::uint8_t* const start = p;
        for (int shift = 0; shift < 35; shift += 7) {
            need(p, 1, op);
            units |= static_cast<std::uint64_t>(*p & 0x7F) << shift;
            if (*p++ < 0x80) {
                if (units > 0x80000000U) {
                    break;
                }
                return p;
            }
        }
        fault(Reason::kInvalid, start, op, expected);
    }

    /// The value of a POJO behind its flags byte; sets `next` to the operation that follows: the fields of this very
    /// class are the ones next in line, everything else has been dealt with.
    const std::uint8_t* pojo(std::uint32_t pc, const std::uint8_t* p, std::uint32_t& next) {
        const Op& op = program_.ops[pc];
        need(p, 1, op);
        switch (*p) {
            case 1:
                sink_.null();
                next = op.jump;
                return p + 1;
            case 2: next = pc + 1; return p + 1;
            case 4:
            case 8: next = op.jump; return subclass(op, p);
            default: fault(Reason::kInvalid, p, op, "POJO flags of 1, 2, 4 or 8");
        }
    }

    const std::uint8_t* subclass(const Op& op, const std::uint8_t* p) {
        const PojoDispatch& dispatch = program_.pojos[op.extra];
        const std::uint8_t* const start = p;
        const PojoDispatch::Target* target = nullptr;
        if (*p++ == 8) {
            need(p, 1, op);
            const std::uint8_t tag = *p++;
            if (tag >= dispatch.registered.size()) {
                fault(Reason::kInvalid, p - 1, op, "the tag of a registered subclass");
            }
            target = &dispatch.registered[tag];
        } else {
            need(p, 2, op);
            const std::size_t length = load_u16(p);
            p += 2;
            need(p, length, op);
            const std::string_view name(reinterpret_cast<const char*>(p), length);
            p += length;
            if constexpr (NotesClassNames<Sink>) {
                sink_.class_name(p - length - 2, p);
            }
            for (const PojoDispatch::Target& candidate : dispatch.by_name) {
                if (candidate.class_name == name) {
                    target = &candidate;
                }
            }
            if (target == nullptr) {
                return unlisted_subclass(op, name, start, p);
            }
        }
        sink_.subclass(target->class_name);
        return execute(target->begin, target->end, p, nullptr);
    }

    /// A subclass that the snapshot does not name, by its class file.
    const std::uint8_t* unlisted_subclass(const Op& op, std::string_view name, const std::uint8_t* start,
                                          const std::uint8_t* p) {
        if (op.type->subclasses == nullptr || !Sink::kHasRoom) {
            fault(Reason::kOpaque, start, op, "a subclass whose serializer is in the snapshot");
        }
        if (depth_ >= kMaxDepth) {
            fault(Reason::kInvalid, start, op, "at most 200 subclasses inside each other");
        }
        const Program& program = op.type->subclasses->program(*op.type, name, Sink::kForm, op.aux != 0, start);
        sink_.subclass(std::string(name));
        if (program.has_kryo) {
            sink_.has_view();
        }
        sink_.bind(program);
        Interpreter interpreter(program, sink_, depth_ + 1);
        try {
            p = interpreter.run(p, end_, false);
        } catch (const DecodeFault& inner) {
            if (inner.reason != Reason::kInvalid && !(inner.reason == Reason::kTruncated && is_exact_)) {
                throw;
            }
            SubclassPrograms::fail(*op.type, name, start, inner);
        }
        sink_.bind(program_);
        return p;
    }

    const std::uint8_t* structure(std::uint32_t pc, const Op& op, const std::uint8_t* p) {
        switch (op.code) {
            case OpCode::kList: return list(pc, op, p);
            case OpCode::kMap: return map(pc, op, p);
            case OpCode::kStringMap: return string_map(pc, op, p);
            case OpCode::kRow: return row(pc, op, p);
            case OpCode::kTagged: return tagged(op, p);
            case OpCode::kOption: return option(pc, op, p);
            case OpCode::kMaskedList: return masked_list(pc, op, p);
            case OpCode::kAvroUnion: return avro_union(op, p);
            case OpCode::kAvroArray: return avro_array(pc, op, p);
            case OpCode::kAvroMap: return avro_map(pc, op, p);
            default: return either(pc, op, p);
        }
    }

    const std::uint8_t* list(std::uint32_t pc, const Op& op, const std::uint8_t* p) {
        const std::uint32_t count = read_count(p, op);
        const auto flag = static_cast<ElementFlag>(op.aux);
        if (flag != ElementFlag::kNone) {
            need(p, count, op);  // each element has a flag
        }
        sink_.begin_array(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            sink_.element(i);
            if (flag != ElementFlag::kNone && read_flag(p++, op) == (flag == ElementFlag::kIsNull)) {
                sink_.null();
            } else {
                const std::uint8_t* const before = p;
                p = execute(pc + 1, op.jump, p, nullptr);
                if (i == 0 && p == before && flag == ElementFlag::kNone) {
                    count_empty_elements(p, count, op);
                }
            }
        }
        sink_.end_array();
        return p;
    }

    /// If one value of a type takes no bytes, none does, and then nothing but this bounds what a count can ask for.
    void count_empty_elements(const std::uint8_t* p, std::uint32_t count, const Op& op) {
        empty_elements_ += count;
        if (empty_elements_ > kMaxEmptyElements) {
            fault(Reason::kInvalid, p - 4, op, "at most 65536 elements without bytes in a value");
        }
    }

    const std::uint8_t* map(std::uint32_t pc, const Op& op, const std::uint8_t* p) {
        const std::uint32_t count = read_count(p, op);
        need(p, count, op);  // each entry has a flag at least
        sink_.begin_map(*op.type, count);
        for (std::uint32_t i = 0; i < count; ++i) {
            p = entry_flag(op, p);
            sink_.map_key(i);
            p = execute(pc + 1, op.extra, p, nullptr);
            sink_.map_value();
            p = map_value(op, p);
            sink_.end_map_entry();
        }
        sink_.end_map();
        return p;
    }

    /// Scala's maps are written as collections of tuples, each with a mark that it is none of null.
    const std::uint8_t* entry_flag(const Op& op, const std::uint8_t* p) {
        if ((op.flags & kHasEntryFlags) != 0 && !read_flag(p++, op)) {
            fault(Reason::kInvalid, p - 1, op, "an entry of a map, which is never null");
        }
        return p;
    }

    const std::uint8_t* map_value(const Op& op, const std::uint8_t* p) {
        if ((op.flags & kHasEntryFlags) == 0 && read_flag(p++, op)) {
            sink_.null();
            return p;
        }
        return execute(op.extra + 1, op.jump, p, nullptr);
    }

    /// A JSON object, unless a key is null: JSON has no such member, so the map is then printed as pairs.
    const std::uint8_t* string_map(std::uint32_t pc, const Op& op, const std::uint8_t* p) {
        const std::uint8_t* const start = p;
        if (maps_of_pairs_ != nullptr && maps_of_pairs_->contains(start)) {
            return map(pc, op, start);
        }
        const auto mark = sink_.mark();
        const std::uint32_t count = read_count(p, op);
        need(p, 2 * static_cast<std::uint64_t>(count), op);  // at least the key's length and the value's flag
        sink_.begin_string_map();
        for (std::uint32_t i = 0; i < count; ++i) {
            p = entry_flag(op, p);
            if ((op.aux & kNullableKeys) != 0 && read_flag(p++, op)) {  // NullableSerializer around the key
                return pairs_instead(pc, op, start, mark);
            }
            if ((op.aux & kUtf8Keys) != 0) {
                sink_.member(i);
                p = avro_string(op, p);
                sink_.end_member_name();
                p = map_value(op, p);
                continue;
            }
            std::uint64_t units = 0;
            p = long_count(p, units, op);
            if (units == 0) {
                return pairs_instead(pc, op, start, mark);
            }
            sink_.member(i);
            p = characters(p, units - 1, op);
            sink_.end_member_name();
            p = map_value(op, p);
        }
        sink_.end_string_map();
        return p;
    }

    /// Prints a map again, without its maps inside being tried as objects again: else time would double with each level.
    template <class Mark>
    const std::uint8_t* pairs_instead(std::uint32_t pc, const Op& op, const std::uint8_t* start, const Mark& mark) {
        if (maps_of_pairs_ == nullptr) {
            maps_of_pairs_ = std::make_unique<std::unordered_set<const std::uint8_t*>>();
        }
        maps_of_pairs_->insert(start);
        sink_.rewind(mark);
        return map(pc, op, start);
    }

    const std::uint8_t* row(std::uint32_t pc, const Op& op, const std::uint8_t* p) {
        const std::uint32_t kind_bits = op.aux != 0 ? 2 : 0;
        const std::uint64_t mask_size = (kind_bits + op.type->nested.size() + 7) / 8;
        need(p, mask_size, op);
        // RowSerializer: the kind's low bit is the first of the mask, and masks are filled from a byte's highest bit.
        const int row_kind = kind_bits == 0 ? 0 : (*p >> 7 & 1) | (*p >> 6 & 1) << 1;
        sink_.begin_row(*op.type, row_kind);
        return execute(pc + 1, op.jump, p + mask_size, p);
    }

    const std::uint8_t* tagged(const Op& op, const std::uint8_t* p) {
        need(p, 1, op);
        for (const TaggedForm& form : program_.forms[op.extra]) {
            if (form.tag == *p) {
                return execute(form.begin, form.end, p + 1, nullptr);
            }
        }
        fault(Reason::kInvalid, p, op, "a known tag");
    }

    const std::uint8_t* either(std::uint32_t pc, const Op& op, const std::uint8_t* p) {
        const bool is_left = read_flag(p++, op);
        sink_.begin_alternative(*op.type, is_left ? 0 : 1, program_.names[op.name + (is_left ? 0 : 1)]);
        p = is_left ? execute(pc + 1, op.extra, p, nullptr) : execute(op.extra, op.jump, p, nullptr);
        sink_.end_alternative();
        return p;
    }

    const std::uint8_t* option(std::uint32_t pc, const Op& op, const std::uint8_t* p) {
        if (!read_flag(p++, op)) {
            sink_.unit();  // None is none of Java's nulls
            return p;
        }
        const bool has_both = op.extra != pc + 1 && op.extra != op.jump;
        if (has_both ? !is_own_null(program_.ops[pc + 1], p) : op.extra == op.jump) {
            return execute(pc + 1, op.extra, p, nullptr);
        }
        sink_.begin_alternative(*op.type, 0, "some");
        p = execute(op.extra, op.jump, p, nullptr);
        sink_.end_alternative();
        return p;
    }

    /// Whether the scalar at `p` is its serializer's form of null.
    bool is_own_null(const Op& op, const std::uint8_t* p) const {
        const auto room = static_cast<std::size_t>(end_ - p);
        switch (op.code) {
            case OpCode::kString: return room >= 1 && *p == 0;
            case OpCode::kBigInteger:
            case OpCode::kBigDecimal: return room >= 4 && load_u32(p) == 0;
            case OpCode::kTemporal: {
                const auto kind = static_cast<TypeKind>(op.aux);
                Temporal value;
                return room >= detail::temporal_size(kind) && !detail::read_temporal(kind, p, value);
            }
            default: return false;
        }
    }

    // ---- The Table runtime ------------------------------------------------------------------------------------------

    const std::uint8_t* binary(const Op& op, const std::uint8_t* p) {
        const std::uint32_t size = read_count(p, op);
        need(p, size, op);
        const auto raw = [this](const BinaryNode& node, const std::uint8_t* begin, const std::uint8_t* end) {
            Op called{};
            called.extra = node.call;
            called.type = node.type;
            run_in(called, begin, end);
        };
        BinaryWalker<Sink, decltype(raw)>(program_.binaries[op.extra], sink_, raw).run({p, size});
        if constexpr (NotesClassNames<Sink>) {
            sink_.behind_length(p, p + size);
        }
        return p + size;
    }

    const std::uint8_t* sized(const Op& op, const std::uint8_t* p) {
        const std::uint32_t size = read_count(p, op);
        need(p, size, op);
        run_in(op, p, p + size);
        if constexpr (NotesClassNames<Sink>) {
            sink_.behind_length(p, p + size);
        }
        return p + size;
    }

    /// A value that fills the bytes.
    void run_in(const Op& op, const std::uint8_t* p, const std::uint8_t* end) {
        const std::uint8_t* const outer = std::exchange(end_, end);
        const std::uint8_t* const stop = call(op, p);
        if (stop != end) {
            fault(Reason::kInvalid, stop, op, "the end of the value");
        }
        end_ = outer;
    }

    const std::uint8_t* decimal_data(const Op& op, const std::uint8_t* p) {
        if (op.type->precision > kMostCompactDigits) {
            const std::uint32_t size = read_count(p, op);
            need(p, size, op);
            if (size == 0) {
                fault(Reason::kInvalid, p, op, "the digits of a decimal");
            }
            sink_.big_decimal(Bytes(p, size), op.type->scale);
            return p + size;
        }
        need(p, 8, op);
        sink_.big_decimal(Bytes(p, 8).subspan(surplus_bytes(load_u64(p))), op.type->scale);
        return p + 8;
    }

    const std::uint8_t* timestamp_data(const Op& op, const std::uint8_t* p) {
        const bool has_nanos = op.type->precision > kMostCompactPrecision;
        need(p, has_nanos ? 12 : 8, op);
        const std::uint32_t nanos = has_nanos ? load_u32(p + 8) : 0;
        if (nanos > 999'999 ||
            !sink_.temporal(text::timestamp_of(static_cast<std::int64_t>(load_u64(p)), nanos, op.type->flag))) {
            fault(Reason::kInvalid, p, op, "a date and time that java.time can hold");
        }
        return p + (has_nanos ? 12 : 8);
    }

    /// VariantSerializer
    const std::uint8_t* variant_part(const Op& op, const std::uint8_t* p) const {
        const std::uint8_t* const start = p;
        const std::uint32_t value = read_count(p, op);
        const std::uint32_t metadata = read_count(p, op);
        need(p, std::uint64_t{value} + metadata, op);
        if (op.extra == 0) {
            sink_.bytes({p, value});
            return start;
        }
        sink_.bytes({p + value, metadata});
        return p + value + metadata;
    }

    /// LinkedListSerializer, MaskUtils.readMask: a bit for each element, from the highest of a byte.
    const std::uint8_t* masked_list(std::uint32_t pc, const Op& op, const std::uint8_t* p) {
        const std::uint32_t count = read_count(p, op);
        const std::uint64_t size = (std::uint64_t{count} + 7) / 8;
        need(p, size, op);
        const std::uint8_t* const mask = p;
        p += size;
        sink_.begin_array(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            sink_.element(i);
            if ((mask[i / 8] & 0x80U >> i % 8) != 0) {
                sink_.null();
            } else {
                p = execute(pc + 1, op.jump, p, nullptr);
            }
        }
        sink_.end_array();
        return p;
    }

    // ---- Avro (DataOutputEncoder) -----------------------------------------------------------------------------------

    const std::uint8_t* avro_union(const Op& op, const std::uint8_t* p) {
        const std::vector<TaggedForm>& branches = program_.forms[op.extra];
        need(p, 4, op);
        const std::uint32_t index = load_u32(p);
        if (index >= branches.size()) {
            fault(Reason::kInvalid, p, op, "the position of a branch of the union");
        }
        const bool is_named = op.aux != 0 && op.type->nested[index]->kind != TypeKind::kAvroNull;
        if (is_named) {
            sink_.begin_alternative(*op.type, index, program_.names[op.name + index]);
        }
        p = execute(branches[index].begin, branches[index].end, p + 4, nullptr);
        if (is_named) {
            sink_.end_alternative();
        }
        return p;
    }

    const std::uint8_t* avro_array(std::uint32_t pc, const Op& op, const std::uint8_t* p) {
        std::uint64_t count = 0;
        p = long_count(p, count, op, "a number of items below 2^31");
        sink_.begin_array(count);
        for (std::uint64_t i = 0; i < count; ++i) {
            sink_.element(i);
            const std::uint8_t* const before = p;
            p = execute(pc + 1, op.jump, p, nullptr);
            if (i == 0 && p == before) {
                count_empty_elements(p, static_cast<std::uint32_t>(count), op);
            }
        }
        sink_.end_array();
        return count == 0 ? p : avro_end(p, op);
    }

    const std::uint8_t* avro_map(std::uint32_t pc, const Op& op, const std::uint8_t* p) {
        constexpr bool kAsObject = Sink::kForm == SinkForm::kJson;
        std::uint64_t count = 0;
        p = long_count(p, count, op, "a number of items below 2^31");
        if constexpr (kAsObject) {
            sink_.begin_string_map();
        } else {
            sink_.begin_map(*op.type, count);
        }
        for (std::uint64_t i = 0; i < count; ++i) {
            if constexpr (kAsObject) {
                sink_.member(i);
                p = avro_string(op, p);
                sink_.end_member_name();
                p = execute(pc + 1, op.jump, p, nullptr);
            } else {
                sink_.map_key(i);
                p = avro_string(op, p);
                sink_.map_value();
                p = execute(pc + 1, op.jump, p, nullptr);
                sink_.end_map_entry();
            }
        }
        if constexpr (kAsObject) {
            sink_.end_string_map();
        } else {
            sink_.end_map();
        }
        return count == 0 ? p : avro_end(p, op);
    }

    /// Items could come in several blocks; the writers that Flink has write one.
    const std::uint8_t* avro_end(const std::uint8_t* p, const Op& op) const {
        need(p, 1, op);
        if (*p != 0) {
            fault(Reason::kInvalid, p, op, "a 0 behind the items");
        }
        return p + 1;
    }

    const std::uint8_t* avro_string(const Op& op, const std::uint8_t* p) {
        const std::uint32_t size = read_count(p, op);
        need(p, size, op);
        const std::string_view text(reinterpret_cast<const char*>(p), size);
        if (!java::is_wtf8(text)) {
            fault(Reason::kInvalid, p, op, "UTF-8");
        }
        sink_.text(text);
        return p + size;
    }

    const std::uint8_t* avro_fixed(const Op& op, const std::uint8_t* p) {
        need(p, op.extra, op);
        sink_.bytes(Bytes(p, op.extra));
        return p + op.extra;
    }

    const std::uint8_t* call(const Op& op, const std::uint8_t* p) {
        if (++calls_ > kMaxCalls) {
            throw DecodeFault{Reason::kOpaque,
                              p,
                              op.type,
                              "a value that is decoded",
                              "nested deeper than " + std::to_string(kMaxCalls) + " levels",
                              true};
        }
        const CalledRange& called = program_.calls[op.extra];
        p = execute(called.begin, called.end, p, nullptr);
        --calls_;
        return p;
    }

    /// Operations that are not worth a line in the hot switch.
    const std::uint8_t* rare(const Op& op, const std::uint8_t* p) {
        switch (op.code) {
            case OpCode::kNullByte:
                need(p, 1, op);
                if (is_unit(op.type->kind)) {
                    sink_.unit();
                } else {
                    sink_.null();
                }
                return p + 1;
            case OpCode::kNullValue: sink_.unit(); return p;
            case OpCode::kAvroNull: sink_.null(); return p;
            case OpCode::kUtf8: return avro_string(op, p);
            case OpCode::kDecimalData: return decimal_data(op, p);
            case OpCode::kTimestampData: return timestamp_data(op, p);
            case OpCode::kBinary: return binary(op, p);
            case OpCode::kSized: return sized(op, p);
            case OpCode::kSortedLong:
                need(p, 8, op);
                sink_.integer(static_cast<std::int64_t>(load_u64(p) ^ std::uint64_t{1} << 63));
                return p + 8;
            case OpCode::kAvroFixed: return avro_fixed(op, p);
            case OpCode::kVariantPart: return variant_part(op, p);
            case OpCode::kCall: return call(op, p);
            case OpCode::kConstant:
                need(p, 1, op);
                sink_.constant(program_.names[op.name]);
                return p + 1;
            case OpCode::kEmptyTuple:
                need(p, 1, op);
                sink_.empty_object(*op.type);
                return p + 1;
            case OpCode::kTemporal: return temporal(op, p);
            case OpCode::kEnum: return enumeration(op, p);
            case OpCode::kNothing: fault(Reason::kInvalid, p, op, "no value, as its serializer writes none");
            case OpCode::kStringValue: return string_value(op, p);
            case OpCode::kUtf: return utf(op, p);
            case OpCode::kBigInteger:
            case OpCode::kBigDecimal: return big_number(op, p);
            case OpCode::kKryo:
                return op.type->kryo->decode(
                    p, end_, *op.type, sink_,
                    {is_exact_ && op.extra != 0, (op.aux & kInt64AsText) != 0, (op.aux & kTellsClass) != 0});
            default: return array(op, p);
        }
    }

    const std::uint8_t* temporal(const Op& op, const std::uint8_t* p) {
        const auto kind = static_cast<TypeKind>(op.aux);
        const std::size_t size = detail::temporal_size(kind);
        need(p, size, op);
        Temporal value;
        value.kind = kind;
        if (!detail::read_temporal(kind, p, value)) {
            sink_.null();
        } else if (!sink_.temporal(value)) {
            fault(Reason::kInvalid, p, op, "a date or time that java.time can hold");
        }
        return p + size;
    }

    const std::uint8_t* enumeration(const Op& op, const std::uint8_t* p) {
        need(p, 4, op);
        const std::uint32_t number = load_u32(p);
        const std::uint32_t position = op.aux == 0 ? number : position_of_id(op, static_cast<std::int32_t>(number));
        if (position >= op.type->constants.size()) {
            fault(Reason::kInvalid, p, op,
                  op.aux == 0 ? "the position of an enum constant" : "the id of a constant of the Enumeration");
        }
        sink_.enumeration(static_cast<std::int32_t>(number), program_.names[op.name + position]);
        return p + 4;
    }

    /// Behind the last constant if none has the id. As a rule ids are positions.
    static std::uint32_t position_of_id(const Op& op, std::int32_t id) {
        const std::vector<EnumConstant>& constants = op.type->constants;
        const auto guess = static_cast<std::size_t>(static_cast<std::uint32_t>(id));
        if (guess < constants.size() && constants[guess].id == id) {
            return static_cast<std::uint32_t>(guess);
        }
        const auto found = std::find_if(constants.begin(), constants.end(),
                                        [id](const EnumConstant& constant) { return constant.id == id; });
        return static_cast<std::uint32_t>(found - constants.begin());
    }

    const std::uint8_t* string_value(const Op& op, const std::uint8_t* p) {
        std::uint64_t units = 0;
        p = long_count(p, units, op);
        return characters(p, units, op);
    }

    const std::uint8_t* utf(const Op& op, const std::uint8_t* p) {
        need(p, 2, op);
        const std::uint32_t size = load_u16(p);
        p += 2;
        need(p, size, op);
        const std::optional<std::string> text = detail::modified_utf8_text(Bytes(p, size));
        if (!text) {
            fault(Reason::kInvalid, p, op, "modified UTF-8");
        }
        sink_.text(*text);
        return p + size;
    }

    const std::uint8_t* big_number(const Op& op, const std::uint8_t* p) {
        need(p, 4, op);
        const std::uint32_t code = load_u32(p);
        p += 4;
        if (code == 0) {
            sink_.null();
            return p;
        }
        static constexpr std::uint8_t kCached[] = {0, 1, 10};  // BigIntSerializer: codes 1 to 3 stand for 0, 1, 10
        Bytes digits;
        if (code < 4) {
            digits = Bytes(kCached + (code - 1), 1);
        } else {
            const std::uint32_t length = code - 4;
            if (code > 0x7FFFFFFFU || length == 0) {
                fault(Reason::kInvalid, p - 4, op, "the length of a big number");
            }
            need(p, length, op);
            digits = Bytes(p, length);
            p += length;
        }
        if (op.code == OpCode::kBigInteger) {
            sink_.big_integer(digits);
            return p;
        }
        need(p, 4, op);
        sink_.big_decimal(digits, static_cast<std::int32_t>(load_u32(p)));
        return p + 4;
    }

    const std::uint8_t* array(const Op& op, const std::uint8_t* p) {
        const std::uint32_t count = read_count(p, op);
        switch (op.code) {
            case OpCode::kByteArray:
                need(p, count, op);
                sink_.bytes(Bytes(p, count));
                return p + count;
            case OpCode::kDeweyNumber:
                need(p, 4 * std::uint64_t{count}, op);
                sink_.dewey_number(Bytes(p, 4 * std::size_t{count}));
                return p + 4 * std::size_t{count};
            case OpCode::kBooleanArray:
                return elements(op, p, count, 1, [&](const std::uint8_t* at) { sink_.boolean(read_flag(at, op)); });
            case OpCode::kCharArray:
                return elements(op, p, count, 2,
                                [&](const std::uint8_t* at) { sink_.character(static_cast<char16_t>(load_u16(at))); });
            case OpCode::kI16Array:
                return elements(op, p, count, 2, [&](const std::uint8_t* at) {
                    sink_.integer(static_cast<std::int16_t>(load_u16(at)));
                });
            case OpCode::kI32Array:
                return elements(op, p, count, 4, [&](const std::uint8_t* at) {
                    sink_.integer(static_cast<std::int32_t>(load_u32(at)));
                });
            case OpCode::kI64Array:
                return elements(op, p, count, 8, [&](const std::uint8_t* at) {
                    sink_.long_integer(static_cast<std::int64_t>(load_u64(at)), op.aux != 0);
                });
            case OpCode::kF32Array:
                return elements(op, p, count, 4,
                                [&](const std::uint8_t* at) { sink_.float32(std::bit_cast<float>(load_u32(at))); });
            case OpCode::kF64Array:
                return elements(op, p, count, 8,
                                [&](const std::uint8_t* at) { sink_.float64(std::bit_cast<double>(load_u64(at))); });
            default: return string_array(op, p, count);
        }
    }

    template <class Element>
    const std::uint8_t* elements(const Op& op, const std::uint8_t* p, std::uint64_t count, std::size_t size,
                                 Element&& element) {
        need(p, count * size, op);
        sink_.begin_array(count);
        for (std::size_t i = 0; i < count; ++i, p += size) {
            sink_.element(i);
            element(p);
        }
        sink_.end_array();
        return p;
    }

    const std::uint8_t* string_array(const Op& op, const std::uint8_t* p, std::uint32_t count) {
        need(p, count, op);
        sink_.begin_array(count);
        for (std::size_t i = 0; i < count; ++i) {
            sink_.element(i);
            p = string(p, op);
        }
        sink_.end_array();
        return p;
    }

    const Program& program_;
    Sink& sink_;
    static constexpr std::uint64_t kMaxEmptyElements = 65536;
    static constexpr int kMaxDepth = 200;

    const std::uint8_t* end_ = nullptr;
    bool is_exact_ = false;
    int depth_;
    std::uint64_t empty_elements_ = 0;
    static constexpr int kMaxCalls = 1000;
    int calls_ = 0;  ///< that are open
    /// Maps with strings as keys in which a null key has been found. Behind a pointer, since an interpreter is made for
    /// each part of each row and hardly any needs it.
    std::unique_ptr<std::unordered_set<const std::uint8_t*>> maps_of_pairs_;
};

}  // namespace sp::codec

#pragma once

// A codec is compiled from a Type into a Program: a flat array of operations that an Interpreter walks over a value's
// bytes. Three compilations of one Type exist: JSON text (the literal before a value is fused into its operation),
// typed events, and skipping (finding a value's end). See interpreter.hpp for the execution.

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "sp/type.hpp"
#include "types/codecs/binary_plan.hpp"

namespace sp::codec {

enum class OpCode : std::uint8_t {
    // Values of fixed size
    kBoolean,
    kI8,
    kI16,
    kI32,
    kI64,
    kChar,
    kF32,
    kF64,
    kNullByte,    ///< one byte that is skipped; the value is null (Void, VoidNamespace, …)
    kNullValue,   ///< no bytes; null (NullValue)
    kConstant,    ///< one byte that is skipped; the value is the text Op::name (GlobalWindow)
    kEmptyTuple,  ///< one byte that is skipped; an object without fields (Tuple0)
    kTemporal,    ///< Op::aux is the TypeKind of a date or time
    kEnum,        ///< i32 position in Type::constants; aux 1: the id of one of them
    kNothing,     ///< of serializers that write no value (Scala's Nothing, CEP of 1.5), so there is none; faults
    // Values that carry their length
    kString,       ///< StringValue form: UTF-16 units plus one, 0 is null
    kStringValue,  ///< types.StringValue: UTF-16 units, no null
    kUtf,          ///< u16 bytes of modified UTF-8
    kBigInteger,
    kBigDecimal,
    kUtf8,           ///< i32 length, UTF-8
    kDecimalData,    ///< unscaled: i64, of more than 18 digits i32 length and bytes
    kTimestampData,  ///< i64 milliseconds, of a precision above 3 i32 nanoseconds of the millisecond
    kBinary,         ///< i32 size; a row, array or map by Program::binaries[extra]
    kSized,          ///< i32 size; the value of Program::calls[extra], in all of it
    kSortedLong,     ///< i64 with its sign bit turned
    kAvroNull,       ///< no bytes; null
    kAvroFixed,      ///< `extra` bytes: base64
    kVariantPart,  ///< i32 length of the value, i32 length of the metadata, both: base64 of one (`extra`); the last goes on behind them
    kDeweyNumber,  ///< i32 count, an i32 each: a string with dots between
    kByteArray,    ///< i32 length, bytes: base64
    kBooleanArray,
    kCharArray,
    kI16Array,
    kI32Array,
    kI64Array,
    kF32Array,
    kF64Array,
    kStringArray,
    kKryo,  ///< an object of a class that the bytes name; `extra`: 1 if it is the whole value
    // Structure. `jump` is the operation behind the construct.
    kLiteral,     ///< text only, no bytes
    kSkip,        ///< `extra` bytes without a look at them (skip programs)
    kNullGuard,   ///< bool isNull (aux 1: isPresent); if null, `extra` bytes of padding follow, go to `jump`
    kList,        ///< i32 count, then the body [pc+1, jump) so often; aux: ElementFlag
    kMaskedList,  ///< as kList with a bit for each element behind the count: set if it is null and has no bytes
    kMap,  ///< i32 count, then per entry: key by the body up to kMapValue (`extra`), value by the rest. JSON: pairs
    kStringMap,  ///< JSON only: as kMap, with strings as keys (aux: kNullableKeys, kUtf8Keys): an object unless a key is null
    kMapValue,  ///< between key and value of a kMap or kStringMap body; bool isNull in front of the value, unless kHasEntryFlags
    kPojo,      ///< flags byte: null, this class (body follows), subclass (`extra`: index into Program::pojos);
                ///< aux: 1 if integers beyond 2^53 are strings
    kRow,       ///< null mask (aux: 1 with row kind), fields by kRowField
    kRowField,  ///< `extra` is the bit in the mask; if set the field is null, go to `jump`
    kEither,    ///< bool isLeft; left body [pc+1, extra), right body [extra, jump); `name`: of the left, then the right
    kOption,  ///< bool isDefined; body [pc+1, extra) prints the content as it is, [extra, jump) in "some"; one can be missing
    kTagged,  ///< u8 tag; `extra`: index into Program::forms, whose bodies fill [pc+1, jump)
    kAvroUnion,  ///< i32 branch, the position in Program::forms[extra] (their tags mean nothing); aux: 1 if the branch is named
    kAvroArray,  ///< varint count, as many of the body [pc+1, jump), and if there are any a 0 behind them
    kAvroMap,    ///< as kAvroArray, with a string in front of each body
    kCall,       ///< the value is that of the operations Program::calls[extra]
    kBeginObject,
    kField,
    kEndObject,  ///< events only; extra is the form or the field's index, name the field's
    kOpaque,     ///< bytes that we cannot decode; faults
};

enum class ElementFlag : std::uint8_t { kNone, kIsNull, kNotNull };

/// Op::flags
inline constexpr std::uint8_t kHasNullByte = 1;  ///< scalars: a bool isNull stands before the value (POJO fields)
inline constexpr std::uint8_t kHasEntryFlags =
    2;  ///< maps: a bool nonNull before each entry, none before its value (Scala)

/// Op::aux of kStringMap
inline constexpr std::uint8_t kNullableKeys = 1;  ///< a bool isNull stands before each
inline constexpr std::uint8_t kUtf8Keys = 2;      ///< StringData

/// Op::aux of kKryo
inline constexpr std::uint8_t kInt64AsText = 1;
inline constexpr std::uint8_t kTellsClass = 2;

struct Op {
    OpCode code;
    std::uint8_t flags = 0;
    std::uint8_t aux = 0;
    std::uint32_t literal = 0;  ///< position in Program::text of what is printed first
    std::uint32_t literal_size = 0;
    std::uint32_t jump = 0;
    std::uint32_t extra = 0;
    std::uint32_t name = 0;      ///< index into Program::names
    const Type* type = nullptr;  ///< the Type that the operation comes from
};

/// Where a POJO's value goes on behind its flags byte when it is a subclass's.
struct PojoDispatch {
    struct Target {
        std::string class_name;
        std::uint32_t begin =
            0;  ///< operations [begin, end); an opaque one where the snapshot has no usable serializer
        std::uint32_t end = 0;
    };
    std::vector<Target> registered;  ///< by tag
    std::vector<Target> by_name;
};

/// Where a value goes on behind a tag.
struct TaggedForm {
    std::uint8_t tag = 0;
    std::uint32_t begin = 0;  ///< operations [begin, end)
    std::uint32_t end = 0;
};

/// Operations that stand for a value wherever it is called for.
struct CalledRange {
    std::uint32_t begin = 0;  ///< operations [begin, end)
    std::uint32_t end = 0;
};

struct Program {
    /// Literals are copied 32 bytes at a time, so the text has that much behind its end.
    static constexpr std::size_t kLiteralPadding = 32;
    static constexpr std::uint64_t kUnbounded = std::numeric_limits<std::uint64_t>::max();

    std::vector<Op> ops;
    std::uint32_t main_end = 0;  ///< operations [0, main_end) are the value; behind them lie subclasses
    std::string text;
    std::vector<std::string> names;
    std::vector<PojoDispatch> pojos;
    std::vector<std::vector<TaggedForm>> forms;
    std::vector<CalledRange> calls;
    std::vector<BinaryPlan> binaries;
    TypePtr root;  ///< keeps Op::type alive

    /// Text never takes more than text_fixed + text_ratio * (size of the value). kUnbounded where an element can be
    /// without bytes; the interpreter then checks the room before each operation.
    std::uint64_t text_fixed = 0;
    std::uint64_t text_ratio = 0;
    /// No value of n bytes has more than text_fixed * n / min_size of the fixed text. Bytes of the smallest value, or of
    /// the smallest that is no null.
    std::uint64_t min_size = 0;

    /// Bytes of every value if they are always the same many, else -1.
    std::int64_t fixed_size = -1;
    bool has_opaque = false;  ///< some values may be undecodable
    bool has_kryo = false;    ///< what values hold is known only when they are decoded
};

struct JsonOptions {
    bool int64_as_string = false;  ///< integers beyond 2^53 as strings (--int64 string)
};

/// `prefix` is printed before the value, fused into its first operation.
[[nodiscard]] Program compile_json(const TypePtr& type, std::string_view prefix, const JsonOptions& options = {});
[[nodiscard]] Program compile_events(const TypePtr& type);
[[nodiscard]] Program compile_skip(const TypePtr& type);

/// Of values of a subclass of a POJO, behind the flags and the name: they tell the class.
[[nodiscard]] Program compile_subclass_json(const TypePtr& type, std::string_view class_name,
                                            const JsonOptions& options);
[[nodiscard]] Program compile_subclass_events(const TypePtr& type, std::string_view class_name);

/// Bytes of every value of the type if they are always the same many, else -1. Unlike TypeSerializer.getLength, which
/// VoidNamespace answers with 0, this is what is really there.
[[nodiscard]] std::int64_t encoded_size(const Type& type);

/// Whether values of the kind can be decoded and encoded, given that those of the types nested in it can.
[[nodiscard]] bool has_codec(TypeKind kind);

/// The first part of the type that we cannot decode, or null if there is none (a POJO's unknown subclasses aside).
[[nodiscard]] const Type* opaque_part(const TypePtr& type);

}  // namespace sp::codec

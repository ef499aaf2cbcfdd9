#include "types/codecs/program.hpp"
#include "types/avro_types.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "sp/error.hpp"
#include "types/codecs/json_names.hpp"
#include "types/codecs/text_bound.hpp"
#include "types/codecs/type_shape.hpp"

namespace sp::codec {
namespace {

enum class Mode : std::uint8_t { kJson, kEvents, kSkip };

/// A kind whose values are one operation. One line a serializer: the table of what is decoded without structure.
struct Scalar {
    TypeKind kind;
    OpCode code;
    std::int8_t size;  ///< bytes of every value, or -1
};

constexpr Scalar kScalars[] = {
    {TypeKind::kBoolean, OpCode::kBoolean, 1},
    {TypeKind::kBooleanValue, OpCode::kBoolean, 1},
    {TypeKind::kByte, OpCode::kI8, 1},
    {TypeKind::kByteValue, OpCode::kI8, 1},
    {TypeKind::kShort, OpCode::kI16, 2},
    {TypeKind::kShortValue, OpCode::kI16, 2},
    {TypeKind::kInt, OpCode::kI32, 4},
    {TypeKind::kIntValue, OpCode::kI32, 4},
    {TypeKind::kLong, OpCode::kI64, 8},
    {TypeKind::kLongValue, OpCode::kI64, 8},
    {TypeKind::kChar, OpCode::kChar, 2},
    {TypeKind::kCharValue, OpCode::kChar, 2},
    {TypeKind::kFloat, OpCode::kF32, 4},
    {TypeKind::kFloatValue, OpCode::kF32, 4},
    {TypeKind::kDouble, OpCode::kF64, 8},
    {TypeKind::kDoubleValue, OpCode::kF64, 8},
    {TypeKind::kString, OpCode::kString, -1},
    {TypeKind::kStringValue, OpCode::kStringValue, -1},
    {TypeKind::kVoid, OpCode::kNullByte, 1},
    {TypeKind::kVoidNamespace, OpCode::kNullByte, 1},
    {TypeKind::kNullValue, OpCode::kNullValue, 0},
    {TypeKind::kGlobalWindow, OpCode::kConstant, 1},
    {TypeKind::kUnit, OpCode::kNullByte, 1},
    {TypeKind::kTuple0, OpCode::kEmptyTuple, 1},
    {TypeKind::kEnum, OpCode::kEnum, 4},
    {TypeKind::kScalaEnum, OpCode::kEnum, 4},
    {TypeKind::kNothing, OpCode::kNothing, -1},
    {TypeKind::kStringData, OpCode::kUtf8, -1},
    {TypeKind::kTimestampData, OpCode::kTimestampData, -1},
    {TypeKind::kDecimalData, OpCode::kDecimalData, -1},
    {TypeKind::kSqlNull, OpCode::kNullByte, 1},
    {TypeKind::kSortedLong, OpCode::kSortedLong, 8},
    {TypeKind::kAvroNull, OpCode::kAvroNull, 0},
    {TypeKind::kAvroString, OpCode::kUtf8, -1},
    {TypeKind::kDeweyNumber, OpCode::kDeweyNumber, -1},
    {TypeKind::kLegacyNfa, OpCode::kNothing, -1},
    {TypeKind::kLegacySharedBuffer, OpCode::kNothing, -1},
    {TypeKind::kUtf, OpCode::kUtf, -1},
    {TypeKind::kBigInteger, OpCode::kBigInteger, -1},
    {TypeKind::kBigDecimal, OpCode::kBigDecimal, -1},
    {TypeKind::kDate, OpCode::kTemporal, 8},
    {TypeKind::kSqlDate, OpCode::kTemporal, 8},
    {TypeKind::kSqlTime, OpCode::kTemporal, 8},
    {TypeKind::kSqlTimestamp, OpCode::kTemporal, 12},
    {TypeKind::kInstant, OpCode::kTemporal, 12},
    {TypeKind::kLocalDate, OpCode::kTemporal, 6},
    {TypeKind::kLocalTime, OpCode::kTemporal, 7},
    {TypeKind::kLocalDateTime, OpCode::kTemporal, 13},
    {TypeKind::kDateData, OpCode::kTemporal, 4},
    {TypeKind::kTimeData, OpCode::kTemporal, 4},
    {TypeKind::kByteArray, OpCode::kByteArray, -1},
    {TypeKind::kBitmap, OpCode::kByteArray, -1},
    {TypeKind::kBooleanArray, OpCode::kBooleanArray, -1},
    {TypeKind::kCharArray, OpCode::kCharArray, -1},
    {TypeKind::kShortArray, OpCode::kI16Array, -1},
    {TypeKind::kIntArray, OpCode::kI32Array, -1},
    {TypeKind::kLongArray, OpCode::kI64Array, -1},
    {TypeKind::kFloatArray, OpCode::kF32Array, -1},
    {TypeKind::kDoubleArray, OpCode::kF64Array, -1},
    {TypeKind::kStringArray, OpCode::kStringArray, -1},
};

const Scalar* find_scalar(TypeKind kind) {
    static const auto index = [] {
        std::array<const Scalar*, 256> table{};
        for (const Scalar& scalar : kScalars) {
            table[static_cast<std::size_t>(scalar.kind)] = &scalar;
        }
        return table;
    }();
    return index[static_cast<std::size_t>(kind)];
}

class Compiler {
public:
    Compiler(Mode mode, const JsonOptions& options) : mode_(mode), options_(options) {}

    /// `subclass`: a value of a POJO's subclass, which is told.
    Program compile(const TypePtr& type, std::string_view prefix, std::string_view subclass = {}) {
        program_.root = type;
        pending_ = prefix;
        if (subclass.empty()) {
            value(*type);
        } else {
            value_of_subclass(*type, subclass);
        }
        flush();
        program_.main_end = size();
        while (next_subclass_ < subclasses_.size() || next_called_ < to_call_.size()) {  // each can add to the other
            compile_subclasses();
            compile_called();
        }
        program_.fixed_size = encoded_size(*type);
        if (program_.main_end == 1 && program_.ops[0].code == OpCode::kKryo) {
            program_.ops[0].extra = 1;
        }
        program_.has_kryo = std::any_of(program_.ops.begin(), program_.ops.end(),
                                        [](const Op& op) { return op.code == OpCode::kKryo; });
        program_.has_opaque = std::any_of(program_.ops.begin(), program_.ops.end(),
                                          [](const Op& op) { return op.code == OpCode::kOpaque; });
        if (mode_ == Mode::kJson) {
            measure_text(program_);
        }
        program_.text.append(Program::kLiteralPadding, '\0');
        return std::move(program_);
    }

private:
    struct Subclass {
        std::size_t dispatch;
        bool registered;
        std::size_t index;
        const Type* type;  // null: no usable serializer
        std::string class_name;
        int depth;
    };

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(program_.ops.size()); }

    /// Appends an operation that prints what is pending first.
    Op& emit(OpCode code, const Type& type) {
        Op op{};
        op.code = code;
        op.type = &type;
        op.literal = static_cast<std::uint32_t>(program_.text.size());
        op.literal_size = static_cast<std::uint32_t>(pending_.size());
        program_.text += pending_;
        pending_.clear();
        program_.ops.push_back(op);
        return program_.ops.back();
    }

    /// Before a jump target: what is pending belongs to the operations before it.
    void flush() {
        if (!pending_.empty()) {
            emit(OpCode::kLiteral, *program_.root);
        }
        barrier_ = size();
    }

    void text(std::string_view literal) {
        if (mode_ == Mode::kJson) {
            pending_ += literal;
        }
    }

    std::uint32_t name(std::string_view text) {
        program_.names.emplace_back(text);
        return static_cast<std::uint32_t>(program_.names.size() - 1);
    }

    void skip(const Type& type, std::int64_t bytes) {
        if (size() > barrier_ && program_.ops.back().code == OpCode::kSkip) {
            program_.ops.back().extra += static_cast<std::uint32_t>(bytes);
        } else {
            emit(OpCode::kSkip, type).extra = static_cast<std::uint32_t>(bytes);
        }
    }

    void value(const Type& type) {
        if (++depth_ > kMaxTypeDepth) {
            throw UnsupportedError("a type nested deeper than " + std::to_string(kMaxTypeDepth) + " levels");
        }
        dispatch(type);
        --depth_;
    }

    void dispatch(const Type& type) {
        if (mode_ == Mode::kSkip) {
            if (const std::int64_t bytes = encoded_size(type); bytes >= 0) {
                return skip(type, bytes);
            }
        }
        if (const Scalar* scalar = find_scalar(type.kind)) {
            return emit_scalar(*scalar, type);
        }
        if (type.kind == TypeKind::kAvroReference) {
            return call(type);
        }
        if (is_transparent(type.kind) && type.structure == nullptr) {
            return value(*type.nested.at(0));
        }
        if (type.structure != nullptr && is_binary(*type.structure)) {
            return binary(type);
        }
        if (const Type& inner = unwrapped(type); &inner != &type) {
            return value(inner);
        }
        switch (type.kind) {
            case TypeKind::kRawData: return sized(type);
            case TypeKind::kSortedMap:
            case TypeKind::kNullAwareMap: return map(type);
            case TypeKind::kLinkedList: return linked_list(type);
            case TypeKind::kSqlTimeWindow:
            case TypeKind::kCountWindow:
            case TypeKind::kWindowKey:
            case TypeKind::kMetaSqnInfo:
            case TypeKind::kRowSqnInfo:
            case TypeKind::kSequencedMultisetNode:
            case TypeKind::kAvroRecord: return plain_object(type, 0);
            case TypeKind::kAvroArray: return avro_items(OpCode::kAvroArray, *type.nested.at(0), type);
            case TypeKind::kAvroMap: return avro_items(OpCode::kAvroMap, *type.nested.at(1), type);
            case TypeKind::kAvroUnion: return avro_union(type);
            case TypeKind::kAvroFixed:
                emit(OpCode::kAvroFixed, type).extra = static_cast<std::uint32_t>(type.precision);
                return;
            case TypeKind::kTuple:
            case TypeKind::kCaseClass:
            case TypeKind::kTtl:
            case TypeKind::kTimer:
            case TypeKind::kTimeWindow:
            case TypeKind::kBufferEntry:
            case TypeKind::kLockable: return plain_object(type, 0);
            case TypeKind::kVariant: return variant(type);
            case TypeKind::kTaggedUnion:
            case TypeKind::kStreamElement: return tagged(type);
            case TypeKind::kList:
            case TypeKind::kArrayList: return list(type, ElementFlag::kNone);
            case TypeKind::kSet: return list(type, ElementFlag::kIsNull);
            case TypeKind::kGenericArray: return list(type, ElementFlag::kNotNull);
            case TypeKind::kMap: return map(type);
            case TypeKind::kNullable: return nullable(*type.nested.at(0), type, type.padding);
            case TypeKind::kTraversable: return is_map(type) ? map(type) : list(type, ElementFlag::kNotNull);
            case TypeKind::kEither:
            case TypeKind::kScalaEither:
            case TypeKind::kTry: return either(type);
            case TypeKind::kOption: return option(type);
            case TypeKind::kRow: return row(type);
            case TypeKind::kPojo: return pojo(type);
            case TypeKind::kKryo:
                if (type.kryo != nullptr) {
                    emit(OpCode::kKryo, type).aux = options_.int64_as_string ? kInt64AsText : 0;
                    return;
                }
                [[fallthrough]];
            default: emit(OpCode::kOpaque, type);
        }
    }

    void emit_scalar(const Scalar& scalar, const Type& type) {
        Op& op = emit(scalar.code, type);
        switch (scalar.code) {
            case OpCode::kTemporal: op.aux = static_cast<std::uint8_t>(type.kind); break;
            case OpCode::kI64:
            case OpCode::kI64Array: op.aux = options_.int64_as_string ? 1 : 0; break;
            case OpCode::kConstant: op.name = name(mode_ == Mode::kJson ? "\"GlobalWindow\"" : "GlobalWindow"); break;
            case OpCode::kEnum:
                op.aux = type.kind == TypeKind::kScalaEnum ? 1 : 0;
                op.name = static_cast<std::uint32_t>(program_.names.size());
                for (const EnumConstant& constant : type.constants) {
                    program_.names.push_back(mode_ == Mode::kJson ? json_quoted(constant.name) : constant.name);
                }
                break;
            default: break;
        }
    }

    void begin_object(const Type& type, std::size_t form = 0) {
        if (mode_ == Mode::kEvents) {
            emit(OpCode::kBeginObject, type).extra = static_cast<std::uint32_t>(form);
        }
        text("{");
    }

    /// The name of field `index`; `is_first`: no other member stands before it.
    void begin_field(const Type& type, std::size_t index, bool is_first, std::size_t form = 0) {
        if (mode_ == Mode::kEvents) {
            const std::uint32_t n = name(field_name(type, index, form));
            Op& op = emit(OpCode::kField, type);
            op.extra = static_cast<std::uint32_t>(index);
            op.name = n;
        }
        text(is_first ? "" : ",");
        text(json_member(field_name(type, index, form)));
    }

    void end_object(const Type& type) {
        text("}");
        if (mode_ == Mode::kEvents) {
            emit(OpCode::kEndObject, type);
        }
    }

    /// Fields that follow each other without flags.
    void plain_object(const Type& type, std::size_t form) {
        begin_object(type, form);
        for (std::size_t i = 0; i < field_count(type, form); ++i) {
            begin_field(type, i, i == 0, form);
            value(field_type(type, i, form));
        }
        end_object(type);
    }

    /// The lengths of both parts stand in front of them.
    void variant(const Type& type) {
        begin_object(type);
        for (std::uint32_t part = 0; part < field_count(type); ++part) {
            begin_field(type, part, part == 0);
            emit(OpCode::kVariantPart, type).extra = part;
        }
        end_object(type);
    }

    void tagged(const Type& type) {
        const std::uint32_t at = size();
        const std::size_t forms = program_.forms.size();
        program_.forms.emplace_back();
        emit(OpCode::kTagged, type).extra = static_cast<std::uint32_t>(forms);
        const std::span<const std::uint8_t> tags = form_tags(type.kind);
        for (std::size_t form = 0; form < tags.size(); ++form) {
            const std::uint32_t begin = size();
            barrier_ = begin;
            plain_object(type, form);
            flush();
            program_.forms[forms].push_back({tags[form], begin, size()});
        }
        program_.ops[at].jump = size();
    }

    void binary(const Type& type) {
        BinaryPlan plan = make_binary_plan(*type.structure, [&](const Type& raw) { return call_of(raw); });
        plan.int64_as_text = options_.int64_as_string;
        program_.binaries.push_back(std::move(plan));
        emit(OpCode::kBinary, type).extra = static_cast<std::uint32_t>(program_.binaries.size() - 1);
    }

    void sized(const Type& type) {
        const std::uint32_t call = call_of(*type.nested.at(0));
        emit(OpCode::kSized, type).extra = call;
    }

    /// Until Flink 1.13 as a list, then with a mask of the nulls.
    void linked_list(const Type& type) {
        if (!has_null_mask(type)) {
            return list(type, ElementFlag::kNone);
        }
        const std::uint32_t at = size();
        list(type, ElementFlag::kNone);
        program_.ops[at].code = OpCode::kMaskedList;
    }

    void avro_items(OpCode code, const Type& item, const Type& type) {
        const std::uint32_t at = size();
        emit(code, type);
        barrier_ = size();
        value(item);
        flush();
        program_.ops[at].jump = size();
    }

    void avro_union(const Type& type) {
        const std::uint32_t at = size();
        const std::size_t branches = program_.forms.size();
        const bool names_branch = !is_plain_union(type);
        program_.forms.emplace_back();
        Op& op = emit(OpCode::kAvroUnion, type);
        op.extra = static_cast<std::uint32_t>(branches);
        op.aux = names_branch ? 1 : 0;
        op.name = static_cast<std::uint32_t>(program_.names.size());
        for (const TypePtr& branch : type.nested) {
            program_.names.push_back(avro_branch_name(*branch));
        }
        for (const TypePtr& branch : type.nested) {
            const std::uint32_t begin = size();
            barrier_ = begin;
            const bool is_named = names_branch && branch->kind != TypeKind::kAvroNull;
            text(is_named ? "{" + json_member(avro_branch_name(*branch)) : "");
            value(*branch);
            text(is_named ? "}" : "");
            flush();
            program_.forms[branches].push_back({0, begin, size()});
        }
        program_.ops[at].jump = size();
    }

    void call(const Type& reference) {
        const Type& target = unwrapped(reference);
        if (&target == &reference) {  // its schema is gone
            emit(OpCode::kOpaque, reference);
            return;
        }
        const std::uint32_t call = call_of(target);
        emit(OpCode::kCall, reference).extra = call;
    }

    std::uint32_t call_of(const Type& target) {
        const auto [known, is_new] = called_.emplace(&target, static_cast<std::uint32_t>(called_.size()));
        if (is_new) {
            to_call_.push_back(&target);
        }
        return known->second;
    }

    void compile_called() {
        for (; next_called_ < to_call_.size(); ++next_called_) {
            const std::size_t i = next_called_;  // grows
            depth_ = 0;
            const std::uint32_t begin = size();
            barrier_ = begin;
            value(*to_call_[i]);
            flush();
            program_.calls.push_back({begin, size()});
        }
    }

    void list(const Type& type, ElementFlag flag) {
        const std::uint32_t at = size();
        emit(OpCode::kList, type).aux = static_cast<std::uint8_t>(flag);
        barrier_ = size();
        value(*type.nested.at(0));
        flush();
        program_.ops[at].jump = size();
    }

    void map(const Type& type) {
        const std::uint32_t at = size();
        const bool is_object = mode_ == Mode::kJson && has_string_keys(type);
        emit(is_object ? OpCode::kStringMap : OpCode::kMap, type);
        const bool has_key_flag = type.kind == TypeKind::kNullAwareMap;
        const TypeKind key = unwrapped(map_key(type)).kind;
        program_.ops[at].aux =
            static_cast<std::uint8_t>((has_key_flag || key == TypeKind::kNullable ? kNullableKeys : 0) |
                                      (key == TypeKind::kStringData ? kUtf8Keys : 0));
        program_.ops[at].flags = type.kind == TypeKind::kTraversable ? kHasEntryFlags : 0;
        barrier_ = size();
        if (has_key_flag) {
            nullable(map_key(type), type, 0);
        } else {
            value(map_key(type));
        }
        flush();
        program_.ops[at].extra = size();
        emit(OpCode::kMapValue, type);
        barrier_ = size();
        value(map_value(type));
        flush();
        program_.ops[at].jump = size();
    }

    /// `inner` behind a bool isNull, with `padding` bytes behind a null.
    void nullable(const Type& inner, const Type& type, std::int32_t padding) {
        const bool is_presence = type.kind == TypeKind::kNullable && type.flag;
        if (mode_ != Mode::kSkip && padding == 0 && !is_presence && find_scalar(inner.kind) != nullptr) {
            value(inner);
            program_.ops.back().flags |= kHasNullByte;
            return;
        }
        const std::uint32_t at = size();
        emit(OpCode::kNullGuard, type).extra = static_cast<std::uint32_t>(padding);
        program_.ops[at].aux = is_presence ? 1 : 0;
        barrier_ = size();
        value(inner);
        flush();
        program_.ops[at].jump = size();
    }

    void either(const Type& type) {
        const std::uint32_t at = size();
        emit(OpCode::kEither, type).name = name(alternative_name(type.kind, 0));
        static_cast<void>(name(alternative_name(type.kind, 1)));
        for (std::size_t side = 0; side < 2; ++side) {
            alternative(type, side);
            (side == 0 ? program_.ops[at].extra : program_.ops[at].jump) = size();
        }
    }

    void alternative(const Type& type, std::size_t index) {
        barrier_ = size();
        text("{");
        text(json_member(alternative_name(type.kind, index)));
        value(*type.nested.at(index));
        text("}");
        flush();
    }

    void option(const Type& type) {
        const SomeForm form = mode_ == Mode::kSkip ? SomeForm::kBare : some_form(type);
        const std::uint32_t at = size();
        emit(OpCode::kOption, type);
        if (form != SomeForm::kWrapped) {
            barrier_ = size();
            value(*type.nested.at(0));
            flush();
        }
        program_.ops[at].extra = size();
        if (form != SomeForm::kBare) {
            alternative(type, 0);
        }
        program_.ops[at].jump = size();
    }

    void row(const Type& type) {
        const bool has_kind = row_has_kind(type);
        const std::uint32_t at = size();
        emit(OpCode::kRow, type).aux = has_kind ? 1 : 0;
        barrier_ = size();
        for (std::size_t i = 0; i < type.nested.size(); ++i) {
            begin_field(type, i, i == 0);
            const std::uint32_t field = size();
            emit(OpCode::kRowField, type).extra = static_cast<std::uint32_t>(i + (has_kind ? 2 : 0));
            barrier_ = size();
            value(*type.nested[i]);
            flush();
            program_.ops[field].jump = size();
        }
        end_object(type);
        flush();
        program_.ops[at].jump = size();
    }

    void pojo(const Type& type) {
        const std::size_t dispatch = program_.pojos.size();
        program_.pojos.emplace_back();
        const std::uint32_t at = size();
        emit(OpCode::kPojo, type).extra = static_cast<std::uint32_t>(dispatch);
        program_.ops.back().aux = options_.int64_as_string ? 1 : 0;
        barrier_ = size();
        pojo_body(type, {});
        flush();
        program_.ops[at].jump = size();
        const auto later = [&](const std::vector<PojoSubclass>& subclasses, bool registered) {
            for (std::size_t i = 0; i < subclasses.size(); ++i) {
                subclasses_.push_back(
                    {dispatch, registered, i, subclasses[i].type.get(), subclasses[i].class_name, depth_});
            }
            auto& targets = registered ? program_.pojos[dispatch].registered : program_.pojos[dispatch].by_name;
            targets.resize(subclasses.size());
        };
        later(type.registered_subclasses, true);
        later(type.other_subclasses, false);
    }

    /// The fields of a POJO; `subclass` is printed as @class where the value is of another class than declared.
    void pojo_body(const Type& type, std::string_view subclass) {
        begin_object(type);
        if (!subclass.empty()) {
            text("\"@class\":" + json_quoted(subclass));
        }
        for (std::size_t i = 0; i < type.fields.size(); ++i) {
            const PojoField& field = type.fields[i];
            begin_field(type, i, i == 0 && subclass.empty());
            if (field.type) {
                nullable(*field.type, type, 0);
            } else {
                nullable_unknown(type);
            }
        }
        end_object(type);
    }

    void nullable_unknown(const Type& type) {
        const std::uint32_t at = size();
        emit(OpCode::kNullGuard, type);
        emit(OpCode::kOpaque, type);
        flush();
        program_.ops[at].jump = size();
    }

    /// Subclasses stand behind the main operations, so that a value of the declared class runs straight through.
    void compile_subclasses() {
        for (; next_subclass_ < subclasses_.size(); ++next_subclass_) {
            const std::size_t i = next_subclass_;  // grows: subclasses can hold POJOs with subclasses
            const Subclass subclass = subclasses_[i];
            depth_ = subclass.depth;
            const std::uint32_t begin = size();
            barrier_ = begin;
            if (subclass.type == nullptr) {
                emit(OpCode::kOpaque, *program_.root);
            } else {
                value_of_subclass(*subclass.type, subclass.class_name);
            }
            flush();
            PojoDispatch& pojos = program_.pojos[subclass.dispatch];
            (subclass.registered ? pojos.registered : pojos.by_name)[subclass.index] = {subclass.class_name, begin,
                                                                                        size()};
        }
    }

    void value_of_subclass(const Type& type, std::string_view class_name) {
        if (type.kind == TypeKind::kPojo && mode_ == Mode::kJson) {
            return subclass_value(type, class_name);
        }
        value(type);
        if (program_.ops.back().code == OpCode::kKryo) {
            program_.ops.back().aux |= kTellsClass;
        }
    }

    /// A complete POJO value of a subclass: its own flags byte, then its fields behind @class.
    void subclass_value(const Type& type, std::string_view class_name) {
        if (++depth_ > kMaxTypeDepth) {
            throw UnsupportedError("POJO subclasses nested deeper than " + std::to_string(kMaxTypeDepth) + " levels");
        }
        const std::size_t dispatch = program_.pojos.size();
        program_.pojos.emplace_back();
        const std::uint32_t at = size();
        emit(OpCode::kPojo, type).extra = static_cast<std::uint32_t>(dispatch);
        program_.ops.back().aux = options_.int64_as_string ? 1 : 0;
        pojo_body(type, class_name);
        flush();
        program_.ops[at].jump = size();
        --depth_;
    }

    Mode mode_;
    JsonOptions options_;
    Program program_;
    std::string pending_;
    std::uint32_t barrier_ = 0;  // no kSkip before this position may grow: something jumps here
    int depth_ = 0;
    std::vector<Subclass> subclasses_;
    std::map<const Type*, std::uint32_t> called_;  ///< positions in Program::calls
    std::vector<const Type*> to_call_;
    // Those before these are compiled.
    std::size_t next_subclass_ = 0;
    std::size_t next_called_ = 0;
};

std::int64_t encoded_size(const Type& type, int depth) {
    if (depth > kMaxTypeDepth) {
        return -1;
    }
    if (const Scalar* scalar = find_scalar(type.kind)) {
        return scalar->size;
    }
    const Type& inner = unwrapped(type);
    if (&inner != &type) {
        return encoded_size(inner, depth + 1);
    }
    if (type.kind != TypeKind::kTuple && type.kind != TypeKind::kCaseClass && type.kind != TypeKind::kTtl &&
        type.kind != TypeKind::kTimeWindow && type.kind != TypeKind::kBufferEntry && type.kind != TypeKind::kLockable) {
        return -1;
    }
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < field_count(type); ++i) {
        const std::int64_t size = encoded_size(field_type(type, i), depth + 1);
        if (size < 0) {
            return -1;
        }
        sum += size;
    }
    return sum;
}

}  // namespace

Program compile_json(const TypePtr& type, std::string_view prefix, const JsonOptions& options) {
    return Compiler(Mode::kJson, options).compile(type, prefix);
}

Program compile_subclass_json(const TypePtr& type, std::string_view class_name, const JsonOptions& options) {
    return Compiler(Mode::kJson, options).compile(type, {}, class_name);
}

Program compile_subclass_events(const TypePtr& type, std::string_view class_name) {
    return Compiler(Mode::kEvents, {}).compile(type, {}, class_name);
}

Program compile_events(const TypePtr& type) { return Compiler(Mode::kEvents, {}).compile(type, {}); }

Program compile_skip(const TypePtr& type) { return Compiler(Mode::kSkip, {}).compile(type, {}); }

bool has_codec(TypeKind kind) {
    switch (kind) {
        case TypeKind::kTuple:
        case TypeKind::kCaseClass:
        case TypeKind::kOption:
        case TypeKind::kScalaEither:
        case TypeKind::kTry:
        case TypeKind::kTraversable:
        case TypeKind::kTtl:
        case TypeKind::kTimer:
        case TypeKind::kVariant:
        case TypeKind::kTimeWindow:
        case TypeKind::kBufferEntry:
        case TypeKind::kTaggedUnion:
        case TypeKind::kStreamElement:
        case TypeKind::kList:
        case TypeKind::kArrayList:
        case TypeKind::kSet:
        case TypeKind::kGenericArray:
        case TypeKind::kMap:
        case TypeKind::kNullable:
        case TypeKind::kEither:
        case TypeKind::kRow:
        case TypeKind::kPojo:
        case TypeKind::kTwoPhaseCommit:
        case TypeKind::kKafkaTransaction:
        case TypeKind::kKafkaTransactionContext:
        case TypeKind::kKafkaTransactionHint:
        case TypeKind::kRowData:
        case TypeKind::kArrayData:
        case TypeKind::kMapData:
        case TypeKind::kSortedMap:
        case TypeKind::kNullAwareMap:
        case TypeKind::kLinkedList:
        case TypeKind::kSqlTimeWindow:
        case TypeKind::kCountWindow:
        case TypeKind::kWindowKey:
        case TypeKind::kMetaSqnInfo:
        case TypeKind::kRowSqnInfo:
        case TypeKind::kSequencedMultisetNode:
        case TypeKind::kBinaryRow:
        case TypeKind::kBinaryArray:
        case TypeKind::kBinaryMap:
        case TypeKind::kAvro:
        case TypeKind::kAvroFixed:
        case TypeKind::kAvroArray:
        case TypeKind::kAvroMap:
        case TypeKind::kAvroUnion:
        case TypeKind::kAvroRecord:
        case TypeKind::kAvroReference:
        case TypeKind::kEventId:
        case TypeKind::kNodeId:
        case TypeKind::kSharedBufferEdge:
        case TypeKind::kSharedBufferNode:
        case TypeKind::kSharedBufferNodeV2:
        case TypeKind::kLockable:
        case TypeKind::kNfaState: return true;
        default: return is_transparent(kind) || find_scalar(kind) != nullptr;
    }
}

std::int64_t encoded_size(const Type& type) { return encoded_size(type, 0); }

const Type* opaque_part(const TypePtr& type) {
    for (const Op& op : compile_skip(type).ops) {
        if (op.code == OpCode::kOpaque) {
            return op.type;
        }
    }
    return nullptr;
}

}  // namespace sp::codec

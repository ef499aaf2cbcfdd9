#include "types/codecs/type_shape.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "types/codecs/cep_structure.hpp"
#include "types/codecs/two_phase_commit.hpp"

namespace sp::codec {
namespace {

/// A Type of a kind and nothing else.
const Type& bare_type(TypeKind kind) {
    static const auto types = [] {
        std::array<Type, 256> all;
        for (std::size_t i = 0; i < all.size(); ++i) {
            all[i].kind = static_cast<TypeKind>(i);
        }
        return all;
    }();
    return types[static_cast<std::size_t>(kind)];
}

/// What a primitive array or String[] holds; kUnknown for all else.
TypeKind primitive_element(TypeKind array) {
    switch (array) {
        case TypeKind::kBooleanArray: return TypeKind::kBoolean;
        case TypeKind::kCharArray: return TypeKind::kChar;
        case TypeKind::kShortArray: return TypeKind::kShort;
        case TypeKind::kIntArray: return TypeKind::kInt;
        case TypeKind::kLongArray: return TypeKind::kLong;
        case TypeKind::kFloatArray: return TypeKind::kFloat;
        case TypeKind::kDoubleArray: return TypeKind::kDouble;
        case TypeKind::kStringArray: return TypeKind::kString;
        default: return TypeKind::kUnknown;
    }
}

/// A field that has a name of Flink's and is not in the snapshot under one.
struct NamedField {
    std::string_view name;
    TypeKind kind;    ///< if it is not one of the nested serializers
    int nested = -1;  ///< position in Type::nested, or -1
};

struct Form {
    std::vector<NamedField> fields;
};

struct FormedKind {
    TypeKind kind;
    std::vector<std::uint8_t> tags;
    std::vector<Form> forms;
};

/// One line a form. IntervalJoinOperator's BufferEntry, CEP's Lockable and TimeWindow have one form and no tag.
const std::vector<FormedKind>& formed_kinds() {
    static const std::vector<FormedKind> kinds = {
        {TypeKind::kTimeWindow, {}, {{{{"start", TypeKind::kLong}, {"end", TypeKind::kLong}}}}},
        {TypeKind::kSqlTimeWindow, {}, {{{{"start", TypeKind::kLong}, {"end", TypeKind::kLong}}}}},
        {TypeKind::kCountWindow, {}, {{{{"id", TypeKind::kLong}}}}},
        {TypeKind::kWindowKey, {}, {{{{"window", TypeKind::kLong}, {"key", TypeKind::kUnknown, 0}}}}},
        {TypeKind::kMetaSqnInfo, {}, {{{{"highSqn", TypeKind::kLong}, {"size", TypeKind::kLong}}}}},
        {TypeKind::kRowSqnInfo, {}, {{{{"firstSqn", TypeKind::kLong}, {"lastSqn", TypeKind::kLong}}}}},
        {TypeKind::kSequencedMultisetNode,
         {},
         {{{{"row", TypeKind::kUnknown, 0},
            {"sqn", TypeKind::kUnknown, 1},
            {"prevSqn", TypeKind::kUnknown, 2},
            {"nextSqn", TypeKind::kUnknown, 3},
            {"nextSqnForRecord", TypeKind::kUnknown, 4},
            {"timestamp", TypeKind::kUnknown, 5}}}}},
        {TypeKind::kTtl, {}, {{{{"ttl_timestamp", TypeKind::kLong}, {"value", TypeKind::kUnknown, 1}}}}},
        {TypeKind::kTimer,
         {},
         {{{{"timestamp", TypeKind::kSortedLong},
            {"key", TypeKind::kUnknown, 0},
            {"namespace", TypeKind::kUnknown, 1}}}}},
        {TypeKind::kVariant, {}, {{{{"value", TypeKind::kByteArray}, {"metadata", TypeKind::kByteArray}}}}},
        {TypeKind::kBufferEntry, {}, {{{{"has_been_joined", TypeKind::kBoolean}, {"element", TypeKind::kUnknown, 0}}}}},
        {TypeKind::kLockable, {}, {{{{"refCounter", TypeKind::kInt}, {"element", TypeKind::kUnknown, 0}}}}},
        {TypeKind::kTaggedUnion, {1, 2}, {{{{"one", TypeKind::kUnknown, 0}}}, {{{"two", TypeKind::kUnknown, 1}}}}},
        {TypeKind::kStreamElement,
         {0, 1, 2, 3, 4, 5, 6},
         {{{{"timestamp", TypeKind::kLong}, {"value", TypeKind::kUnknown, 0}}},
          {{{"value", TypeKind::kUnknown, 0}}},
          {{{"watermark", TypeKind::kLong}}},
          {{{"marked_time", TypeKind::kLong},
            {"operator_id_lower", TypeKind::kLong},
            {"operator_id_upper", TypeKind::kLong},
            {"subtask", TypeKind::kInt}}},
          {{{"status", TypeKind::kInt}}},
          {{{"is_backlog", TypeKind::kBoolean}}},
          {{{"subpartition", TypeKind::kInt}, {"watermark", TypeKind::kLong}}}}},
    };
    return kinds;
}

const FormedKind* formed_kind(TypeKind kind) {
    static const auto index = [] {
        std::array<const FormedKind*, 256> all{};
        for (const FormedKind& formed : formed_kinds()) {
            all[static_cast<std::size_t>(formed.kind)] = &formed;
        }
        return all;
    }();
    return index[static_cast<std::size_t>(kind)];
}

/// Of "implicitly[scala.collection.generic.CanBuildFrom[Map[String,Int], (String, Int), Map[String,Int]]]" the class of what
/// it is built from: Map.
std::string_view built_class(std::string_view source) {
    constexpr std::string_view kBuilder = "CanBuildFrom[";
    const std::size_t found = source.find(kBuilder);
    const std::size_t begin = found == std::string_view::npos ? 0 : found + kBuilder.size();
    return source.substr(begin, source.find_first_of("[,]", begin) - begin);
}

/// What a wrapper wraps, or a type that stands for another one stands for; null for all else.
const Type* wrapped_type(const Type& type) {
    if (is_transparent(type.kind)) {
        return type.structure != nullptr ? type.structure.get() : type.nested.at(0).get();
    }
    if (type.kind >= TypeKind::kTwoPhaseCommit && type.kind <= TypeKind::kKafkaTransactionHint) {
        return sink_structure(type);
    }
    if (type.structure != nullptr) {
        return type.structure.get();
    }
    if (type.kind == TypeKind::kAvroReference) {
        return type.target.lock().get();  // lives as long as its schema
    }
    return type.kind >= TypeKind::kEventId && type.kind <= TypeKind::kNfaState ? cep_structure(type) : nullptr;
}

}  // namespace

std::span<const std::uint8_t> form_tags(TypeKind kind) {
    const FormedKind* formed = formed_kind(kind);
    return formed == nullptr ? std::span<const std::uint8_t>() : formed->tags;
}

const Type& unwrapped(const Type& type) {
    const Type* at = &type;
    while (const Type* const inner = wrapped_type(*at)) {
        at = inner;
    }
    return *at;
}

SomeForm some_form(const Type& option) {
    const TypeKind kind = unwrapped(*option.nested.at(0)).kind;
    switch (kind) {
        case TypeKind::kString:
        case TypeKind::kBigInteger:
        case TypeKind::kBigDecimal: return SomeForm::kBareUnlessNull;
        case TypeKind::kVoid:
        case TypeKind::kNullable:
        case TypeKind::kOption:
        case TypeKind::kPojo:
        case TypeKind::kKryo: return SomeForm::kWrapped;
        default:
            if (kind >= TypeKind::kDate && kind <= TypeKind::kLocalDateTime) {
                return SomeForm::kBareUnlessNull;
            }
            return is_unit(kind) ? SomeForm::kWrapped : SomeForm::kBare;
    }
}

const Type& printed_type(const Type& type) {
    const Type* at = &unwrapped(type);
    while (at->kind == TypeKind::kNullable || (at->kind == TypeKind::kOption && some_form(*at) != SomeForm::kWrapped)) {
        at = &unwrapped(*at->nested.at(0));
    }
    return *at;
}

bool row_has_kind(const Type& type) { return type.outer_version == 3 || (type.outer_version >= 4 && type.flag); }

namespace {

/// Whether the types of the fields are in Type::fields.
bool has_fields(const Type& type) {
    return type.kind == TypeKind::kPojo || type.kind == TypeKind::kAvroRecord || type.kind == TypeKind::kBinaryRow;
}

}  // namespace

bool is_object(const Type& type) {
    switch (type.kind) {
        case TypeKind::kTuple0:
        case TypeKind::kTuple:
        case TypeKind::kCaseClass:
        case TypeKind::kRow:
        case TypeKind::kPojo:
        case TypeKind::kAvroRecord:
        case TypeKind::kBinaryRow: return true;
        default: return formed_kind(type.kind) != nullptr;
    }
}

std::size_t field_count(const Type& type, std::size_t form) {
    if (const FormedKind* formed = formed_kind(type.kind)) {
        return formed->forms.at(form).fields.size();
    }
    return has_fields(type) ? type.fields.size() : type.nested.size();
}

std::string field_name(const Type& type, std::size_t index, std::size_t form) {
    if (const FormedKind* formed = formed_kind(type.kind)) {
        return std::string(formed->forms.at(form).fields.at(index).name);
    }
    if (has_fields(type)) {
        return type.fields[index].name;
    }
    if (!type.field_names.empty()) {
        return type.field_names.at(index);
    }
    return type.kind == TypeKind::kCaseClass ? "_" + std::to_string(index + 1) : "f" + std::to_string(index);
}

const Type& field_type(const Type& type, std::size_t index, std::size_t form) {
    if (const FormedKind* formed = formed_kind(type.kind)) {
        const NamedField& field = formed->forms.at(form).fields.at(index);
        return field.nested < 0 ? bare_type(field.kind) : *type.nested.at(static_cast<std::size_t>(field.nested));
    }
    if (has_fields(type)) {
        const TypePtr& field = type.fields[index].type;
        return field ? *field : bare_type(TypeKind::kUnknown);
    }
    return *type.nested.at(index);
}

bool is_sequence(const Type& type) {
    switch (type.kind) {
        case TypeKind::kList:
        case TypeKind::kArrayList:
        case TypeKind::kSet:
        case TypeKind::kGenericArray:
        case TypeKind::kLinkedList:
        case TypeKind::kAvroArray:
        case TypeKind::kBinaryArray: return true;
        case TypeKind::kTraversable: return !is_map(type);
        default: return primitive_element(type.kind) != TypeKind::kUnknown;
    }
}

const Type& element_type(const Type& type) {
    const TypeKind primitive = primitive_element(type.kind);
    return primitive != TypeKind::kUnknown ? bare_type(primitive) : *type.nested.at(0);
}

std::string_view alternative_name(TypeKind kind, std::size_t index) {
    switch (kind) {
        case TypeKind::kOption: return "some";
        case TypeKind::kTry: return index == 0 ? "success" : "failure";
        default: return index == 0 ? "left" : "right";
    }
}

bool is_map(const Type& type) {
    switch (type.kind) {
        case TypeKind::kMap:
        case TypeKind::kSortedMap:
        case TypeKind::kNullAwareMap:
        case TypeKind::kAvroMap:
        case TypeKind::kBinaryMap: return true;
        case TypeKind::kTraversable: break;
        default: return false;
    }
    const Type& entry = unwrapped(*type.nested.at(0));
    return entry.kind == TypeKind::kCaseClass && entry.nested.size() == 2 &&
           entry.class_name.starts_with("scala.Tuple2") && built_class(type.text).ends_with("Map");
}

bool is_set(const Type& type) {
    return type.kind == TypeKind::kSet ||
           (type.kind == TypeKind::kTraversable && built_class(type.text).ends_with("Set"));
}

const Type& map_key(const Type& map) {
    return *(map.kind == TypeKind::kTraversable ? unwrapped(*map.nested.at(0)) : map).nested.at(0);
}

const Type& map_value(const Type& map) {
    return *(map.kind == TypeKind::kTraversable ? unwrapped(*map.nested.at(0)) : map).nested.at(1);
}

bool has_row_kind(const Type& type) {
    return type.kind == TypeKind::kBinaryRow || (type.kind == TypeKind::kRow && row_has_kind(type));
}

bool has_null_mask(const Type& type) {
    return type.kind == TypeKind::kLinkedList && (type.outer_version == 2 || (type.outer_version >= 3 && type.flag));
}

std::size_t union_branch(const Type& type, bool is_null) {
    const auto fits = [&](const TypePtr& branch) { return (branch->kind == TypeKind::kAvroNull) == is_null; };
    return static_cast<std::size_t>(std::find_if(type.nested.begin(), type.nested.end(), fits) - type.nested.begin());
}

bool is_plain_union(const Type& type) {
    return std::count_if(type.nested.begin(), type.nested.end(),
                         [](const TypePtr& branch) { return branch->kind != TypeKind::kAvroNull; }) <= 1;
}

bool has_string_keys(const Type& map) {
    const Type& key = unwrapped(map_key(map));
    return key.kind == TypeKind::kString || key.kind == TypeKind::kAvroString || key.kind == TypeKind::kStringData ||
           (key.kind == TypeKind::kNullable && unwrapped(*key.nested.at(0)).kind == TypeKind::kString);
}

}  // namespace sp::codec

#include "types/codecs/type_shape.hpp"

#include <array>
#include <string_view>
#include <vector>

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

/// One line a form. IntervalJoinOperator's BufferEntry and TimeWindow have one form and no tag.
const std::vector<FormedKind>& formed_kinds() {
    static const std::vector<FormedKind> kinds = {
        {TypeKind::kTimeWindow, {}, {{{{"start", TypeKind::kLong}, {"end", TypeKind::kLong}}}}},
        {TypeKind::kTtl, {}, {{{{"ttl_timestamp", TypeKind::kLong}, {"value", TypeKind::kUnknown, 1}}}}},
        {TypeKind::kBufferEntry, {}, {{{{"has_been_joined", TypeKind::kBoolean}, {"element", TypeKind::kUnknown, 0}}}}},
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

}  // namespace

std::span<const std::uint8_t> form_tags(TypeKind kind) {
    const FormedKind* formed = formed_kind(kind);
    return formed == nullptr ? std::span<const std::uint8_t>() : formed->tags;
}

const Type& unwrapped(const Type& type) {
    const Type* at = &type;
    while (is_transparent(at->kind)) {
        at = at->nested.at(0).get();
    }
    return *at;
}

bool row_has_kind(const Type& type) { return type.outer_version == 3 || (type.outer_version >= 4 && type.flag); }

bool is_object(const Type& type) {
    switch (type.kind) {
        case TypeKind::kTuple0:
        case TypeKind::kTuple:
        case TypeKind::kRow:
        case TypeKind::kPojo: return true;
        default: return formed_kind(type.kind) != nullptr;
    }
}

std::size_t field_count(const Type& type, std::size_t form) {
    if (const FormedKind* formed = formed_kind(type.kind)) {
        return formed->forms.at(form).fields.size();
    }
    return type.kind == TypeKind::kPojo ? type.fields.size() : type.nested.size();
}

std::string field_name(const Type& type, std::size_t index, std::size_t form) {
    if (const FormedKind* formed = formed_kind(type.kind)) {
        return std::string(formed->forms.at(form).fields.at(index).name);
    }
    return type.kind == TypeKind::kPojo ? type.fields[index].name : "f" + std::to_string(index);
}

const Type& field_type(const Type& type, std::size_t index, std::size_t form) {
    if (const FormedKind* formed = formed_kind(type.kind)) {
        const NamedField& field = formed->forms.at(form).fields.at(index);
        return field.nested < 0 ? bare_type(field.kind) : *type.nested.at(static_cast<std::size_t>(field.nested));
    }
    if (type.kind == TypeKind::kPojo) {
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
        case TypeKind::kGenericArray: return true;
        default: return primitive_element(type.kind) != TypeKind::kUnknown;
    }
}

const Type& element_type(const Type& type) {
    const TypeKind primitive = primitive_element(type.kind);
    return primitive != TypeKind::kUnknown ? bare_type(primitive) : *type.nested.at(0);
}

bool has_string_keys(const Type& map) {
    const Type& key = unwrapped(*map.nested.at(0));
    return key.kind == TypeKind::kString ||
           (key.kind == TypeKind::kNullable && unwrapped(*key.nested.at(0)).kind == TypeKind::kString);
}

}  // namespace sp::codec

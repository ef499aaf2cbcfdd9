#include "types/codecs/type_shape.hpp"

#include <array>

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
        case TypeKind::kBooleanArray:
            return TypeKind::kBoolean;
        case TypeKind::kCharArray:
            return TypeKind::kChar;
        case TypeKind::kShortArray:
            return TypeKind::kShort;
        case TypeKind::kIntArray:
            return TypeKind::kInt;
        case TypeKind::kLongArray:
            return TypeKind::kLong;
        case TypeKind::kFloatArray:
            return TypeKind::kFloat;
        case TypeKind::kDoubleArray:
            return TypeKind::kDouble;
        case TypeKind::kStringArray:
            return TypeKind::kString;
        default:
            return TypeKind::kUnknown;
    }
}

}  // namespace

const Type& unwrapped(const Type& type) {
    const Type* at = &type;
    while (is_transparent(at->kind)) {
        at = at->nested.at(0).get();
    }
    return *at;
}

bool row_has_kind(const Type& type) {
    return type.outer_version == 3 || (type.outer_version >= 4 && type.flag);
}

bool is_object(const Type& type) {
    switch (type.kind) {
        case TypeKind::kTuple0:
        case TypeKind::kTuple:
        case TypeKind::kTtl:
        case TypeKind::kRow:
        case TypeKind::kPojo:
        case TypeKind::kTimeWindow:
            return true;
        default:
            return false;
    }
}

std::size_t field_count(const Type& type) {
    switch (type.kind) {
        case TypeKind::kPojo:
            return type.fields.size();
        case TypeKind::kTimeWindow:
            return 2;
        default:
            return type.nested.size();
    }
}

std::string field_name(const Type& type, std::size_t index) {
    switch (type.kind) {
        case TypeKind::kPojo:
            return type.fields[index].name;
        case TypeKind::kTimeWindow:
            return index == 0 ? "start" : "end";
        case TypeKind::kTtl:
            return index == 0 ? "ttl_timestamp" : "value";
        default:
            return "f" + std::to_string(index);
    }
}

const Type& field_type(const Type& type, std::size_t index) {
    switch (type.kind) {
        case TypeKind::kPojo: {
            const TypePtr& field = type.fields[index].type;
            return field ? *field : bare_type(TypeKind::kUnknown);
        }
        case TypeKind::kTimeWindow:
            return bare_type(TypeKind::kLong);
        default:
            return *type.nested.at(index);
    }
}

bool is_sequence(const Type& type) {
    switch (type.kind) {
        case TypeKind::kList:
        case TypeKind::kArrayList:
        case TypeKind::kSet:
        case TypeKind::kGenericArray:
            return true;
        default:
            return primitive_element(type.kind) != TypeKind::kUnknown;
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

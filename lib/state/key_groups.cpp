#include "state/key_groups.hpp"

#include "io/bounded_reader.hpp"
#include "java/modified_utf8.hpp"

namespace sp {

std::optional<std::int32_t> java_hash_of_key(const Type& type, Bytes key) {
    BoundedReader in(key, "key");
    switch (type.kind) {
        case TypeKind::kBoolean: return java::hash_of_boolean(in.boolean("boolean"));
        case TypeKind::kByte: return in.i8("byte");
        case TypeKind::kShort: return in.i16("short");
        case TypeKind::kChar: return in.u16("char");
        case TypeKind::kInt: return in.i32("int");
        case TypeKind::kLong: return java::hash_of_long(in.i64("long"));
        case TypeKind::kString: return java::hash_of_string(java::utf8_to_utf16(java::read_string_value(in, "string")));
        default: return std::nullopt;
    }
}

}  // namespace sp

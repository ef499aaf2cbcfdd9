#pragma once

// Descriptors and generic signatures of class files (JVM specification 4.3.2 and 4.7.9.1), taken apart: what reflection would
// say of a field's type, for serializers that follow generics.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sp::java {

/// A type: of a field, of a type argument, or a bound.
struct FieldType {
    enum class Wildcard : std::uint8_t { kNone, kAny, kExtends, kSuper };  ///< none, ?, ? extends T, ? super T

    /// Of the erased type: "I", "[Ljava/lang/String;". A type argument that is a variable has that of Object, or of an array
    /// of Object: its bound is in the signature of whoever declares it.
    std::string descriptor;
    /// The name of the type variable that it is, or that it is an array of; else empty.
    std::string variable;
    /// Of the class, or of the innermost element of an array; of a nested class its own, not those of the classes around it.
    std::vector<FieldType> arguments;
    /// Of an argument: whether the type is the bound of a wildcard (kAny: Object).
    Wildcard wildcard = Wildcard::kNone;

    [[nodiscard]] bool is_primitive() const { return descriptor.size() == 1; }
    [[nodiscard]] std::size_t dimensions() const { return descriptor.find_first_not_of('['); }
    [[nodiscard]] bool is_array() const { return dimensions() > 0; }
    /// The binary name of the class, or of the innermost element of an array: "java.util.List"; empty if it is primitive.
    [[nodiscard]] std::string class_name() const;

    friend bool operator==(const FieldType&, const FieldType&) = default;
};

struct TypeParameter {
    std::string name;
    std::vector<FieldType> bounds;  ///< that of the class first; none: Object

    friend bool operator==(const TypeParameter&, const TypeParameter&) = default;
};

struct ClassSignature {
    std::vector<TypeParameter> parameters;
    FieldType superclass;
    std::vector<FieldType> interfaces;

    friend bool operator==(const ClassSignature&, const ClassSignature&) = default;
};

/// Whether the whole text is the descriptor of one type.
[[nodiscard]] bool is_field_descriptor(std::string_view text);

/// The type of a field with this descriptor and, unless it is empty, signature. The erased type is the descriptor's.
/// InputError if one of them is none.
[[nodiscard]] FieldType parse_field_signature(std::string_view descriptor, std::string_view signature);

/// Of ClassFile::signature where it is not empty.
[[nodiscard]] ClassSignature parse_class_signature(std::string_view signature);

}  // namespace sp::java

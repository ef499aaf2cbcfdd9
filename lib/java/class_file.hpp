#pragma once

// What a Java class file says about a class and its fields (JVM specification, chapter 4), as far as serializers depend on it:
// one pass over constant pool, fields, methods and attributes; what methods do is passed over. Names are binary ones with dots, "a.B$C";
// descriptors and generic signatures stay as the file has them (java/generic_signature.hpp takes them apart).

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sp/bytes.hpp"

namespace sp::java {

// Access flags, those of classes and of fields.
inline constexpr std::uint16_t kAccPublic = 0x0001;
inline constexpr std::uint16_t kAccStatic = 0x0008;
inline constexpr std::uint16_t kAccFinal = 0x0010;
inline constexpr std::uint16_t kAccTransient = 0x0080;
inline constexpr std::uint16_t kAccInterface = 0x0200;
inline constexpr std::uint16_t kAccAbstract = 0x0400;
inline constexpr std::uint16_t kAccSynthetic = 0x1000;
inline constexpr std::uint16_t kAccEnum = 0x4000;

/// The largest class file that is read.
inline constexpr std::uint64_t kMostClassBytes = std::uint64_t{16} << 20U;

struct ClassField {
    std::string name;
    std::string descriptor;  ///< "I", "[Ljava/lang/String;"
    std::string
        signature;  ///< generic: "Ljava/util/List<Ljava/lang/String;>;"; empty: there is no more than the descriptor
    std::uint16_t access = 0;
    bool has_optional_annotation = false;  ///< Kryo's FieldSerializer.Optional
    bool has_type_info = false;            ///< Flink's TypeInfo: a TypeInfoFactory of the job makes its serializer

    [[nodiscard]] bool is_public() const { return (access & kAccPublic) != 0; }
    [[nodiscard]] bool is_static() const { return (access & kAccStatic) != 0; }
    [[nodiscard]] bool is_transient() const { return (access & kAccTransient) != 0; }
    [[nodiscard]] bool is_synthetic() const { return (access & kAccSynthetic) != 0; }
    [[nodiscard]] bool is_enum_constant() const { return (access & kAccEnum) != 0; }

    friend bool operator==(const ClassField&, const ClassField&) = default;
};

struct ClassMethod {
    std::string name;
    std::string descriptor;  ///< "(ILjava/lang/String;)V"
    std::uint16_t access = 0;

    [[nodiscard]] bool is_public() const { return (access & kAccPublic) != 0; }

    friend bool operator==(const ClassMethod&, const ClassMethod&) = default;
};

struct RecordComponent {
    std::string name;
    std::string descriptor;
    std::string signature;  ///< as ClassField::signature

    friend bool operator==(const RecordComponent&, const RecordComponent&) = default;
};

struct ConstructorParameter {
    std::string name;  ///< empty: the class file has none (MethodParameters, which scalac writes since 2.12)
    std::string descriptor;

    friend bool operator==(const ConstructorParameter&, const ConstructorParameter&) = default;
};

struct ClassFile {
    std::string name;
    std::string superclass;  ///< empty: java.lang.Object itself
    std::string signature;   ///< generic; empty: neither parameters nor generic supertypes
    std::vector<std::string> interfaces;
    std::uint16_t access = 0;
    bool is_hidden = false;          ///< a nested class that is declared private, protected or for its package
    std::vector<ClassField> fields;  ///< all, in the order of the file
    std::vector<ClassMethod> methods;
    bool is_record = false;
    std::vector<RecordComponent> components;                   ///< of a record
    std::vector<std::string> enum_constants;                   ///< by ordinal
    std::vector<ConstructorParameter> constructor_parameters;  ///< of the first constructor, in Scala the primary one
    std::vector<std::string> annotations;                      ///< descriptors of those that are visible at run time

    /// As Class.getModifiers has it: of a nested class, access flags tell less.
    [[nodiscard]] bool is_public() const { return (access & kAccPublic) != 0 && !is_hidden; }
    [[nodiscard]] bool is_final() const { return (access & kAccFinal) != 0; }
    [[nodiscard]] bool is_interface() const { return (access & kAccInterface) != 0; }
    [[nodiscard]] bool is_abstract() const { return (access & kAccAbstract) != 0; }
    /// Of a declared enum; not of the class of a constant that has a body.
    [[nodiscard]] bool is_enum() const { return superclass == "java.lang.Enum"; }
    [[nodiscard]] bool has_annotation(std::string_view binary_name) const;

    friend bool operator==(const ClassFile&, const ClassFile&) = default;
};

/// `name` stands for the file in messages. InputError for what is no class file, UnsupportedError for one that is beyond our
/// limits or of a Java with constants that we do not know.
[[nodiscard]] ClassFile read_class_file(Bytes bytes, std::string_view name);

/// "java.util.List" of "java/util/List".
[[nodiscard]] std::string binary_name(std::string_view internal_name);

}  // namespace sp::java

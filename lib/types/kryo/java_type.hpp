#pragma once

// Java types as they are declared, with their arguments: what a serializer's snapshot does not keep of them.

#include <string>
#include <vector>

#include "java/generic_signature.hpp"

namespace sp::kryo {

struct JavaType {
    std::string class_name;              ///< Class.getName() of the erased type; java.lang.Object where it is not known
    std::vector<JavaType> arguments;     ///< of the class, or of an array's innermost element
    std::vector<std::string> constants;  ///< of an enum, by ordinal, where who declares it says them
};

[[nodiscard]] JavaType java_type_of(const java::FieldType& type);

/// "java.util.List<java.lang.Long>", "int[]".
[[nodiscard]] std::string words_of(const JavaType& type);

}  // namespace sp::kryo

#pragma once

// What serializers have to know of the JDK's own classes, which lie in no jar of a job: a built-in table of public classes,
// and of those others that values are made of, of java.base and java.sql (scripts/make-jdk-classes).

#include <optional>
#include <string_view>

#include "java/class_file.hpp"

namespace sp::java {

/// The class of this binary name as the table has it: its fields are the instance fields without synthetic ones. Nothing
/// if it is not in the table.
[[nodiscard]] std::optional<ClassFile> find_jdk_class(std::string_view binary_name);

}  // namespace sp::java

#pragma once

// What serializers have to know of classes that lie in no jar of a job: built-in tables of the JDK's public classes, and of
// those others that values are made of, of java.base and java.sql, and of what values are made of in Scala's library
// (scripts/make-jdk-classes).

#include <optional>
#include <string_view>

#include "java/class_file.hpp"

namespace sp::java {

/// The class of this binary name as the table has it: its fields are the instance fields without synthetic ones. Nothing
/// if it is not in the table.
[[nodiscard]] std::optional<ClassFile> find_jdk_class(std::string_view binary_name);

/// The same of Scala 2.12, with synthetic fields, and MODULE$ in objects. Only for what flink-scala wrote: other versions of
/// Scala have other fields.
[[nodiscard]] std::optional<ClassFile> find_scala_class(std::string_view binary_name);

}  // namespace sp::java

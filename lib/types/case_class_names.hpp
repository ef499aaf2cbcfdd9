#pragma once

// The names of a case class's fields. Its snapshot has none: they come from the class file, or from a schema.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "java/class_path.hpp"
#include "sp/type.hpp"

namespace sp {

/// What a schema says, by class.
using CaseClassNames = std::map<std::string, std::vector<std::string>, std::less<>>;

/// As the Scala source has them, in the order of the serializer; empty where the class is not found or is another one than
/// `type`, a case class, was written with, and for Scala's tuples.
[[nodiscard]] std::vector<std::string> case_class_names(const java::ClassPath& classes, const Type& type);

}  // namespace sp

#pragma once

// Other class names in Avro schemas: the names and namespaces of records, enums and fixed types, what refers to them, and the
// classes that reflection notes ("java-class" and the like).

#include <cstdint>
#include <string>

#include "java/class_renames.hpp"

namespace sp {

/// The schema with other names, in the form in which Avro writes it (a namespace only where it is not that of what is around
/// it); `names` grows by how many there were. The text as it is if there were none, or it is no JSON.
[[nodiscard]] std::string with_renamed_classes(const std::string& avro_schema, const java::ClassRenames& renames,
                                               std::uint64_t& names);

}  // namespace sp

#pragma once

// The schema of a snapshot as a schema document would give it, with the serializers as they are stored.

#include <functional>
#include <string>

#include "metadata/snapshot_location.hpp"
#include "restore/operator_names.hpp"
#include "types/schema/document.hpp"

namespace sp {

/// That of one operator. Throws where a header cannot be read. Where subtasks have met other subclasses of a POJO, it has them
/// all. `on_differing` gets the names of the states in whose serializers the subtasks differ in more: those of the first are
/// taken.
[[nodiscard]] SchemaOperator read_operator_schema(const Snapshot& snapshot, const OperatorNames& names,
                                                  std::size_t operator_index,
                                                  const std::function<void(const std::string& state)>& on_differing);

/// Throws where a header cannot be read: a schema is whole or none. `warn` gets what does not stop it.
[[nodiscard]] SchemaDocument read_savepoint_schema(const Snapshot& snapshot, const OperatorNames& names,
                                                   const std::function<void(const std::string&)>& warn);

}  // namespace sp

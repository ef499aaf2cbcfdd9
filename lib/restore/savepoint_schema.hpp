#pragma once

// The schema of a snapshot as a schema document would give it, with the serializers as they are stored.

#include <functional>
#include <string>

#include "metadata/snapshot_location.hpp"
#include "restore/operator_names.hpp"
#include "types/schema_document.hpp"

namespace sp {

/// Throws where a header cannot be read: a schema is whole or none. `warn` gets what does not stop it.
[[nodiscard]] SchemaDocument read_savepoint_schema(const Snapshot& snapshot, const OperatorNames& names,
                                                   const std::function<void(const std::string&)>& warn);

}  // namespace sp

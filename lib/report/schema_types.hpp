#pragma once

// Types for schema documents: as the string expression where it says everything, else as JSON, and with their snapshot
// where a writer could not make the same bytes from the rest.

#include <nlohmann/json.hpp>

#include "sp/type.hpp"

namespace sp {

/// Whether the snapshot, its nested ones aside, is what a writer makes by default: the first class of its kind in the
/// newest version, with nothing in it that the schema language does not say.
[[nodiscard]] bool has_default_form(const Type& type);

[[nodiscard]] nlohmann::ordered_json schema_type(const Type& type);

}  // namespace sp

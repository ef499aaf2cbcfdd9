#pragma once

// Values in fields of CSV: scalars stand bare, all else is JSON.

#include <string_view>

#include "rows/json_value_reader.hpp"
#include "sp/value_events.hpp"

namespace sp::rows {

/// Kinds whose values stand bare, and that can be names of members. Kryo's values alone tell what they are.
[[nodiscard]] bool is_bare(const Type& type);

/// Whether any text is a value of the type.
[[nodiscard]] bool is_free_text(const Type& type);

/// As read_json_value; is_utf8 does not matter.
void read_bare_value(const Type& type, std::string_view text, ValueVisitor& visitor, const JsonReading& how = {});

}  // namespace sp::rows

#pragma once

// What of a type matters to a conversion.

#include <optional>
#include <string>
#include <vector>

#include "sp/type.hpp"

namespace sp::conversion {

/// The type in words for messages, cut where it is long.
[[nodiscard]] std::string words(const Type& type);

/// Behind wrappers, marks of null, Options that print their content as it is, and unions of null and one other.
[[nodiscard]] const Type& shape_of(const Type& type);

/// Whether one of the wrappers around the shape is an Option.
[[nodiscard]] bool has_option(const Type& type);

/// Whether a field of a new object can be null.
[[nodiscard]] bool takes_null(const Type& object, const Type& field);

/// The RowData behind marks of null, which has the SQL types of its columns; null where there is none.
[[nodiscard]] const Type* row_of(const Type& type);

/// "f3" or "_4": names that only say where a field stands.
[[nodiscard]] std::optional<std::size_t> place_in_name(const std::string& name, std::size_t index);

/// `form`: of types that have several (types/codecs/type_shape.hpp).
[[nodiscard]] std::vector<std::string> field_names(const Type& type, std::size_t form);

}  // namespace sp::conversion

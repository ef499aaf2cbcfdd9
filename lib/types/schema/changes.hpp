#pragma once

// Schema documents and types with what they say of values that are there already (sp-schema.5, CHANGES).

#include <string_view>

#include <nlohmann/json.hpp>

#include "types/field_changes.hpp"
#include "types/schema/document.hpp"

namespace sp {

/// As read_schema_document().
[[nodiscard]] SchemaDocument read_schema_changes(std::string_view text, const SchemaTarget& target,
                                                 FieldChanges& changes);

/// As parse_type().
[[nodiscard]] TypePtr parse_changed_type(const nlohmann::ordered_json& json, const SchemaTarget& target,
                                         FieldChanges& changes);

}  // namespace sp

#pragma once

// Reads types of the schema language (sp-schema.5), in both notations: what words.hpp prints, and what people write.

#include <string>

#include <nlohmann/json.hpp>

#include "sp/type.hpp"
#include "types/schema/target.hpp"

namespace sp {

/// The type that a string expression or JSON stands for, in the form that `target` writes. One with a "snapshot" beside it
/// is read from there, and the words are checked against it. UsageError with the place in the schema, of which `path` is the
/// beginning, and the nearest words.
[[nodiscard]] TypePtr parse_type(const nlohmann::ordered_json& json, const SchemaTarget& target,
                                 const std::string& path = {});

}  // namespace sp

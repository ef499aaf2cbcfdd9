#pragma once

// JSON values of rows as typed events, guided by the Type that they are for: the input half of what json_sink prints
// (design, "Values"). Whatever a type cannot hold exactly is an InputError that names the place in the value.
//
// Members of objects may stand in any order. A null for NullValue or VoidNamespace, whose only value prints as null, is
// that value and not the null of a map or field that could hold both.

#include <string_view>

#include "rows/json_scalar_reader.hpp"
#include "sp/value_events.hpp"

namespace sp::codec {
class ValueEncoder;
}

namespace sp::rows {

struct JsonReading {
    bool is_utf8 = false;  ///< the text is known to be
    Exactness exactness = Exactness::kExact;
    /// The visitor, where keys of maps and elements of sets that stand twice, as they are written, are refused: no map or set of
    /// Java holds them. Null: they are taken.
    const codec::ValueEncoder* strict_encoder = nullptr;
};

/// Reads the JSON text of one value of `type`. Throws InputError, or UnsupportedError where a part has no codec.
void read_json_value(const Type& type, std::string_view json, ValueVisitor& visitor, const JsonReading& how = {});

/// Whether null is a value of the type, and not the null of a map or field that could hold both: an empty Optional of Kryo.
[[nodiscard]] bool has_empty_value(const Type& type);

}  // namespace sp::rows

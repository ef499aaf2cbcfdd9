#pragma once

// JSON values of rows as typed events, guided by the Type that they are for: the input half of what json_sink prints
// (design, "Values"). Whatever a type cannot hold exactly is an InputError that names the place in the value.
//
// Members of objects may stand in any order. A null for NullValue or VoidNamespace, whose only value prints as null, is
// that value and not the null of a map or field that could hold both.

#include <optional>
#include <string_view>

#include "rows/json_scalar_reader.hpp"
#include "sp/bytes.hpp"
#include "sp/value_events.hpp"
#include "types/codecs/decode_fault.hpp"

namespace sp::codec {
class ValueEncoder;
}

namespace sp::rows {

/// Reads the JSON text of one value of `type`. Throws InputError, or UnsupportedError where a part has no codec.
void read_json_value(const Type& type, std::string_view json, ValueVisitor& visitor);

/// As read_json_value for the text of a CSV field: scalars stand bare, all else is JSON. `encoder`: the visitor, where maps and sets in
/// which something stands twice are refused.
void read_bare_value(const Type& type, std::string_view text, ValueVisitor& visitor,
                     Exactness exactness = Exactness::kExact, const codec::ValueEncoder* encoder = nullptr);

/// The bytes for the text of a CSV field, at the end of `out`: as append_json.
void append_bare(const TypePtr& type, std::string_view text, ByteVector& out, Exactness exactness = Exactness::kExact);

/// The bytes that the serializer of `type` writes for a JSON value. {"@bytes": "<base64>"} gives bytes as they are; they
/// must be a value of the type as far as that can be decoded.
[[nodiscard]] ByteVector encode_json(const TypePtr& type, std::string_view json);

/// The same for values that come from elsewhere: maps and sets in which something stands twice, as it is written, are refused.
/// They stand at the end of `out`, where after an exception a part of the value stands. `is_utf8`: the text is known to be.
void append_json(const TypePtr& type, std::string_view json, ByteVector& out, bool is_utf8 = false,
                 Exactness exactness = Exactness::kExact);

/// Whether null is a value of the type, and not the null of a map or field that could hold both: an empty Optional of Kryo.
[[nodiscard]] bool has_empty_value(const Type& type);

/// Whether bytes given as they are may be a value all the same: it is of a class that is not known here, or more than we follow.
[[nodiscard]] bool is_undecodable(const codec::DecodeFault& fault);

/// The bytes of {"@bytes": …}, unchecked; nothing if the text is another value.
[[nodiscard]] std::optional<ByteVector> verbatim_bytes(std::string_view json);

}  // namespace sp::rows

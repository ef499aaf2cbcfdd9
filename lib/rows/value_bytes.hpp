#pragma once

// Values of rows as the bytes that their serializers write.

#include <optional>
#include <string_view>

#include "rows/json_scalar_reader.hpp"
#include "sp/bytes.hpp"
#include "sp/type.hpp"
#include "types/codecs/decode_fault.hpp"

namespace sp::rows {

/// The bytes that the serializer of `type` writes for a JSON value. {"@bytes": "<base64>"} gives bytes as they are; they
/// must be a value of the type as far as that can be decoded. Errors: those of read_json_value.
[[nodiscard]] ByteVector encode_json(const TypePtr& type, std::string_view json);

/// The same for values that come from elsewhere: maps and sets in which something stands twice, as it is written, are refused.
/// They stand at the end of `out`, where after an exception a part of the value stands. `is_utf8`: the text is known to be.
void append_json(const TypePtr& type, std::string_view json, ByteVector& out, bool is_utf8 = false,
                 Exactness exactness = Exactness::kExact);

/// The same for the text of a field of CSV.
void append_bare(const TypePtr& type, std::string_view text, ByteVector& out, Exactness exactness = Exactness::kExact);

/// Whether bytes given as they are may be a value all the same: it is of a class that is not known here, or more than we follow.
[[nodiscard]] bool is_undecodable(const codec::DecodeFault& fault);

/// The bytes of {"@bytes": …}, unchecked; nothing if the text is another value.
[[nodiscard]] std::optional<ByteVector> verbatim_bytes(std::string_view json);

}  // namespace sp::rows

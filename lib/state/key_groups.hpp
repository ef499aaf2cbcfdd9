#pragma once

// The key group of an encoded key, where its Java hash follows from the bytes.

#include <cstdint>
#include <optional>

#include "java/hash_codes.hpp"
#include "sp/bytes.hpp"
#include "sp/type.hpp"

namespace sp {

/// The hashCode of the Java object that these bytes stand for: integers, booleans, characters and strings. Nothing for
/// other types.
[[nodiscard]] std::optional<std::int32_t> java_hash_of_key(const Type& type, Bytes key);

}  // namespace sp

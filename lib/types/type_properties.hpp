#pragma once

// What Flink's serializers say about themselves beside the bytes they write. Keys of RocksDB records depend on it
// (CompositeKeySerializationUtils): lengths are appended only where both key and namespace are of variable length.

#include <cstdint>

#include "sp/type.hpp"

namespace sp {

/// TypeSerializer.getLength(): the number of bytes of every value, or -1 where values differ. It is what Flink says, not
/// always the truth: VoidNamespace says 0 and writes one byte. GlobalWindow counts as 0 (Flink 1.x; 2.x says 1), which
/// is the same for everything but the fields of a tuple.
[[nodiscard]] std::int32_t serializer_length(const Type& type);

/// getLength() < 0.
[[nodiscard]] bool is_variable_length(const Type& type);

/// CompositeKeySerializationUtils.isAmbiguousKeyPossible: composite keys of these have lengths at their end.
[[nodiscard]] bool is_ambiguous_key_possible(const Type& key, const Type& name_space);

}  // namespace sp

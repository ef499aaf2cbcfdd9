#pragma once

// Which of Flink's two layouts a stream of keyed state has. Handles of tags 3 and 12 do not tell: the HashMap backend puts
// its own layout behind them, RocksDB (full checkpoints up to 1.15, savepoints up to 1.12) the canonical one, under equal
// headers.

#include <cstdint>

#include "io/byte_source.hpp"
#include "sp/metadata.hpp"

namespace sp {

enum class KeyedLayout : std::uint8_t {
    kCanonical,
    kHeapNative,
    kRocksDb,  ///< a header, and the files of a database; its handles' tags tell
};

/// Finds out by the bytes at the key groups' offsets (formats/keyed-state section 0.1). Heap-native key groups all begin
/// with their number; canonical ones begin with a state id and a key's length, or with a Snappy identifier, and empty ones
/// have the offset 0. Where damage makes the key groups disagree, most of them decide. InputError if an offset lies outside
/// the stream.
[[nodiscard]] KeyedLayout sniff_keyed_layout(const KeyGroupsStateHandle& handle, const ByteSource& source,
                                             std::int32_t max_parallelism);

}  // namespace sp

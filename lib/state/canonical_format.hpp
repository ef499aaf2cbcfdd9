#pragma once

// Constants of canonical keyed streams (Flink 1.13 and later: FullSnapshotUtil; formats/keyed-state section 3), which
// their reader and their writer share: behind a header key groups, each of runs of entries of one state. A run begins
// with the state's id; the last entry of a run has a mark in the prefix of its key (composite_key.hpp), and behind it
// stands the next state's id, or the mark of the group's end.

#include <cstddef>
#include <cstdint>

namespace sp::canonical_format {

/// Stands where a state id would (END_OF_KEY_GROUP_MARK).
inline constexpr std::uint16_t kEndOfKeyGroupMark = 0xFFFF;

/// In the first byte of a key, whose key group leaves the bit free (FIRST_BIT_IN_BYTE_MASK).
inline constexpr std::uint8_t kMetaDataFollowsMask = 0x80;

inline constexpr std::size_t kStateIdSize = 2;
inline constexpr std::size_t kLengthSize = 4;            ///< in front of key and value
inline constexpr std::uint32_t kMaxLength = 0x7FFFFFFF;  ///< of them: Java's int

}  // namespace sp::canonical_format

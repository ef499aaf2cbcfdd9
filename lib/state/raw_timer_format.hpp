#pragma once

// Constants of timers in raw keyed state (InternalTimerServiceSerializationProxy; formats/keyed-state section 11). Each
// key group is: magic number, version, i32 number of services, and of each its name, the snapshots of its key and
// namespace serializers, its event-time timers and its processing-time timers with an i32 count in front.

#include <cstdint>

namespace sp::raw_timer_format {

inline constexpr std::uint32_t kMagic = 0xF1CD859F;  ///< PostVersionedIOReadableWritable.VERSIONED_IDENTIFIER
inline constexpr std::int32_t kVersion = 2;          ///< since Flink 1.8; before, serializers were Java objects

}  // namespace sp::raw_timer_format

#pragma once

// Constants of the `_metadata` file: magic numbers, its versions and what tells them apart (Flink's Checkpoints and
// MetadataSerializers). The body is: i64 checkpoint id, master states, operators, and since version 4 a Java-serialized
// CheckpointProperties; counts are i32, texts modified UTF-8. Everything is big-endian.

#include <array>
#include <cstdint>
#include <string_view>

#include "sp/flink_version.hpp"

namespace sp::metadata_format {

inline constexpr std::uint32_t kMagic = 0x4960672D;
inline constexpr std::uint32_t kMasterStateMagic = 0xC96B1696;

inline constexpr std::string_view kFileName = "_metadata";

inline constexpr std::int32_t kOldestVersion = 2;
inline constexpr std::int32_t kNewestVersion = 6;

/// Upper bound of a job's maximum parallelism (KeyGroupRangeAssignment).
inline constexpr std::int32_t kMaxKeyGroups = 1 << 15;

/// The newest Flink whose snapshots this suite was tested with.
inline constexpr FlinkVersion kNewestFlink = {2, 3};

/// Which Flink writes which version; every Flink reads all versions up to its own.
struct VersionInfo {
    std::int32_t version;
    FlinkVersionRange written_by;
};
inline constexpr std::array<VersionInfo, 5> kVersions = {{
    {2, {{1, 3}, {1, 10}}},
    {3, {{1, 11}, {1, 15}}},
    {4, {{1, 16}, {1, 20}}},
    {5, {{2, 0}, {2, 0}}},
    {6, {{2, 1}, kNewestFlink}},
}};

// What a version has. Version 2 alone has a chain length an operator, a duration and a count of legacy states a
// subtask.
[[nodiscard]] constexpr bool has_legacy_fields(std::int32_t version) { return version == 2; }
[[nodiscard]] constexpr bool has_coordinators_and_channels(std::int32_t version) { return version >= 3; }
/// Since 1.14, under the same version number.
[[nodiscard]] constexpr bool has_finished_marks(std::int32_t version) { return version >= 3; }
[[nodiscard]] constexpr bool has_properties(std::int32_t version) { return version >= 4; }
[[nodiscard]] constexpr bool has_operator_names(std::int32_t version) { return version >= 5; }
[[nodiscard]] constexpr bool has_typed_channels(std::int32_t version) { return version >= 6; }

/// A Java object stream that holds null: what the State Processor API writes for the properties.
inline constexpr std::array<std::uint8_t, 5> kNullProperties = {0xAC, 0xED, 0x00, 0x05, 0x70};

/// Handles inside handles: a changelog holds keyed handles, tag 3 can wrap a stream. Flink itself nests two deep.
inline constexpr int kMaxNesting = 8;

}  // namespace sp::metadata_format

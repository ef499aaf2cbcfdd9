#pragma once

// Which Flink versions a `_metadata` file fits: its version and the tags of its handles both tell. What the state files
// hold (serializer snapshots, proxy versions) can narrow this further and is not looked at here.

#include <cstdint>

#include "sp/flink_version.hpp"
#include "sp/metadata.hpp"

namespace sp {

/// The versions that write such a file. The State Processor API copies old handles into new files, so the tags that
/// newer versions no longer write do not count against them.
[[nodiscard]] FlinkVersionRange possible_writers(const SavepointMetadata& metadata);

/// The oldest Flink that can load the file: it knows the metadata version and every tag.
[[nodiscard]] FlinkVersion oldest_reader(const SavepointMetadata& metadata);

/// The metadata version that this Flink writes (the newest known one for versions newer than it). UnsupportedError for
/// versions before 1.3.
[[nodiscard]] std::int32_t metadata_version_of(FlinkVersion flink);

}  // namespace sp

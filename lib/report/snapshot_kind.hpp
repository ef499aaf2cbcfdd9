#pragma once

// What kind of snapshot `_metadata` describes. Version 4 and later say so in their properties; before, and where the State
// Processor API left them out, the handles or the folder's name tell.

#include <cstdint>
#include <string>
#include <string_view>

#include "metadata/snapshot_location.hpp"
#include "sp/flink_version.hpp"

namespace sp {

struct SnapshotKind {
    enum class Kind : std::uint8_t { kUnknown, kSavepoint, kCheckpoint };
    enum class Source : std::uint8_t { kNone, kProperties, kHandles, kFolder };

    Kind kind = Kind::kUnknown;
    std::string_view format;  ///< savepoints: "canonical", "native", or empty if unknown
    Source source = Source::kNone;

    [[nodiscard]] std::string_view word() const;         ///< "savepoint", "checkpoint", "unknown"
    [[nodiscard]] std::string_view source_word() const;  ///< "properties", "handles", "folder name", "nothing"
    [[nodiscard]] std::string text() const;              ///< "canonical savepoint", …
};

[[nodiscard]] SnapshotKind kind_of(const Snapshot& snapshot);

/// The releases of Flink that write this version of `_metadata`.
[[nodiscard]] FlinkVersionRange flink_versions_of(std::int32_t metadata_version);

}  // namespace sp

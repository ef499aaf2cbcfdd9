#pragma once

// A savepoint's metadata in another version of the format.

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "metadata/snapshot_location.hpp"
#include "sp/flink_version.hpp"
#include "sp/metadata.hpp"

namespace sp {

/// UnsupportedError for a version of Flink that savepoints are not written for.
void check_flink_to_write(FlinkVersion version);

/// The version to be written: as asked for, else that of the savepoint as far as the Flink asked for reads it. UsageError if
/// the two that are asked for do not fit.
[[nodiscard]] std::int32_t choose_metadata_version(std::int32_t base, std::optional<std::int32_t> wanted,
                                                   std::optional<FlinkVersion> flink);

/// OperatorBackendSerializationProxy: 5, which all read, or 6 (since 1.18).
[[nodiscard]] std::int32_t choose_operator_proxy_version(std::int32_t metadata_version,
                                                         std::optional<FlinkVersion> flink);

/// Makes head and operators what they are in another version. UsageError for a version that is not written, UnsupportedError
/// for handles that it does not have. `warn` gets what is lost.
void convert_metadata(SavepointMetadata& head, std::span<OperatorState* const> operators, std::int32_t version,
                      const std::function<void(const std::string&)>& warn);

/// UnsupportedError where a handle is of a kind that this Flink does not know.
void check_handles(const SavepointMetadata& metadata, FlinkVersion flink);

/// Whether some subtask's operator state is in a form that a reader of this proxy version does not know (its stream begins with
/// its own).
[[nodiscard]] bool has_newer_operator_state(const Snapshot& source, const OperatorState& op,
                                            std::int32_t proxy_version);

}  // namespace sp

#pragma once

// What committers of Sink V2 keep (CommittableCollectorSerializer): what each subtask has to commit for each checkpoint. All
// lists are versioned; what is committed is the sink's own.
//
//     collector 1       magic number B91F252C, list of committables (up to Flink 1.14)
//     collector 2       magic number B91F252C, list of checkpoints
//     checkpoint 0      i64 id, list of subtasks (up to 1.20); 1: i64 id, i32 number of subtasks, list of subtasks
//     subtask 0         list of requests, i32 committables, i32 drained, i32 failed (up to 1.20); 1: i32 subtask in front; 2: without
//                       the drained
//     request 0         versioned committable, i32 retries, i32 state
//     global 1, 2       magic number B91F252C, list of global committables; magic number B91F252B, bool has global committables,
//                       list of them, versioned collector

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "types/connectors/file_sink.hpp"
#include "types/connectors/kafka_sink.hpp"
#include "types/connectors/versioned_bytes.hpp"

namespace sp::connectors {

using Committable = std::variant<KafkaCommittable, FileCommittable>;

struct CommitRequest {
    Versioned<Committable> committable;
    std::int32_t retries = 0;
    std::string_view state;  ///< CommitRequestState
};

struct SubtaskCommittables {
    std::optional<std::int32_t> subtask;  ///< versions 1, 2
    std::vector<CommitRequest> requests;
    std::int32_t committables = 0;
    std::optional<std::int32_t> drained;  ///< versions 0, 1
    std::int32_t failed = 0;
};

struct CheckpointCommittables {
    std::int64_t checkpoint = 0;
    std::optional<std::int32_t> number_of_subtasks;  ///< version 1
    std::vector<SubtaskCommittables> subtasks;
};

struct CommitterState {
    std::int32_t version = 0;
    std::vector<Versioned<Committable>> committables;  ///< version 1
    std::vector<CheckpointCommittables> checkpoints;   ///< version 2
};

struct GlobalCommitterState {
    std::optional<VersionedList> global_committables;
    Versioned<CommitterState> collector;
};

[[nodiscard]] CommitterState read_committer_state(std::int32_t version, BoundedReader& in);
/// Version 2; version 1 is as that of other committers.
[[nodiscard]] GlobalCommitterState read_global_committer_state(std::int32_t version, BoundedReader& in);

/// A committable of a known format, if exactly one fits.
[[nodiscard]] Versioned<Committable> read_committable(const VersionedBytes& payload);

}  // namespace sp::connectors

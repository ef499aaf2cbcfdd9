#include "types/connectors/sink_committer.hpp"

#include "types/connectors/one_format.hpp"

namespace sp::connectors {
namespace {

constexpr std::uint32_t kCollectorMagic = 0xB91F252C;
constexpr std::uint32_t kGlobalMagic = 0xB91F252B;
constexpr std::string_view kRequestStates[] = {"RECEIVED", "RETRY", "FAILED", "COMMITTED"};

CommitRequest read_request(std::int32_t version, BoundedReader& in) {
    expect(in, "request version", version == 0);
    CommitRequest request;
    request.committable = read_committable(read_versioned(in));
    request.retries = in.i32("retries");
    const std::int32_t state = in.i32("request state");
    expect(in, "request",
           request.retries >= 0 && state >= 0 && static_cast<std::size_t>(state) < std::size(kRequestStates));
    request.state = kRequestStates[state];
    return request;
}

SubtaskCommittables read_subtask(std::int32_t version, BoundedReader& in) {
    expect(in, "subtask version", version >= 0 && version <= 2);
    SubtaskCommittables subtask;
    if (version >= 1) {
        subtask.subtask = in.i32("subtask");
    }
    subtask.requests = list_of(read_versioned_list(in), read_request);
    subtask.committables = in.i32("committables");
    if (version <= 1) {
        subtask.drained = in.i32("drained");
    }
    subtask.failed = in.i32("failed");
    expect(in, "subtask", subtask.committables >= 0 && subtask.drained.value_or(0) >= 0 && subtask.failed >= 0);
    return subtask;
}

CheckpointCommittables read_checkpoint(std::int32_t version, BoundedReader& in) {
    expect(in, "checkpoint version", version == 0 || version == 1);
    CheckpointCommittables checkpoint;
    checkpoint.checkpoint = in.i64("checkpoint");
    if (version == 1) {
        checkpoint.number_of_subtasks = in.i32("number of subtasks");
        expect(in, "number of subtasks", *checkpoint.number_of_subtasks >= 0);
    }
    checkpoint.subtasks = list_of(read_versioned_list(in), read_subtask);
    return checkpoint;
}

}  // namespace

Versioned<Committable> read_committable(const VersionedBytes& payload) {
    return {payload.version, payload.bytes,
            one_format<Committable>(payload, read_kafka_committable, read_file_committable)};
}

CommitterState read_committer_state(std::int32_t version, BoundedReader& in) {
    expect(in, "committer version", version == 1 || version == 2);
    expect_magic(in, kCollectorMagic);
    CommitterState state;
    state.version = version;
    const VersionedList list = read_versioned_list(in);
    if (version == 2) {
        state.checkpoints = list_of(list, read_checkpoint);
    } else {
        for (const Bytes bytes : list.items) {
            state.committables.push_back(read_committable({list.version, bytes}));
        }
    }
    return state;
}

GlobalCommitterState read_global_committer_state(std::int32_t version, BoundedReader& in) {
    expect(in, "committer version", version == 2);
    expect_magic(in, kGlobalMagic);
    GlobalCommitterState state;
    if (in.boolean("global committables")) {
        state.global_committables = read_versioned_list(in);
    }
    state.collector = versioned<CommitterState>(read_versioned(in), read_committer_state);
    return state;
}

}  // namespace sp::connectors

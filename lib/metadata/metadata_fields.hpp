#pragma once

// The body of `_metadata` from the checkpoint id to the properties, once for reading and writing (Flink:
// MetadataV2V3SerializerBase and its subclasses to MetadataV6Serializer). Included by the reader and the writer only.

#include <algorithm>
#include <string>

#include "metadata/handle_fields.hpp"

namespace sp {

template <class Io>
void master_state(Io& io, FieldsOf<Io, MasterState> state) {
    io.constant_i32(metadata_format::kMasterStateMagic, "magic number of master state");
    io.framed("length of master state", [&] {
        io.i32(state.version, "version of master state");
        io.utf(state.name, "name of master state");
        io.bytes(state.payload, "payload of master state");
    });
}

// Writing an older version than the model holds must fail, not lose state.
inline void require_expressible(const MetadataIn&, bool, std::string_view) {}
inline void require_expressible(const MetadataOut& out, bool is_expressible, std::string_view what) {
    if (!is_expressible) {
        throw UnsupportedError("metadata version " + std::to_string(out.layout().version) + " cannot hold " +
                               std::string(what));
    }
}

template <class Io>
void subtask_state(Io& io, FieldsOf<Io, SubtaskState> subtask) {
    const bool is_legacy = metadata_format::has_legacy_fields(io.layout().version);
    if (is_legacy) {
        io.i64(subtask.duration, "duration");
        io.constant_i32(0, "number of legacy states");
    }
    const auto part = [&](StatePart name, auto&& work) { io.within([&] { return name_of(name); }, work); };
    const auto op = [&](auto& handle) { operator_handle(io, handle, "state handle"); };
    part(StatePart::kManagedOperator, [&] { io.optional(subtask.managed_operator_state, "presence flag", op); });
    part(StatePart::kRawOperator, [&] { io.optional(subtask.raw_operator_state, "presence flag", op); });
    part(StatePart::kManagedKeyed, [&] { keyed_handle(io, subtask.managed_keyed_state, "state handle"); });
    part(StatePart::kRawKeyed, [&] { keyed_handle(io, subtask.raw_keyed_state, "state handle"); });

    const bool has_channels = metadata_format::has_coordinators_and_channels(io.layout().version);
    require_expressible(io, has_channels || (subtask.input_channels.empty() && subtask.result_subpartitions.empty()),
                        "channel state");
    if (!has_channels) {
        return;
    }
    const auto channels = [&](StatePart name, auto& list, const ChannelPosition& position) {
        part(name, [&] {
            io.list(list, 25, "number of channels", [&](auto& channel) { channel_handle(io, channel, position); });
        });
    };
    channels(StatePart::kInputChannel, subtask.input_channels, kInputPosition);
    channels(StatePart::kResultSubpartition, subtask.result_subpartitions, kResultPosition);
}

/// The index of a subtask; -(index + 1) says that it is finished and that no state follows.
inline void subtask_index(MetadataIn& in, SubtaskState& subtask, std::int32_t parallelism) {
    const bool can_be_finished = metadata_format::has_finished_marks(in.layout().version);
    std::int32_t index = 0;
    in.bounded<std::int32_t>(index, can_be_finished ? -parallelism : 0, parallelism - 1, "subtask index");
    subtask.is_finished = index < 0;
    subtask.index = index < 0 ? -(index + 1) : index;
}

inline void subtask_index(MetadataOut& out, const SubtaskState& subtask, std::int32_t) {
    require_expressible(out, !subtask.is_finished || metadata_format::has_finished_marks(out.layout().version),
                        "finished subtasks");
    out.i32(subtask.is_finished ? -subtask.index - 1 : subtask.index, "subtask index");
}

/// Number of subtasks, or -1 for an operator that is fully finished. Returns whether subtasks follow.
inline bool subtask_count(MetadataIn& in, OperatorState& op, std::size_t& count) {
    constexpr std::string_view kWhat = "number of subtasks";
    const std::uint64_t where = in.raw().offset();
    const std::int32_t found = in.raw().i32(kWhat);
    op.is_fully_finished = found == -1 && metadata_format::has_finished_marks(in.layout().version);
    if (op.is_fully_finished) {
        if (!op.coordinator_state.is_null()) {
            in.raw().fail_at(where, kWhat, "a fully finished operator cannot have coordinator state");
        }
        return false;
    }
    if (found < 0 || static_cast<std::size_t>(found) > in.raw().remaining() / sizeof(std::int32_t)) {
        in.raw().fail_at(where, kWhat,
                         "found " + std::to_string(found) + ", which does not fit into the " +
                             std::to_string(in.raw().remaining()) + " bytes left");
    }
    count = static_cast<std::size_t>(found);
    return true;
}

inline bool subtask_count(MetadataOut& out, const OperatorState& op, std::size_t& count) {
    if (op.is_fully_finished) {
        require_expressible(out, metadata_format::has_finished_marks(out.layout().version), "finished operators");
        out.i32(-1, "number of subtasks");
        return false;
    }
    count = op.subtasks.size();
    out.raw().count(count);
    return true;
}

inline void operator_id(MetadataIn& in, OperatorId& id) {
    const Bytes bytes = in.raw().bytes(id.bytes.size(), "operator id");
    std::copy(bytes.begin(), bytes.end(), id.bytes.begin());
}

inline void operator_id(MetadataOut& out, const OperatorId& id) { out.raw().bytes(id.bytes); }

/// Flink refuses every coordinator state that is not inline.
inline void coordinator_state(MetadataIn& in, StreamStateHandle& handle) {
    const std::uint64_t where = in.raw().offset();
    optional_stream_handle(in, handle, "state handle");
    if (!handle.is_null() && !handle.is_inline()) {
        in.raw().fail_at(where, "state handle",
                         "found a " + std::string(name_of(handle.tag)) + ", expected a ByteStreamStateHandle");
    }
}

inline void coordinator_state(MetadataOut& out, const StreamStateHandle& handle) {
    optional_stream_handle(out, handle, "coordinator state");
}

template <class Io>
void operator_state(Io& io, FieldsOf<Io, OperatorState> op) {
    const std::int32_t version = io.layout().version;
    if (metadata_format::has_operator_names(version)) {
        io.utf(op.name, "operator name");
        io.utf(op.uid, "operator uid");
    }
    operator_id(io, op.id);
    io.within([&] { return "operator " + label_of(op); },
              [&] {
        constexpr std::int32_t kMost = metadata_format::kMaxKeyGroups;
        io.template bounded<std::int32_t>(op.parallelism, 1, kMost, "parallelism");
        io.template bounded<std::int32_t>(op.max_parallelism, op.parallelism, kMost, "max parallelism");
        if (metadata_format::has_legacy_fields(version)) {
            io.i32(op.chain_length, "chain length");
        }
        const bool has_coordinator = metadata_format::has_coordinators_and_channels(version);
        require_expressible(io, has_coordinator || op.coordinator_state.is_null(), "coordinator state");
        if (has_coordinator) {
            io.within([] { return name_of(StatePart::kCoordinator); },
                      [&] { coordinator_state(io, op.coordinator_state); });
        }
        std::size_t count = 0;
        if (!subtask_count(io, op, count)) {
            return;
        }
        io.items(op.subtasks, count, "subtasks", [&](auto& subtask) {
            subtask_index(io, subtask, op.parallelism);
            if (!subtask.is_finished) {
                io.within([&] { return "subtask " + std::to_string(subtask.index); },
                          [&] { subtask_state(io, subtask); });
            }
        });
    });
}

inline void checkpoint_id(MetadataIn& in, std::int64_t& id) {
    const std::uint64_t where = in.raw().offset();
    in.i64(id, "checkpoint id");
    if (id < 0) {
        in.raw().fail_at(where, "checkpoint id", "found " + std::to_string(id) + ", expected 0 or more");
    }
}

inline void checkpoint_id(MetadataOut& out, std::int64_t id) { out.i64(id, "checkpoint id"); }

/// All between the header and the properties.
template <class Io>
void metadata_body(Io& io, FieldsOf<Io, SavepointMetadata> metadata) {
    checkpoint_id(io, metadata.checkpoint_id);
    io.list(metadata.master_states, 18, "number of master states", [&](auto& state) { master_state(io, state); });
    io.list(metadata.operators, 28, "number of operators", [&](auto& op) { operator_state(io, op); });
}

}  // namespace sp

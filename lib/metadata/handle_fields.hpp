#pragma once

// The fields behind each handle's tag, once for reading and writing (Flink: MetadataV2V3SerializerBase,
// ChannelStateHandleSerializerV1 and V2). Included by the handle table and by metadata_fields.hpp only.

#include <string>

#include "metadata/handle_table.hpp"
#include "metadata/metadata_io.hpp"

namespace sp {

template <class Io>
void key_group_range(Io& io, FieldsOf<Io, KeyGroupRange> range) {
    constexpr std::int32_t kMost = metadata_format::kMaxKeyGroups;
    io.template bounded<std::int32_t>(range.first, 0, kMost - 1, "first key group");
    io.template bounded<std::int32_t>(range.count, 0, kMost - range.first, "number of key groups");
}

template <class Io>
void offsets(Io& io, FieldsOf<Io, std::vector<std::int64_t>> values) {
    io.list(values, sizeof(std::int64_t), "number of offsets", [&](auto& offset) { io.i64(offset, "offset"); });
}

// ---- Streams -------------------------------------------------------------------------------------------------------

struct NoFields {
    using Handle = std::monostate;
    template <class Io, class Any>
    static void apply(Io&, Any&) {}
};

struct ByteStreamFields {
    template <class Io>
    static void apply(Io& io, FieldsOf<Io, StreamStateHandle> handle) {
        io.utf(handle.path, "handle name");
        io.bytes(handle.bytes, "inline state");
    }
};

struct FileFields {
    template <class Io>
    static void apply(Io& io, FieldsOf<Io, StreamStateHandle> handle) {
        io.i64(handle.state_size, "file size");
        io.utf(handle.path, "file path");
    }
};

struct RelativeFileFields {  // the two fields of FileFields in the opposite order
    template <class Io>
    static void apply(Io& io, FieldsOf<Io, StreamStateHandle> handle) {
        io.utf(handle.path, "relative file path");
        io.i64(handle.state_size, "file size");
    }
};

struct SegmentFileFields {
    template <class Io>
    static void apply(Io& io, FieldsOf<Io, StreamStateHandle> handle) {
        io.i64(handle.start_position, "start of segment");
        io.i64(handle.state_size, "size of segment");
        io.template bounded<std::int32_t>(handle.scope, 0, 1, "scope of segment");
        io.utf(handle.path, "path of segment's file");
        io.utf(handle.logical_file_id, "logical file id");
    }
};

// ---- Keyed state ---------------------------------------------------------------------------------------------------

struct KeyGroupsFields {
    using Handle = KeyGroupsStateHandle;

    template <class Io>
    static void apply(Io& io, FieldsOf<Io, Handle> handle) {
        key_group_range(io, handle.range);
        io.items(handle.offsets, static_cast<std::size_t>(handle.range.count), "key group offsets",
                 [&](auto& offset) { io.i64(offset, "key group offset"); });
        stream_handle(io, handle.delegate, "stream of key groups");
        if (handle.tag == HandleTag::kKeyGroupsV2) {
            io.utf(handle.state_handle_id, "state handle id");
        }
    }
};

/// Tag 3 where a stream is expected.
struct WrappedKeyGroupsFields {
    template <class Io>
    static void apply(Io& io, FieldsOf<Io, StreamStateHandle> handle) {
        io.items(handle.key_groups, 1, "wrapped key groups", [&](auto& wrapped) {
            if constexpr (Io::kIsReading) {
                wrapped.tag = HandleTag::kKeyGroups;
            }
            KeyGroupsFields::apply(io, wrapped);
        });
    }
};

struct IncrementalFields {
    using Handle = IncrementalStateHandle;

    template <class Io>
    static void apply(Io& io, FieldsOf<Io, Handle> handle) {
        const bool is_v2 = handle.tag == HandleTag::kIncrementalV2;
        io.i64(handle.checkpoint_id, "checkpoint id of incremental handle");
        io.utf(handle.backend_identifier, "backend identifier");
        key_group_range(io, handle.range);
        if (is_v2) {
            io.i64(handle.checkpointed_size, "checkpointed size");
        }
        stream_handle(io, handle.meta, "meta stream");
        const auto file = [&](auto& item) {
            io.utf(item.local_path, "local path");
            io.within([&] { return "file " + item.local_path; }, [&] { stream_handle(io, item.handle, "handle"); });
        };
        io.list(handle.shared_state, 3, "number of shared files", file);
        io.list(handle.private_state, 3, "number of private files", file);
        if (is_v2) {
            io.utf(handle.state_handle_id, "state handle id");
        }
    }
};

struct ChangelogFields {
    using Handle = ChangelogStateBackendHandle;

    template <class Io>
    static void apply(Io& io, FieldsOf<Io, Handle> handle) {
        const bool is_1_14 = io.layout().is_dialect(MetadataDialect::kChangelog114);
        key_group_range(io, handle.range);
        if (!is_1_14) {
            io.i64(handle.checkpointed_size, "checkpointed size");
        }
        const auto part = [&](auto& item) { keyed_handle(io, item, "part of changelog"); };
        io.list(handle.materialized, 1, "number of materialized handles", part);
        io.list(handle.non_materialized, 1, "number of changelog handles", part);
        if (is_1_14) {
            return;
        }
        io.i64(handle.materialization_id, "materialization id");
        if (handle.tag == HandleTag::kChangelogV2) {
            io.i64(handle.checkpoint_id, "checkpoint id of changelog");
        }
        io.utf(handle.state_handle_id, "state handle id");
    }
};

struct InMemoryChangelogFields {
    using Handle = InMemoryChangelogStateHandle;

    template <class Io>
    static void apply(Io& io, FieldsOf<Io, Handle> handle) {
        key_group_range(io, handle.range);
        io.i64(handle.from, "first sequence number");
        io.i64(handle.to, "last sequence number");
        io.list(handle.changes, 8, "number of changes", [&](auto& change) {
            io.i32(change.key_group, "key group of change");
            io.bytes(change.change, "change");
        });
        if (!io.layout().is_dialect(MetadataDialect::kChangelog114)) {
            io.utf(handle.state_handle_id, "state handle id");
        }
    }
};

struct ChangelogStreamFields {
    using Handle = ChangelogStreamStateHandle;

    template <class Io>
    static void apply(Io& io, FieldsOf<Io, Handle> handle) {
        key_group_range(io, handle.range);
        io.list(handle.handles, 9, "number of changelog streams", [&](auto& item) {
            io.i64(item.offset, "offset in changelog stream");
            stream_handle(io, item.handle, "changelog stream");
        });
        io.i64(handle.state_size, "size of changelog");
        if (io.layout().is_dialect(MetadataDialect::kChangelog114)) {
            return;
        }
        io.i64(handle.checkpointed_size, "checkpointed size");
        io.utf(handle.state_handle_id, "state handle id");
        if (handle.tag == HandleTag::kChangelogStreamV2) {
            io.utf(handle.storage_identifier, "storage identifier");
        }
    }
};

// ---- Operator state ------------------------------------------------------------------------------------------------

struct OperatorStreamFields {
    static constexpr std::string_view kStream = "stream of operator state";

    template <class Io>
    static void apply(Io& io, FieldsOf<Io, OperatorStateHandle> handle) {
        io.list(handle.states, 7, "number of operator states", [&](auto& state) {
            io.utf(state.name, "name of operator state");
            io.template bounded<std::int8_t>(state.mode, 0, 2, "distribution mode");
            offsets(io, state.offsets);
        });
        if (handle.tag == HandleTag::kFileMergingOperatorStream) {
            io.utf(handle.task_owned_dir, "task-owned folder");
            io.utf(handle.shared_dir, "shared folder");
            io.boolean(handle.is_empty, "mark of an empty handle");
        }
        if constexpr (Io::kIsReading) {
            read_delegate(io, handle);
        } else {
            stream_handle(io, handle.delegate, kStream);
        }
    }

    /// Behind tag 17 Flink casts the stream to a segment; behind tag 4 any kind can stand.
    static void read_delegate(MetadataIn& in, OperatorStateHandle& handle) {
        const std::uint64_t where = in.raw().offset();
        stream_handle(in, handle.delegate, kStream);
        if (handle.tag == HandleTag::kFileMergingOperatorStream && handle.delegate.tag != HandleTag::kSegmentFile &&
            handle.delegate.tag != HandleTag::kEmptySegmentFile) {
            in.raw().fail_at(
                where, kStream,
                "found a " + std::string(name_of(handle.delegate.tag)) + ", expected a segment of a merged file");
        }
    }
};

// ---- Channel state -------------------------------------------------------------------------------------------------

/// Where a channel handle stands decides which two types it can have.
struct ChannelPosition {
    ChannelHandleType single;
    ChannelHandleType merged;
};

inline constexpr ChannelPosition kInputPosition = {ChannelHandleType::kInput, ChannelHandleType::kMergedInput};
inline constexpr ChannelPosition kResultPosition = {ChannelHandleType::kResult, ChannelHandleType::kMergedResult};

template <class Io>
void channel_type(Io& io, FieldsOf<Io, ChannelStateHandle> handle, const ChannelPosition& position) {
    const bool is_typed = metadata_format::has_typed_channels(io.layout().version);
    if constexpr (Io::kIsReading) {
        handle.type = position.single;
        if (is_typed) {
            const std::uint64_t where = io.raw().offset();
            const std::uint8_t found = io.raw().u8("type of channel handle");
            handle.type = static_cast<ChannelHandleType>(found);
            if (handle.type != position.single && handle.type != position.merged) {
                io.raw().fail_at(where, "type of channel handle",
                                 "found " + std::to_string(found) + ", expected " +
                                     std::to_string(static_cast<int>(position.single)) + " or " +
                                     std::to_string(static_cast<int>(position.merged)));
            }
        }
    } else if (is_typed) {
        io.raw().u8(static_cast<std::uint8_t>(handle.type));
    } else if (handle.is_merged()) {
        throw UnsupportedError("a merged channel state handle needs metadata version 6 (Flink 2.1) or later");
    }
}

template <class Io>
void channel_info(Io& io, FieldsOf<Io, ChannelOffsets> channel) {
    io.i32(channel.gate_or_partition, "gate or partition");
    io.i32(channel.channel_or_subpartition, "channel or subpartition");
}

template <class Io>
void channel_handle(Io& io, FieldsOf<Io, ChannelStateHandle> handle, const ChannelPosition& position) {
    channel_type(io, handle, position);
    if (!io.layout().is_dialect(MetadataDialect::kChannels111)) {
        io.i32(handle.subtask_index, "subtask of channel");
    }
    if (handle.is_merged()) {
        io.i64(handle.merged_state_size, "size of channel state");
        stream_handle(io, handle.delegate, "stream of channel state");
        io.framed("offsets of merged channels", [&] {
            io.list(handle.channels, 20, "number of merged channels", [&](auto& channel) {
                channel_info(io, channel);
                io.i64(channel.state_size, "size of channel state");
                offsets(io, channel.offsets);
            });
        });
        return;
    }
    io.items(handle.channels, 1, "channels of a channel handle", [&](auto& channel) {
        channel_info(io, channel);
        offsets(io, channel.offsets);
        io.i64(channel.state_size, "size of channel state");
    });
    stream_handle(io, handle.delegate, "stream of channel state");
}

}  // namespace sp

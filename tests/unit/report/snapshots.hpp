#pragma once

// Small snapshots made by hand: metadata in memory, files in a temporary folder.

#include <string>
#include <utility>
#include <vector>

#include "metadata/snapshot_location.hpp"
#include "metadata/temp_folder.hpp"

namespace sp::test {

inline Snapshot snapshot_of(const std::filesystem::path& folder, std::int32_t version,
                            std::vector<OperatorState> operators) {
    SavepointMetadata metadata;
    metadata.version = version;
    metadata.operators = std::move(operators);
    return {{folder, folder / "_metadata"}, std::move(metadata), FileResolver(folder)};
}

inline StreamStateHandle relative_file(std::string path, std::int64_t size) {
    StreamStateHandle handle;
    handle.tag = HandleTag::kRelativeFile;
    handle.path = std::move(path);
    handle.state_size = size;
    return handle;
}

inline StreamStateHandle absolute_file(std::string path, std::int64_t size) {
    StreamStateHandle handle = relative_file(std::move(path), size);
    handle.tag = HandleTag::kFile;
    return handle;
}

inline StreamStateHandle segment(std::string path, std::int64_t start, std::int64_t size) {
    StreamStateHandle handle = relative_file(std::move(path), size);
    handle.tag = HandleTag::kSegmentFile;
    handle.start_position = start;
    return handle;
}

inline StreamStateHandle inline_state(std::string_view bytes) {
    StreamStateHandle handle;
    handle.tag = HandleTag::kByteStream;
    handle.bytes = SharedBytes(ByteVector(bytes.begin(), bytes.end()));
    return handle;
}

inline KeyedStateHandle key_groups(HandleTag tag, StreamStateHandle delegate, std::vector<std::int64_t> offsets = {}) {
    KeyGroupsStateHandle handle;
    handle.tag = tag;
    handle.range = {0, static_cast<std::int32_t>(offsets.size())};
    handle.offsets = std::move(offsets);
    handle.delegate = std::move(delegate);
    return {std::move(handle)};
}

inline OperatorState operator_of(std::vector<KeyedStateHandle> keyed) {
    OperatorState op;
    op.id = hash_of_uid("op");
    op.uid = "op";
    op.parallelism = static_cast<std::int32_t>(keyed.size());
    op.max_parallelism = 128;
    for (std::size_t i = 0; i < keyed.size(); ++i) {
        SubtaskState subtask;
        subtask.index = static_cast<std::int32_t>(i);
        subtask.managed_keyed_state = std::move(keyed[i]);
        op.subtasks.push_back(std::move(subtask));
    }
    return op;
}

}  // namespace sp::test

#include "report/snapshot_kind.hpp"

#include <algorithm>

#include "metadata/metadata_format.hpp"

namespace sp {
namespace {

using Kind = SnapshotKind::Kind;
using Source = SnapshotKind::Source;

constexpr std::string_view kCanonical = "canonical";
constexpr std::string_view kNative = "native";

/// What the handles of a snapshot give away.
struct Traces {
    bool has_canonical = false;   ///< KeyGroupsSavepointStateHandle: canonical savepoints since 1.13
    bool has_native = false;      ///< any other managed keyed handle
    bool has_checkpoint = false;  ///< what no savepoint has: shared files, changelogs, merged files, channel state

    void look_at(const KeyedStateHandle& handle) {
        if (handle.is_null()) {
            return;
        }
        const HandleTag tag = handle.tag();
        (tag == HandleTag::kSavepointKeyGroups ? has_canonical : has_native) = true;
        has_checkpoint |= tag == HandleTag::kChangelog || tag == HandleTag::kChangelogV2;
    }

    void look_at(const OperatorState& op) {
        for (const SubtaskState& subtask : op.subtasks) {
            look_at(subtask.managed_keyed_state);
            has_checkpoint |= !subtask.input_channels.empty() || !subtask.result_subpartitions.empty();
        }
        for_each_stream(op, [&](const StreamStateHandle& handle, const StreamPlace& place) {
            has_checkpoint |=
                handle.tag == HandleTag::kSegmentFile || (place.is_shared && handle.tag == HandleTag::kFile);
        });
    }
};

bool is_checkpoint_folder(std::string_view name) {
    constexpr std::string_view kPrefix = "chk-";
    return name.starts_with(kPrefix) && name.size() > kPrefix.size() &&
           std::all_of(name.begin() + kPrefix.size(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

SnapshotKind guessed_kind(const Snapshot& snapshot) {
    Traces traces;
    for (const OperatorState& op : snapshot.metadata.operators) {
        traces.look_at(op);
    }
    if (traces.has_canonical) {
        return {Kind::kSavepoint, kCanonical, Source::kHandles};
    }
    if (traces.has_checkpoint) {
        return {Kind::kCheckpoint, {}, Source::kHandles};
    }
    std::error_code error;
    const std::string name =
        std::filesystem::absolute(snapshot.location.folder, error).lexically_normal().filename().string();
    if (is_checkpoint_folder(name)) {
        return {Kind::kCheckpoint, {}, Source::kFolder};
    }
    if (name.starts_with("savepoint-")) {
        // Native savepoints came with 1.15; before, the handles of RocksDB and heap savepoints had the same tag.
        const bool is_native = traces.has_native && snapshot.metadata.version >= 4;
        return {Kind::kSavepoint, is_native ? kNative : std::string_view(), Source::kFolder};
    }
    return {};
}

}  // namespace

std::string_view SnapshotKind::word() const {
    switch (kind) {
        case Kind::kSavepoint: return "savepoint";
        case Kind::kCheckpoint: return "checkpoint";
        case Kind::kUnknown: break;
    }
    return "unknown";
}

std::string_view SnapshotKind::source_word() const {
    switch (source) {
        case Source::kProperties: return "properties";
        case Source::kHandles: return "handles";
        case Source::kFolder: return "folder name";
        case Source::kNone: break;
    }
    return "nothing";
}

std::string SnapshotKind::text() const {
    if (kind == Kind::kUnknown) {
        return "savepoint or checkpoint";
    }
    return format.empty() ? std::string(word()) : std::string(format) + " " + std::string(word());
}

SnapshotKind kind_of(const Snapshot& snapshot) {
    const CheckpointProperties& properties = snapshot.metadata.parsed_properties;
    if (properties.kind == CheckpointProperties::Kind::kCheckpoint) {
        return {Kind::kCheckpoint, {}, Source::kProperties};
    }
    if (properties.kind == CheckpointProperties::Kind::kSavepoint) {
        const std::string_view format = properties.format == "CANONICAL" ? kCanonical
                                        : properties.format == "NATIVE"  ? kNative
                                                                         : std::string_view();
        return {Kind::kSavepoint, format, Source::kProperties};
    }
    return guessed_kind(snapshot);
}

FlinkVersionRange flink_versions_of(std::int32_t metadata_version) {
    const auto* const found = std::find_if(metadata_format::kVersions.begin(), metadata_format::kVersions.end(),
                                           [&](const auto& info) { return info.version == metadata_version; });
    return found == metadata_format::kVersions.end() ? FlinkVersionRange{} : found->written_by;
}

}  // namespace sp

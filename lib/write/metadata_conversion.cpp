#include "write/metadata_conversion.hpp"

#include <algorithm>
#include <array>

#include "io/big_endian.hpp"
#include "metadata/flink_compatibility.hpp"
#include "metadata/metadata_format.hpp"
#include "metadata/open_stream.hpp"
#include "sp/error.hpp"

namespace sp {
namespace {

constexpr std::int32_t kFirstVersionToWrite = 3;      // Flink 1.11 and later read it
constexpr std::int32_t kFirstMetadataWithProxy6 = 5;  // of Flink 2.0
constexpr FlinkVersion kFirstWithProxy6 = {1, 18};
constexpr FlinkVersion kOldestTarget = {1, 13};  // the first with the handle of canonical savepoints

bool has_merged_channels(const OperatorState& op) {
    const auto is_merged = [](const ChannelStateHandle& channel) { return channel.is_merged(); };
    return std::any_of(op.subtasks.begin(), op.subtasks.end(), [&](const SubtaskState& subtask) {
        return std::any_of(subtask.input_channels.begin(), subtask.input_channels.end(), is_merged) ||
               std::any_of(subtask.result_subpartitions.begin(), subtask.result_subpartitions.end(), is_merged);
    });
}

/// Version 3 of 1.11 has no subtask in channel handles; all later ones do.
void fill_channels(OperatorState& op) {
    for (SubtaskState& subtask : op.subtasks) {
        for (auto* const channels : {&subtask.input_channels, &subtask.result_subpartitions}) {
            for (ChannelStateHandle& channel : *channels) {
                channel.subtask_index = subtask.index;
            }
        }
    }
}

}  // namespace

void check_flink_to_write(FlinkVersion version) {
    if (version < kOldestTarget || version > metadata_format::kNewestFlink) {
        throw UnsupportedError("Flink " + to_string(version) + " is no version to write for: " +
                               to_string(kOldestTarget) + " to " + to_string(metadata_format::kNewestFlink) + " are");
    }
}

std::int32_t choose_metadata_version(std::int32_t base, std::optional<std::int32_t> wanted,
                                     std::optional<FlinkVersion> flink) {
    const std::int32_t version = wanted.value_or(base);
    if (!flink) {
        return version;
    }
    check_flink_to_write(*flink);
    const std::int32_t newest = metadata_version_of(*flink);
    if (wanted && version > newest) {
        throw UsageError("Flink " + to_string(*flink) + " reads metadata up to version " + std::to_string(newest) +
                         ", not " + std::to_string(version));
    }
    return std::min(version, newest);
}

std::int32_t choose_operator_proxy_version(std::int32_t metadata_version, std::optional<FlinkVersion> flink) {
    const bool has_proxy6 = flink ? *flink >= kFirstWithProxy6 : metadata_version >= kFirstMetadataWithProxy6;
    return has_proxy6 ? 6 : 5;
}

void convert_metadata(SavepointMetadata& head, std::span<OperatorState* const> operators, std::int32_t version,
                      const std::function<void(const std::string&)>& warn) {
    const std::int32_t before = head.version;
    if (version == before) {
        return;
    }
    if (version < kFirstVersionToWrite || version > metadata_format::kNewestVersion) {
        throw UsageError("metadata of version " + std::to_string(version) + " cannot be written; 3 to " +
                         std::to_string(metadata_format::kNewestVersion) + " can");
    }
    if (head.dialect == MetadataDialect::kChangelog114) {
        throw UnsupportedError(
            "the metadata has changelog handles of Flink 1.14, which no other version of the metadata "
            "holds; a canonical savepoint that Flink takes has none");
    }
    for (OperatorState* const op : operators) {
        if (!metadata_format::has_typed_channels(version) && has_merged_channels(*op)) {
            throw UnsupportedError("operator " + label_of(*op) +
                                   " has merged channel state, which metadata before version 6 "
                                   "cannot hold; --drop-channel-state gives it up");
        }
        if (head.dialect == MetadataDialect::kChannels111) {
            fill_channels(*op);
        }
    }
    head.dialect = MetadataDialect::kCurrent;
    if (!metadata_format::has_properties(version) || !metadata_format::has_properties(before)) {
        head.properties = {};
    }
    if (!metadata_format::has_operator_names(version) && metadata_format::has_operator_names(before)) {
        warn("metadata of version " + std::to_string(version) + " holds no names and uids of operators: they are lost");
    }
    head.version = version;
}

void check_handles(const SavepointMetadata& metadata, FlinkVersion flink) {
    for (const OperatorState& op : metadata.operators) {
        SavepointMetadata one;
        one.version = kFirstVersionToWrite;
        one.operators.push_back(op);
        const FlinkVersion oldest = oldest_reader(one);
        if (flink < oldest) {
            throw UnsupportedError("operator " + label_of(op) +
                                   ": its handles or finished marks are of a kind that Flink " + to_string(flink) +
                                   " does not know, but " + to_string(oldest) +
                                   " and later; canonical state (sp-rewrite --state-format canonical) has others");
        }
    }
}

bool has_newer_operator_state(const Snapshot& source, const OperatorState& op, std::int32_t proxy_version) {
    return std::any_of(op.subtasks.begin(), op.subtasks.end(), [&](const SubtaskState& subtask) {
        if (!subtask.managed_operator_state || subtask.managed_operator_state->is_empty) {
            return false;
        }
        const ByteSource stream = open_stream(subtask.managed_operator_state->delegate, source.files);
        std::array<std::uint8_t, 4> version{};
        if (stream.size() < version.size()) {
            return false;
        }
        stream.read_at(0, version);
        return load_u32(version.data()) > static_cast<std::uint32_t>(proxy_version);
    });
}

}  // namespace sp

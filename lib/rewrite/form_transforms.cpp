// The form of the savepoint: which encodings, versions and ids it has.

#include <algorithm>

#include "metadata/flink_compatibility.hpp"
#include "metadata/metadata_format.hpp"
#include "metadata/open_stream.hpp"
#include "rewrite/transforms.hpp"
#include "sp/error.hpp"
#include "state/keyed_layout.hpp"

namespace sp::rewriting {
namespace {

constexpr std::int32_t kFirstVersionToWrite = 3;     // Flink 1.11 and later read it
constexpr std::int32_t kFirstMetadataWithProxy6 = 5;  // of Flink 2.0
constexpr FlinkVersion kFirstWithProxy6 = {1, 18};    // OperatorBackendSerializationProxy

bool is_canonical(const KeyedStateHandle& handle, const OperatorRewrite& op) {
    if (handle.is_null() || handle.tag() == HandleTag::kSavepointKeyGroups) {
        return true;
    }
    const auto* const groups = std::get_if<KeyGroupsStateHandle>(&handle.value);
    if (groups == nullptr) {
        return false;
    }
    const ByteSource source = open_stream(groups->delegate, op.source->snapshot.files);
    return sniff_keyed_layout(*groups, source, op.original().max_parallelism) == KeyedLayout::kCanonical;
}

bool has_stream_of_groups(const OperatorState& op) {
    return std::any_of(op.subtasks.begin(), op.subtasks.end(), [](const SubtaskState& subtask) {
        return std::holds_alternative<KeyGroupsStateHandle>(subtask.managed_keyed_state.value);
    });
}

bool has_typed_channels(const OperatorState& op) {
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

void convert(RewritePlan& plan, std::int32_t version) {
    const std::int32_t before = plan.head.version;
    if (version == before) {
        return;
    }
    if (version < kFirstVersionToWrite || version > metadata_format::kNewestVersion) {
        throw UsageError("metadata of version " + std::to_string(version) + " cannot be written; 3 to " +
                         std::to_string(metadata_format::kNewestVersion) + " can");
    }
    if (plan.head.dialect == MetadataDialect::kChangelog114) {
        throw UnsupportedError("the metadata has changelog handles of Flink 1.14, which no other version of the metadata "
                               "holds; --state-format canonical --metadata-version 3 turns them into savepoint state");
    }
    for (OperatorRewrite& op : plan.operators) {
        if (!metadata_format::has_typed_channels(version) && has_typed_channels(op.op)) {
            throw UnsupportedError("operator " + op.label() + " has merged channel state, which metadata before version 6 "
                                   "cannot hold; --drop-channel-state gives it up");
        }
        if (plan.head.dialect == MetadataDialect::kChannels111) {
            fill_channels(op.op);
        }
    }
    plan.head.dialect = MetadataDialect::kCurrent;
    if (!metadata_format::has_properties(version) || !metadata_format::has_properties(before)) {
        plan.head.properties = {};
    }
    plan.head.version = version;
}

}  // namespace

void drop_channel_state(RewritePlan& plan) {
    if (!plan.options.drop_channel_state) {
        return;
    }
    for (OperatorRewrite& op : plan.operators) {
        if (!has_channel_state(op.op)) {
            continue;
        }
        for (SubtaskState& subtask : op.op.subtasks) {
            subtask.input_channels.clear();
            subtask.result_subpartitions.clear();
        }
        op.changes.push_back("channel state dropped");
    }
}

void change_compression(RewritePlan& plan) {
    if (!plan.options.is_compressed) {
        return;
    }
    const bool wanted = *plan.options.is_compressed;
    for (OperatorRewrite& op : plan.operators) {
        if (has_stream_of_groups(op.op) && op.headers().is_compressed != wanted) {
            refuse_finished_subtasks(op);
            op.keyed = RewriteWay::kEntries;
            op.changes.push_back(wanted ? "compressed" : "decompressed");
        }
    }
}

void change_state_format(RewritePlan& plan) {
    if (!plan.options.canonical) {
        return;
    }
    for (OperatorRewrite& op : plan.operators) {
        const bool is_so = std::all_of(op.op.subtasks.begin(), op.op.subtasks.end(), [&](const SubtaskState& subtask) {
            return is_canonical(subtask.managed_keyed_state, op) && subtask.raw_keyed_state.is_null();
        });
        if (!is_so && has_keyed_state(op.op)) {
            refuse_finished_subtasks(op);
            op.keyed = RewriteWay::kEntries;
            op.changes.push_back("canonical");
        }
    }
}

void change_checkpoint_id(RewritePlan& plan) {
    plan.head.checkpoint_id = plan.options.checkpoint_id.value_or(plan.head.checkpoint_id);
}

void change_metadata_version(RewritePlan& plan) {
    const RewriteOptions& options = plan.options;
    const std::int32_t before = plan.head.version;
    std::int32_t version = options.metadata_version.value_or(before);
    if (options.flink_version) {
        const std::int32_t newest = metadata_version_of(*options.flink_version);
        if (options.metadata_version && version > newest) {
            throw UsageError("Flink " + to_string(*options.flink_version) + " reads metadata up to version " +
                             std::to_string(newest) + ", not " + std::to_string(version));
        }
        version = std::min(version, newest);
    }
    convert(plan, version);
    if (!metadata_format::has_operator_names(version) && metadata_format::has_operator_names(before)) {
        plan.warn("metadata of version " + std::to_string(version) + " holds no names and uids of operators: they are lost");
    }
    const bool has_proxy6 =
        options.flink_version ? *options.flink_version >= kFirstWithProxy6 : version >= kFirstMetadataWithProxy6;
    plan.operator_proxy_version = has_proxy6 ? 6 : 5;
}

}  // namespace sp::rewriting

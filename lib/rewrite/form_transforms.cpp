// The form of the savepoint: which encodings, versions and ids it has.

#include <algorithm>

#include "metadata/flink_compatibility.hpp"
#include "metadata/open_stream.hpp"
#include "rewrite/transforms.hpp"
#include "rewrite/type_changes.hpp"
#include "state/keyed_layout.hpp"
#include "write/metadata_conversion.hpp"

namespace sp::rewriting {
namespace {

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
    // By its version readers know which Kryo wrote values.
    const bool is_for_generation = std::any_of(plan.operators.begin(), plan.operators.end(),
                                               [](const auto& op) { return op.types && op.types->is_for_generation; });
    const std::optional<std::int32_t> wanted = !options.metadata_version && is_for_generation
                                                   ? metadata_version_of(*options.flink_version)
                                                   : options.metadata_version;
    const std::int32_t version = choose_metadata_version(plan.head.version, wanted, options.flink_version);
    std::vector<OperatorState*> operators;
    for (OperatorRewrite& op : plan.operators) {
        operators.push_back(&op.op);
    }
    convert_metadata(plan.head, operators, version, [&](const std::string& message) { plan.warn(message); });
    plan.operator_proxy_version = choose_operator_proxy_version(version, options.flink_version);
    for (OperatorRewrite& op : plan.operators) {
        if (options.flink_version && op.operator_state != RewriteWay::kEntries &&
            has_newer_operator_state(op.source->snapshot, op.original(), plan.operator_proxy_version)) {
            refuse_finished_subtasks(op);
            op.operator_state = RewriteWay::kEntries;
            op.changes.push_back("operator state for Flink " + to_string(*options.flink_version));
        }
    }
}

}  // namespace sp::rewriting

#include "report/summary.hpp"

#include <algorithm>

#include "sp/error.hpp"
#include "types/schema/words.hpp"

namespace sp {
namespace {

std::string words_of(const TypePtr& type) { return type ? type_words(*type) : std::string(); }

std::string namespace_words(const TypePtr& type) {
    return type && type->kind != TypeKind::kVoidNamespace ? type_words(*type) : std::string();
}

StateSummary summarize_state(const DescribedState& described, const OperatorHeaders& headers) {
    const StateDescriptor& state = described.state;
    StateSummary summary;
    summary.name = state.name;
    summary.kind = state.kind;
    summary.key = words_of(state.key);
    summary.name_space = namespace_words(state.name_space);
    summary.map_key = words_of(state.map_key);
    summary.type = words_of(state.value);
    summary.has_ttl = state.has_ttl;
    summary.snapshot_class = state.serializer->snapshot_class;
    summary.subtasks = described.subtasks.size();
    const auto& all = is_keyed(state.kind) ? headers.keyed_subtasks : headers.operator_subtasks;
    summary.is_everywhere = described.subtasks == all;
    return summary;
}

void add_timers(std::vector<TimerSummary>& timers, const DescribedState& described) {
    const StateDescriptor& state = described.state;
    const std::string key = words_of(state.key);
    const std::string name_space = namespace_words(state.name_space);
    auto timer = std::find_if(timers.begin(), timers.end(), [&](const TimerSummary& known) {
        return known.service == state.timer_service && known.key == key && known.name_space == name_space &&
               known.is_raw == described.is_raw;
    });
    if (timer == timers.end()) {
        timer = timers.insert(timers.end(), {state.timer_service, false, false, key, name_space, 0, described.is_raw});
    }
    (state.timer_domain == TimerDomain::kEventTime ? timer->has_event_time : timer->has_processing_time) = true;
    timer->subtasks = std::max(timer->subtasks, described.subtasks.size());
}

void add_handle(std::vector<HandleSummary>& handles, StatePart part, std::string_view name, std::size_t count = 1) {
    if (count == 0) {
        return;
    }
    const auto same = std::find_if(handles.begin(), handles.end(), [&](const HandleSummary& known) {
        return known.part == name_of(part) && known.handle == name;
    });
    if (same == handles.end()) {
        handles.push_back({name_of(part), name, count});
    } else {
        same->count += count;
    }
}

void add_operator_handle(std::vector<HandleSummary>& handles, StatePart part,
                         const std::optional<OperatorStateHandle>& handle) {
    if (handle) {
        add_handle(handles, part,
                   handle->is_empty ? "EmptyFileMergingOperatorStreamStateHandle" : name_of(handle->tag));
    }
}

void add_keyed_handle(std::vector<HandleSummary>& handles, StatePart part, const KeyedStateHandle& handle) {
    if (!handle.is_null()) {
        add_handle(handles, part, name_of(handle.tag()));
    }
}

/// Flink's class names; the first of each pair is the plain one, the second that of merged files (version 6).
constexpr std::string_view kInputHandles[] = {"InputChannelStateHandle", "MergedInputChannelStateHandle"};
constexpr std::string_view kResultHandles[] = {"ResultSubpartitionStateHandle", "MergedResultSubpartitionStateHandle"};

std::int64_t add_channels(std::vector<HandleSummary>& handles, StatePart part,
                          const std::vector<ChannelStateHandle>& channels) {
    std::int64_t bytes = 0;
    for (const ChannelStateHandle& channel : channels) {
        const auto& names = part == StatePart::kInputChannel ? kInputHandles : kResultHandles;
        add_handle(handles, part, names[channel.is_merged() ? 1 : 0]);
        add_size(bytes, channel.state_size());
    }
    return bytes;
}

void add_subtask(OperatorSummary& summary, const SubtaskState& subtask) {
    if (subtask.is_finished) {
        summary.finished_subtasks.push_back(subtask.index);
    }
    add_keyed_handle(summary.handles, StatePart::kManagedKeyed, subtask.managed_keyed_state);
    add_operator_handle(summary.handles, StatePart::kManagedOperator, subtask.managed_operator_state);
    add_keyed_handle(summary.handles, StatePart::kRawKeyed, subtask.raw_keyed_state);
    add_operator_handle(summary.handles, StatePart::kRawOperator, subtask.raw_operator_state);
    add_size(summary.keyed_bytes, state_size(subtask.managed_keyed_state));
    add_size(summary.raw_keyed_bytes, state_size(subtask.raw_keyed_state));
    add_size(summary.operator_bytes, subtask.managed_operator_state ? state_size(*subtask.managed_operator_state) : 0);
    add_size(summary.raw_operator_bytes, subtask.raw_operator_state ? state_size(*subtask.raw_operator_state) : 0);
    add_size(summary.input_channel_bytes,
             add_channels(summary.handles, StatePart::kInputChannel, subtask.input_channels));
    add_size(summary.result_subpartition_bytes,
             add_channels(summary.handles, StatePart::kResultSubpartition, subtask.result_subpartitions));
}

void add_headers(OperatorSummary& summary, const OperatorHeaders& headers) {
    summary.key = words_of(headers.key);
    summary.is_compressed = headers.is_compressed;
    summary.is_changelog = headers.is_changelog;
    summary.changelog_bytes = headers.changelog_bytes;
    summary.lost_headers = headers.lost.size();
    summary.raw_timers = headers.raw_timers;
    summary.raw_timer_services = headers.raw_timer_services;
    for (const DescribedState& described : headers.states) {
        if (described.state.kind == StateKind::kTimer) {
            add_timers(summary.timers, described);
        } else {
            summary.states.push_back(summarize_state(described, headers));
        }
    }
}

OperatorSummary summarize_operator(const Snapshot& snapshot, const OperatorNames& names, std::size_t index,
                                   const std::vector<FileUse>& files) {
    const OperatorState& op = snapshot.metadata.operators[index];
    OperatorSummary summary;
    summary.id = op.id;
    summary.uid = names.uid(index);
    summary.is_uid_matched = names.is_matched(index);
    summary.name = op.name;
    summary.parallelism = op.parallelism;
    summary.max_parallelism = op.max_parallelism;
    summary.is_fully_finished = op.is_fully_finished;
    summary.coordinator_bytes = state_size(op.coordinator_state);
    for (const SubtaskState& subtask : op.subtasks) {
        add_subtask(summary, subtask);
    }
    add_headers(summary, read_headers(snapshot, index, summary.outcome));
    summary.sizes = sum_sizes(snapshot, files, {index});
    return summary;
}

void merge(InspectOutcome& all, const OperatorSummary& op) {
    const std::string label = "operator " + (op.uid.empty() ? op.id.hex() : op.uid) + ": ";
    for (auto [from, to] :
         {std::pair(&op.outcome.damaged, &all.damaged), std::pair(&op.outcome.unsupported, &all.unsupported)}) {
        for (const std::string& message : *from) {
            to->push_back(label + message);
        }
    }
}

}  // namespace

Summary summarize(const Snapshot& snapshot, const OperatorNames& names, const std::vector<std::size_t>& operators) {
    const SavepointMetadata& metadata = snapshot.metadata;
    Summary summary;
    summary.folder = snapshot.location.folder.string();
    summary.metadata_bytes = static_cast<std::int64_t>(snapshot.metadata_size);
    summary.metadata_version = metadata.version;
    summary.flink_versions = flink_versions_of(metadata.version);
    summary.kind = kind_of(snapshot);
    summary.properties = metadata.parsed_properties;
    summary.checkpoint_id = metadata.checkpoint_id;
    for (const MasterState& state : metadata.master_states) {
        summary.master_states.push_back({state.name, state.version, state.payload.size()});
    }
    summary.operator_count = metadata.operators.size();
    const std::vector<FileUse> files = list_files(snapshot, operators);
    tell_missing(files, summary.outcome);
    for (const std::size_t index : operators) {
        summary.operators.push_back(summarize_operator(snapshot, names, index, files));
        merge(summary.outcome, summary.operators.back());
    }
    summary.sizes = sum_sizes(snapshot, files, operators);
    return summary;
}

std::vector<ListedSnapshot> summarize(const std::vector<FoundSnapshot>& snapshots, InspectOutcome& outcome) {
    std::vector<ListedSnapshot> list;
    for (const FoundSnapshot& found : snapshots) {
        ListedSnapshot& listed = list.emplace_back();
        listed.folder = found.location.folder.string();
        listed.checkpoint_id = found.checkpoint_id;
        try {
            const Snapshot snapshot = open_snapshot(found.location);
            listed.kind = kind_of(snapshot);
            listed.metadata_version = snapshot.metadata.version;
            listed.operators = snapshot.metadata.operators.size();
            for (const OperatorState& op : snapshot.metadata.operators) {
                add_size(listed.state_bytes, state_size(op));
            }
        } catch (const InputError& error) {
            listed.problem = error.what();
            outcome.damaged.push_back(listed.problem);
        } catch (const UnsupportedError& error) {
            listed.problem = error.what();
            outcome.unsupported.push_back(listed.problem);
        }
    }
    return list;
}

}  // namespace sp

// What sp/metadata.hpp can tell about a model: kinds, ranges, sizes (Flink: StateObject.getStateSize,
// CompositeStateHandle.getCheckpointedSize).

#include <algorithm>
#include <string>

#include "sp/metadata.hpp"

namespace sp {

namespace {

template <class... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;  // clang 14 does not deduce it by itself

/// Sizes that their writer did not know are -1. No sum reaches beyond this bound, so that those of damaged files cannot
/// overflow.
std::int64_t known(std::int64_t size) { return std::clamp<std::int64_t>(size, 0, std::int64_t{1} << 58); }

template <class List, class SizeOf>
std::int64_t sum(const List& list, SizeOf&& size_of) {
    std::int64_t total = 0;
    for (const auto& item : list) {
        total = known(total + size_of(item));
    }
    return total;
}

std::int64_t channels_size(const std::vector<ChannelStateHandle>& channels) {
    return sum(channels, [](const ChannelStateHandle& channel) { return known(channel.state_size()); });
}

std::int64_t bytes_of_changes(const InMemoryChangelogStateHandle& handle) {
    return sum(handle.changes,
               [](const StateChange& change) { return static_cast<std::int64_t>(change.change.size()); });
}

/// Adds up all parts of a subtask; the size of a keyed handle is the only one of which there are two.
template <class KeyedSize>
std::int64_t size_of_subtask(const SubtaskState& subtask, KeyedSize&& keyed_size) {
    std::int64_t total = keyed_size(subtask.managed_keyed_state) + keyed_size(subtask.raw_keyed_state);
    for (const auto* handle : {&subtask.managed_operator_state, &subtask.raw_operator_state}) {
        total += *handle ? state_size(**handle) : 0;
    }
    return total + channels_size(subtask.input_channels) + channels_size(subtask.result_subpartitions);
}

/// Bytes of in-memory changelogs in a keyed handle, which are no streams.
std::int64_t changelog_bytes(const KeyedStateHandle& handle) {
    if (const auto* changes = std::get_if<InMemoryChangelogStateHandle>(&handle.value)) {
        return bytes_of_changes(*changes);
    }
    if (const auto* changelog = std::get_if<ChangelogStateBackendHandle>(&handle.value)) {
        return sum(changelog->materialized, changelog_bytes) + sum(changelog->non_materialized, changelog_bytes);
    }
    return 0;
}

bool holds_state(const std::optional<OperatorStateHandle>& handle) { return handle && !handle->is_empty; }

}  // namespace

HandleTag KeyedStateHandle::tag() const {
    return std::visit(
        Overloaded{[](std::monostate) { return HandleTag::kNull; }, [](const auto& kind) { return kind.tag; }}, value);
}

KeyGroupRange KeyedStateHandle::range() const {
    return std::visit(
        Overloaded{[](std::monostate) { return KeyGroupRange{}; }, [](const auto& kind) { return kind.range; }}, value);
}

std::string_view name_of(StatePart part) {
    switch (part) {
        case StatePart::kCoordinator: return "coordinator state";
        case StatePart::kManagedOperator: return "managed operator state";
        case StatePart::kRawOperator: return "raw operator state";
        case StatePart::kManagedKeyed: return "managed keyed state";
        case StatePart::kRawKeyed: return "raw keyed state";
        case StatePart::kInputChannel: return "input channel state";
        case StatePart::kResultSubpartition: return "result subpartition state";
    }
    return "state";
}

std::string label_of(const OperatorState& op) { return op.uid.empty() ? op.id.hex() : op.uid; }

void add_size(std::int64_t& sum, std::int64_t size) {
    constexpr std::int64_t kMost = std::int64_t{1} << 60;
    sum = std::min(kMost, std::clamp<std::int64_t>(sum, 0, kMost) + std::clamp<std::int64_t>(size, 0, kMost));
}

std::int64_t state_size(const StreamStateHandle& handle) {
    if (handle.tag == HandleTag::kKeyGroups) {
        return sum(handle.key_groups, [](const KeyGroupsStateHandle& inner) { return state_size(inner.delegate); });
    }
    return handle.is_inline() ? static_cast<std::int64_t>(handle.bytes.size()) : known(handle.state_size);
}

std::int64_t state_size(const OperatorStateHandle& handle) { return state_size(handle.delegate); }

std::int64_t state_size(const KeyedStateHandle& handle) {
    const auto file_size = [](const HandleAndLocalPath& file) { return state_size(file.handle); };
    const auto keyed_size = [](const KeyedStateHandle& part) { return state_size(part); };
    return std::visit(Overloaded{[](std::monostate) { return std::int64_t{0}; },
                                 [](const KeyGroupsStateHandle& kind) { return state_size(kind.delegate); },
                                 [&](const IncrementalStateHandle& kind) {
        return state_size(kind.meta) + sum(kind.shared_state, file_size) + sum(kind.private_state, file_size);
                                 },
                                 [&](const ChangelogStateBackendHandle& kind) {
        return sum(kind.materialized, keyed_size) + sum(kind.non_materialized, keyed_size);
    },
                      [](const InMemoryChangelogStateHandle& kind) { return bytes_of_changes(kind); },
                      [](const ChangelogStreamStateHandle& kind) { return known(kind.state_size); }},
        handle.value);
}

std::int64_t checkpointed_size(const KeyedStateHandle& handle) {
    std::int64_t recorded = -1;
    if (const auto* incremental = std::get_if<IncrementalStateHandle>(&handle.value)) {
        recorded = incremental->tag == HandleTag::kIncrementalV2 ? incremental->checkpointed_size : -1;
    } else if (const auto* changelog = std::get_if<ChangelogStateBackendHandle>(&handle.value)) {
        recorded = changelog->state_handle_id.empty() ? -1 : changelog->checkpointed_size;
    } else if (const auto* stream = std::get_if<ChangelogStreamStateHandle>(&handle.value)) {
        recorded = stream->state_handle_id.empty() ? -1 : stream->checkpointed_size;
    }
    return recorded < 0 ? state_size(handle) : known(recorded);
}

std::int64_t state_size(const SubtaskState& subtask) {
    return size_of_subtask(subtask, [](const KeyedStateHandle& handle) { return state_size(handle); });
}

std::int64_t checkpointed_size(const SubtaskState& subtask) {
    return size_of_subtask(subtask, [](const KeyedStateHandle& handle) { return checkpointed_size(handle); });
}

std::int64_t state_size(const OperatorState& op) {
    return state_size(op.coordinator_state) +
           sum(op.subtasks, [](const SubtaskState& subtask) { return state_size(subtask); });
}

std::int64_t checkpointed_size(const OperatorState& op) {
    return state_size(op.coordinator_state) +
           sum(op.subtasks, [](const SubtaskState& subtask) { return checkpointed_size(subtask); });
}

std::int64_t inline_size(const OperatorState& op) {
    std::int64_t total = 0;
    for_each_stream(op, [&](const StreamStateHandle& handle, const StreamPlace&) {
        total += handle.is_inline() ? state_size(handle) : 0;
    });
    for (const SubtaskState& subtask : op.subtasks) {
        total += changelog_bytes(subtask.managed_keyed_state) + changelog_bytes(subtask.raw_keyed_state);
    }
    return total;
}

std::int64_t inline_size(const SavepointMetadata& metadata) {
    return sum(metadata.operators, [](const OperatorState& op) { return inline_size(op); });
}

bool has_state(const SubtaskState& subtask) {
    return holds_state(subtask.managed_operator_state) || holds_state(subtask.raw_operator_state) ||
           !subtask.managed_keyed_state.is_null() || !subtask.raw_keyed_state.is_null() ||
           !subtask.input_channels.empty() || !subtask.result_subpartitions.empty();
}

bool has_state(const OperatorState& op) {
    return !op.coordinator_state.is_null() ||
           std::any_of(op.subtasks.begin(), op.subtasks.end(),
                       [](const SubtaskState& subtask) { return has_state(subtask); });
}

}  // namespace sp

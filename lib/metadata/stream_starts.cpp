#include "metadata/stream_starts.hpp"

#include <algorithm>

namespace sp {

StreamStarts::StreamStarts(const OperatorState& op) {
    for (const SubtaskState& subtask : op.subtasks) {
        add_managed(subtask.managed_keyed_state);
        if (const auto* const raw = std::get_if<KeyGroupsStateHandle>(&subtask.raw_keyed_state.value)) {
            add(raw->delegate, raw->offsets, 0);
        }
        if (subtask.managed_operator_state) {
            for (const OperatorStateOffsets& state : subtask.managed_operator_state->states) {
                add(subtask.managed_operator_state->delegate, state.offsets, 1);
            }
        }
    }
    for (auto& [stream, starts] : starts_) {
        std::sort(starts.begin(), starts.end());
    }
}

void StreamStarts::add_managed(const KeyedStateHandle& handle) {
    if (const auto* const keyed = std::get_if<KeyGroupsStateHandle>(&handle.value)) {
        add(keyed->delegate, keyed->offsets, 1);  // a header comes first
    } else if (const auto* const changelog = std::get_if<ChangelogStateBackendHandle>(&handle.value)) {
        for (const KeyedStateHandle& part : changelog->materialized) {
            add_managed(part);
        }
    }
}

void StreamStarts::add(const StreamStateHandle& stream, const std::vector<std::int64_t>& offsets, std::int64_t least) {
    std::vector<std::uint64_t>& starts = starts_[id_of(stream)];
    for (const std::int64_t offset : offsets) {
        if (offset >= least) {
            starts.push_back(static_cast<std::uint64_t>(offset));
        }
    }
}

const std::vector<std::uint64_t>& StreamStarts::of(const StreamStateHandle& stream) const {
    const auto found = starts_.find(id_of(stream));
    return found == starts_.end() ? none_ : found->second;
}

}  // namespace sp

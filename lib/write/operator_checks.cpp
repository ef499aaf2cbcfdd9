#include "write/operator_checks.hpp"

#include <algorithm>

#include "sp/error.hpp"
#include "state/backend_table.hpp"

namespace sp {

bool has_channel_state(const OperatorState& op) {
    return std::any_of(op.subtasks.begin(), op.subtasks.end(), [](const SubtaskState& subtask) {
        return !subtask.input_channels.empty() || !subtask.result_subpartitions.empty();
    });
}

bool has_changelog(const OperatorState& op) {
    return std::any_of(op.subtasks.begin(), op.subtasks.end(), [](const SubtaskState& subtask) {
        return std::holds_alternative<ChangelogStateBackendHandle>(subtask.managed_keyed_state.value);
    });
}

bool has_raw_keyed_state(const OperatorState& op) {
    return std::any_of(op.subtasks.begin(), op.subtasks.end(),
                       [](const SubtaskState& subtask) { return !subtask.raw_keyed_state.is_null(); });
}

void refuse_finished_subtasks(const OperatorState& op, const std::string& label) {
    for (const SubtaskState& subtask : op.subtasks) {
        if (subtask.is_finished) {
            throw UnsupportedError("operator " + label + ": subtask " + std::to_string(subtask.index) +
                                   " has finished and others have not; such state can be kept or removed only");
        }
    }
}

void check_keyed_can_be_read(const OperatorState& op, const std::string& label) {
    for (const SubtaskState& subtask : op.subtasks) {
        const KeyedStateHandle& handle = subtask.managed_keyed_state;
        if (!handle.is_null() && !is_supported(handle.tag())) {
            throw UnsupportedError("operator " + label + ": its keyed state lies behind a " +
                                   std::string(name_of(handle.tag())) +
                                   ", which is not supported; a canonical savepoint can be read");
        }
    }
}

}  // namespace sp

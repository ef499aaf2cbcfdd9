#include "write/savepoint_frame.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "write/file_placer.hpp"
#include "write/metadata_conversion.hpp"
#include "write/operator_checks.hpp"

namespace sp {
namespace {

void take_out_written(FrameOperator& frame) {
    for (SubtaskState& subtask : frame.op.subtasks) {
        if (frame.writes_keyed) {
            subtask.managed_keyed_state = {};
            if (frame.drops_raw_keyed) {
                subtask.raw_keyed_state = {};
            }
        }
        if (frame.writes_operator_state) {
            subtask.managed_operator_state.reset();
        }
    }
}

void copy_key_groups_of(FrameOperator& frame, OutputFolder& folder) {
    const auto copy = [&](const std::vector<std::optional<KeyGroupCopy>>& copies, std::string_view what,
                          KeyedStateHandle SubtaskState::*slot) {
        for (std::size_t i = 0; i < copies.size(); ++i) {
            if (copies[i]) {
                const std::string name = frame.op.id.hex() + std::string(what) + std::to_string(i);
                (frame.op.subtasks.at(i).*slot).value = copy_key_groups(*copies[i], *frame.source, folder, name);
            }
        }
    };
    copy(frame.keyed_copies, "-keyed-", &SubtaskState::managed_keyed_state);
    copy(frame.raw_keyed_copies, "-raw-keyed-", &SubtaskState::raw_keyed_state);
}

SubtaskState& subtask_of(OperatorState& op, std::int32_t index) {
    const auto at = std::lower_bound(op.subtasks.begin(), op.subtasks.end(), index,
                                     [](const SubtaskState& subtask, std::int32_t i) { return subtask.index < i; });
    if (at != op.subtasks.end() && at->index == index) {
        return *at;
    }
    SubtaskState subtask;
    subtask.index = index;
    return *op.subtasks.insert(at, std::move(subtask));
}

void put_in_written(FrameOperator& frame, OperatorState& written) {
    std::stable_sort(frame.op.subtasks.begin(), frame.op.subtasks.end(),
                     [](const SubtaskState& a, const SubtaskState& b) { return a.index < b.index; });
    for (SubtaskState& made : written.subtasks) {
        SubtaskState& subtask = subtask_of(frame.op, made.index);
        if (frame.writes_keyed) {
            subtask.managed_keyed_state = std::move(made.managed_keyed_state);
        }
        if (frame.writes_operator_state) {
            subtask.managed_operator_state = std::move(made.managed_operator_state);
        }
    }
    if (frame.writes_coordinator) {
        frame.op.coordinator_state = std::move(written.coordinator_state);
    }
}

}  // namespace

const FrameOperator* SavepointFrame::find(std::size_t planned) const {
    const auto at = std::find_if(operators.begin(), operators.end(),
                                 [&](const FrameOperator& frame) { return frame.planned == planned; });
    return at == operators.end() ? nullptr : &*at;
}

bool SavepointFrame::writes_keyed(std::size_t planned) const {
    const FrameOperator* const frame = find(planned);
    return frame == nullptr || frame->is_replaced || frame->writes_keyed;
}

bool SavepointFrame::writes_operator_state(std::size_t planned) const {
    const FrameOperator* const frame = find(planned);
    return frame == nullptr || frame->is_replaced || frame->writes_operator_state;
}

/// All that are missing are told at once.
void SavepointFrame::require_kept_files() const {
    if (!placement.relocations.empty()) {
        return;  // what is relocated need not be here
    }
    std::map<const Snapshot*, std::vector<std::reference_wrapper<const OperatorState>>> kept;
    for (const FrameOperator& frame : operators) {
        if (frame.source != nullptr && !frame.is_replaced) {
            kept[frame.source].push_back(frame.op);
        }
    }
    for (const auto& [source, ops] : kept) {
        require_files(source->files, ops);
    }
}

SavepointMetadata SavepointFrame::complete(std::vector<OperatorState> written, OutputFolder& folder) {
    FilePlacer placer(folder, placement, input);
    SavepointMetadata metadata = head;
    metadata.operators.clear();
    for (FrameOperator& frame : operators) {
        take_out_written(frame);
    }
    require_kept_files();
    for (FrameOperator& frame : operators) {
        if (frame.is_replaced) {
            metadata.operators.push_back(std::move(written[*frame.planned]));
            continue;
        }
        if (frame.source != nullptr) {
            placer.place(*frame.source, frame.op);
        }
        copy_key_groups_of(frame, folder);
        if (frame.planned) {
            put_in_written(frame, written[*frame.planned]);
        }
        metadata.operators.push_back(std::move(frame.op));
    }
    for (std::size_t i = 0; i < written.size(); ++i) {
        if (find(i) == nullptr) {
            metadata.operators.push_back(std::move(written[i]));
        }
    }
    if (flink) {
        check_handles(metadata, *flink);
    }
    placed = placer.placed();
    if (placement.placement != FilePlacement::kReference) {
        placed.changelogs = static_cast<std::uint64_t>(
            std::count_if(metadata.operators.begin(), metadata.operators.end(), has_changelog));
    }
    return metadata;
}

}  // namespace sp

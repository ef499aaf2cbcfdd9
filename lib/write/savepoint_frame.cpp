#include "write/savepoint_frame.hpp"

#include <algorithm>
#include <utility>

#include "write/file_placer.hpp"

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

SavepointMetadata SavepointFrame::complete(std::vector<OperatorState> written, OutputFolder& folder) {
    FilePlacer placer(folder, placement);
    SavepointMetadata metadata = head;
    metadata.operators.clear();
    for (FrameOperator& frame : operators) {
        if (frame.is_replaced) {
            metadata.operators.push_back(std::move(written[*frame.planned]));
            continue;
        }
        take_out_written(frame);
        if (frame.source != nullptr) {
            placer.place(*frame.source, frame.op);
        }
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
    placed = placer.placed();
    return metadata;
}

}  // namespace sp

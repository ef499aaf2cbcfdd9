#pragma once

// What a changed savepoint is besides the state that is written from entries: the operators, whole or in part, whose handles
// are kept, and what `_metadata` says about the snapshot itself.

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "metadata/snapshot_location.hpp"
#include "sp/flink_version.hpp"
#include "sp/metadata.hpp"
#include "sp/placement.hpp"
#include "write/key_group_copy.hpp"
#include "write/output_folder.hpp"

namespace sp {

struct FrameOperator {
    /// As it is to be, with the handles of its snapshot. Those of what is written from entries are taken out.
    OperatorState op;
    const Snapshot* source = nullptr;  ///< where the handles lead to
    /// Whose entries replace the handles: its position in the writer. Unset: it is kept as it is.
    std::optional<std::size_t> planned;
    bool is_replaced = false;  ///< by the writer's operator as a whole, in its place
    /// By subtask, instead of its handles: key groups that are copied. Empty: none are.
    std::vector<std::optional<KeyGroupCopy>> keyed_copies;
    std::vector<std::optional<KeyGroupCopy>> raw_keyed_copies;
    bool writes_keyed = false;
    bool writes_operator_state = false;
    bool writes_coordinator = false;
    /// Raw keyed state holds timers only, which are among the entries.
    bool drops_raw_keyed = false;
};

struct SavepointFrame {
    SavepointMetadata head;  ///< its operators are not looked at
    std::vector<FrameOperator> operators;
    PlacementOptions placement;
    const Snapshot* input = nullptr;    ///< that placement.reference_as is for
    std::optional<FlinkVersion> flink;  ///< that has to know all handles
    PlacedFiles placed;                 ///< after complete()

    /// Whether the writer's operator has this written; a writer's operator that is in no FrameOperator is written whole and
    /// stands behind the others.
    [[nodiscard]] bool writes_keyed(std::size_t planned) const;
    [[nodiscard]] bool writes_operator_state(std::size_t planned) const;

    /// The whole: `written` are the writer's operators. Brings the files of what is kept into the folder.
    [[nodiscard]] SavepointMetadata complete(std::vector<OperatorState> written, OutputFolder& folder);

private:
    void require_kept_files() const;
    [[nodiscard]] const FrameOperator* find(std::size_t planned) const;
};

}  // namespace sp

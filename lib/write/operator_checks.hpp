#pragma once

// What the handles of an operator say about whether its state can be changed.

#include <string>

#include "sp/metadata.hpp"

namespace sp {

[[nodiscard]] bool has_channel_state(const OperatorState& op);
[[nodiscard]] bool has_changelog(const OperatorState& op);
[[nodiscard]] bool has_raw_keyed_state(const OperatorState& op);

// `label` names the operator in messages.

/// UnsupportedError if some subtasks of the operator have finished: they get no state any more.
void refuse_finished_subtasks(const OperatorState& op, const std::string& label);

/// UnsupportedError if the operator's keyed state is changes to other state (changelog), which nothing here can read.
void check_keyed_can_be_read(const OperatorState& op, const std::string& label);

}  // namespace sp

#include "restore/operator_entries.hpp"

namespace sp {

bool OperatorEntries::next(EntryBatch& batch) {
    static constexpr StateKind kOperatorKinds[] = {StateKind::kOperatorList, StateKind::kOperatorUnion,
                                                   StateKind::kBroadcast};
    if (stage_ == 0) {
        if (content_ != Content::kOther && keyed().next(batch)) {
            return true;
        }
        if (content_ == Content::kKeyed) {
            return false;
        }
        keyed_.reset();
        operator_state_.emplace(context_, index_, label_);
        stage_ = 1;
    }
    for (; stage_ <= 3; ++stage_) {
        const StateKind kind = kOperatorKinds[stage_ - 1];
        if (context_.is_wanted(kind) && operator_state_->next(batch, kind)) {
            return true;
        }
    }
    return stage_++ == 4 && next_coordinator(batch);
}

KeyedEntries& OperatorEntries::keyed() {
    if (!keyed_) {
        keyed_.emplace(context_, index_, label_,
                       content_ == Content::kKeyed ? KeyedEntries::LookAhead::kIsDone : KeyedEntries::LookAhead::kDo);
    }
    return *keyed_;
}

bool OperatorEntries::next_coordinator(EntryBatch& batch) {
    const StreamStateHandle& handle = context_.op(index_).coordinator_state;
    if (handle.is_null() || !context_.options().states.empty() || !context_.is_wanted(StateKind::kCoordinator)) {
        return false;
    }
    StateDescriptor state;
    state.operator_index = index_;
    state.kind = StateKind::kCoordinator;
    batch.entries.clear();
    batch.state = context_.keep(std::move(state));
    batch.key_group = -1;
    batch.subtask = -1;
    batch.source = "_metadata";
    batch.entries.emplace_back().value = handle.bytes.view();
    return true;
}

}  // namespace sp

#include "restore/operator_state_entries.hpp"

#include <algorithm>
#include <map>

#include "metadata/open_stream.hpp"
#include "restore/column_naming.hpp"
#include "restore/type_context.hpp"
#include "sp/error.hpp"
#include "state/keyed_stream.hpp"
#include "state/stream_header.hpp"

namespace sp {
namespace {

/// Of a POJO's class there can be subclasses that no header names; of a map that holds one no entry can be cut behind
/// it.
bool can_be_walked(OperatorStateReader& reader) {
    EntryBatch batch;
    try {
        while (reader.next(batch)) {
        }
    } catch (const UndecodableValue&) {
        return false;
    } catch (const InputError&) {
        // Damage is told where the entries are read.
    }
    return true;
}

}  // namespace

/// The managed operator state of one subtask.
struct OperatorStateEntries::Stream {
    std::size_t subtask = 0;
    ByteSource source;
    bool is_compressed = false;
    std::vector<std::uint64_t> borders;
    /// By position in the handle; null where the state cannot be read or the header does not have it.
    std::vector<const StateDescriptor*> states;
};

OperatorStateEntries::OperatorStateEntries(ReadingContext& context, std::size_t operator_index, std::string label)
    : context_(context),
      operator_index_(operator_index),
      operator_(context.op(operator_index)),
      label_(std::move(label)),
      starts_(operator_) {
    if (const auto& split = context.options().split) {
        dealt_ = Redistribution(operator_, split->count).share(split->index, DistributionMode::kSplitDistribute);
    }
}

OperatorStateEntries::~OperatorStateEntries() = default;

bool OperatorStateEntries::next(EntryBatch& batch, StateKind kind) {
    if (kind_ != kind) {
        kind_ = kind;
        subtask_ = 0;
        next_state_ = 0;
        reader_.reset();
    }
    for (;;) {
        if (!reader_ && !open_next_state(kind)) {
            return false;
        }
        if (!context_.is_exhausted(*state_) &&
            with_context([&] { return "operator " + label_; }, [&] { return reader_->next(batch); })) {
            return true;
        }
        reader_.reset();
    }
}

/// Of the state at subtask_ and next_state_, which has `count` elements.
ElementRun OperatorStateEntries::elements_to_read(StateKind kind, std::size_t count) const {
    if (!dealt_ || kind != StateKind::kOperatorList) {
        return {subtask_, next_state_, 0, count};
    }
    const ElementRun none = {subtask_, next_state_, 0, 0};
    const auto run = std::lower_bound(dealt_->begin(), dealt_->end(), none);
    return run != dealt_->end() && run->subtask == subtask_ && run->state == next_state_ ? *run : none;
}

bool OperatorStateEntries::open_next_state(StateKind kind) {
    for (; subtask_ < operator_.subtasks.size(); ++subtask_, next_state_ = 0) {
        const auto& handle = operator_.subtasks[subtask_].managed_operator_state;
        if (!handle || handle->is_empty) {
            continue;
        }
        const auto matches = [&](const OperatorStateOffsets& state) {
            return state.mode == (kind == StateKind::kOperatorList    ? DistributionMode::kSplitDistribute
                                  : kind == StateKind::kOperatorUnion ? DistributionMode::kUnion
                                                                      : DistributionMode::kBroadcast);
        };
        for (; next_state_ < handle->states.size(); ++next_state_) {
            const OperatorStateOffsets& state = handle->states[next_state_];
            if (!matches(state) || (kind == StateKind::kBroadcast && broadcast_seen_.contains(state.name))) {
                continue;
            }
            const ElementRun elements = elements_to_read(kind, state.offsets.size());
            if (dealt_ && elements.count == 0) {
                continue;
            }
            if (!stream_ || stream_->subtask != subtask_) {
                open_stream_of(subtask_);
            }
            state_ = stream_->states[next_state_];
            if (state_ == nullptr || !context_.is_wanted(*state_)) {
                continue;
            }
            if (kind == StateKind::kBroadcast && !context_.options().all_copies) {
                broadcast_seen_.insert(state.name);
            }
            ++next_state_;
            const auto open = [&] {
                return std::make_unique<OperatorStateReader>(
                    stream_->source, stream_->is_compressed, *state_, operator_.subtasks[subtask_].index, state.offsets,
                    stream_->borders, elements.first, elements.first + elements.count);
            };
            if (state_->map_key && may_hold_unknown_subclasses(*state_) && !can_be_walked(*open())) {
                state_ = context_.keep(as_whole(*state_, *state_->value));
            }
            reader_ = open();
            return true;
        }
    }
    return false;
}

void OperatorStateEntries::open_stream_of(std::size_t subtask) {
    const OperatorStateHandle& handle = *operator_.subtasks[subtask].managed_operator_state;
    const ByteSource source = open_stream(handle.delegate, context_.snapshot().files);
    context_.advance(source.size());
    with_context([&] { return "operator " + label_; },
                 [&] {
        stream_.reset(
            new Stream{subtask, source, false, element_borders(handle, source, starts_.of(handle.delegate)), {}});
        const ByteVector bytes = read_header(source, stream_->borders.front());
        BoundedReader in(bytes, source.name(), source.absolute(0));
        const OperatorStateHeader header = read_operator_state_header(in, type_context(context_.snapshot()));
        if (header.failure) {
            context_.pass_over("operator " + label_ + ": " + header.failure->what());
        }
        stream_->is_compressed = header.is_compressed;
        describe_states(header, handle);
    });
}

void OperatorStateEntries::describe_states(const OperatorStateHeader& header, const OperatorStateHandle& handle) {
    for (const OperatorStateOffsets& offsets : handle.states) {
        const bool is_broadcast = offsets.mode == DistributionMode::kBroadcast;
        const auto& infos = is_broadcast ? header.broadcast_states : header.list_states;
        const auto info =
            std::find_if(infos.begin(), infos.end(), [&](const auto& i) { return i.name == offsets.name; });
        const StateDescriptor* kept = nullptr;
        // Flink ignores a name that the header does not have (OperatorStateRestoreOperation).
        if (info != infos.end()) {
            StateDescriptor state =
                as_readable(named_state(context_.snapshot(), describe_operator_state(*info, operator_index_)));
            // The handle's mode is what redistribution goes by.
            state.kind = is_broadcast                               ? StateKind::kBroadcast
                         : offsets.mode == DistributionMode::kUnion ? StateKind::kOperatorUnion
                                                                    : StateKind::kOperatorList;
            kept = context_.keep(std::move(state));
        }
        stream_->states.push_back(kept);
    }
}

}  // namespace sp

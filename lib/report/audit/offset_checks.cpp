// Whether the offsets in handles lie in their files, in the order of what they point to.

#include "report/audit/checks.hpp"
#include "sp/error.hpp"

namespace sp::auditing {
namespace {

class OffsetCheck {
public:
    OffsetCheck(OperatorRun& op, const StreamStateHandle& stream, std::int32_t subtask)
        : run_(op), stream_(stream), subtask_(subtask) {
        if (stream.is_file()) {
            const ResolvedFile file = op.files().resolve(stream);
            is_known_ = file.status == ResolvedFile::Status::kFound;
            name_ = file.name.empty() ? stream.path : file.name;
            start_ = file.start;
            size_ = file.size;
        } else {
            name_ = op.run.snapshot.location.metadata_file.string();
            is_known_ = true;
            size_ = stream.bytes.size();
        }
    }

    /// Offsets of things with at least so many bytes; false if one is wrong.
    bool check(const std::vector<std::int64_t>& offsets, std::int64_t nothing, std::uint64_t least_bytes,
               const std::string& state, const auto& name_of_item) {
        std::optional<std::int64_t> before;
        bool is_right = true;
        for (std::size_t i = 0; i < offsets.size(); ++i) {
            const std::int64_t offset = offsets[i];
            if (offset == nothing) {
                continue;
            }
            if (offset < 0 || (is_known_ && static_cast<std::uint64_t>(offset) + least_bytes > size_)) {
                is_right = false;
                complain(offset, state,
                         name_of_item(i) + " starts at offset " + std::to_string(offset) + ", but the " +
                             (is_known_ ? "state has " + std::to_string(size_) + " bytes" : "least is 0"));
            } else if (before && (offset < *before || (offset == *before && least_bytes > 0))) {
                is_right = false;
                complain(offset, state,
                         name_of_item(i) + " starts at offset " + std::to_string(offset) +
                             ", but what is in front of it at " + std::to_string(*before));
            }
            before = offset;
        }
        return is_right;
    }

private:
    void complain(std::int64_t offset, const std::string& state, const std::string& message) {
        Finding finding = run_.finding("SP-OFFSET", message, subtask_);
        finding.state = state;
        finding.file = name_;
        if (stream_.is_file() && offset >= 0) {
            finding.offset = start_ + static_cast<std::uint64_t>(offset);
        }
        run_.add(std::move(finding));
    }

    OperatorRun& run_;
    const StreamStateHandle& stream_;
    std::int32_t subtask_;
    std::string name_;
    bool is_known_ = false;  ///< the size of the stream
    std::uint64_t start_ = 0;
    std::uint64_t size_ = 0;
};

void check_keyed(OperatorRun& op, const KeyedPart& part) {
    const auto* const groups = std::get_if<KeyGroupsStateHandle>(&part.handle->value);
    if (groups == nullptr) {
        return;
    }
    const auto name = [&](std::size_t i) {
        return "key group " + std::to_string(std::int64_t{groups->range.first} + static_cast<std::int64_t>(i));
    };
    if (!OffsetCheck(op, groups->delegate, part.subtask).check(groups->offsets, part.is_raw ? -1 : 0, 1, "", name)) {
        op.misplaced.insert(part.handle);
    }
}

void check_operator_state(OperatorRun& op, const std::optional<OperatorStateHandle>& handle, std::int32_t subtask) {
    if (!handle || handle->is_empty) {
        return;
    }
    OffsetCheck offsets(op, handle->delegate, subtask);
    for (const OperatorStateOffsets& state : handle->states) {
        const auto name = [](std::size_t i) { return "element " + std::to_string(i); };
        if (!offsets.check(state.offsets, INT64_MIN, 0, state.name, name)) {
            op.misplaced.insert(&*handle);
        }
    }
}

void check_channels(OperatorRun& op, const std::vector<ChannelStateHandle>& channels, std::int32_t subtask) {
    for (const ChannelStateHandle& channel : channels) {
        OffsetCheck offsets(op, channel.delegate, subtask);
        for (const ChannelOffsets& one : channel.channels) {
            const auto name = [&](std::size_t i) {
                return "buffer " + std::to_string(i) + " of channel " + std::to_string(one.gate_or_partition) + "/" +
                       std::to_string(one.channel_or_subpartition);
            };
            static_cast<void>(offsets.check(one.offsets, INT64_MIN, 0, "", name));
        }
    }
}

}  // namespace

void check_offsets(OperatorRun& op) {
    for (const KeyedPart& part : op.keyed_parts) {
        check_keyed(op, part);
    }
    for (const SubtaskState& subtask : op.op.subtasks) {
        check_operator_state(op, subtask.managed_operator_state, subtask.index);
        check_operator_state(op, subtask.raw_operator_state, subtask.index);
        check_channels(op, subtask.input_channels, subtask.index);
        check_channels(op, subtask.result_subpartitions, subtask.index);
    }
}

}  // namespace sp::auditing

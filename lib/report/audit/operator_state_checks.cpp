// Every element of list, union and broadcast state, and whether the copies of a broadcast state are equal.

#include <algorithm>

#include "metadata/open_stream.hpp"
#include "report/audit/checks.hpp"
#include "report/audit/entry_findings.hpp"
#include "sp/error.hpp"
#include "state/operator_state_reader.hpp"
#include "types/codecs/program.hpp"

namespace sp::auditing {
namespace {

/// Reads the managed operator state of one subtask.
class StreamWork {
public:
    StreamWork(OperatorRun& op, const SubtaskState& subtask)
        : run_(op), subtask_(subtask.index), handle_(*subtask.managed_operator_state) {}

    void operator()(FindingList& findings) const {
        std::optional<EntryFindings> told;
        try {
            const ByteSource source = open_stream(handle_.delegate, run_.files());
            told.emplace(run_, findings, origin_of(run_, source, subtask_));
            const auto borders = element_borders(handle_, source, run_.starts.of(handle_.delegate));
            for (const OperatorStateOffsets& state : handle_.states) {
                check(state, source, borders, *told);
            }
            told->finish();
        } catch (const Error& error) {
            (told ? *told : told.emplace(run_, findings, EntryOrigin{subtask_, "", "", std::nullopt})).tell(error);
        }
    }

private:
    void check(const OperatorStateOffsets& offsets, const ByteSource& source, const std::vector<std::uint64_t>& borders,
               EntryFindings& told) const {
        const OperatorContent& content = *run_.operator_headers.at(&handle_);
        const bool is_broadcast = offsets.mode == DistributionMode::kBroadcast;
        const auto described = std::ranges::find_if(content.descriptors, [&](const StateDescriptor& state) {
            return state.name == offsets.name && (state.kind == StateKind::kBroadcast) == is_broadcast;
        });
        if (described == content.descriptors.end()) {
            return;  // Flink ignores a name that the header does not have
        }
        const StateDescriptor state = as_readable(*described);
        StateChecksum checksum;
        const bool is_read = read(state, offsets, source, borders, content.header.is_compressed, checksum, told);
        told.forget(state);
        if (is_broadcast && is_read && state.map_key) {
            const std::lock_guard lock(run_.mutex);
            run_.broadcast_copies[state.name].emplace(subtask_, checksum);
        }
    }

    /// False if something is damaged. A batch of elements in which something is wrong is read again one by one: each has
    /// its own place, so that one that is damaged does not hide the next. Entries of a map have none.
    bool read(const StateDescriptor& state, const OperatorStateOffsets& offsets, const ByteSource& source,
              const std::vector<std::uint64_t>& borders, bool is_compressed, StateChecksum& checksum,
              EntryFindings& told) const {
        const bool is_map = state.map_key != nullptr;
        const std::size_t count = offsets.offsets.size();
        std::size_t next = 0;  // element
        bool is_whole = true;
        const auto read_to = [&](std::size_t end) {
            EntryBatch batch;
            OperatorStateReader reader(source, is_compressed, state, subtask_, offsets.offsets, borders, next, end);
            while (reader.next(batch)) {
                told.check(batch, nullptr);
                next += is_map ? 0 : batch.entries.size();
                for (const Entry& entry : batch.entries) {
                    checksum.add(0, entry.map_key, entry.value);
                }
            }
            next = end;
        };
        while (next < count) {
            try {
                read_to(is_whole ? count : next + 1);
            } catch (const UndecodableValue& fault) {
                told.tell_undecodable(fault);
                return false;
            } catch (const Error& error) {
                if (is_map || !is_whole) {
                    tell(state, error, told);
                    ++next;
                }
                is_whole = false;
            }
        }
        return is_whole;
    }

    /// An element that ends elsewhere than where the next begins is damaged, but behind the last one something may be left over.
    static void tell(const StateDescriptor& state, const Error& error, EntryFindings& told) {
        const auto* const end = dynamic_cast<const EndFault*>(&error);
        if (end != nullptr && end->kind() != EndFault::Kind::kTrailing) {
            told.tell("SP-VALUE-CORRUPT", error, state.name);
        } else {
            told.tell(error);
        }
    }

    OperatorRun& run_;
    std::int32_t subtask_;
    const OperatorStateHandle& handle_;
};

}  // namespace

void add_operator_state_work(OperatorRun& op, std::vector<Work>& work) {
    for (const SubtaskState& subtask : op.op.subtasks) {
        const auto& handle = subtask.managed_operator_state;
        if (handle && op.operator_headers.contains(&*handle) && !op.misplaced.contains(&*handle)) {
            work.emplace_back(StreamWork(op, subtask));
        }
        const auto& raw = subtask.raw_operator_state;
        if (raw && !raw->is_empty) {
            op.add(op.finding("SP-OPAQUE", "raw operator state is its operator's own"));
        }
    }
}

void check_broadcast_copies(OperatorRun& op) {
    for (const auto& [state, copies] : op.broadcast_copies) {
        const auto& [first_subtask, first] = *copies.begin();
        for (const auto& [subtask, copy] : copies) {
            if (copy == first) {
                continue;
            }
            Finding finding = op.finding("SP-BROADCAST-DIFFERS",
                                         "subtask " + std::to_string(subtask) + " has " + std::to_string(copy.count) +
                                             " entries, and they differ from the " + std::to_string(first.count) +
                                             " of subtask " + std::to_string(first_subtask),
                                         subtask);
            finding.state = state;
            op.add(std::move(finding));
        }
    }
}

}  // namespace sp::auditing

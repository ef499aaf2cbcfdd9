// Whether the numbers of `_metadata` fit together, and what of an operator is not looked into.

#include <set>

#include "metadata/metadata_format.hpp"
#include "report/audit/checks.hpp"
#include "restore/key_group_assignment.hpp"
#include "sp/error.hpp"
#include "state/rocksdb_files.hpp"

namespace sp::auditing {
namespace {

constexpr std::string_view kInconsistent = "SP-METADATA-INCONSISTENT";

class NumberCheck {
public:
    explicit NumberCheck(OperatorRun& op) : run_(op), op_(op.op) {}

    void check() {
        check_parallelism();
        check_subtasks();
        check_sizes();
        for (const KeyedPart& part : run_.keyed_parts) {
            check_database(part);
        }
    }

private:
    void complain(const std::string& message, std::int32_t subtask = -1) {
        run_.add(run_.finding(kInconsistent, message, subtask));
    }

    void check_parallelism() {
        const std::string parallelism = "a parallelism of " + std::to_string(op_.parallelism);
        if (op_.parallelism < 1) {
            complain(parallelism + ", expected 1 or more");
        }
        if (op_.max_parallelism < 1 || op_.max_parallelism > metadata_format::kMaxKeyGroups) {
            complain("a max parallelism of " + std::to_string(op_.max_parallelism) + ", expected 1 to " +
                     std::to_string(metadata_format::kMaxKeyGroups));
        } else if (op_.parallelism > op_.max_parallelism) {
            complain(parallelism + " is above the max parallelism of " + std::to_string(op_.max_parallelism));
        }
    }

    void check_subtasks() {
        if (op_.subtasks.size() > static_cast<std::size_t>(std::max(op_.parallelism, 0))) {
            complain("state of " + std::to_string(op_.subtasks.size()) + " subtasks at a parallelism of " +
                     std::to_string(op_.parallelism));
        }
        std::set<std::int32_t> indices;
        for (const SubtaskState& subtask : op_.subtasks) {
            const std::string name = "subtask " + std::to_string(subtask.index);
            if (subtask.index < 0 || subtask.index >= op_.parallelism) {
                complain(name + " at a parallelism of " + std::to_string(op_.parallelism), subtask.index);
            }
            if (!indices.insert(subtask.index).second) {
                complain(name + " is there twice", subtask.index);
            }
        }
    }

    void check_sizes() {
        for_each_stream(op_, [&](const StreamStateHandle& stream, const StreamPlace& place) {
            if (stream.is_file() && (stream.state_size < -1 || stream.start_position < 0)) {
                complain(stream.path + ": a recorded size of " + std::to_string(stream.state_size) + " from offset " +
                             std::to_string(stream.start_position),
                         place.subtask);
            }
        });
    }

    void check_database(const KeyedPart& part) {
        const auto* const database = std::get_if<IncrementalStateHandle>(&part.handle->value);
        try {
            if (database != nullptr) {
                static_cast<void>(rocksdb_files(*database));
            }
        } catch (const InputError& error) {
            run_.add(run_.finding(kInconsistent, error, "_metadata", part.subtask));
        }
    }

    OperatorRun& run_;
    const OperatorState& op_;
};

bool has_changelog(const KeyedStateHandle& handle) {
    const auto* const changelog = std::get_if<ChangelogStateBackendHandle>(&handle.value);
    return changelog != nullptr && !changelog->non_materialized.empty();
}

bool is_unsupported(const KeyedStateHandle& handle) {
    return !handle.is_null() && !std::holds_alternative<ChangelogStateBackendHandle>(handle.value) &&
           !is_supported(handle.tag());
}

}  // namespace

void check_numbers(OperatorRun& op) { NumberCheck(op).check(); }

void check_name(OperatorRun& op) {
    if (!op.op.uid.empty() && hash_of_uid(op.op.uid) != op.op.id) {
        op.add(op.finding(kInconsistent, "its id is " + op.op.id.hex() + ", but its uid has the hash " +
                                             hash_of_uid(op.op.uid).hex() + "; Flink looks for it by the latter"));
    }
    const bool has_state_here = has_state(op.op) || !op.op.coordinator_state.is_null();
    if (!has_state_here || !op.run.names.uid(op.index).empty()) {
        return;
    }
    if (metadata_format::has_operator_names(op.run.snapshot.metadata.version)) {
        op.add(op.finding("SP-OPERATOR-NO-UID", "the job gave it no uid, so its id changes when the job graph does" +
                                                    (op.op.name.empty() ? std::string() : "; its name: " + op.op.name)));
    } else if (!op.run.options.inspect.uid_list.empty()) {
        op.add(op.finding("SP-OPERATOR-NO-UID", "no uid of the list has its id"));
    }
}

/// Changes since a materialization, buffers in flight, handles of kinds that nothing here reads.
void check_passed_over(OperatorRun& op) {
    for (const SubtaskState& subtask : op.op.subtasks) {
        if (has_changelog(subtask.managed_keyed_state)) {
            Finding finding = op.finding("SP-CHANGELOG", "changes since the last materialization are not looked into");
            op.add(std::move(finding));
        }
        if (!subtask.input_channels.empty() || !subtask.result_subpartitions.empty()) {
            op.add(op.finding("SP-CHANNEL-STATE", "holds records in flight, as unaligned checkpoints do"));
        }
        for (const KeyedStateHandle* handle : {&subtask.managed_keyed_state, &subtask.raw_keyed_state}) {
            if (is_unsupported(*handle)) {
                op.add(op.finding("SP-NOT-CHECKED", "keyed state behind a " + std::string(name_of(handle->tag())),
                                  subtask.index));
            }
        }
    }
}

}  // namespace sp::auditing

// Whether the numbers of `_metadata` fit together, and what of an operator is not looked into.

#include <set>

#include "metadata/metadata_format.hpp"
#include "report/audit/checks.hpp"
#include "sp/error.hpp"
#include "state/rocksdb_files.hpp"

namespace sp::auditing {
namespace {

constexpr std::string_view kInconsistent = "SP-METADATA-INCONSISTENT";

/// Bounds of single numbers are the parser's.
void check_subtasks(OperatorRun& op) {
    std::set<std::int32_t> indices;
    for (const SubtaskState& subtask : op.op.subtasks) {
        if (!indices.insert(subtask.index).second) {
            op.add(op.finding(kInconsistent, "subtask " + std::to_string(subtask.index) + " is there twice",
                              subtask.index));
        }
    }
}

void check_sizes(OperatorRun& op) {
    for_each_stream(op.op, [&](const StreamStateHandle& stream, const StreamPlace& place) {
        if (stream.is_file() && stream.state_size < -1) {
            op.add(op.finding(kInconsistent,
                              stream.path + ": a recorded size of " + std::to_string(stream.state_size) + " bytes",
                              place.subtask));
        }
    });
}

void check_database_names(OperatorRun& op, const KeyedPart& part) {
    const auto* const database = std::get_if<IncrementalStateHandle>(&part.handle->value);
    try {
        if (database != nullptr) {
            static_cast<void>(rocksdb_files(*database));
        }
    } catch (const InputError& error) {
        Finding finding = op.finding(kInconsistent, error, "_metadata", part.subtask);
        finding.file.clear();
        op.add(std::move(finding));
    }
}

bool has_changelog(const KeyedStateHandle& handle) {
    const auto* const changelog = std::get_if<ChangelogStateBackendHandle>(&handle.value);
    return changelog != nullptr && !changelog->non_materialized.empty();
}

bool is_unsupported(const KeyedStateHandle& handle) {
    return !handle.is_null() && !std::holds_alternative<ChangelogStateBackendHandle>(handle.value) &&
           !is_supported(handle.tag());
}

}  // namespace

void check_numbers(OperatorRun& op) {
    check_subtasks(op);
    check_sizes(op);
    for (const KeyedPart& part : op.keyed_parts) {
        check_database_names(op, part);
    }
}

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
        op.add(
            op.finding("SP-OPERATOR-NO-UID", "the job gave it no uid, so its id changes when the job graph does" +
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

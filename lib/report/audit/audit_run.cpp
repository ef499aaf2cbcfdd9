#include "report/audit/audit_run.hpp"

#include "state/backend_table.hpp"

namespace sp::auditing {
namespace {

constexpr std::string_view kInline = "_metadata: inline state ";

/// A changelog stands on states of the backend below it, materialized at some time.
void collect(const KeyedStateHandle& handle, std::int32_t subtask, bool is_raw, std::vector<KeyedPart>& parts) {
    if (const auto* changelog = std::get_if<ChangelogStateBackendHandle>(&handle.value)) {
        for (const KeyedStateHandle& part : changelog->materialized) {
            collect(part, subtask, is_raw, parts);
        }
    } else if (is_supported(handle.tag())) {
        parts.push_back({subtask, is_raw, &handle});
    }
}

/// But not where it is the end of a path.
void erase_all(std::string& text, const std::string& part) {
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at)) {
        if (at > 0 && text[at - 1] == '/') {
            at += part.size();
        } else {
            text.erase(at, part.size());
        }
    }
}

}  // namespace

OperatorRun::OperatorRun(AuditRun& audit, std::size_t operator_index)
    : run(audit), index(operator_index), op(audit.snapshot.metadata.operators[operator_index]), starts(op) {
    for (const SubtaskState& subtask : op.subtasks) {
        collect(subtask.managed_keyed_state, subtask.index, false, keyed_parts);
    }
    for (const SubtaskState& subtask : op.subtasks) {
        collect(subtask.raw_keyed_state, subtask.index, true, keyed_parts);
    }
}

Finding OperatorRun::finding(std::string_view code, std::string message, std::int32_t subtask) const {
    Finding finding = make_finding(code, std::move(message));
    finding.operator_label = run.names.label(index);
    finding.has_uid = !run.names.uid(index).empty();
    finding.subtask = subtask;
    return finding;
}

Finding OperatorRun::finding(std::string_view code, const Error& error, std::string_view source,
                             std::int32_t subtask) const {
    std::string message = error.what();
    erase_all(message, std::string(source) + ": ");
    Finding made = finding(code, std::move(message), subtask);
    made.file = file_of(source);
    if (const auto* const input = dynamic_cast<const InputError*>(&error);
        input != nullptr && !source.starts_with(kInline)) {
        made.offset = input->offset();
    }
    return made;
}

std::string OperatorRun::file_of(std::string_view source) const {
    return source.starts_with(kInline) ? run.snapshot.location.metadata_file.string() : std::string(source);
}

bool is_usable(const OperatorRun& op, const StreamStateHandle& stream) {
    return !stream.is_null() && op.files().resolve(stream).is_usable();
}

}  // namespace sp::auditing

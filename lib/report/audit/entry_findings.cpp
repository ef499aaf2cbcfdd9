#include "report/audit/entry_findings.hpp"

#include "sp/error.hpp"
#include "types/snapshots/snapshot_reader.hpp"

namespace sp::auditing {
namespace {

std::string_view code_of(const EntryFault& fault) {
    switch (fault.part()) {
        case EntryPart::kKey: return code_of_part(fault.state(), "SP-KEY-CORRUPT");
        case EntryPart::kNameSpace: return code_of_part(fault.state(), "SP-NAMESPACE-CORRUPT");
        case EntryPart::kMapKey: return "SP-MAP-KEY-CORRUPT";
        case EntryPart::kValue: break;
    }
    return code_of_part(fault.state(), "SP-VALUE-CORRUPT");
}

}  // namespace

const std::string& name_of_state(const StateDescriptor& state) {
    return state.kind == StateKind::kTimer ? state.timer_service : state.name;
}

EntryOrigin origin_of(const OperatorRun& op, const ByteSource& source, std::int32_t subtask) {
    EntryOrigin origin{subtask, source.name(), op.file_of(source.name()), std::nullopt};
    if (origin.file == origin.source) {  // not inline
        origin.base = source.absolute(0);
    }
    return origin;
}

void EntryFindings::check(const EntryBatch& batch, const KeyJudge* judge) {
    EntryCheck& check = checks_.try_emplace(batch.state, *batch.state, judge).first->second;
    check.check(batch, [&](const EntryProblem& problem) {
        Finding finding = run_.finding(problem.code, problem.message, origin_.subtask);
        finding.state = name_of_state(*batch.state);
        finding.file = origin_.file;
        if (origin_.base && problem.entry.offset != Entry::kNoOffset) {
            finding.offset = *origin_.base + problem.entry.offset;
        }
        add(std::move(finding));
    });
}

void EntryFindings::tell(std::string_view code, const Error& error, const std::string& state) {
    Finding finding = run_.finding(code, error, origin_.source, origin_.subtask);
    finding.state = state;
    finding.file = origin_.file;
    add(std::move(finding));
}

void EntryFindings::tell(const Error& error) {
    if (const auto* entry = dynamic_cast<const EntryFault*>(&error)) {
        return tell(code_of(*entry), error, name_of_state(entry->state()));
    }
    if (const auto* end = dynamic_cast<const EndFault*>(&error)) {
        return tell(end->kind() == EndFault::Kind::kTrailing ? "SP-FILE-TRAILING" : "SP-STREAM-CORRUPT", error);
    }
    if (const auto* file = dynamic_cast<const DatabaseFault*>(&error)) {
        const std::lock_guard lock(run_.mutex);
        if (!run_.damaged_files.contains(file->file())) {
            Finding finding =
                run_.finding(file->is_missing() ? "SP-FILE-MISSING" : "SP-SST-CHECKSUM", file->what(), origin_.subtask);
            finding.file = file->file();
            add(std::move(finding));
        }
        return;
    }
    const bool is_snapshot = dynamic_cast<const SnapshotFault*>(&error) != nullptr;
    const bool is_input = dynamic_cast<const InputError*>(&error) != nullptr;
    tell(is_snapshot ? "SP-SNAPSHOT-CORRUPT" : is_input ? "SP-STREAM-CORRUPT" : "SP-NOT-CHECKED", error);
}

void EntryFindings::tell_undecodable(const UndecodableValue& fault) { add_opaque(fault.state(), fault.what(), 1); }

void EntryFindings::add_opaque(const StateDescriptor& state, const std::string& message, std::uint64_t count) {
    Finding finding = run_.finding("SP-OPAQUE", message);
    finding.state = name_of_state(state);
    finding.count = count;
    add(std::move(finding));
}

void EntryFindings::finish() {
    while (!checks_.empty()) {
        forget(*checks_.begin()->first);
    }
}

void EntryFindings::forget(const StateDescriptor& state) {
    const auto found = checks_.find(&state);
    if (found != checks_.end()) {
        const EntryCheck& check = found->second;
        if (check.opaque_entries() > 0) {
            add_opaque(state, "an entry was not checked to its end: " + check.opaque_part(), check.opaque_entries());
        }
        checks_.erase(found);
    }
}

}  // namespace sp::auditing

// Whether the files of RocksDB instances are whole: each block has its checksum, the manifest names the files that are there.

#include "report/audit/checks.hpp"
#include "report/audit/entry_findings.hpp"
#include "sp/error.hpp"

namespace sp::auditing {
namespace {

std::string name_of_database(const KeyedPart& part) { return "RocksDB of subtask " + std::to_string(part.subtask); }

bool is_whole(const OperatorRun& op, const KeyedStateHandle& handle) {
    bool is_whole = true;
    try {
        static_cast<void>(rocksdb_files(std::get<IncrementalStateHandle>(handle.value)));
    } catch (const InputError&) {  // told as numbers and names that contradict each other
        return false;
    }
    for_each_stream_of_handle(handle, [&](const StreamStateHandle& stream, const StreamPlace& /*place*/) {
        is_whole = is_whole && (!stream.is_file() || is_usable(op, stream));
    });
    return is_whole;
}

void check_database(OperatorRun& op, const KeyedPart& part, FindingList& findings) {
    const auto& handle = std::get<IncrementalStateHandle>(part.handle->value);
    EntryFindings told(op, findings, {part.subtask, name_of_database(part), "", std::nullopt});
    try {
        const auto instance = op.run.databases.open(handle, name_of_database(part));
        std::vector<std::string> damaged;
        instance->verify_files([&](const DatabaseFault& fault) {
            told.tell(fault);
            damaged.push_back(fault.file());
        });
        const std::lock_guard lock(op.mutex);
        op.damaged_files.insert(damaged.begin(), damaged.end());
    } catch (const Error& error) {
        told.tell(error);
        const std::lock_guard lock(op.mutex);
        op.lost_databases.insert(part.handle);
    }
}

}  // namespace

void add_database_work(OperatorRun& op, std::vector<Work>& work) {
    for (const KeyedPart& part : op.keyed_parts) {
        if (!std::holds_alternative<IncrementalStateHandle>(part.handle->value)) {
            continue;
        }
        if (!is_whole(op, *part.handle)) {
            op.lost_databases.insert(part.handle);
            continue;
        }
        work.emplace_back([&op, &part](FindingList& findings) { check_database(op, part, findings); });
    }
}

}  // namespace sp::auditing

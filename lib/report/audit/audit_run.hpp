#pragma once

// What the checks of an audit share: the snapshot, what one of them has learnt for the next, and how findings are made.

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "io/byte_source.hpp"
#include "metadata/stream_starts.hpp"
#include "report/audit/stream_headers.hpp"
#include "report/findings.hpp"
#include "report/inspected.hpp"
#include "sp/audit.hpp"
#include "state/rocksdb_instance.hpp"
#include "write/checksums.hpp"

namespace sp::auditing {

struct AuditRun {
    AuditRun(const Inspected& inspected, const AuditOptions& audit_options, FindingList& list)
        : snapshot(inspected.snapshot),
          names(inspected.names),
          operators(inspected.operators),
          options(audit_options),
          findings(list),
          databases(inspected.snapshot.files) {}

    const Snapshot& snapshot;
    const OperatorNames& names;
    const std::vector<std::size_t>& operators;  ///< positions in SavepointMetadata::operators
    const AuditOptions& options;
    FindingList& findings;
    RocksDbInstances databases;
};

/// A keyed handle that has entries behind it; those inside changelog handles too.
struct KeyedPart {
    std::int32_t subtask = 0;
    bool is_raw = false;
    const KeyedStateHandle* handle = nullptr;
};

struct OperatorRun {
    OperatorRun(AuditRun& audit, std::size_t operator_index);

    [[nodiscard]] const FileResolver& files() const { return run.snapshot.files; }

    /// A finding of this operator.
    [[nodiscard]] Finding finding(std::string_view code, std::string message, std::int32_t subtask = -1) const;
    /// The same for what was met in a file, whose name is taken out of the message.
    [[nodiscard]] Finding finding(std::string_view code, const Error& error, std::string_view source,
                                  std::int32_t subtask) const;
    void add(Finding finding) { run.findings.add(std::move(finding)); }

    /// How findings name the file that a stream's source() is in.
    [[nodiscard]] std::string file_of(std::string_view source) const;

    AuditRun& run;
    std::size_t index;
    const OperatorState& op;
    StreamStarts starts;
    std::vector<KeyedPart> keyed_parts;

    // What checks have learnt for those behind them.
    KeyedHeaders keyed_headers;        ///< of those parts whose header can be read
    OperatorHeaders operator_headers;  ///< likewise, by subtask
    std::set<const void*> misplaced;   ///< handles with offsets that cannot be

    // What is learnt while entries are read, by several threads.
    std::mutex mutex;
    std::set<std::string> damaged_files;                                            ///< SST files that have been told
    std::set<const KeyedStateHandle*> lost_databases;                               ///< that cannot be opened
    std::map<std::string, std::map<std::int32_t, StateChecksum>> broadcast_copies;  ///< by state and subtask
};

/// Whether all bytes of the stream can be had; what is wrong otherwise the check of files tells.
[[nodiscard]] bool is_usable(const OperatorRun& op, const StreamStateHandle& stream);

}  // namespace sp::auditing

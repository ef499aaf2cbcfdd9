#pragma once

// What the work on one stream of entries finds: entries are checked state by state, and damage that the readers meet becomes
// the finding that it is.

#include <map>
#include <memory>
#include <string>

#include "report/audit/audit_run.hpp"
#include "report/audit/entry_check.hpp"
#include "state/keyed_stream.hpp"
#include "state/stream_faults.hpp"

namespace sp::auditing {

/// Where entries come from.
struct EntryOrigin {
    std::int32_t subtask = -1;
    std::string source;                 ///< in messages: a file, inline state, a database
    std::string file;                   ///< empty: of a database, whose entries have no places
    std::optional<std::uint64_t> base;  ///< of offsets of entries; nothing: they are not told
};

[[nodiscard]] EntryOrigin origin_of(const OperatorRun& op, const ByteSource& source, std::int32_t subtask);

class EntryFindings {
public:
    EntryFindings(OperatorRun& op, FindingList& findings, EntryOrigin origin)
        : run_(op), findings_(findings), origin_(std::move(origin)) {}

    void check(const EntryBatch& batch, const KeyJudge* judge);

    /// Damage that a reader has met; `state` where it is known.
    void tell(const Error& error);
    void tell(std::string_view code, const Error& error, const std::string& state = {});
    void tell_undecodable(const UndecodableValue& fault);

    /// When all entries have been seen: those that were not checked.
    void finish();
    /// The same for one state, whose descriptor goes.
    void forget(const StateDescriptor& state);

private:
    void add(Finding finding) { findings_.add(std::move(finding)); }
    void add_opaque(const StateDescriptor& state, const std::string& message, std::uint64_t count);

    OperatorRun& run_;
    FindingList& findings_;
    EntryOrigin origin_;
    std::map<const StateDescriptor*, EntryCheck> checks_;
};

/// As findings name it: timers by their service.
[[nodiscard]] const std::string& name_of_state(const StateDescriptor& state);

}  // namespace sp::auditing

#pragma once

// What a rewrite does, before it does it: the operators as they are to be, and which of their state has to go entry by entry.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "metadata/snapshot_location.hpp"
#include "restore/operator_headers.hpp"
#include "restore/operator_names.hpp"
#include "sp/rewrite.hpp"
#include "types/schema/document.hpp"
#include "write/key_group_copy.hpp"
#include "write/operator_checks.hpp"

namespace sp::rewriting {

/// A snapshot of which operators are taken.
struct Source {
    Source(std::string argument_text, Snapshot opened, const std::vector<std::string>& uid_list)
        : argument(std::move(argument_text)), snapshot(std::move(opened)), names(snapshot.metadata, uid_list) {}

    std::string argument;
    Snapshot snapshot;
    OperatorNames names;
};

struct ClassNames;
class OperatorClassNames;
struct KafkaOffsetEdits;

struct OperatorRewrite {
    const Source* source = nullptr;
    std::size_t index = 0;  ///< in the source's metadata
    std::string uid;        ///< in the source; empty if only the id is known
    OperatorState op;       ///< as it is to be; the handles are the source's
    std::vector<std::string> changes;

    // By the names that they have in the source
    std::set<std::string> removed_keyed_states;
    std::set<std::string> removed_operator_states;
    std::map<std::string, std::string> renamed_keyed_states;
    std::map<std::string, std::string> renamed_operator_states;
    std::set<std::string> removed_services;

    std::optional<SchemaHash> hash;
    bool shifts_ttl = false;
    std::shared_ptr<OperatorClassNames> class_names;        ///< null without --rename-class
    std::shared_ptr<const KafkaOffsetEdits> kafka_offsets;  ///< of its elements; null: none
    bool sets_enumerator = false;                           ///< by --kafka-offsets
    std::shared_ptr<struct TypeChanges> types;              ///< null: all types stay

    RewriteWay keyed = RewriteWay::kKept;
    RewriteWay operator_state = RewriteWay::kKept;
    bool deals_elements = false;  ///< its parallelism changes
    // By subtask, where they go by key groups
    std::vector<std::optional<KeyGroupCopy>> keyed_copies;
    std::vector<std::optional<KeyGroupCopy>> raw_keyed_copies;

    [[nodiscard]] const OperatorState& original() const { return source->snapshot.metadata.operators[index]; }
    [[nodiscard]] std::string label() const { return uid.empty() ? original().id.hex() : uid; }
    [[nodiscard]] bool regroups() const { return op.max_parallelism != original().max_parallelism; }
    [[nodiscard]] bool goes_by_entries() const {
        return keyed == RewriteWay::kEntries || operator_state == RewriteWay::kEntries;
    }
    [[nodiscard]] bool is_named(std::string_view name) const;  ///< its uid, or its id in hex

    /// What its headers say; read when first asked for. Throws where a header cannot be read.
    [[nodiscard]] const SchemaOperator& schema() const;
    [[nodiscard]] const OperatorHeaders& headers() const;

private:
    mutable std::shared_ptr<const SchemaOperator> schema_;
    mutable std::shared_ptr<const OperatorHeaders> headers_;
};

class RewritePlan {
public:
    /// Opens the snapshots and applies all transforms. UsageError, InputError or UnsupportedError for what cannot be done.
    explicit RewritePlan(const RewriteOptions& options);

    const RewriteOptions& options;
    std::vector<std::unique_ptr<Source>> sources;  ///< the input first
    std::vector<OperatorRewrite> operators;        ///< in the order of `_metadata`
    std::vector<std::string> removed;
    SavepointMetadata head;  ///< without operators
    std::int32_t operator_proxy_version = 5;
    std::shared_ptr<ClassNames> class_names;  ///< of --rename-class; null without it

    [[nodiscard]] const Source& input() const { return *sources.front(); }
    void warn(const std::string& message) const {
        if (options.warn) {
            options.warn(message);
        }
    }

    /// The snapshot, opened when first asked for.
    [[nodiscard]] Source& open_source(const std::string& argument);

    /// UsageError, which lists the operators, if there is none.
    [[nodiscard]] OperatorRewrite& find(std::string_view name, std::string_view option);
    /// Those that --uid and --operator-id name; all if there are none.
    [[nodiscard]] std::vector<OperatorRewrite*> selected();
    [[nodiscard]] bool is_selection_given() const { return !options.uids.empty() || !options.operator_ids.empty(); }

private:
    void name_columns();
};

/// Whether some subtask has a handle to state of this kind.
[[nodiscard]] bool has_keyed_state(const OperatorState& op);  ///< raw keyed state too
[[nodiscard]] bool has_operator_state(const OperatorState& op);

/// As of its OperatorState in the input.
inline void refuse_finished_subtasks(const OperatorRewrite& op) {
    sp::refuse_finished_subtasks(op.original(), op.label());
}

}  // namespace sp::rewriting

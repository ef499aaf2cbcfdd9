#pragma once

// What is in a snapshot: its operators, states, types, sizes and files, and its schema. What the tool sp-inspect does, as
// functions. Only `_metadata` and the headers of state files are read, so all kinds of snapshots work, also those whose
// state cannot be read as entries.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sp/column_names.hpp"
#include "sp/file_lookup.hpp"
#include "sp/output.hpp"

namespace sp {

struct InspectOptions {
    FileLookup files;
    /// Candidates for the uids of operators that the snapshot knows by their hash only.
    std::vector<std::string> uid_list;
    /// For columns of rows, in types. One for an operator, a state or a row that is not there is a UsageError.
    std::vector<ColumnNames> column_names;

    /// The wanted operators; both empty: all. One that does not exist is a UsageError.
    std::vector<std::string> uids;
    std::vector<std::string> operator_ids;

    bool json = false;
    bool only_owned = false;  ///< print_files: only what no other snapshot can share, each once, and `_metadata`
};

/// What could not be told, a message each. It does not keep the rest from being printed.
struct InspectOutcome {
    std::vector<std::string> damaged;      ///< missing or corrupt
    std::vector<std::string> unsupported;  ///< understood, but for instance behind a serializer of the job's own
    std::vector<std::string> warnings;     ///< nothing is lost, but worth a word

    [[nodiscard]] bool is_complete() const { return damaged.empty() && unsupported.empty(); }
};

/// The summary of a snapshot as text or JSON. A folder with snapshots further down gives the list of them.
[[nodiscard]] InspectOutcome print_summary(std::string_view savepoint, const InspectOptions& options, ByteSink& sink);

/// A line for each state file of each subtask: tab-separated, or a JSON object.
[[nodiscard]] InspectOutcome print_files(std::string_view savepoint, const InspectOptions& options, ByteSink& sink);

/// A line for each file below a checkpoint root that no snapshot below it needs: path, bytes, time of its last change, and
/// "recent" if that is later than the newest snapshot; or a JSON object. Of the options `files` and `json` count. The number of lines is added
/// to `found`.
[[nodiscard]] InspectOutcome print_orphans(std::string_view root, const InspectOptions& options, ByteSink& sink,
                                           std::size_t& found);

/// A line for each uid: its operator id, or as JSON an object of both. Needs no snapshot.
void print_hashes(const std::vector<std::string>& uids, const InspectOptions& options, ByteSink& sink);

/// What the states of the chosen operators mean, if they are of Flink's own: a paragraph, or as JSON an object a line, for each
/// state and timer service. For one that is not known it says so.
[[nodiscard]] InspectOutcome print_explanation(std::string_view savepoint, const InspectOptions& options,
                                               ByteSink& sink);
/// All that is known of states, without a snapshot: by which names, kinds and types they are known, and what they mean.
void print_known_states(const InspectOptions& options, ByteSink& sink);

/// The schema document of sp-schema(5).
[[nodiscard]] InspectOutcome print_schema(std::string_view savepoint, const InspectOptions& options, ByteSink& sink);

}  // namespace sp

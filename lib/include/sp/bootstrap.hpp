#pragma once

// bootstrap(): rows in, savepoint out. What the tool sp-bootstrap does, as a function.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sp/column_names.hpp"
#include "sp/dump.hpp"
#include "sp/file_lookup.hpp"
#include "sp/flink_version.hpp"
#include "sp/output.hpp"
#include "sp/placement.hpp"
#include "sp/read.hpp"
#include "sp/write.hpp"

namespace sp {

struct BootstrapReport {
    std::uint64_t rows = 0;
    std::uint64_t skipped = 0;
    struct Operator {
        std::string uid;
        std::string id;
        std::int32_t parallelism = 0;
        std::int32_t max_parallelism = 0;
        std::vector<WrittenState> states;
    };
    std::vector<Operator> operators;  ///< that rows can have changed
    std::int32_t metadata_version = 0;
    /// With a base
    struct Base {
        std::int64_t checkpoint_id = 0;
        std::vector<std::string> removed;  ///< operators
        PlacedFiles files;                 ///< of what is kept
    };
    std::optional<Base> base;
};

/// A schema document (sp-schema.5) and what to call it in messages.
struct SchemaText {
    std::string name;
    std::string text;
};

struct BootstrapOptions {
    // What is written. One of the first three says it, or several: their operators together.
    std::vector<SchemaText> schemas;
    std::string schema_of;  ///< a snapshot; empty: none
    /// An operator with a schema document of its own, of which it is the one that has this uid, or the only one; and its
    /// rows.
    struct OperatorRows {
        std::string uid;
        SchemaText schema;
        std::string rows;
    };
    std::vector<OperatorRows> operators;
    FileLookup files;                       ///< of `schema_of` and `base`
    std::vector<std::string> uid_list;      ///< candidates for the uids of its operators
    std::vector<ColumnNames> column_names;  ///< for columns of rows, of whatever says what is written

    // Onto what it is written. Operators are named by uid or id.
    std::string base;            ///< a snapshot whose operators are kept; empty: from scratch
    bool merge = false;          ///< rows can come to all its operators, encoded as it has them
    bool keep_existing = false;  ///< entries of the base stay where rows have the same identity
    std::vector<std::string>
        replace_uids;  ///< of the base nothing stays; made of the schemas, else as the base has them
    std::vector<std::pair<std::string, std::string>> replace_states;  ///< operator, state: of it nothing stays
    std::vector<std::string> remove_uids;
    std::vector<std::string> keep_uids;  ///< empty: all
    PlacementOptions placement;          ///< of what is kept

    // Rows
    std::vector<std::string> rows;                             ///< files; "-": stdin
    std::string uid;                                           ///< the operator of rows that name none, or
    std::string operator_id;                                   ///< its id; both empty: the only one
    std::optional<RowFormat> format;                           ///< unset: by the file's name, CSV if it ends with .csv
    std::optional<RowLayout> layout;                           ///< unset: entries; of CSV by its header
    std::optional<std::string> null_text;                      ///< of CSV; unset: an empty field only
    std::vector<std::pair<std::string, std::string>> columns;  ///< of CSV: its name for a field, empty: left out
    std::optional<std::int64_t> ttl_timestamp;                 ///< of rows without one, in ms
    bool window_timers = false;                                ///< timers also for windows that rows name
    bool lossy_floats = false;  ///< integers that a float or double cannot hold are rounded, not refused
    bool redistribute = false;  ///< elements of a subtask that does not exist are dealt anew
    struct OnDuplicate {
        std::string uid;  ///< empty, as the state: for all
        std::string state;
        DuplicatePolicy policy = DuplicatePolicy::kError;
    };
    std::vector<OnDuplicate> on_duplicate;  ///< later ones count more

    // The savepoint
    std::string output;  ///< the folder to be made
    bool overwrite = false;
    bool dry_run = false;              ///< everything but the output
    bool verify = false;               ///< read back before it appears
    bool allow_kryo_mismatch = false;  ///< what another Kryo than that of `flink_version` wrote in the base is kept
    std::optional<FlinkVersion> flink_version;
    std::optional<std::int32_t> metadata_version;
    std::optional<bool> is_compressed;
    std::optional<std::int64_t> checkpoint_id;  ///< unset: the base's, else 0
    std::optional<std::int32_t> parallelism;
    std::optional<std::int32_t> max_parallelism;
    /// Only the part that a subtask of this parallelism gets: the output is filled by all splits, and made a savepoint by
    /// commit_parts(). Every split gets all rows, or those of its key groups; elements of lists name their subtask.
    std::optional<Split> split;

    // The work
    unsigned threads = 1;  ///< the savepoint does not depend on it
    std::uint64_t memory = std::uint64_t{512} << 20U;
    std::string temporary_folder;
    std::function<void(const std::string&)> warn;
    /// Gets rows that do not fit, as they came, and why; unset: the first ends the run with an InputError. In the order of
    /// the rows.
    std::function<void(std::string_view row, const std::string& problem)> bad_row;
    std::function<void(std::uint64_t done, std::uint64_t total)> progress;
    /// Gets what was written before it appears under its name. If this throws, nothing is left.
    std::function<void(const BootstrapReport&)> before_rename;
};

/// UsageError, InputError (with file and line of the row), UnsupportedError, OutputError; nothing is left of the output
/// then.
void bootstrap(const BootstrapOptions& options);

/// Prints each row with its key group and a tab in front, - where it has no key.
void print_key_groups(const BootstrapOptions& options, ByteSink& sink);

}  // namespace sp

#pragma once

// rewrite(): a savepoint with changes. What the tool sp-rewrite does, as a function.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sp/bootstrap.hpp"
#include "sp/column_names.hpp"
#include "sp/file_lookup.hpp"
#include "sp/flink_version.hpp"
#include "sp/placement.hpp"
#include "sp/write.hpp"

namespace sp {

/// What becomes of old keys that are the same new key.
enum class CollisionPolicy : std::uint8_t {
    kError,
    kFirst,  ///< in the order of key groups, and in them of bytes
    kLast
};

/// Operators are named by uid or by 32 hex digits, states by name; both as in the input.
struct RewriteOptions {
    std::string savepoint;
    FileLookup files;
    std::vector<std::string> uid_list;  ///< candidates for the uids of its operators

    // Operators
    struct AddedOperator {
        std::string savepoint;
        std::string op;
    };
    std::vector<AddedOperator> add_from;
    std::vector<std::string> remove_uids;
    std::vector<std::string> keep_uids;  ///< empty: all
    std::vector<std::pair<std::string, std::string>> rename_uids;

    // States
    struct StateName {
        std::string op;
        std::string state;  ///< of timers the service
    };
    std::vector<StateName> remove_states;
    std::vector<std::pair<StateName, std::string>> rename_states;
    std::vector<StateName> remove_timers;

    /// Classes ("a.B") or packages ("a.*") and their new names, in serializers and in entries.
    std::vector<std::pair<std::string, std::string>> rename_classes;

    /// A file of Kafka's offsets (sp/kafka_offsets.hpp); "-": stdin. InputError for partitions that are not there, unless they
    /// may be added.
    std::string kafka_offsets;
    bool add_partitions = false;

    // Types: documents with the new ones of the states, and of the operators' keys, that they name
    std::optional<SchemaText> schema;
    std::optional<SchemaText> key_schema;
    bool drop_fields = false;  ///< of the old types those that no field takes
    CollisionPolicy on_collision = CollisionPolicy::kError;
    /// With `flink_version`: state whose serializers have no form there stays as it is.
    bool allow_kryo_mismatch = false;

    // Entries, by rows in files; "-": stdin
    std::string set_rows;
    std::string delete_rows;
    std::string keep_keys;
    std::vector<ColumnNames> column_names;  ///< for columns of these rows, and of the types that `schema` changes
    bool must_exist = false;                ///< a row of `set_rows` that replaces nothing is an InputError
    std::optional<std::int64_t> ttl_shift;  ///< ms, added to the time of the last access

    // Key groups and subtasks, of all operators or of those that these name
    std::optional<std::int32_t> max_parallelism;
    std::optional<std::int32_t> parallelism;
    std::vector<std::string> uids;
    std::vector<std::string> operator_ids;
    /// How the keys of an operator make their hashCode: a recipe of the schema language, a word or JSON.
    std::vector<std::pair<std::string, std::string>> key_hashes;

    // The form
    std::optional<std::int64_t> checkpoint_id;
    std::optional<FlinkVersion> flink_version;
    std::optional<std::int32_t> metadata_version;
    std::optional<bool> is_compressed;
    bool canonical = false;  ///< all keyed state, whatever its handles are
    bool drop_channel_state = false;
    PlacementOptions placement;

    // The savepoint
    std::string output;
    bool overwrite = false;
    bool dry_run = false;  ///< everything but the output
    bool verify = false;   ///< what is written from entries is read back before it appears

    // The work
    unsigned threads = 1;
    std::uint64_t memory = std::uint64_t{512} << 20U;
    std::string temporary_folder;
    std::function<void(const std::string&)> warn;
    std::function<void(std::uint64_t done, std::uint64_t total)> progress;
    /// Gets what was done before it appears under its name. If this throws, nothing is left.
    std::function<void(const struct RewriteReport&)> before_rename;
};

/// How the state of an operator came into the output.
enum class RewriteWay : std::uint8_t {
    kKept,      ///< as it was
    kMetadata,  ///< other handles to the same bytes
    kRanges,    ///< key groups byte for byte, in other files
    kEntries,   ///< entry by entry
};

[[nodiscard]] std::string_view name_of(RewriteWay way);  ///< "kept", "metadata", "ranges", "entries"

struct RewriteReport {
    /// How often classes were renamed.
    struct RenamedClasses {
        struct State {
            std::string state;  ///< of timers the service
            StateKind kind = StateKind::kValue;
            std::uint64_t in_serializer = 0;
            std::uint64_t in_entries = 0;
        };
        std::uint64_t in_key = 0;  ///< in the serializer of the keys
        std::vector<State> states;
    };
    struct Operator {
        std::string uid;  ///< empty where only the id is known
        std::string id;
        std::int32_t parallelism = 0;
        std::int32_t max_parallelism = 0;
        std::vector<std::string> changes;  ///< words: "max parallelism 128 -> 720"
        RewriteWay keyed = RewriteWay::kKept;
        RewriteWay operator_state = RewriteWay::kKept;
        std::vector<WrittenState> states;  ///< those that went entry by entry
        RenamedClasses classes;
    };
    std::vector<Operator> operators;
    std::vector<std::string> removed;  ///< operators
    std::uint64_t deleted = 0;         ///< entries that `delete_rows` or `keep_keys` took out
    std::uint64_t set_rows = 0;
    // Keys, maps, entries, elements and timers that `delete_rows` names, and the keys of `keep_keys`; each once
    std::uint64_t deletes = 0;
    std::uint64_t deletes_found = 0;
    std::uint64_t kept_keys = 0;
    std::uint64_t kept_keys_found = 0;
    PlacedFiles files;
    std::int32_t metadata_version = 0;
    std::int64_t checkpoint_id = 0;
};

/// UsageError, InputError, UnsupportedError, OutputError; nothing is left of the output then.
void rewrite(const RewriteOptions& options);

}  // namespace sp

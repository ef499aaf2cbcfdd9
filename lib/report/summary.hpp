#pragma once

// What sp-inspect says about a snapshot, as plain structs; summary_text.hpp and summary_json.hpp print them.

#include <cstdint>
#include <string>
#include <vector>

#include "metadata/snapshot_location.hpp"
#include "report/file_list.hpp"
#include "report/snapshot_kind.hpp"
#include "restore/operator_headers.hpp"
#include "restore/operator_names.hpp"

namespace sp {

/// A state as headers describe it, in words.
struct StateSummary {
    std::string name;
    StateKind kind = StateKind::kValue;
    std::string key;         ///< keyed states
    std::string name_space;  ///< empty: none, or the void namespace
    std::string map_key;     ///< map and broadcast states
    std::string type;        ///< the value; lists: the element
    bool has_ttl = false;
    std::string snapshot_class;  ///< of the serializer as the header has it
    std::size_t subtasks = 0;    ///< whose headers have it
    bool is_everywhere = true;   ///< all subtasks with such a stream have it, and alike
};

/// The queues of one timer service.
struct TimerSummary {
    std::string service;
    bool has_event_time = false;
    bool has_processing_time = false;
    std::string key;
    std::string name_space;  ///< empty: the void namespace
    std::size_t subtasks = 0;
    bool is_raw = false;  ///< in raw keyed state
};

/// Handles of one kind in one place of the subtasks.
struct HandleSummary {
    std::string_view part;    ///< "managed keyed state"
    std::string_view handle;  ///< Flink's name of the class
    std::size_t count = 0;
};

struct OperatorSummary {
    OperatorId id;
    std::string uid;              ///< empty: unknown
    bool is_uid_matched = false;  ///< it comes from the list that the user gave
    std::string name;
    std::int32_t parallelism = 0;
    std::int32_t max_parallelism = 0;
    bool is_fully_finished = false;
    std::vector<std::int32_t> finished_subtasks;

    std::string key;
    std::vector<StateSummary> states;
    std::vector<TimerSummary> timers;
    std::vector<HandleSummary> handles;
    bool is_compressed = false;

    std::int64_t keyed_bytes = 0;
    std::int64_t operator_bytes = 0;
    std::int64_t coordinator_bytes = 0;
    std::int64_t raw_keyed_bytes = 0;
    RawTimers raw_timers = RawTimers::kNo;
    std::int32_t raw_timer_services = 0;
    std::int64_t raw_operator_bytes = 0;
    std::int64_t input_channel_bytes = 0;
    std::int64_t result_subpartition_bytes = 0;
    bool is_changelog = false;
    std::int64_t changelog_bytes = 0;

    SizeSummary sizes;
    std::size_t lost_headers = 0;  ///< in files that are missing: their states are not in `states`
    InspectOutcome outcome;
};

struct MasterStateSummary {
    std::string name;
    std::int32_t version = 0;
    std::size_t bytes = 0;
};

struct Summary {
    std::string folder;
    std::int64_t metadata_bytes = 0;
    std::int32_t metadata_version = 0;
    FlinkVersionRange flink_versions;
    SnapshotKind kind;
    CheckpointProperties properties;
    std::int64_t checkpoint_id = 0;
    std::vector<MasterStateSummary> master_states;
    std::size_t operator_count = 0;  ///< of the snapshot; `operators` has the chosen ones
    std::vector<OperatorSummary> operators;
    SizeSummary sizes;  ///< of the chosen operators
    bool has_uid_list = false;
    InspectOutcome outcome;  ///< of the snapshot and all operators
};

/// Reads the headers of the state files, and looks for all files.
[[nodiscard]] Summary summarize(const Snapshot& snapshot, const OperatorNames& names,
                                const std::vector<std::size_t>& operators);

/// A snapshot below a parent folder.
struct ListedSnapshot {
    std::string folder;
    std::int64_t checkpoint_id = -1;
    SnapshotKind kind;
    std::int32_t metadata_version = 0;  ///< 0: `_metadata` cannot be read, and `problem` says why
    std::size_t operators = 0;
    std::int64_t state_bytes = 0;  ///< as recorded, inline state included
    std::string problem;
};

/// In the given order. What cannot be read is told in `outcome` too.
[[nodiscard]] std::vector<ListedSnapshot> summarize(const std::vector<FoundSnapshot>& snapshots,
                                                    InspectOutcome& outcome);

}  // namespace sp

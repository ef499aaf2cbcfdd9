#include "report/summary_json.hpp"

#include <nlohmann/json.hpp>

#include "report/json_text.hpp"

namespace sp {
namespace {

using Json = nlohmann::ordered_json;

void add_text(Json& json, const char* name, const std::string& text) {
    if (!text.empty()) {
        json[name] = text;
    }
}

void add_size_of(Json& json, const char* name, std::int64_t bytes) {
    if (bytes != 0) {
        json[name] = bytes;
    }
}

Json sizes_json(const SizeSummary& sizes) {
    Json json{{"inline", sizes.inline_bytes},         {"files", sizes.files},
              {"referenced", sizes.referenced_bytes}, {"sharedFiles", sizes.shared_files},
              {"shared", sizes.shared_bytes},         {"uploaded", sizes.checkpointed_bytes},
              {"onDisk", sizes.found_bytes},          {"missingFiles", sizes.missing_files}};
    if (sizes.files_to_fetch > 0) {
        json["filesToFetch"] = sizes.files_to_fetch;
        json["toFetch"] = sizes.bytes_to_fetch;
    }
    return json;
}

void add_kind(Json& json, const SnapshotKind& kind) {
    json["kind"] = kind.word();
    add_text(json, "format", std::string(kind.format));
    json["kindFrom"] = kind.source_word();
}

Json properties_json(const CheckpointProperties& properties) {
    Json json = Json::object();
    add_text(json, "name", properties.name);
    add_text(json, "format", properties.format);
    add_text(json, "postCheckpointAction", properties.post_checkpoint_action);
    add_text(json, "sharingFilesStrategy", properties.sharing_files_strategy);
    return json;
}

Json state_json(const StateSummary& state) {
    Json json{{"name", state.name}, {"kind", name_of(state.kind)}};
    add_text(json, "namespace", state.name_space);
    add_text(json, "mapKey", state.map_key);
    json["type"] = state.type;
    json["ttl"] = state.has_ttl;
    json["serializerSnapshot"] = state.snapshot_class;
    json["subtasks"] = state.subtasks;
    if (!state.is_everywhere) {
        json["differs"] = true;
    }
    return json;
}

Json timer_json(const TimerSummary& timer) {
    Json json{{"service", timer.service}, {"domains", Json::array()}};
    if (timer.has_event_time) {
        json["domains"].push_back("event");
    }
    if (timer.has_processing_time) {
        json["domains"].push_back("processing");
    }
    json["key"] = timer.key;
    add_text(json, "namespace", timer.name_space);
    json["subtasks"] = timer.subtasks;
    if (timer.is_raw) {
        json["raw"] = true;
    }
    return json;
}

template <class List, class ToJson>
void add_list(Json& json, const char* name, const List& list, ToJson&& to_json) {
    if (!list.empty()) {
        Json& array = json[name] = Json::array();
        for (const auto& item : list) {
            array.push_back(to_json(item));
        }
    }
}

void add_problems(Json& json, const InspectOutcome& outcome) {
    const auto add = [&](const char* kind, const std::vector<std::string>& messages) {
        for (const std::string& message : messages) {
            json["problems"].push_back({{"kind", kind}, {"message", message}});
        }
    };
    add("damaged", outcome.damaged);
    add("unsupported", outcome.unsupported);
}

Json operator_json(const OperatorSummary& op) {
    Json json{{"operator", op.id.hex()}};
    add_text(json, "uid", op.uid);
    if (!op.uid.empty()) {
        json["uidFrom"] = op.is_uid_matched ? "hash" : "metadata";
    }
    add_text(json, "name", op.name);
    json["parallelism"] = op.parallelism;
    json["maxParallelism"] = op.max_parallelism;
    json["fullyFinished"] = op.is_fully_finished;
    if (!op.finished_subtasks.empty()) {
        json["finishedSubtasks"] = op.finished_subtasks;
    }
    add_list(json, "handles", op.handles, [](const HandleSummary& handle) {
        return Json{{"part", handle.part}, {"handle", handle.handle}, {"count", handle.count}};
    });
    add_text(json, "key", op.key);
    json["states"] = Json::array();
    for (const StateSummary& state : op.states) {
        json["states"].push_back(state_json(state));
    }
    add_list(json, "timers", op.timers, timer_json);
    add_text(json, "compression", op.is_compressed ? "snappy" : "");
    add_size_of(json, "keyedBytes", op.keyed_bytes);
    add_size_of(json, "operatorStateBytes", op.operator_bytes);
    add_size_of(json, "coordinatorBytes", op.coordinator_bytes);
    if (op.raw_keyed_bytes != 0) {
        json["rawKeyedBytes"] = op.raw_keyed_bytes;
        if (op.raw_timers != RawTimers::kUnknown) {
            json["rawKeyedTimers"] = op.raw_timers == RawTimers::kYes;
        }
        add_size_of(json, "rawTimerServices", op.raw_timer_services);
    }
    add_size_of(json, "rawOperatorStateBytes", op.raw_operator_bytes);
    add_size_of(json, "inputChannelBytes", op.input_channel_bytes);
    add_size_of(json, "resultSubpartitionBytes", op.result_subpartition_bytes);
    if (op.is_changelog) {
        json["changelogBytes"] = op.changelog_bytes;
    }
    json["sizes"] = sizes_json(op.sizes);
    add_size_of(json, "lostHeaders", static_cast<std::int64_t>(op.lost_headers));
    add_problems(json, op.outcome);
    return json;
}

Json file_json(const FileUse& use, const Snapshot& snapshot, const OperatorNames& names) {
    Json json{{"path", use.path()}, {"recordedPath", use.recorded_path}};
    json["recordedSize"] = use.recorded_size < 0 ? Json() : Json(use.recorded_size);
    json["foundSize"] = use.is_found() ? Json(use.found.found_size) : Json();
    if (use.is_to_fetch()) {
        json["toFetch"] = true;
    }
    if (!use.found.is_usable()) {
        json["problem"] = use.found.problem;
    }
    json["scope"] = name_of(use.scope);
    if (use.operator_index != FileUse::kNoOperator) {
        json["operator"] = snapshot.metadata.operators[use.operator_index].id.hex();
        add_text(json, "uid", names.uid(use.operator_index));
        json["subtask"] = use.subtask;
    }
    add_list(json, "parts", use.parts, [](StatePart part) { return name_of(part); });
    add_list(json, "localPaths", use.local_paths, [](const std::string& path) { return path; });
    add_list(json, "segments", use.segments, [](std::int64_t start) { return start; });
    return json;
}

}  // namespace

std::string summary_json(const Summary& summary) {
    Json json{{"folder", summary.folder}};
    add_kind(json, summary.kind);
    json["metadataVersion"] = summary.metadata_version;
    json["flinkVersions"] = {{"first", to_string(summary.flink_versions.first)},
                             {"last", to_string(summary.flink_versions.last)}};
    json["metadataBytes"] = summary.metadata_bytes;
    json["checkpointId"] = summary.checkpoint_id;
    if (const Json properties = properties_json(summary.properties); !properties.empty()) {
        json["properties"] = properties;
    }
    add_list(json, "masterStates", summary.master_states, [](const MasterStateSummary& state) {
        return Json{{"name", state.name}, {"version", state.version}, {"bytes", state.bytes}};
    });
    json["sizes"] = sizes_json(summary.sizes);
    json["operators"] = Json::array();
    for (const OperatorSummary& op : summary.operators) {
        json["operators"].push_back(operator_json(op));
    }
    add_problems(json, summary.outcome);
    return document_text(json);
}

std::string list_json(const std::vector<ListedSnapshot>& snapshots) {
    Json list = Json::array();
    for (const ListedSnapshot& listed : snapshots) {
        Json json{{"folder", listed.folder}};
        if (listed.checkpoint_id >= 0) {
            json["checkpointId"] = listed.checkpoint_id;
        }
        if (listed.metadata_version == 0) {
            json["problem"] = listed.problem;
        } else {
            add_kind(json, listed.kind);
            json["metadataVersion"] = listed.metadata_version;
            json["operators"] = listed.operators;
            json["stateBytes"] = listed.state_bytes;
        }
        list.push_back(std::move(json));
    }
    return document_text(Json{{"snapshots", std::move(list)}});
}

std::string files_json(const std::vector<FileUse>& files, const Snapshot& snapshot, const OperatorNames& names) {
    std::string text;
    for (const FileUse& use : files) {
        text += line_text(file_json(use, snapshot, names));
    }
    return text;
}

std::string hash_json(const std::string& uid) {
    return line_text(Json{{"uid", uid}, {"operator", hash_of_uid(uid).hex()}});
}

}  // namespace sp

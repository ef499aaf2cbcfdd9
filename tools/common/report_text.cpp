#include "common/report_text.hpp"

#include <unistd.h>

#include <nlohmann/json.hpp>

#include "sp/output.hpp"

namespace sp::cli {
namespace {

using Json = nlohmann::ordered_json;

Json state_json(const WrittenState& state) {
    Json json;
    if (state.timer_domain) {
        json["service"] = state.name;
        json["timer"] = name_of(*state.timer_domain);
    } else {
        json["state"] = state.name;
        json["kind"] = name_of(state.kind);
    }
    json["entries"] = state.entries;
    return json;
}

Json files_json(const PlacedFiles& files) {
    return {{"copied", files.copied},
            {"copiedBytes", files.copied_bytes},
            {"linked", files.linked},
            {"linkedBytes", files.linked_bytes},
            {"referenced", files.referenced},
            {"relocated", files.relocated},
            {"notRelocated", files.not_relocated}};
}

std::string report_json(const BootstrapReport& report) {
    Json json{{"rows", report.rows}, {"skipped", report.skipped}, {"metadataVersion", report.metadata_version}};
    if (report.base) {
        json["checkpointId"] = report.base->checkpoint_id;
        json["removed"] = report.base->removed;
        json["files"] = files_json(report.base->files);
    }
    json["operators"] = Json::array();
    for (const BootstrapReport::Operator& op : report.operators) {
        Json& one = json["operators"].emplace_back(Json::object());
        if (!op.uid.empty()) {
            one["uid"] = op.uid;
        }
        one["operator"] = op.id;
        one["parallelism"] = op.parallelism;
        one["maxParallelism"] = op.max_parallelism;
        one["states"] = Json::array();
        for (const WrittenState& state : op.states) {
            one["states"].push_back(state_json(state));
        }
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json classes_json(const RewriteReport::RenamedClasses& classes) {
    Json json{{"key", classes.in_key}, {"states", Json::array()}};
    for (const RewriteReport::RenamedClasses::State& state : classes.states) {
        Json& one = json["states"].emplace_back(Json::object());
        one[state.kind == StateKind::kTimer ? "service" : "state"] = state.state;
        one["kind"] = name_of(state.kind);
        one["serializer"] = state.in_serializer;
        one["entries"] = state.in_entries;
    }
    return json;
}

Json operator_json(const RewriteReport::Operator& op) {
    Json json = Json::object();
    if (!op.uid.empty()) {
        json["uid"] = op.uid;
    }
    json["operator"] = op.id;
    json["parallelism"] = op.parallelism;
    json["maxParallelism"] = op.max_parallelism;
    json["changes"] = op.changes;
    json["keyed"] = name_of(op.keyed);
    json["operatorState"] = name_of(op.operator_state);
    if (op.classes.in_key != 0 || !op.classes.states.empty()) {
        json["classes"] = classes_json(op.classes);
    }
    json["states"] = Json::array();
    for (const WrittenState& state : op.states) {
        Json& one = json["states"].emplace_back(state_json(state));
        one["replaced"] = state.replaced;
        one["added"] = state.added;
    }
    return json;
}

std::string report_json(const RewriteReport& report) {
    Json json{{"checkpointId", report.checkpoint_id},
              {"metadataVersion", report.metadata_version},
              {"removed", report.removed},
              {"set", report.set_rows},
              {"deleted", report.deleted},
              {"deletes", {{"named", report.deletes}, {"found", report.deletes_found}}},
              {"keptKeys", {{"named", report.kept_keys}, {"found", report.kept_keys_found}}},
              {"files", files_json(report.files)},
              {"operators", Json::array()}};
    for (const RewriteReport::Operator& op : report.operators) {
        json["operators"].push_back(operator_json(op));
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// Tab-separated: operator, what is changed; a line each, "kept" where nothing is.
std::string report_lines(const RewriteReport& report) {
    std::string text;
    for (const RewriteReport::Operator& op : report.operators) {
        const std::string label = op.uid.empty() ? op.id : op.uid;
        for (const std::string& change : op.changes) {
            text += label + "\t" + change + "\n";
        }
        if (op.changes.empty()) {
            text += label + "\tkept\n";
        }
    }
    for (const std::string& removed : report.removed) {
        text += removed + "\tremoved\n";
    }
    return text;
}

/// Tab-separated: operator, state or timer service, kind or domain, entries.
std::string report_lines(const BootstrapReport& report) {
    std::string text;
    for (const BootstrapReport::Operator& op : report.operators) {
        for (const WrittenState& state : op.states) {
            text += (op.uid.empty() ? op.id : op.uid) + "\t" + state.name + "\t";
            text += state.timer_domain ? name_of(*state.timer_domain) : name_of(state.kind);
            text += "\t" + std::to_string(state.entries) + "\n";
        }
    }
    return text;
}

template <class Report>
void print(const Report& report, const WritingOptions& options) {
    if (options.json || options.dry_run) {
        FdSink(STDOUT_FILENO, "stdout").write(options.json ? report_json(report) : report_lines(report));
    }
}

}  // namespace

void print_report(const BootstrapReport& report, const WritingOptions& options) { print(report, options); }

void print_report(const RewriteReport& report, const WritingOptions& options) { print(report, options); }

}  // namespace sp::cli

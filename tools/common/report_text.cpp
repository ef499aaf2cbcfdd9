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

std::string report_json(const BootstrapReport& report) {
    Json json{{"rows", report.rows},
              {"skipped", report.skipped},
              {"metadataVersion", report.metadata_version},
              {"operators", Json::array()}};
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

}  // namespace

void print_report(const BootstrapReport& report, const WritingOptions& options) {
    if (options.json || options.dry_run) {
        FdSink(STDOUT_FILENO, "stdout").write(options.json ? report_json(report) : report_lines(report));
    }
}

}  // namespace sp::cli

// The manifest of a snapshot: its schema document, with counts and sizes as bounds.

#include "report/expectation/state_counts.hpp"
#include "report/file_list.hpp"
#include "report/json_text.hpp"
#include "report/schema_document.hpp"
#include "sp/audit.hpp"

namespace sp {
namespace {

using Json = nlohmann::ordered_json;

Json sizes_json(const Inspected& inspected) {
    const Snapshot& snapshot = inspected.snapshot;
    const SizeSummary sizes = sum_sizes(snapshot, list_files(snapshot, inspected.operators), inspected.operators);
    return {{"referenced", sizes.referenced_bytes}, {"inline", sizes.inline_bytes}, {"files", sizes.files}};
}

/// In front of the operators, and for those a list of states and of timers where there are none either: they are judged.
Json completed(Json schema, const Inspected& inspected) {
    for (Json& op : schema["operators"]) {
        for (const char* const list : {"states", "timers"}) {
            if (!op.contains(list)) {
                op[list] = Json::array();
            }
        }
    }
    Json document;
    for (auto& [name, value] : schema.items()) {
        if (name == "operators") {
            document["sizes"] = sizes_json(inspected);
        }
        document[name] = std::move(value);
    }
    return document;
}

}  // namespace

InspectOutcome print_manifest(std::string_view savepoint, const AuditOptions& options, ByteSink& sink) {
    const Inspected inspected(locate_snapshot(savepoint, options.inspect.files), options.inspect);
    InspectOutcome outcome;
    const StateCounts counts = StateCounts::count(savepoint, inspected, inspected.operators, options);
    Json schema = schema_json(inspected.snapshot, inspected.names, inspected.operators, outcome,
                              [&](Json& json, const StateDescriptor& state) {
        if (counts.is_counted(state.operator_index)) {
            const StateCount count = counts.of(state.operator_index, state);
            json["entries"] = count.entries;
            json["bytes"] = count.bytes;
        }
    });
    for (const auto& [index, why] : counts.uncounted()) {
        outcome.warnings.push_back("operator " + inspected.names.label(index) +
                                   ": the manifest has no counts of it: " + why);
    }
    sink.write(document_text(completed(std::move(schema), inspected)));
    sink.close();
    return outcome;
}

}  // namespace sp

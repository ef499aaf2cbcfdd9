#include "report/difference/difference_summary.hpp"

#include "report/text_table.hpp"

namespace sp::difference {
namespace {

std::string kind_words(const StateKey& state) {
    return state.is_timer ? std::string(name_of(state.domain)) + " timers" : std::string(name_of(state.kind));
}

/// "key type, TTL", or that it is only there on one side.
std::string schema_words(const StateCounts& counts) {
    if (counts.only_in) {
        return std::string(change_of(*counts.only_in));
    }
    std::string words;
    for (const std::string& part : counts.schema) {
        words += (words.empty() ? "" : ", ") + part + (part == "ttl" ? "" : " type");
    }
    return words;
}

std::vector<std::string> table_row(const OperatorSummary& op, std::string state, std::string kind, std::string schema) {
    return {printable(op.label), printable(state), std::move(kind), std::move(schema)};
}

void add_counts(std::vector<std::string>& row, const StateCounts& counts) {
    for (const std::uint64_t count : {counts.added, counts.removed, counts.changed, counts.same}) {
        row.push_back(std::to_string(count));
    }
}

std::string counts_json(const StateCounts& counts) {
    std::string json = ",\"added\":" + std::to_string(counts.added) + ",\"removed\":" + std::to_string(counts.removed) +
                       ",\"changed\":" + std::to_string(counts.changed) + ",\"same\":" + std::to_string(counts.same);
    return json;
}

std::string schema_json(const StateCounts& counts) {
    std::string json;
    if (counts.only_in) {
        json = ",\"change\":\"" + std::string(change_of(*counts.only_in)) + "\"";
    }
    for (const std::string& part : counts.schema) {
        json += (json.empty() ? ",\"schema\":[\"" : ",\"") + part + "\"";
    }
    return counts.schema.empty() ? json : json + "]";
}

}  // namespace

std::string summary_text(const std::vector<OperatorSummary>& operators) {
    TextTable table({"OPERATOR", "STATE", "KIND", "DECLARED", "ADDED", "REMOVED", "CHANGED", "SAME"});
    for (const OperatorSummary& op : operators) {
        if (op.only_in || op.has_other_keys) {
            table.add(table_row(op, "", "", op.only_in ? std::string(change_of(*op.only_in)) : "key type"));
        }
        for (const auto& [state, counts] : op.counts) {
            std::vector<std::string> row = table_row(op, state.name, kind_words(state), schema_words(counts));
            add_counts(row, counts);
            table.add(std::move(row));
        }
    }
    return table.empty() ? "" : table.text();
}

std::string summary_json(const std::vector<OperatorSummary>& operators) {
    std::string json;
    for (const OperatorSummary& op : operators) {
        if (op.only_in) {
            json += "{" + op.member + ",\"change\":\"" + std::string(change_of(*op.only_in)) + "\"}\n";
        } else if (op.has_other_keys) {
            json += "{" + op.member + ",\"schema\":[\"key\"]}\n";
        }
        for (const auto& [state, counts] : op.counts) {
            json += "{" + place_of(op.member, state) + schema_json(counts) + counts_json(counts) + "}\n";
        }
    }
    return json;
}

}  // namespace sp::difference

#include "report/explain/explanation.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "report/explain/state_meaning.hpp"
#include "report/json_text.hpp"
#include "report/text_table.hpp"
#include "restore/operator_headers.hpp"
#include "types/schema/words.hpp"

namespace sp::explain {
namespace {

using Json = nlohmann::ordered_json;

/// Subtasks can have several descriptors of a state, and of a timer service there are two queues: one is enough.
std::vector<StateDescriptor> states_of(const OperatorHeaders& headers, const OperatorState& op) {
    std::vector<StateDescriptor> states;
    std::set<std::tuple<StateKind, std::string>> seen;
    for (const DescribedState& described : headers.states) {
        const StateDescriptor& state = described.state;
        const bool is_timer = state.kind == StateKind::kTimer;
        if (seen.emplace(state.kind, is_timer ? state.timer_service : state.name).second) {
            states.push_back(state);
        }
    }
    if (!op.coordinator_state.is_null()) {
        StateDescriptor coordinator;
        coordinator.kind = StateKind::kCoordinator;
        states.push_back(std::move(coordinator));
    }
    return states;
}

std::set<std::string> names_of(const std::vector<StateDescriptor>& states) {
    std::set<std::string> names;
    for (const StateDescriptor& state : states) {
        names.insert(state.kind == StateKind::kTimer ? state.timer_service : state.name);
    }
    return names;
}

/// What the parts of an entry mean, those of which something is said: of timers the value is the time stamp.
std::vector<std::pair<const char*, std::string_view>> parts_of(const StateMeaning& meaning) {
    const char* const value = meaning.kind == StateKind::kTimer ? "timestamp" : "value";
    std::vector<std::pair<const char*, std::string_view>> parts;
    for (const auto& [name, text] :
         {std::pair("key", meaning.of->key), std::pair("namespace", meaning.means.name_space),
          std::pair("map_key", meaning.means.map_key), std::pair(value, meaning.means.value)}) {
        if (!text.empty()) {
            parts.emplace_back(name, text);
        }
    }
    return parts;
}

std::string padded(std::string_view word) {
    constexpr std::size_t kWidth = 10;
    return "    " + std::string(word) + std::string(kWidth - std::min(word.size(), kWidth), ' ');
}

std::string meaning_text(const StateMeaning& meaning) {
    std::string text = padded("of") + std::string(meaning.of->what) + "\n";
    for (const auto& [name, words] : parts_of(meaning)) {
        text += padded(name) + std::string(words) + "\n";
    }
    text += padded("class") + std::string(meaning.of->classes) + "\n";
    return text + padded("Flink") + std::string(meaning.of->flink) + "\n";
}

void add_meaning(Json& json, const StateMeaning& meaning) {
    json["of"] = meaning.of->what;
    for (const auto& [name, words] : parts_of(meaning)) {
        json[std::string_view(name) == "map_key" ? "mapKey" : name] = words;
    }
    json["classes"] = meaning.of->classes;
    json["flink"] = meaning.of->flink;
}

/// "accState  value, sql<BIGINT>"
std::string heading(const StateDescriptor& state) {
    std::string types;
    for (const TypePtr& type : {state.map_key, state.value}) {
        types += type ? (types.empty() ? "" : " -> ") + type_words(*type) : "";
    }
    const std::string& name = state.kind == StateKind::kTimer ? state.timer_service : state.name;
    return "  " + (name.empty() ? "" : printable(name) + "  ") + std::string(name_of(state.kind)) +
           (types.empty() ? "" : ", " + printable(types)) + "\n";
}

Json state_json(const OperatorNames& names, std::size_t index, const StateDescriptor& state) {
    Json json = Json::parse("{" + names.json_member(index) + "}");
    if (state.kind == StateKind::kTimer) {
        json["service"] = state.timer_service;
    } else if (state.kind != StateKind::kCoordinator) {
        json["state"] = state.name;
    }
    json["kind"] = name_of(state.kind);
    return json;
}

/// Of the table: by what a state is known, and what it means.
std::string known_json(const StateMeaning& meaning) {
    Json line{{meaning.kind == StateKind::kTimer ? "service" : "state", meaning.state},
              {"kind", name_of(meaning.kind)}};
    for (const auto& [name, pattern] :
         {std::pair("namespaceType", meaning.types.name_space), std::pair("mapKeyType", meaning.types.map_key),
          std::pair("valueType", meaning.types.value), std::pair("beside", meaning.beside)}) {
        if (!pattern.empty()) {
            line[name] = pattern;
        }
    }
    add_meaning(line, meaning);
    return line_text(line);
}

std::string known_text(const StateMeaning& meaning) {
    const auto& [name_space, map_key, value] = meaning.types;
    std::string text =
        std::string(meaning.state) + (meaning.state.empty() ? "" : "  ") + std::string(name_of(meaning.kind));
    if (!map_key.empty() || !value.empty()) {
        text +=
            ", " + std::string(map_key) + (map_key.empty() ? "" : " -> ") + std::string(value.empty() ? "*" : value);
    }
    text += name_space.empty() ? "" : ", namespace " + std::string(name_space);
    text += meaning.beside.empty() ? "" : ", beside " + std::string(meaning.beside);
    return text + "\n" + meaning_text(meaning);
}

std::string operator_heading(const Inspected& inspected, std::size_t index) {
    const OperatorState& op = inspected.snapshot.metadata.operators[index];
    const std::string label = inspected.names.label(index);
    return "operator " + printable(label) + (op.name.empty() || op.name == label ? "" : "  " + printable(op.name)) +
           "\n";
}

}  // namespace

std::string explanation(const Inspected& inspected, bool json, InspectOutcome& outcome) {
    std::string text;
    for (const std::size_t index : inspected.operators) {
        InspectOutcome own;
        const OperatorHeaders headers = read_headers(inspected.snapshot, index, own);
        own.damaged.insert(own.damaged.end(), headers.lost.begin(), headers.lost.end());
        const std::string label = "operator " + inspected.names.label(index) + ": ";
        for (auto [from, to] :
             {std::pair(&own.damaged, &outcome.damaged), std::pair(&own.unsupported, &outcome.unsupported)}) {
            std::transform(from->begin(), from->end(), std::back_inserter(*to),
                           [&](const std::string& message) { return label + message; });
        }
        const std::vector<StateDescriptor> states = states_of(headers, inspected.snapshot.metadata.operators[index]);
        const std::set<std::string> names = names_of(states);
        if (!json && !states.empty()) {
            text += (text.empty() ? "" : "\n") + operator_heading(inspected, index);
        }
        for (const StateDescriptor& state : states) {
            const StateMeaning* const meaning = find_meaning(state, names);
            if (!json) {
                text += heading(state) + (meaning == nullptr ? "    not known\n" : meaning_text(*meaning));
                continue;
            }
            Json line = state_json(inspected.names, index, state);
            line["known"] = meaning != nullptr;
            if (meaning != nullptr) {
                add_meaning(line, *meaning);
            }
            text += line_text(line);
        }
    }
    return text;
}

std::string all_explanations(bool json) {
    std::string text;
    for (const auto& lines : all_states()) {
        for (const StateMeaning& meaning : lines) {
            text += json ? known_json(meaning) : (text.empty() ? "" : "\n") + known_text(meaning);
        }
    }
    return text;
}

}  // namespace sp::explain

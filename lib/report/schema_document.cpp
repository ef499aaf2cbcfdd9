#include "report/schema_document.hpp"

#include <algorithm>
#include <map>

#include "report/json_text.hpp"
#include "report/schema_types.hpp"
#include "report/snapshot_kind.hpp"
#include "restore/operator_headers.hpp"
#include "restore/state_identity.hpp"
#include "types/codecs/text/base64.hpp"
#include "types/snapshots/serializer_name.hpp"

namespace sp {
namespace {

using Json = nlohmann::ordered_json;

std::string base64(Bytes bytes) {
    std::string text(text::base64_size(bytes.size()), '\0');
    text::write_base64(text.data(), bytes);
    return text;
}

/// The most frequent one, so that few operators have to say another.
std::int32_t common_max_parallelism(const SavepointMetadata& metadata, const std::vector<std::size_t>& operators) {
    std::map<std::int32_t, std::size_t> counts;
    for (const std::size_t index : operators) {
        ++counts[metadata.operators[index].max_parallelism];
    }
    const auto most = std::max_element(counts.begin(), counts.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == counts.end() ? 0 : most->first;
}

void add_namespace(Json& json, const TypePtr& type) {
    if (type && type->kind != TypeKind::kVoidNamespace) {
        json["namespace"] = schema_type(*type);
    }
}

/// Whether the state's kind, type and TTL say what serializer its header has: lists and maps around the type, and
/// TtlSerializer. State V2 and wrappers of Flink's own are otherwise.
bool is_usual_serializer(const StateDescriptor& state) {
    const auto step = [](const Type*& at, TypeKind kind, std::size_t nested) {
        const bool fits = at->kind == kind && has_default_form(*at);
        at = fits ? at->nested.at(nested).get() : at;
        return fits;
    };
    const Type* at = state.serializer.get();
    return (state.kind != StateKind::kList || step(at, TypeKind::kList, 0)) &&
           (state.kind != StateKind::kMap || step(at, TypeKind::kMap, 1)) &&
           (!state.has_ttl || step(at, TypeKind::kTtl, 1)) && at == state.value.get();
}

Json state_json(const StateDescriptor& state) {
    Json json{{"name", state.name}, {"kind", name_of(state.kind)}};
    add_namespace(json, state.name_space);
    if (state.map_key) {
        json["mapKey"] = schema_type(*state.map_key);
    }
    json["type"] = schema_type(*state.value);
    if (state.has_ttl) {
        json["ttl"] = true;
    }
    return json;
}

class OperatorSchema {
public:
    OperatorSchema(const OperatorHeaders& headers, InspectOutcome& outcome, std::string label,
                   const CompleteState& complete)
        : headers_(headers), outcome_(outcome), label_(std::move(label)), complete_(complete) {}

    void add_to(Json& json) {
        if (const TypePtr key = key_type()) {
            json["key"] = schema_type(*key);
        }
        for (const DescribedState& described : headers_.states) {
            add(described.state);
        }
        if (!states_.empty()) {
            json["states"] = std::move(states_);
        }
        if (!timers_.empty()) {
            json["timers"] = std::move(timers_);
        }
    }

private:
    /// Of the keyed streams, or where there are only timers in raw keyed state, theirs.
    [[nodiscard]] TypePtr key_type() const {
        for (const DescribedState& described : headers_.states) {
            if (!headers_.key && described.state.key) {
                return described.state.key;
            }
        }
        return headers_.key;
    }

    /// A schema has room for one type a state: the first header's counts.
    void add(const StateDescriptor& state) {
        const bool is_timer = state.kind == StateKind::kTimer;
        Json json = Json::object();
        if (is_timer) {
            json["service"] = state.timer_service;
            add_namespace(json, state.name_space);
        } else {
            json = state_json(state);
            if (!is_usual_serializer(state)) {
                outcome_.warnings.push_back("operator " + label_ + ": state '" + state.name + "': its serializer " +
                                            serializer_class(*state.serializer) +
                                            " is not what a state of this kind, made from the schema, would have");
            }
        }
        const auto [slot, is_new] = known_.try_emplace({group_of(state.kind), name_in_group(state)}, json);
        if (is_new) {
            if (complete_) {
                complete_(json, state);
            }
            (is_timer ? timers_ : states_).push_back(std::move(json));
        } else if (slot->second != json) {
            outcome_.warnings.push_back("operator " + label_ + ": subtasks differ in the serializers of " +
                                        (is_timer ? "timer service '" : "state '") + slot->first.second +
                                        "'; the schema has those of the first");
        }
    }

    const OperatorHeaders& headers_;
    InspectOutcome& outcome_;
    std::string label_;
    const CompleteState& complete_;
    std::map<std::pair<StateGroup, std::string>, Json> known_;
    Json states_ = Json::array();
    Json timers_ = Json::array();
};

}  // namespace

Json schema_json(const Snapshot& snapshot, const OperatorNames& names, const std::vector<std::size_t>& operators,
                 InspectOutcome& outcome, const CompleteState& complete) {
    const SavepointMetadata& metadata = snapshot.metadata;
    const std::int32_t max_parallelism = common_max_parallelism(metadata, operators);
    Json document{{"schema", 1},
                  {"flinkVersion", to_string(flink_versions_of(metadata.version).last)},
                  {"maxParallelism", max_parallelism},
                  {"operators", Json::array()}};
    for (const std::size_t index : operators) {
        const OperatorState& op = metadata.operators[index];
        Json& json = document["operators"].emplace_back(Json::object());
        if (names.uid(index).empty()) {
            json["operator"] = op.id.hex();
        } else {
            json["uid"] = names.uid(index);
        }
        if (!op.name.empty()) {
            json["name"] = op.name;
        }
        json["parallelism"] = op.parallelism;
        if (op.max_parallelism != max_parallelism) {
            json["maxParallelism"] = op.max_parallelism;
        }
        const OperatorHeaders headers = read_headers(snapshot, index, outcome);
        if (!headers.lost.empty()) {
            outcome.damaged.push_back("operator " + names.label(index) + ": " + std::to_string(headers.lost.size()) +
                                      " of its headers are lost with their files; the first: " + headers.lost.front());
        }
        OperatorSchema(headers, outcome, names.label(index), complete).add_to(json);
        if (!op.coordinator_state.is_null()) {
            json["coordinator"] = base64(op.coordinator_state.bytes.view());
        }
    }
    return document;
}

std::string schema_document(const Snapshot& snapshot, const OperatorNames& names,
                            const std::vector<std::size_t>& operators, InspectOutcome& outcome) {
    return document_text(schema_json(snapshot, names, operators, outcome));
}

}  // namespace sp

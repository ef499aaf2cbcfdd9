#include "restore/savepoint_schema.hpp"

#include <algorithm>

#include "metadata/flink_compatibility.hpp"
#include "restore/operator_headers.hpp"
#include "restore/state_identity.hpp"
#include "sp/error.hpp"
#include "types/type_parts.hpp"

namespace sp {
namespace {

/// Both queues of a service belong together, even where only one was written.
void add_missing_queues(std::vector<StateDescriptor>& timers) {
    const std::vector<StateDescriptor> known = timers;
    for (StateDescriptor queue : known) {
        queue.timer_domain =
            queue.timer_domain == TimerDomain::kEventTime ? TimerDomain::kProcessingTime : TimerDomain::kEventTime;
        queue.name = timer_state_name(queue.timer_domain, queue.timer_service);
        if (std::none_of(timers.begin(), timers.end(),
                         [&](const StateDescriptor& other) { return is_same_state(queue, other); })) {
            timers.push_back(queue);
        }
    }
}

bool merge(TypePtr& known, const TypePtr& other) {
    TypePtr merged = with_subclasses_of(known, other);
    const bool is_same = merged != nullptr || known == other;
    known = is_same ? std::move(merged) : known;
    return is_same;
}

/// Whether the state of another subtask goes under one header with this, which gets the subclasses that it has met.
bool merge(StateDescriptor& known, const StateDescriptor& other) {
    StateDescriptor merged = known;
    if (!merge(merged.key, other.key) || !merge(merged.name_space, other.name_space) ||
        !merge(merged.map_key, other.map_key) || !merge(merged.value, other.value)) {
        return false;
    }
    const auto serializer_of = [&](const StateDescriptor& state) {
        TypePtr serializer = state.serializer;
        for (const auto part : {&StateDescriptor::key, &StateDescriptor::name_space, &StateDescriptor::map_key,
                                &StateDescriptor::value}) {
            serializer = state.*part ? with_part(serializer, state.*part, merged.*part) : serializer;
        }
        return serializer;
    };
    merged.serializer = serializer_of(known);
    if (!merge(merged.serializer, serializer_of(other))) {
        return false;
    }
    known = std::move(merged);
    return true;
}

/// Keys of all states are of one type.
void set_key(StateDescriptor& state, const TypePtr& key) {
    if (state.key != nullptr && state.key != key) {
        state.serializer = with_part(state.serializer, state.key, key);
        state.key = key;
    }
}

}  // namespace

SchemaOperator read_operator_schema(const Snapshot& snapshot, const OperatorNames& names, std::size_t operator_index,
                                    const std::function<void(const std::string& state)>& on_differing) {
    const OperatorState& op = snapshot.metadata.operators[operator_index];
    InspectOutcome outcome;
    const OperatorHeaders headers = read_headers(snapshot, operator_index, outcome);
    const std::string label = "operator " + names.label(operator_index) + ": ";
    if (!headers.lost.empty()) {
        throw InputError(label + "its schema is lost with its files: " + headers.lost.front());
    }
    if (!outcome.damaged.empty()) {
        throw InputError(label + outcome.damaged.front());
    }
    if (!outcome.unsupported.empty()) {
        throw UnsupportedError(label + outcome.unsupported.front());
    }
    SchemaOperator schema;
    schema.uid = names.uid(operator_index);
    schema.operator_id = schema.uid.empty() ? op.id.hex() : "";
    schema.name = op.name;
    schema.parallelism = op.parallelism;
    schema.max_parallelism = op.max_parallelism;
    schema.key = headers.key;
    if (!op.coordinator_state.is_null()) {
        const Bytes bytes = op.coordinator_state.bytes.view();
        schema.coordinator = ByteVector(bytes.begin(), bytes.end());
    }
    for (const DescribedState& described : headers.states) {
        StateDescriptor state = described.state;
        const bool is_timer = state.kind == StateKind::kTimer;
        std::vector<StateDescriptor>& states = is_timer ? schema.timers : schema.states;
        if (is_timer) {
            state.name = timer_state_name(state.timer_domain, state.timer_service);
            schema.key = schema.key ? schema.key : state.key;
        }
        const bool is_key_known = !schema.key || !state.key || merge(schema.key, state.key);
        const auto known = std::find_if(states.begin(), states.end(),
                                        [&](const StateDescriptor& one) { return is_same_state(one, state); });
        if (known == states.end()) {
            states.push_back(std::move(state));
        } else if (!described.is_raw && (!is_key_known || !merge(*known, state))) {
            on_differing(state.name);
        }
    }
    if (schema.key != headers.key) {
        std::for_each(schema.states.begin(), schema.states.end(), [&](auto& state) { set_key(state, schema.key); });
        std::for_each(schema.timers.begin(), schema.timers.end(), [&](auto& state) { set_key(state, schema.key); });
    }
    add_missing_queues(schema.timers);
    return schema;
}

SchemaDocument read_savepoint_schema(const Snapshot& snapshot, const OperatorNames& names,
                                     const std::function<void(const std::string&)>& warn) {
    SchemaDocument document;
    document.flink_version = possible_writers(snapshot.metadata).last;
    for (std::size_t i = 0; i < snapshot.metadata.operators.size(); ++i) {
        document.operators.push_back(read_operator_schema(snapshot, names, i, [&](const std::string& state) {
            warn("operator " + names.label(i) + ": subtasks differ in the serializers of '" + state +
                 "'; those of the first are taken");
        }));
    }
    return document;
}

}  // namespace sp

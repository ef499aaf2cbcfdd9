#include "restore/savepoint_schema.hpp"

#include <algorithm>

#include "metadata/flink_compatibility.hpp"
#include "restore/operator_headers.hpp"
#include "sp/error.hpp"

namespace sp {
namespace {

bool is_same_state(const StateDescriptor& a, const StateDescriptor& b) {
    return a.kind == StateKind::kTimer || b.kind == StateKind::kTimer
               ? a.kind == b.kind && a.timer_service == b.timer_service && a.timer_domain == b.timer_domain
               : a.name == b.name && a.kind == b.kind;
}

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

}  // namespace

SchemaDocument read_savepoint_schema(const Snapshot& snapshot, const OperatorNames& names,
                                     const std::function<void(const std::string&)>& warn) {
    SchemaDocument document;
    document.flink_version = possible_writers(snapshot.metadata).last;
    for (std::size_t i = 0; i < snapshot.metadata.operators.size(); ++i) {
        const OperatorState& op = snapshot.metadata.operators[i];
        InspectOutcome outcome;
        const OperatorHeaders headers = read_headers(snapshot, i, outcome);
        const std::string label = "operator " + names.label(i) + ": ";
        if (!headers.lost.empty()) {
            throw InputError(label + "its schema is lost with its files: " + headers.lost.front());
        }
        if (!outcome.damaged.empty()) {
            throw InputError(label + outcome.damaged.front());
        }
        if (!outcome.unsupported.empty()) {
            throw UnsupportedError(label + outcome.unsupported.front());
        }
        SchemaOperator& schema = document.operators.emplace_back();
        schema.uid = names.uid(i);
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
            if (std::none_of(states.begin(), states.end(),
                             [&](const StateDescriptor& known) { return is_same_state(known, state); })) {
                states.push_back(std::move(state));
            } else if (!described.is_raw) {
                warn(label + "subtasks differ in the serializers of '" + state.name +
                     "'; those of the first are taken");
            }
        }
        add_missing_queues(schema.timers);
    }
    return document;
}

}  // namespace sp

#include "rows/import/import_plan.hpp"

#include <algorithm>

#include "sp/error.hpp"
#include "types/schema/forms.hpp"
#include "types/sql_types.hpp"

namespace sp::rows {
namespace {

constexpr std::string_view kWindowTimers = "window-timers";           // WindowOperator.open
constexpr std::string_view kMergingWindowSet = "merging-window-set";  // WindowOperator.open

std::optional<PartEncoder> encoder_of(const TypePtr& type, Exactness exactness) {
    return type ? std::optional<PartEncoder>(std::in_place, type, exactness) : std::nullopt;
}

bool is_time_window(const TypePtr& type) { return type && type->kind == TypeKind::kTimeWindow; }

bool is_merging_window_set(const StateDescriptor& state) {
    return state.kind == StateKind::kList && !state.has_ttl && state.name_space->kind == TypeKind::kVoidNamespace &&
           state.value->kind == TypeKind::kTuple && state.value->nested.size() == 2 &&
           is_time_window(state.value->nested[0]) && is_time_window(state.value->nested[1]);
}

void add_timers(SchemaOperator& schema, const SchemaTarget& target, const TypePtr& window) {
    StateDescriptor timers;
    timers.kind = StateKind::kTimer;
    timers.timer_service = kWindowTimers;
    timers.key = schema.key;
    timers.name_space = window;
    timers.serializer = schema::make_type(TypeKind::kTimer, target, {schema.key, window});
    for (const TimerDomain domain : {TimerDomain::kEventTime, TimerDomain::kProcessingTime}) {
        timers.timer_domain = domain;
        timers.name = timer_state_name(domain, timers.timer_service);
        schema.timers.push_back(timers);
    }
}

void add_merging_window_set(SchemaOperator& schema, const SchemaTarget& target, const TypePtr& window) {
    const auto pair = schema::make_type(TypeKind::kTuple, target, {window, window});
    pair->class_name = "org.apache.flink.api.java.tuple.Tuple2";
    StateDescriptor state;
    state.name = kMergingWindowSet;
    state.kind = StateKind::kList;
    state.key = schema.key;
    state.name_space = schema::make_type(TypeKind::kVoidNamespace, target);
    state.value = pair;
    state.serializer = schema::make_type(TypeKind::kList, target, {pair});
    schema.states.push_back(std::move(state));
}

}  // namespace

SchemaOperator with_window_parts(SchemaOperator schema, const SchemaTarget& target) {
    if (!schema.window) {
        return schema;
    }
    const auto first = std::find_if(schema.states.begin(), schema.states.end(),
                                    [](const StateDescriptor& state) { return is_time_window(state.name_space); });
    if (first == schema.states.end()) {
        throw UsageError("operator " + (schema.uid.empty() ? schema.operator_id : schema.uid) +
                         ": it has a \"window\", but no state with the namespace time-window");
    }
    const TypePtr window = first->name_space;
    const auto has_name = [&](std::string_view name) {
        return std::any_of(schema.states.begin(), schema.states.end(),
                           [&](const StateDescriptor& state) { return is_keyed(state.kind) && state.name == name; });
    };
    if (schema.window->assigner == sp::WindowAssigner::kSession && !has_name(kMergingWindowSet)) {
        add_merging_window_set(schema, target, window);
    }
    const bool has_timers = std::any_of(schema.timers.begin(), schema.timers.end(), [](const StateDescriptor& timers) {
        return timers.timer_service == kWindowTimers;
    });
    if (!has_timers) {
        add_timers(schema, target, window);
    }
    return schema;
}

ImportOperator& ImportPlan::add(const SchemaOperator& schema, std::int32_t parallelism, std::int32_t max_parallelism) {
    auto op = std::make_unique<ImportOperator>();
    op->index = operators_.size();
    op->uid = schema.uid;
    op->id = schema.uid.empty() ? schema.operator_id : hash_of_uid(schema.uid).hex();
    op->parallelism = parallelism;
    op->max_parallelism = max_parallelism;
    op->key = encoder_of(projected_row(schema.key), exactness_);
    std::size_t keyed = 0;
    std::size_t others = 0;
    for (const StateDescriptor& state : schema.states) {
        if (state.name == kMergingWindowSet && is_keyed(state.kind)) {
            op->merging_window_set = op->states.size();
        }
        const TypePtr map_key = state.map_key ? map_key_row(state.map_key, *state.value) : nullptr;
        op->states.push_back({state, is_keyed(state.kind) ? keyed++ : others++,
                              encoder_of(state.name_space, exactness_), encoder_of(map_key, exactness_),
                              PartEncoder(state.value, exactness_)});
    }
    for (const StateDescriptor& queue : schema.timers) {
        const auto known = std::find_if(op->timers.begin(), op->timers.end(), [&](const ImportTimers& timers) {
            return timers.service == queue.timer_service;
        });
        ImportTimers& timers = known != op->timers.end()
                                   ? *known
                                   : op->timers.emplace_back(ImportTimers{
                                         queue.timer_service, PartEncoder(queue.name_space), SIZE_MAX, SIZE_MAX});
        (queue.timer_domain == TimerDomain::kEventTime ? timers.event_position : timers.processing_position) = keyed++;
    }
    if (schema.window) {
        op->window.emplace(*schema.window);
        if (op->window->has_sessions() && !is_merging_window_set(op->states.at(op->merging_window_set).descriptor)) {
            throw UsageError("operator " + op->label() + ": its state '" + std::string(kMergingWindowSet) +
                             "' is not the one in which Flink keeps sessions: a list of "
                             "tuple<time-window,time-window> without a namespace");
        }
        for (std::size_t i = 0; i < op->timers.size(); ++i) {
            if (op->timers[i].service == kWindowTimers) {
                op->window_timers = i;
            }
        }
        if (!is_time_window(op->timers.at(op->window_timers).name_space.type())) {
            throw UsageError("operator " + op->label() + ": the namespace of its window-timers is not time-window");
        }
    }
    return *operators_.emplace_back(std::move(op));
}

OperatorPlan ImportPlan::operator_plan(const ImportOperator& op, const SchemaOperator& schema) {
    OperatorPlan plan;
    plan.id = OperatorId::from_hex(op.id).value_or(OperatorId{});
    plan.uid = op.uid;
    plan.name = schema.name;
    plan.parallelism = op.parallelism;
    plan.max_parallelism = op.max_parallelism;
    plan.key = schema.key;
    plan.coordinator = schema.coordinator;
    for (const StateDescriptor& state : schema.states) {
        (is_keyed(state.kind) ? plan.keyed_states : plan.operator_states).push_back(state);
    }
    plan.keyed_states.insert(plan.keyed_states.end(), schema.timers.begin(), schema.timers.end());
    return plan;
}

const ImportOperator* ImportPlan::find_uid(std::string_view uid) const {
    if (uid.empty()) {
        return nullptr;
    }
    for (const auto& op : operators_) {
        if (op->uid == uid) {
            return op.get();
        }
    }
    return find_id(hash_of_uid(uid).hex());
}

const ImportOperator* ImportPlan::find_id(std::string_view text) const {
    const std::optional<OperatorId> id = OperatorId::from_hex(text);
    for (const auto& op : operators_) {
        if (id && op->id == id->hex()) {
            return op.get();
        }
    }
    return nullptr;
}

}  // namespace sp::rows

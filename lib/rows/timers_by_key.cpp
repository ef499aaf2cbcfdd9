#include "rows/timers_by_key.hpp"

#include <algorithm>

namespace sp::rows {

TimersByKeyWriter::TimersByKeyWriter(OutputBuffer& out, std::vector<OperatorName> operators, TimersByKeyOptions options)
    : out_(out),
      operators_(std::move(operators)),
      options_(std::move(options)),
      rows_left_(options_.limit.value_or(UINT64_MAX)),
      sorter_(options_.memory, options_.temporary_folder, EntryOrder::kTimersByKey) {}

TimersByKeyWriter::~TimersByKeyWriter() = default;

TimersByKeyWriter::Plan& TimersByKeyWriter::plan_of(const StateDescriptor& state) {
    const auto [slot, is_new] = plans_.try_emplace(&state);
    Plan& plan = slot->second;
    if (is_new) {
        const OperatorName& name = operators_.at(state.operator_index);
        const std::string service = json_text(state.timer_service);
        const auto [known, is_first] = services_.try_emplace({state.operator_index, state.timer_service});
        if (is_first) {
            known->second.label.text = "operator " + name.label + ": timer service " + service;
            known->second.rows_left = options_.limit_per_service.value_or(UINT64_MAX);
        }
        plan.service = &known->second;
        plan.key = std::make_unique<Part>("key", state.key,
                                          "{" + name.member + ",\"service\":" + service + ",\"key\":", options_.rules);
        if (state.name_space->kind != TypeKind::kVoidNamespace) {
            plan.name_space = std::make_unique<Part>("namespace", state.name_space, ",\"namespace\":", options_.rules);
        }
    }
    return plan;
}

void TimersByKeyWriter::add(const EntryBatch& batch) {
    const std::pair group(batch.state->operator_index, batch.key_group);
    if (group != group_) {
        print_group();
        group_ = group;
    }
    sorter_.add(batch);
}

void TimersByKeyWriter::finish() { print_group(); }

void TimersByKeyWriter::print_group() {
    sorter_.finish();
    EntryBatch batch;
    while (sorter_.next(batch)) {
        Plan& plan = plan_of(*batch.state);
        const Entry& timer = batch.entries.front();
        if (!is_open_ || !belongs_to_row(plan, timer)) {
            end_row();
            begin_row(plan, batch);
        }
        if (is_shown_) {
            add_timestamp(*batch.state, timer.timestamp);
        }
    }
    end_row();
}

bool TimersByKeyWriter::belongs_to_row(const Plan& plan, const Entry& timer) const {
    return plan.service == service_ && std::equal(key_.begin(), key_.end(), timer.key.begin(), timer.key.end()) &&
           std::equal(name_space_.begin(), name_space_.end(), timer.name_space.begin(), timer.name_space.end());
}

void TimersByKeyWriter::begin_row(Plan& plan, const EntryBatch& batch) {
    const Entry& timer = batch.entries.front();
    is_open_ = true;
    service_ = plan.service;
    key_.assign(timer.key.begin(), timer.key.end());
    name_space_.assign(timer.name_space.begin(), timer.name_space.end());
    is_shown_ = rows_left_ > 0 && plan.service->rows_left > 0;
    if (!is_shown_) {
        return;
    }
    --rows_left_;
    --plan.service->rows_left;
    JsonSink<true> sink(head_.begin(key_.size() + name_space_.size() + 4096), &head_);
    PartPrinter<true> parts(sink, options_.rules, {batch, timer, plan.service->label});
    parts.part(*plan.key, timer.key);
    if (plan.name_space) {
        parts.part(*plan.name_space, timer.name_space);
    }
    sink.append(",\"event_time\":[");
    out_.append(head_.text(sink.out()));
    domain_ = TimerDomain::kEventTime;
    has_timestamp_ = false;
    tail_.clear();
    if (options_.raw) {
        tail_ = ",\"raw\":{\"key\":\"" + base64_text(timer.key) + "\",\"namespace\":\"" +
                base64_text(timer.name_space) + "\"},\"key_group\":" + std::to_string(batch.key_group);
    }
}

void TimersByKeyWriter::add_timestamp(const StateDescriptor& state, std::int64_t timestamp) {
    constexpr std::size_t kRoom = 64;
    if (state.timer_domain != domain_) {
        domain_ = state.timer_domain;
        has_timestamp_ = false;
        out_.append("],\"processing_time\":[");
    }
    JsonSink<false> sink(out_.reserve(kRoom));
    sink.element(has_timestamp_ ? 1 : 0);
    sink.long_integer(timestamp, options_.rules.int64_as_string);
    out_.commit(sink.out());
    has_timestamp_ = true;
}

void TimersByKeyWriter::end_row() {
    if (is_open_ && is_shown_) {
        out_.append(domain_ == TimerDomain::kEventTime ? "],\"processing_time\":[]" : "]");
        out_.append(tail_);
        out_.append("}\n");
    }
    is_open_ = false;
}

}  // namespace sp::rows

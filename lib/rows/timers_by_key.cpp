#include "rows/timers_by_key.hpp"

#include <algorithm>

namespace sp::rows {

TimersByKeyWriter::TimersByKeyWriter(OutputBuffer& out, std::vector<OperatorName> operators, TimersByKeyOptions options)
    : out_(out),
      operators_(std::move(operators)),
      options_(std::move(options)),
      marks_(marks(options_.csv)),
      fields_(out, options_.rules, options_.null_text, std::move(options_.keys)),
      has_header_(!options_.csv),
      rows_left_(options_.limit.value_or(UINT64_MAX)),
      sorter_(options_.memory, options_.temporary_folder, EntryOrder::kTimersByKey) {}

TimersByKeyWriter::~TimersByKeyWriter() = default;

const TimersByKeyWriter::Marks& TimersByKeyWriter::marks(bool is_csv) {
    static constexpr Marks kJson = {",\"event_time\":[", "],\"processing_time\":[", "]", "}\n", "\""};
    static constexpr Marks kCsv = {",\"[", "]\",\"[", "]\"", "\n", "\"\""};
    return is_csv ? kCsv : kJson;
}

void TimersByKeyWriter::header() {
    if (!has_header_) {
        has_header_ = true;
        fields_.header("service,",
                       "event_time,processing_time" + std::string(options_.raw ? TimerFields::kRawNames : ""));
    }
}

TimersByKeyWriter::Plan& TimersByKeyWriter::plan_of(const StateDescriptor& state) {
    const auto met = plans_.find(&state);
    if (met != plans_.end()) {
        return met->second;
    }
    const OperatorName& name = operators_.at(state.operator_index);
    const std::string service = json_text(state.timer_service);
    const auto [known, is_first] = services_.try_emplace({state.operator_index, state.timer_service});
    if (is_first) {
        known->second.label.text = "operator " + name.label + ": timer service " + service;
        known->second.rows_left = options_.limit_per_service.value_or(UINT64_MAX);
    }
    const std::string head = options_.csv ? "" : "{" + name.member + ",\"service\":" + service + ",\"key\":";
    Plan plan{&known->second, TimerParts(state, head, options_.csv ? "" : ",\"namespace\":", options_.rules), ""};
    if (options_.csv) {
        plan.head = fields_.head(name, {state.timer_service});
    }
    return plans_.emplace(&state, std::move(plan)).first->second;
}

void TimersByKeyWriter::write(const EntryBatch& batch, std::size_t) {
    const std::pair group(batch.state->operator_index, batch.key_group);
    if (group != group_) {
        print_group();
        group_ = group;
    }
    sorter_.add(batch);
}

void TimersByKeyWriter::finish() {
    header();
    print_group();
}

void TimersByKeyWriter::print_group() {
    header();
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
    print_key(plan, {batch, timer, plan.service->label});
    out_.append(marks_.events);
    domain_ = TimerDomain::kEventTime;
    has_timestamp_ = false;
    tail_.clear();
    if (options_.raw) {
        tail_ = options_.csv
                    ? TimerFields::raw(batch, timer)
                    : ",\"raw\":{\"key\":\"" + base64_text(timer.key) + "\",\"namespace\":\"" +
                          base64_text(timer.name_space) + "\"},\"key_group\":" + std::to_string(batch.key_group);
    }
}

void TimersByKeyWriter::print_key(const Plan& plan, const EntryPlace& place) {
    if (options_.csv) {
        fields_.begin_row(plan.head, plan.parts, place);
        return;
    }
    JsonSink<true> sink(head_.begin(key_.size() + name_space_.size() + 4096), &head_);
    PartPrinter<true> parts(sink, options_.rules, place);
    parts.part(*plan.parts.key, place.entry.key);
    if (plan.parts.name_space) {
        parts.part(*plan.parts.name_space, place.entry.name_space);
    }
    out_.append(head_.text(sink.out()));
}

void TimersByKeyWriter::add_timestamp(const StateDescriptor& state, std::int64_t timestamp) {
    constexpr std::int64_t kExact = std::int64_t{1} << 53;  // what a double holds exactly
    constexpr std::size_t kRoom = 64;
    if (state.timer_domain != domain_) {
        domain_ = state.timer_domain;
        has_timestamp_ = false;
        out_.append(marks_.processing);
    }
    const bool is_text = options_.rules.int64_as_string && (timestamp > kExact || timestamp < -kExact);
    char* at = out_.reserve(kRoom);
    if (has_timestamp_) {
        *at++ = ',';
    }
    at = is_text ? put(at, marks_.quote) : at;
    at = text::write_int(at, timestamp);
    at = is_text ? put(at, marks_.quote) : at;
    out_.commit(at);
    has_timestamp_ = true;
}

void TimersByKeyWriter::end_row() {
    if (is_open_ && is_shown_) {
        if (domain_ == TimerDomain::kEventTime) {
            out_.append(marks_.processing);
        }
        out_.append(marks_.end);
        out_.append(tail_);
        out_.append(marks_.row_end);
    }
    is_open_ = false;
}

}  // namespace sp::rows

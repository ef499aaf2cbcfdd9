#include "rows/timers_csv_writer.hpp"

#include "types/codecs/text/integers.hpp"

namespace sp::rows {

TimersCsvWriter::TimersCsvWriter(OutputBuffer& out, std::vector<OperatorName> operators, KeyColumns keys,
                                 const TimersOptions& options, Warn warn)
    : out_(out),
      operators_(std::move(operators)),
      rules_{options.strict, options.int64_as_string, std::move(warn), options.lossless},
      is_raw_(options.raw),
      fields_(out, rules_, options.null_text.value_or(""), std::move(keys)) {}

TimersCsvWriter::Plan& TimersCsvWriter::plan_of(const StateDescriptor& state) {
    const auto known = plans_.find(&state);
    if (known != plans_.end()) {
        return known->second;
    }
    const OperatorName& name = operators_.at(state.operator_index);
    return plans_
        .emplace(&state, Plan{TimerParts(state, "", "", rules_),
                              fields_.head(name, {name_of(state.timer_domain), state.timer_service}),
                              {"operator " + name.label + ": state '" + state.name + "'"}})
        .first->second;
}

void TimersCsvWriter::header() {
    if (!has_header_) {
        has_header_ = true;
        fields_.header("timer,service,", "timestamp" + std::string(is_raw_ ? TimerFields::kRawNames : ""));
    }
}

void TimersCsvWriter::write(const EntryBatch& batch, std::size_t count) {
    header();
    Plan& plan = plan_of(*batch.state);
    for (std::size_t i = 0; i < count; ++i) {
        const Entry& timer = batch.entries[i];
        fields_.begin_row(plan.head, plan.parts, {batch, timer, plan.label});
        char* at = out_.reserve(text::kMaxInt + 1);
        *at++ = ',';
        out_.commit(text::write_int(at, timer.timestamp));
        if (is_raw_) {
            out_.append(TimerFields::raw(batch, timer));
        }
        out_.append("\n");
    }
}

}  // namespace sp::rows

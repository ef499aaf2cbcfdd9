#include "sp/statistics.hpp"

#include <algorithm>

#include "report/statistics/count_entries.hpp"
#include "report/statistics/statistics_json.hpp"
#include "report/statistics/statistics_text.hpp"
#include "sp/error.hpp"

namespace sp {
namespace {

using namespace statistics;

/// The keyed states of the chosen operators, which may turn out empty.
AllStatistics known_states(EntryReader& reader) {
    AllStatistics states;
    for (const std::size_t index : reader.operators()) {
        for (const StateDescriptor* const state : reader.keyed_states(index)) {
            StateStatistics& statistics = states[StateIdentity(*state)];
            statistics.has_ttl = statistics.has_ttl || state->has_ttl;
        }
    }
    return states;
}

/// By uid, whose hash the id is, or by id.
bool is_operator(const rows::OperatorName& name, const std::string& wanted) {
    return name.uid == wanted || name.id == wanted || name.id == hash_of_uid(wanted).hex();
}

void set_expiry(AllStatistics& states, const std::vector<rows::OperatorName>& operators,
                const StateTimeToLive& time_to_live, std::int64_t at) {
    const std::string what = time_to_live.uid + "/" + time_to_live.state;
    bool is_there = false;
    for (auto& [state, statistics] : states) {
        if (state.kind == StateKind::kTimer || state.name != time_to_live.state ||
            !is_operator(operators[state.operator_index], time_to_live.uid)) {
            continue;
        }
        if (!statistics.has_ttl) {
            throw UsageError("--ttl: the state " + what + " has no TTL: its values have no time stamps");
        }
        is_there = true;
        statistics.expiry = Expiry{time_to_live.duration, at};
    }
    if (!is_there) {
        throw UsageError("--ttl: no keyed state that is counted is " + what);
    }
}

OperatorShape shape_of(const OperatorState& op, const ReadOptions& read) {
    OperatorShape shape{op.parallelism, op.max_parallelism, 0, op.max_parallelism - 1};
    if (read.key_groups) {
        shape.first_group = read.key_groups->first;
        shape.last_group = std::min(read.key_groups->second, shape.last_group);
    }
    return shape;
}

class StatisticsPrinter {
public:
    StatisticsPrinter(rows::RowInput& input, const StatisticsOptions& options, ByteSink& sink)
        : reader_(input.reader()), options_(options), operators_(input.operators()), sink_(sink) {}

    void print(const AllStatistics& all) {
        std::vector<const AllStatistics::value_type*> states;  // of an operator
        for (const auto& one : all) {
            if (!states.empty() && states.front()->first.operator_index != one.first.operator_index) {
                print(states);
                states.clear();
            }
            states.push_back(&one);
        }
        if (!states.empty()) {
            print(states);
        }
    }

private:
    void print(const std::vector<const AllStatistics::value_type*>& states) {
        const std::size_t index = states.front()->first.operator_index;
        const rows::OperatorName& name = operators_.at(index);
        const OperatorShape shape = shape_of(reader_.metadata().operators[index], options_.read);
        if (options_.json) {
            for (const auto* one : states) {
                sink_.write(options_.by_key_group ? key_groups_json(name, one->first, one->second, shape)
                                                  : state_json(name, one->first, one->second, shape, keys_));
            }
            return;
        }
        const std::string text = options_.by_key_group ? key_groups_text(name, shape, states)
                                                       : operator_text(name, shape, states, options_.bars, keys_);
        sink_.write((has_printed_ && !text.empty() ? "\n" : "") + text);
        has_printed_ = has_printed_ || !text.empty();
    }

    EntryReader& reader_;
    const StatisticsOptions& options_;
    const std::vector<rows::OperatorName> operators_;
    ByteSink& sink_;
    KeyText keys_;
    bool has_printed_ = false;
};

}  // namespace

void print_statistics(std::string_view savepoint, const StatisticsOptions& options, ByteSink& sink) {
    ReadOptions read = options.read;
    read.is_sorted = false;
    rows::RowInput input(savepoint, std::move(read), options.keys);
    AllStatistics states = known_states(input.reader());
    const std::vector<rows::OperatorName> operators = input.operators();
    for (const StateTimeToLive& time_to_live : options.times_to_live) {
        set_expiry(states, operators, time_to_live, options.ttl_at);
    }
    count_entries(input, {options.threads, options.part_size, options.read.memory, options.read.temporary_folder},
                  states);
    if (!input.reader().unsupported().empty()) {  // what has not been read is not empty
        std::erase_if(states, [](const auto& one) { return one.second.groups.empty(); });
    }
    StatisticsPrinter(input, options, sink).print(states);
    sink.close();
    input.check();
}

}  // namespace sp

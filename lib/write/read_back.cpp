#include "write/read_back.hpp"

#include <algorithm>

#include "io/sort_key.hpp"
#include "sp/error.hpp"
#include "sp/read.hpp"

namespace sp {
namespace {

bool is_same_state(const StateDescriptor& a, const StateDescriptor& b) {
    return a.kind == b.kind &&
           (a.kind == StateKind::kTimer ? a.timer_service == b.timer_service && a.timer_domain == b.timer_domain
                                        : a.name == b.name);
}

std::size_t position_of(const PlannedOperator& op, const StateDescriptor& state) {
    const auto& states = is_keyed(state.kind) ? op.plan.keyed_states : op.plan.operator_states;
    const auto found = std::find_if(states.begin(), states.end(),
                                    [&](const StateDescriptor& planned) { return is_same_state(planned, state); });
    return static_cast<std::size_t>(found - states.begin());
}

class Reading {
public:
    explicit Reading(const std::vector<PlannedOperator>& operators) : operators_(operators) {}

    WrittenChecksums read(const std::string& folder) {
        ReadOptions options;
        options.with_timers = true;
        EntryReader reader(folder, options);
        EntryBatch batch;
        while (reader.next(batch)) {
            add(batch);
        }
        return std::move(checksums_);
    }

private:
    void add(const EntryBatch& batch) {
        const StateDescriptor& state = *batch.state;
        if (state.kind == StateKind::kCoordinator) {
            return;
        }
        const PlannedOperator& op = operators_[state.operator_index];
        const std::size_t position = position_of(op, state);
        StateChecksum& sum = checksums_[{state.operator_index, is_keyed(state.kind), position}];
        for (const Entry& entry : batch.entries) {
            if (is_keyed(state.kind)) {
                identity_.clear();
                op.keys.at(position).append(identity_, entry);
                value_.assign(state.kind == StateKind::kMap ? 1 : 0, entry.is_null_value ? 1 : 0);
                value_.insert(value_.end(), entry.value.begin(), entry.value.end());
                sum.add(batch.key_group, identity_, value_);
            } else if (state.kind == StateKind::kBroadcast) {
                sum.add(0, entry.map_key, entry.value);
            } else {
                sum.add(batch.subtask, element_identity(entry.index), entry.value);
            }
        }
    }

    const std::vector<PlannedOperator>& operators_;
    WrittenChecksums checksums_;
    ByteVector identity_;
    ByteVector value_;
};

}  // namespace

ByteVector element_identity(std::int64_t index) {
    ByteVector identity;
    append_number(identity, index);
    return identity;
}

void check_read_back(const std::string& folder, const std::vector<PlannedOperator>& operators,
                     const WrittenChecksums& written) {
    const WrittenChecksums found = Reading(operators).read(folder);
    WrittenChecksums all = written;
    all.insert(found.begin(), found.end());
    const auto sum_in = [](const WrittenChecksums& sums, const WrittenChecksums::key_type& key) {
        const auto at = sums.find(key);
        return at == sums.end() ? StateChecksum() : at->second;
    };
    for (const auto& [key, unused] : all) {
        const StateChecksum wanted = sum_in(written, key);
        const StateChecksum got = sum_in(found, key);
        if (wanted == got) {
            continue;
        }
        const auto& [index, is_keyed_state, position] = key;
        const PlannedOperator& op = operators[index];
        const auto& states = is_keyed_state ? op.plan.keyed_states : op.plan.operator_states;
        throw OutputError("operator " + op.label() + ": state '" +
                          (position < states.size() ? states[position].name : std::string("?")) + "': " +
                          std::to_string(wanted.count) + " entries were written, and " + std::to_string(got.count) +
                          (wanted.count == got.count ? " others" : "") + " were read back; nothing is kept");
    }
}

}  // namespace sp

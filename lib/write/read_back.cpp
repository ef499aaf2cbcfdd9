#include "write/read_back.hpp"

#include "restore/state_identity.hpp"
#include "sp/error.hpp"
#include "sp/read.hpp"

namespace sp {
namespace {

std::size_t position_of(const PlannedOperator& op, const StateDescriptor& state) {
    return sp::position_of(is_keyed(state.kind) ? op.plan.keyed_states : op.plan.operator_states, state);
}

class Reading {
public:
    using IsWritten = std::function<bool(std::size_t op, bool is_keyed_state)>;

    Reading(const std::vector<PlannedOperator>& operators, const IsWritten& is_written)
        : operators_(operators), is_written_(is_written) {}

    WrittenChecksums read(const std::string& folder) {
        ReadOptions options;
        options.with_timers = true;
        std::map<OperatorId, std::size_t> planned;
        for (std::size_t i = 0; i < operators_.size(); ++i) {
            if (is_written_(i, true) || is_written_(i, false)) {
                planned[operators_[i].plan.id] = i;
                options.operator_ids.push_back(operators_[i].plan.id.hex());
            }
        }
        if (planned.empty()) {
            return {};
        }
        EntryReader reader(folder, options);
        EntryBatch batch;
        while (reader.next(batch)) {
            add(batch, planned.at(reader.metadata().operators[batch.state->operator_index].id));
        }
        return std::move(checksums_);
    }

private:
    void add(const EntryBatch& batch, std::size_t planned) {
        const StateDescriptor& state = *batch.state;
        if (state.kind == StateKind::kCoordinator || !is_written_(planned, is_keyed(state.kind))) {
            return;
        }
        const PlannedOperator& op = operators_[planned];
        const std::size_t position = position_of(op, state);
        StateChecksum& sum = checksums_[{planned, is_keyed(state.kind), position}];
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
                sum.add(batch.subtask, ElementIdentity(entry.index).view(), entry.value);
            }
        }
    }

    const std::vector<PlannedOperator>& operators_;
    const IsWritten& is_written_;
    WrittenChecksums checksums_;
    ByteVector identity_;
    ByteVector value_;
};

}  // namespace

void check_read_back(const std::string& folder, const std::vector<PlannedOperator>& operators,
                     const WrittenChecksums& written,
                     const std::function<bool(std::size_t op, bool is_keyed_state)>& is_written) {
    const WrittenChecksums found = Reading(operators, is_written).read(folder);
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

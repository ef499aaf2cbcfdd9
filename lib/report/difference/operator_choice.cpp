#include "report/difference/operator_choice.hpp"

#include <algorithm>

#include "metadata/snapshot_location.hpp"
#include "restore/operator_names.hpp"
#include "types/schema/name_suggestions.hpp"

namespace sp::difference {

OperatorChoice::OperatorChoice(const ReadOptions& options, const DifferenceFilter& filter)
    : options_(options), filter_(filter) {
    for (const std::string& uid : options.uids) {
        named_.emplace_back(uid, hash_of_uid(uid));
    }
    for (const std::string& hex : options.operator_ids) {
        named_.emplace_back(hex, OperatorId::from_hex(hex).value_or(OperatorId{}));
    }
}

void OperatorChoice::look_into(Side side, std::string_view savepoint) {
    const SavepointMetadata metadata = on_side(side, [&] { return open_snapshot(savepoint, options_.files); }).metadata;
    const OperatorNames names(metadata, options_.uid_list);
    for (std::size_t i = 0; i < metadata.operators.size(); ++i) {
        const OperatorId& id = metadata.operators[i].id;
        OperatorKey& key = there_[id];
        key = {key.uid.empty() ? names.uid(i) : key.uid, id.hex()};
        sides_[static_cast<std::size_t>(side)].insert(id);
    }
}

void OperatorChoice::check() const {
    std::vector<OperatorKey> operators;
    std::vector<std::string> labels;
    for (const auto& [id, key] : there_) {
        operators.push_back(key);
        labels.push_back(key.label());
    }
    for (const auto& [name, id] : named_) {
        if (!there_.contains(id)) {
            throw UsageError("neither savepoint has an operator '" + name +
                             "'; there are:" + list_nearest(name, labels));
        }
    }
    filter_.check_operators(operators);
}

bool OperatorChoice::is_chosen(const OperatorId& id) const {
    const bool is_named = named_.empty() || std::any_of(named_.begin(), named_.end(),
                                                        [&](const auto& named) { return named.second == id; });
    return is_named && !filter_.ignores(there_.at(id));
}

OperatorSelection OperatorChoice::selection() const {
    if (!is_needed()) {
        return std::nullopt;
    }
    std::set<OperatorId> chosen;
    for (const auto& [id, key] : there_) {
        if (is_chosen(id)) {
            chosen.insert(id);
        }
    }
    return chosen;
}

std::vector<std::string> OperatorChoice::ids_of(Side side) const {
    std::vector<std::string> ids;
    for (const OperatorId& id : sides_[static_cast<std::size_t>(side)]) {
        if (is_chosen(id)) {
            ids.push_back(id.hex());
        }
    }
    return ids;
}

}  // namespace sp::difference

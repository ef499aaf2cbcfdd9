#include "restore/operator_names.hpp"

#include <algorithm>
#include <map>

#include "sp/error.hpp"
#include "types/codecs/text/strings.hpp"
#include "types/schema/name_suggestions.hpp"

namespace sp {

OperatorNames::OperatorNames(const SavepointMetadata& metadata, const std::vector<std::string>& uids)
    : metadata_(metadata) {
    std::map<OperatorId, std::string> candidates;
    for (const std::string& uid : uids) {
        candidates.emplace(hash_of_uid(uid), uid);
    }
    for (const OperatorState& op : metadata.operators) {
        uids_.push_back(op.uid);
        is_matched_.push_back(false);
        const auto found = candidates.find(op.id);
        if (op.uid.empty() && found != candidates.end()) {
            uids_.back() = found->second;
            is_matched_.back() = true;
        }
    }
}

std::string OperatorNames::label(std::size_t operator_index) const {
    const std::string& name = uid(operator_index);
    return name.empty() ? metadata_.operators[operator_index].id.hex() : name;
}

std::string OperatorNames::json_member(std::size_t operator_index) const {
    const std::string& name = uid(operator_index);
    if (name.empty()) {
        return "\"operator\":\"" + metadata_.operators[operator_index].id.hex() + "\"";
    }
    std::string quoted(text::max_string(name.size()), '\0');
    quoted.resize(static_cast<std::size_t>(text::write_json_string(quoted.data(), name) - quoted.data()));
    return "\"uid\":" + quoted;
}

std::vector<std::size_t> OperatorNames::select(const std::vector<std::string>& uids,
                                               const std::vector<std::string>& operator_ids) const {
    std::vector<bool> is_wanted(uids_.size(), uids.empty() && operator_ids.empty());
    const auto want = [&](const OperatorId& id) {
        bool has_match = false;
        for (std::size_t i = 0; i < uids_.size(); ++i) {
            if (metadata_.operators[i].id == id) {
                is_wanted[i] = true;
                has_match = true;
            }
        }
        return has_match;
    };
    for (const std::string& uid : uids) {
        if (!want(hash_of_uid(uid))) {
            fail_unknown("uid", uid);
        }
    }
    for (const std::string& hex : operator_ids) {
        const std::optional<OperatorId> id = OperatorId::from_hex(hex);
        if (!id || !want(*id)) {
            fail_unknown("operator id", hex);
        }
    }
    std::vector<std::size_t> selected;
    for (std::size_t i = 0; i < is_wanted.size(); ++i) {
        if (is_wanted[i]) {
            selected.push_back(i);
        }
    }
    return selected;
}

void OperatorNames::fail_unknown(std::string_view what, std::string_view name) const {
    std::vector<std::string> operators;
    for (std::size_t i = 0; i < uids_.size(); ++i) {
        std::string line = uids_[i];
        line += (line.empty() ? "" : "  ") + metadata_.operators[i].id.hex();
        if (!metadata_.operators[i].name.empty()) {
            line += "  '" + metadata_.operators[i].name + "'";
        }
        operators.push_back(std::move(line));
    }
    throw UsageError("no operator has the " + std::string(what) + " '" + std::string(name) +
                     "'; there are:" + list_nearest(name, operators));
}

}  // namespace sp

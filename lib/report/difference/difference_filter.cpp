#include "report/difference/difference_filter.hpp"

#include <algorithm>
#include <optional>

#include "sp/error.hpp"
#include "sp/metadata.hpp"
#include "types/schema/name_suggestions.hpp"

namespace sp::difference {
namespace {

/// The position of the first `separator` behind which no backslash takes its meaning; npos if there is none.
std::size_t find_bare(std::string_view text, char separator) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\') {
            ++i;
        } else if (text[i] == separator) {
            return i;
        }
    }
    return std::string_view::npos;
}

std::string unescaped(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        i += text[i] == '\\' && i + 1 < text.size() ? 1 : 0;
        plain += text[i];
    }
    return plain;
}

}  // namespace

DifferenceFilter::DifferenceFilter(const std::vector<std::string>& words) {
    for (const std::string& word : words) {
        rules_.push_back(parse(word));
    }
}

DifferenceFilter::Rule DifferenceFilter::parse(std::string_view word) {
    static constexpr std::pair<std::string_view, What> kWords[] = {
        {"", What::kEverything}, {"timers", What::kTimers}, {"ttl", What::kTtl}, {"schema", What::kSchema}};
    Rule rule;
    const bool is_path = word.starts_with('.');
    const std::size_t at = is_path ? PathPattern::find_end(word) : find_bare(word, '@');
    const std::string_view head = word.substr(0, at);
    std::optional<std::string_view> place;
    if (at != std::string_view::npos) {
        place = word.substr(at + 1);
    }
    const auto* const known =
        std::find_if(std::begin(kWords), std::end(kWords), [&](const auto& w) { return w.first == head; });
    if (is_path) {
        rule.what = What::kPath;
        rule.path.emplace_back(head);
    } else if (known != std::end(kWords)) {
        rule.what = known->second;
    } else if (!place) {
        place = word;
    } else {
        throw UsageError("'" + std::string(head) + "' in '" + std::string(word) +
                         "' is neither timers, ttl, schema nor a path such as .f1");
    }
    if (place) {
        const std::size_t slash = find_bare(*place, '/');
        rule.op = unescaped(place->substr(0, slash));
        rule.op_as_uid = hash_of_uid(rule.op).hex();
        rule.state = slash == std::string_view::npos ? "" : unescaped(place->substr(slash + 1));
    }
    if (place ? rule.op.empty() : rule.what == What::kEverything) {
        throw UsageError("'" + std::string(word) + "' names no operator");
    }
    return rule;
}

void DifferenceFilter::check_operators(const std::vector<OperatorKey>& operators) const {
    for (const Rule& rule : rules_) {
        if (!rule.op.empty() && std::none_of(operators.begin(), operators.end(),
                                             [&](const OperatorKey& op) { return rule.applies_to(op); })) {
            std::vector<std::string> names;
            for (const OperatorKey& op : operators) {
                names.push_back(op.label());
            }
            throw UsageError("neither savepoint has an operator '" + rule.op +
                             "'; there are:" + list_nearest(rule.op, names));
        }
    }
}

bool DifferenceFilter::ignores(const OperatorKey& op) const {
    return std::any_of(rules_.begin(), rules_.end(), [&](const Rule& rule) {
        return rule.what == What::kEverything && rule.state.empty() && rule.applies_to(op);
    });
}

bool DifferenceFilter::ignores_schema(const OperatorKey& op) const {
    return std::any_of(rules_.begin(), rules_.end(), [&](const Rule& rule) {
        return rule.what == What::kSchema && rule.state.empty() && rule.applies_to(op);
    });
}

IgnoredParts DifferenceFilter::of_state(const OperatorKey& op, std::string_view state) const {
    IgnoredParts parts;
    for (const Rule& rule : rules_) {
        if (!rule.applies_to(op, state)) {
            continue;
        }
        switch (rule.what) {
            case What::kEverything: parts.everything = true; break;
            case What::kTimers: break;
            case What::kTtl: parts.ttl = true; break;
            case What::kSchema: parts.schema = true; break;
            case What::kPath: parts.paths.push_back(rule.path.front()); break;
        }
    }
    return parts;
}

IgnoredParts DifferenceFilter::of_timers(const OperatorKey& op, std::string_view service) const {
    IgnoredParts parts;
    parts.schema = ignores_schema(op);
    parts.everything = ignores(op) || std::any_of(rules_.begin(), rules_.end(), [&](const Rule& rule) {
                           return rule.what == What::kTimers && rule.applies_to(op, service);
                       });
    return parts;
}

}  // namespace sp::difference

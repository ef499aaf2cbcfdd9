#pragma once

// What does not count: the words of --ignore.

#include <string>
#include <string_view>
#include <vector>

#include "report/difference/value_path.hpp"

namespace sp::difference {

/// How an operator can be named.
struct OperatorKey {
    std::string uid;  ///< empty if unknown
    std::string id;   ///< 32 hex digits

    [[nodiscard]] const std::string& label() const { return uid.empty() ? id : uid; }
    [[nodiscard]] bool is_named(std::string_view name) const { return name == id || (!uid.empty() && name == uid); }
};

/// Of one state, or of timers of one service.
struct IgnoredParts {
    bool everything = false;
    bool ttl = false;
    bool schema = false;
    std::vector<PathPattern> paths;
};

class DifferenceFilter {
public:
    /// UsageError for a word that is none.
    explicit DifferenceFilter(const std::vector<std::string>& words);

    [[nodiscard]] bool is_empty() const { return rules_.empty(); }

    /// UsageError for an operator that is not among them.
    void check_operators(const std::vector<OperatorKey>& operators) const;

    /// Whether nothing of the operator counts.
    [[nodiscard]] bool ignores(const OperatorKey& op) const;
    [[nodiscard]] IgnoredParts of_state(const OperatorKey& op, std::string_view state) const;
    [[nodiscard]] IgnoredParts of_timers(const OperatorKey& op, std::string_view service) const;
    /// What all states have in common: the type of the keys.
    [[nodiscard]] bool ignores_schema(const OperatorKey& op) const;

private:
    enum class What : std::uint8_t { kEverything, kTimers, kTtl, kSchema, kPath };

    struct Rule {
        What what = What::kEverything;
        std::vector<PathPattern> path;  ///< kPath: one
        std::string op;                 ///< uid or id; empty: of all
        std::string op_as_uid;          ///< the id if it is a uid, which may be known as a hash only
        std::string state;              ///< empty: of all

        [[nodiscard]] bool applies_to(const OperatorKey& key) const {
            return op.empty() || key.is_named(op) || key.id == op_as_uid;
        }
        [[nodiscard]] bool applies_to(const OperatorKey& key, std::string_view name) const {
            return applies_to(key) && (state.empty() || state == name);
        }
    };

    [[nodiscard]] static Rule parse(std::string_view word);

    std::vector<Rule> rules_;
};

}  // namespace sp::difference

#include "report/expectation/operator_expectation.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "report/expectation/state_counts.hpp"
#include "restore/operator_headers.hpp"
#include "types/compatibility.hpp"
#include "types/schema/words.hpp"

namespace sp {
namespace {

constexpr FlinkVersion kMigratesTtl = {2, 2};  // on RocksDB since 2.1, on the heap since 2.2
constexpr FlinkVersion kMigratesTtlInRocksDb = {2, 1};

bool has_kryo(const Type& type) {
    const auto inside = [](const TypePtr& part) { return part != nullptr && has_kryo(*part); };
    const auto in_part = [&](const auto& part) { return inside(part.type); };
    return type.kind == TypeKind::kKryo || std::ranges::any_of(type.nested, inside) ||
           std::ranges::any_of(type.fields, in_part) || std::ranges::any_of(type.registered_subclasses, in_part) ||
           std::ranges::any_of(type.other_subclasses, in_part);
}

std::string in_words(const StateDescriptor& state) { return std::string(name_of(state.kind)) + " state"; }

class OperatorJudge {
public:
    OperatorJudge(const OperatorJudging& judging, std::size_t index, const SchemaOperator& expected)
        : judging_(judging),
          index_(index),
          expected_(expected),
          op_(judging.inspected.snapshot.metadata.operators[index]) {}

    void judge() {
        judge_number("SP-MAX-PARALLELISM", "max parallelism", op_.max_parallelism, expected_.bounds.max_parallelism);
        judge_number("SP-PARALLELISM", "parallelism", op_.parallelism, expected_.bounds.parallelism);
        if (expected_.key == nullptr && !expected_.bounds.has_states && !expected_.bounds.has_timers) {
            return;  // nothing is said of its states
        }
        InspectOutcome outcome;
        headers_ = read_headers(judging_.inspected.snapshot, index_, outcome);
        tell_unread(outcome);
        judge_key();
        for (const StateDescriptor& state : expected_.states) {
            judge_state(state, bounds_of(state));
        }
        for (std::size_t i = 0; i < expected_.bounds.timers.size(); ++i) {
            judge_state(expected_.timers[2 * i], expected_.bounds.timers[i]);
        }
        if (expected_.bounds.is_closed) {
            tell_unexpected();
        }
    }

private:
    /// What several headers, or both queues of a timer service, have in common is told once.
    void tell(std::string_view code, std::string message, std::string state = {}, std::string path = {}) {
        if (!told_.emplace(code, state, path, message).second) {
            return;
        }
        sp::tell(judging_, index_, code, std::move(message), std::move(state), std::move(path));
    }

    void judge_number(std::string_view code, const char* what, std::int32_t found, const NumberRange& range) {
        if (range.is_given() && (found < 0 || !range.contains(static_cast<std::uint64_t>(found)))) {
            tell(code, std::string(what) + " " + std::to_string(found) + ", expected " + to_string(range));
        }
    }

    /// Headers that cannot be read may hold the states that seem to be missing.
    void tell_unread(const InspectOutcome& outcome) {
        is_whole_ = outcome.is_complete() && headers_.lost.empty();
        std::vector<std::string> messages = headers_.lost;
        messages.insert(messages.end(), outcome.damaged.begin(), outcome.damaged.end());
        messages.insert(messages.end(), outcome.unsupported.begin(), outcome.unsupported.end());
        for (const std::string& message : messages) {
            tell("SP-NOT-CHECKED", "a header was not compared: " + message);
        }
    }

    [[nodiscard]] const StateBounds& bounds_of(const StateDescriptor& state) const {
        return expected_.bounds.states[static_cast<std::size_t>(&state - expected_.states.data())];
    }

    void judge_key() {
        if (expected_.key == nullptr) {
            return;
        }
        std::set<const Type*> keys;
        for (const DescribedState& described : headers_.states) {
            keys.insert(described.state.key.get());
        }
        keys.insert(headers_.key.get());
        keys.erase(nullptr);
        for (const Type* const key : keys) {
            judge_fixed(*key, *expected_.key, {}, "key");
            judge_kryo(*key, {}, "key");
        }
    }

    /// States of one name in one group: those of subtasks whose headers differ.
    template <class Visit>
    bool visit_stored(StateGroup group, const std::string& name, Visit&& visit) {
        bool is_there = false;
        for (const DescribedState& described : headers_.states) {
            if (group_of(described.state.kind) == group && name_in_group(described.state) == name) {
                is_there = true;
                visit(described.state);
            }
        }
        return is_there;
    }

    void judge_state(const StateDescriptor& expected, const StateBounds& bounds) {
        const StateGroup group = group_of(expected.kind);
        const std::string& name = name_in_group(expected);
        seen_.insert({group, name});
        const bool is_there =
            visit_stored(group, name, [&](const StateDescriptor& stored) { judge_stored(stored, expected); });
        if (is_there || is_in_other_group(expected) || bounds.is_optional || !may_tell_missing(group)) {
            return;
        }
        tell("SP-STATE-MISSING",
             (group == StateGroup::kTimer ? std::string("timer service") : in_words(expected)) +
                 " is not in the savepoint",
             name);
    }

    /// Of raw timers only the services in front of the first timer are known.
    [[nodiscard]] bool may_tell_missing(StateGroup group) const {
        return is_whole_ && (group != StateGroup::kTimer || headers_.raw_timers == RawTimers::kNo);
    }

    /// A keyed state that is expected as operator state, for instance.
    bool is_in_other_group(const StateDescriptor& expected) {
        if (expected.kind == StateKind::kTimer) {
            return false;
        }
        for (const StateGroup group : {StateGroup::kKeyed, StateGroup::kOperator, StateGroup::kBroadcast}) {
            const bool is_expected = std::ranges::any_of(expected_.states, [&](const StateDescriptor& other) {
                return group_of(other.kind) == group && other.name == expected.name;
            });
            if (!is_expected && visit_stored(group, expected.name,
                                             [&](const StateDescriptor& stored) { judge_stored(stored, expected); })) {
                seen_.insert({group, expected.name});
                return true;
            }
        }
        return false;
    }

    void judge_stored(const StateDescriptor& stored, const StateDescriptor& expected) {
        const std::string& name = name_in_group(expected);
        if (stored.kind != expected.kind) {
            tell("SP-KIND-DIFFERS", "stored " + in_words(stored) + ", expected " + in_words(expected), name);
            return;
        }
        if (stored.name_space && expected.name_space) {
            judge_fixed(*stored.name_space, *expected.name_space, name, "namespace");
        }
        if (stored.map_key && expected.map_key && stored.kind == StateKind::kBroadcast) {
            judge_type(*stored.map_key, *expected.map_key, name, "map_key");
        } else if (stored.map_key && expected.map_key) {
            judge_fixed(*stored.map_key, *expected.map_key, name, "map_key");
        }
        if (stored.value && expected.value) {
            judge_value(stored, expected);
        }
    }

    void judge_value(const StateDescriptor& stored, const StateDescriptor& expected) {
        const std::string& name = expected.name;
        judge_kryo(*stored.value, name, "value");
        const bool is_incompatible = judge_type(*stored.value, *expected.value, name, "value");
        if (stored.has_ttl == expected.has_ttl || is_incompatible) {
            return;
        }
        const std::string words =
            stored.has_ttl ? "stored with TTL, expected without" : "stored without TTL, expected with";
        if (judging_.target >= kMigratesTtl) {
            tell("SP-TYPE-MIGRATABLE", words, name, "ttl");
        } else {
            tell("SP-TYPE-INCOMPATIBLE",
                 words + ": Flink " + to_string(judging_.target) + " does not migrate it" +
                     (judging_.target >= kMigratesTtlInRocksDb ? " on the heap" : ""),
                 name, "ttl");
        }
    }

    /// True if they are incompatible.
    bool judge_type(const Type& stored, const Type& expected, const std::string& state, const char* part) {
        const TypeVerdict verdict = sp::judge_type(stored, expected, judging_.target);
        tell_verdict(verdict, verdict.compatibility, verdict.reason, state, part);
        return verdict.compatibility == Compatibility::kIncompatible;
    }

    /// A part that Flink never migrates.
    void judge_fixed(const Type& stored, const Type& expected, const std::string& state, const char* part) {
        const TypeVerdict verdict = sp::judge_type(stored, expected, judging_.target);
        const bool would_migrate = verdict.compatibility == Compatibility::kMigratable;
        tell_verdict(verdict, would_migrate ? Compatibility::kIncompatible : verdict.compatibility,
                     verdict.reason + (would_migrate ? "; this is never migrated" : ""), state, part);
    }

    void tell_verdict(const TypeVerdict& verdict, Compatibility compatibility, const std::string& reason,
                      const std::string& state, const char* part) {
        const std::string path = part + verdict.path;
        switch (compatibility) {
            case Compatibility::kAsIs: break;
            case Compatibility::kUnknown: tell("SP-TYPE-UNKNOWN", reason, state, path); break;
            case Compatibility::kMigratable: tell("SP-TYPE-MIGRATABLE", reason, state, path); break;
            case Compatibility::kIncompatible: tell("SP-TYPE-INCOMPATIBLE", reason, state, path); break;
        }
    }

    /// Flink 2 has Kryo 5, whose serializers write otherwise than those of Kryo 2; it compares only names.
    void judge_kryo(const Type& stored, const std::string& state, const char* part) {
        const bool is_other =
            judging_.writers.last.major < judging_.target.major || judging_.writers.first.major > judging_.target.major;
        if (is_other && has_kryo(stored)) {
            tell("SP-NOT-CHECKED",
                 "written by the Kryo of Flink " + std::to_string(judging_.writers.last.major) +
                     "; whether that of Flink " + std::to_string(judging_.target.major) +
                     " reads it cannot be told, and Flink does not check it",
                 state, part);
        }
    }

    void tell_unexpected() {
        for (const DescribedState& described : headers_.states) {
            const StateDescriptor& state = described.state;
            const StateGroup group = group_of(state.kind);
            const bool is_judged =
                group == StateGroup::kTimer ? expected_.bounds.has_timers : expected_.bounds.has_states;
            if (!is_judged || !seen_.insert({group, name_in_group(state)}).second) {
                continue;
            }
            tell("SP-STATE-UNEXPECTED",
                 group == StateGroup::kTimer ? "the timer service is not expected"
                                             : "the " + in_words(state) + " of " + type_words(*state.value) +
                                                   " is not expected; Flink keeps it unread",
                 name_in_group(state));
        }
    }

    const OperatorJudging& judging_;
    std::size_t index_;
    const SchemaOperator& expected_;
    const OperatorState& op_;
    OperatorHeaders headers_;
    bool is_whole_ = true;
    std::set<std::pair<StateGroup, std::string>> seen_;
    std::set<std::tuple<std::string, std::string, std::string, std::string>> told_;
};

}  // namespace

void tell(const OperatorJudging& judging, std::size_t operator_index, std::string_view code, std::string message,
          std::string state, std::string path) {
    Finding finding = make_finding(code, std::move(message));
    finding.operator_label = judging.inspected.names.label(operator_index);
    finding.has_uid = !judging.inspected.names.uid(operator_index).empty();
    finding.state = std::move(state);
    finding.path = std::move(path);
    judging.findings.add(std::move(finding));
}

void judge_operator(const OperatorJudging& judging, std::size_t operator_index, const SchemaOperator& expected) {
    OperatorJudge(judging, operator_index, expected).judge();
}

}  // namespace sp

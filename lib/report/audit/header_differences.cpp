// Whether the subtasks of an operator have the same states with the same serializers.

#include "report/audit/checks.hpp"
#include "report/audit/entry_findings.hpp"

namespace sp::auditing {
namespace {

bool is_same(const TypePtr& a, const TypePtr& b) {
    return (a == nullptr || b == nullptr) ? a == b : a->snapshot == b->snapshot;
}

/// What differs between two states of one name, or empty.
std::string_view difference(const StateDescriptor& a, const StateDescriptor& b) {
    return a.kind != b.kind                       ? "kind"
           : !is_same(a.serializer, b.serializer) ? "serializer"
           : !is_same(a.map_key, b.map_key)       ? "serializer of map keys"
           : !is_same(a.name_space, b.name_space) ? "serializer of namespaces"
                                                  : "";
}

class DifferenceCheck {
public:
    explicit DifferenceCheck(OperatorRun& op) : run_(op) {}

    void compare(const StateDescriptor& state, std::int32_t subtask) {
        const auto [slot, is_new] = first_.try_emplace(
            {is_keyed(state.kind), state.kind == StateKind::kBroadcast, state.name}, Seen{&state, subtask});
        if (is_new || slot->second.state == &state) {
            return;
        }
        if (const std::string_view what = difference(*slot->second.state, state); !what.empty()) {
            complain(name_of_state(state), what, slot->second.subtask, subtask);
        }
    }

    void compare_keys(const TypePtr& key, std::int32_t subtask) {
        if (key == nullptr) {
            return;
        }
        if (key_ == nullptr) {
            key_ = key;
            key_subtask_ = subtask;
        } else if (!is_same(key_, key)) {
            complain("", "serializer of keys", key_subtask_, subtask);
        }
    }

private:
    struct Seen {
        const StateDescriptor* state;
        std::int32_t subtask;
    };

    void complain(const std::string& state, std::string_view what, std::int32_t one, std::int32_t other) {
        Finding finding = run_.finding("SP-HEADER-DIFFERS",
                                       "the " + std::string(what) + " differs between subtask " + std::to_string(one) +
                                           " and subtask " + std::to_string(other),
                                       other);
        finding.state = state;
        run_.add(std::move(finding));
    }

    OperatorRun& run_;
    std::map<std::tuple<bool, bool, std::string>, Seen> first_;
    TypePtr key_;
    std::int32_t key_subtask_ = 0;
};

}  // namespace

void check_header_differences(OperatorRun& op) {
    DifferenceCheck check(op);
    for (const KeyedPart& part : op.keyed_parts) {
        if (const auto content = op.keyed_headers.find(part.handle); content != op.keyed_headers.end()) {
            check.compare_keys(content->second->header.key, part.subtask);
            for (const StateDescriptor& state : content->second->descriptors) {
                check.compare(state, part.subtask);
            }
        }
    }
    for (const SubtaskState& subtask : op.op.subtasks) {
        if (!subtask.managed_operator_state) {
            continue;
        }
        const auto content = op.operator_headers.find(&*subtask.managed_operator_state);
        if (content != op.operator_headers.end()) {
            for (const StateDescriptor& state : content->second->descriptors) {
                check.compare(state, subtask.index);
            }
        }
    }
}

}  // namespace sp::auditing

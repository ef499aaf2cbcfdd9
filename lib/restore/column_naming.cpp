#include "restore/column_naming.hpp"

#include <map>
#include <optional>
#include <utility>

#include "restore/operator_headers.hpp"
#include "sp/error.hpp"

namespace sp {
namespace {

/// By uid, by id or, if only one operator has it, by name.
std::optional<std::size_t> find_operator(const Snapshot& snapshot, const std::string& name) {
    const std::vector<OperatorState>& operators = snapshot.metadata.operators;
    const OperatorId of_uid = hash_of_uid(name);
    const std::optional<OperatorId> id = OperatorId::from_hex(name);
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < operators.size(); ++i) {
        if (operators[i].id == of_uid || (id && operators[i].id == *id)) {
            return i;
        }
    }
    for (std::size_t i = 0; i < operators.size(); ++i) {
        if (!name.empty() && operators[i].name == name) {
            if (found) {
                return std::nullopt;
            }
            found = i;
        }
    }
    return found;
}

std::size_t operator_of(const Snapshot& snapshot, const OperatorNames& names, const ColumnNames& columns) {
    if (const std::optional<std::size_t> found = find_operator(snapshot, columns.op)) {
        return *found;
    }
    try {
        return names.select({columns.op}, {}).front();
    } catch (const UsageError& error) {
        throw UsageError(columns.origin + ": " + error.what());
    }
}

struct Header {
    TypePtr key;
    std::vector<StateDescriptor> states;
    bool is_complete = false;
};

Header read_header(const Snapshot& snapshot, std::size_t operator_index) {
    InspectOutcome outcome;
    const OperatorHeaders headers = read_headers(snapshot, operator_index, outcome);
    Header header{headers.key, {}, headers.lost.empty() && outcome.is_complete()};
    for (const DescribedState& state : headers.states) {
        header.states.push_back(state.state);
        if (header.key == nullptr && state.state.kind == StateKind::kTimer) {
            header.key = state.state.key;
        }
    }
    return header;
}

}  // namespace

void name_columns(Snapshot& snapshot, const OperatorNames& names, const std::vector<ColumnNames>& columns) {
    std::map<std::size_t, OperatorColumns> named;
    for (const ColumnNames& one : columns) {
        named[operator_of(snapshot, names, one)].add(one);
    }
    for (const auto& [index, of_operator] : named) {
        const Header header = read_header(snapshot, index);
        if (header.is_complete) {
            of_operator.check(header.key, header.states, names.label(index));
        }
    }
    snapshot.columns = std::move(named);
}

std::vector<ColumnNames> columns_there(const Snapshot& snapshot, const OperatorNames& names,
                                       const std::vector<ColumnNames>& columns) {
    std::vector<ColumnNames> there;
    for (const ColumnNames& one : columns) {
        if (!find_operator(snapshot, one.op)) {
            continue;
        }
        const std::size_t index = operator_of(snapshot, names, one);
        const Header header = read_header(snapshot, index);
        if (OperatorColumns::is_there(one, header.key, header.states)) {
            there.push_back(one);
        }
    }
    return there;
}

TypePtr named_key(const Snapshot& snapshot, std::size_t operator_index, TypePtr key) {
    const auto found = snapshot.columns.find(operator_index);
    return found == snapshot.columns.end() ? key : found->second.named_key(key);
}

StateDescriptor named_state(const Snapshot& snapshot, StateDescriptor state) {
    const auto found = snapshot.columns.find(state.operator_index);
    return found == snapshot.columns.end() ? state : found->second.named_state(state);
}

}  // namespace sp

#include "rewrite/rewrite_plan.hpp"

#include <algorithm>

#include "restore/column_naming.hpp"
#include "restore/savepoint_schema.hpp"
#include "rewrite/transforms.hpp"
#include "sp/error.hpp"
#include "types/schema/name_suggestions.hpp"

namespace sp::rewriting {

bool OperatorRewrite::is_named(std::string_view name) const {
    const std::optional<OperatorId> id = OperatorId::from_hex(name);
    return (!uid.empty() && uid == name) || original().id == hash_of_uid(name) || (id && original().id == *id);
}

const SchemaOperator& OperatorRewrite::schema() const {
    if (!schema_) {
        schema_ = std::make_shared<SchemaOperator>(read_operator_schema(source->snapshot, source->names, index,
                                                                        [&](const std::string& state) {
            throw UnsupportedError("operator " + label() + ": subtasks differ in the serializers of '" + state +
                                   "', so that its state cannot be written under one header");
        }));
    }
    return *schema_;
}

const OperatorHeaders& OperatorRewrite::headers() const {
    if (!headers_) {
        InspectOutcome outcome;
        headers_ = std::make_shared<OperatorHeaders>(read_headers(source->snapshot, index, outcome));
    }
    return *headers_;
}

bool has_keyed_state(const OperatorState& op) {
    return std::any_of(op.subtasks.begin(), op.subtasks.end(), [](const SubtaskState& subtask) {
        return !subtask.managed_keyed_state.is_null() || !subtask.raw_keyed_state.is_null();
    });
}

bool has_operator_state(const OperatorState& op) {
    return std::any_of(op.subtasks.begin(), op.subtasks.end(), [](const SubtaskState& subtask) {
        return subtask.managed_operator_state && !subtask.managed_operator_state->is_empty;
    });
}

RewritePlan::RewritePlan(const RewriteOptions& rewrite_options) : options(rewrite_options) {
    const SavepointMetadata& metadata = open_source(options.savepoint).snapshot.metadata;
    name_columns();
    head = metadata;
    head.operators.clear();
    for (std::size_t i = 0; i < metadata.operators.size(); ++i) {
        OperatorRewrite& op = operators.emplace_back();
        op.source = sources.front().get();
        op.index = i;
        op.uid = input().names.uid(i);
        op.op = metadata.operators[i];
    }
    apply_transforms(*this);
}

Source& RewritePlan::open_source(const std::string& argument) {
    for (const auto& source : sources) {
        if (source->argument == argument) {
            return *source;
        }
    }
    return *sources.emplace_back(
        std::make_unique<Source>(argument, open_snapshot(argument, options.files), options.uid_list));
}

namespace {

bool has(const std::vector<ColumnNames>& all, const ColumnNames& columns) {
    return std::ranges::any_of(
        all, [&](const ColumnNames& one) { return one.op == columns.op && one.target == columns.target; });
}

}  // namespace

/// In each snapshot, before a header is read, those that are for it. Whatever none of them has is told of the input.
void RewritePlan::name_columns() {
    if (options.column_names.empty()) {
        return;
    }
    Source& first = *sources.front();
    const std::vector<ColumnNames> of_input = columns_there(first.snapshot, first.names, options.column_names);
    std::vector<ColumnNames> left = options.column_names;
    for (const RewriteOptions::AddedOperator& added : options.add_from) {
        Source& source = open_source(added.savepoint);
        if (&source == &first) {
            continue;
        }
        const std::vector<ColumnNames> there = columns_there(source.snapshot, source.names, options.column_names);
        sp::name_columns(source.snapshot, source.names, there);
        std::erase_if(left, [&](const ColumnNames& columns) { return has(there, columns) && !has(of_input, columns); });
    }
    sp::name_columns(first.snapshot, first.names, left);
}

OperatorRewrite& RewritePlan::find(std::string_view name, std::string_view option) {
    OperatorRewrite* found = nullptr;
    for (OperatorRewrite& op : operators) {
        if (op.is_named(name)) {
            found = &op;
            if (op.uid == name) {
                break;
            }
        }
    }
    if (found == nullptr) {
        std::vector<std::string> names;
        for (const OperatorRewrite& op : operators) {
            const std::string id = op.original().id.hex();
            std::string line = op.uid.empty() ? id : op.uid + "  " + id;
            if (!op.op.name.empty()) {
                line += "  '" + op.op.name + "'";
            }
            names.push_back(std::move(line));
        }
        throw UsageError(std::string(option) + ": there is no operator '" + std::string(name) + "'" +
                         (names.empty() ? "" : "; there are:" + list_nearest(name, names)));
    }
    return *found;
}

std::vector<OperatorRewrite*> RewritePlan::selected() {
    std::set<OperatorRewrite*> wanted;
    for (const std::string& uid : options.uids) {
        wanted.insert(&find(uid, "--uid"));
    }
    for (const std::string& id : options.operator_ids) {
        wanted.insert(&find(id, "--operator-id"));
    }
    std::vector<OperatorRewrite*> selected;
    for (OperatorRewrite& op : operators) {
        if (!is_selection_given() || wanted.count(&op) != 0) {
            selected.push_back(&op);
        }
    }
    return selected;
}

}  // namespace sp::rewriting

// Which operators there are: added, removed, renamed.

#include <algorithm>
#include <map>

#include "rewrite/transforms.hpp"
#include "sp/error.hpp"

namespace sp::rewriting {
namespace {

void check_is_new(const RewritePlan& plan, const OperatorState& op, const std::string& label) {
    for (const OperatorRewrite& known : plan.operators) {
        if (known.op.id == op.id) {
            throw UsageError("--add-from: the savepoint has an operator " + label + " already");
        }
    }
}

std::size_t find_operator(const Source& source, const std::string& name) {
    try {
        const bool is_id = OperatorId::from_hex(name).has_value();
        return is_id ? source.names.select({}, {name}).front() : source.names.select({name}, {}).front();
    } catch (const UsageError& error) {
        throw UsageError("--add-from: " + source.argument + ": " + error.what());
    }
}

/// Buffers in flight belong to the subtasks and the checkpoint of their own job; handles of changelogs had another form in 1.14.
void check_fits(const RewritePlan& plan, const OperatorRewrite& op) {
    if (has_channel_state(op.op) && !plan.options.drop_channel_state) {
        throw UnsupportedError("--add-from: operator " + op.label() +
                               " has channel state of an unaligned checkpoint; --drop-channel-state gives it up");
    }
    const MetadataDialect from = op.source->snapshot.metadata.dialect;
    if (has_changelog(op.op) && from != plan.head.dialect &&
        (from == MetadataDialect::kChangelog114 || plan.head.dialect == MetadataDialect::kChangelog114)) {
        throw UnsupportedError("--add-from: operator " + op.label() +
                               " has changelog handles in a form that the metadata of this savepoint does not have");
    }
}

}  // namespace

void add_operators(RewritePlan& plan) {
    for (const RewriteOptions::AddedOperator& added : plan.options.add_from) {
        const Source& source = plan.open_source(added.savepoint);
        OperatorRewrite op;
        op.source = &source;
        op.index = find_operator(source, added.op);
        op.uid = source.names.uid(op.index);
        op.op = op.original();
        check_is_new(plan, op.op, op.label());
        check_fits(plan, op);
        op.changes.push_back("added from " + added.savepoint);
        plan.operators.push_back(std::move(op));
    }
}

void remove_operators(RewritePlan& plan) {
    const RewriteOptions& options = plan.options;
    std::set<const OperatorRewrite*> removed;
    for (const std::string& uid : options.remove_uids) {
        removed.insert(&plan.find(uid, "--remove-uid"));
    }
    if (!options.keep_uids.empty()) {
        std::set<const OperatorRewrite*> kept;
        for (const std::string& uid : options.keep_uids) {
            const OperatorRewrite* const op = &plan.find(uid, "--keep-uid");
            if (removed.count(op) != 0) {
                throw UsageError("operator " + op->label() + " cannot be kept and removed");
            }
            kept.insert(op);
        }
        for (const OperatorRewrite& op : plan.operators) {
            if (kept.count(&op) == 0) {
                removed.insert(&op);
            }
        }
    }
    std::vector<OperatorRewrite> left;
    for (OperatorRewrite& op : plan.operators) {
        if (removed.count(&op) == 0) {
            left.push_back(std::move(op));
            continue;
        }
        if (has_channel_state(op.op) && !options.drop_channel_state) {
            throw UnsupportedError("operator " + op.label() +
                                   " has channel state of an unaligned checkpoint, which the others rely on; "
                                   "--drop-channel-state gives it up");
        }
        plan.removed.push_back(op.label());
    }
    plan.operators = std::move(left);
}

void rename_operators(RewritePlan& plan) {
    std::map<OperatorRewrite*, std::string> renamed;
    for (const auto& [from, to] : plan.options.rename_uids) {
        OperatorRewrite& op = plan.find(from, "--rename-uid");
        if (to.empty()) {
            throw UsageError("--rename-uid: the new uid of " + op.label() + " is empty");
        }
        if (!renamed.emplace(&op, to).second) {
            throw UsageError("--rename-uid: operator " + op.label() + " gets two new uids");
        }
    }
    for (const auto& [op, to] : renamed) {
        if (op->uid == to) {
            continue;
        }
        op->changes.push_back("uid " + op->label() + " -> " + to);
        const std::optional<OperatorId> id = OperatorId::from_hex(to);  // of a job that sets no uid
        op->op.id = id.value_or(hash_of_uid(to));
        op->op.uid = id ? "" : to;
    }
    std::map<OperatorId, const OperatorRewrite*> ids;
    for (const OperatorRewrite& op : plan.operators) {
        const auto [other, is_new] = ids.emplace(op.op.id, &op);
        const bool was_so = op.op.id == op.original().id && other->second->op.id == other->second->original().id;
        if (!is_new && !was_so) {
            throw UsageError("--rename-uid: operators " + other->second->label() + " and " + op.label() +
                             " would have one uid");
        }
    }
}

}  // namespace sp::rewriting

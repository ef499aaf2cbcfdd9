// Key groups and subtasks.

#include <algorithm>

#include "metadata/metadata_format.hpp"
#include "rewrite/recut.hpp"
#include "rewrite/transforms.hpp"
#include "sp/error.hpp"
#include "state/key_hasher.hpp"

namespace sp::rewriting {
namespace {

std::string from_to(std::string_view what, std::int32_t from, std::int32_t to) {
    return std::string(what) + " " + std::to_string(from) + " -> " + std::to_string(to);
}

/// Buffers in flight lie in the subtasks to which their keys belonged.
void refuse_channel_state(const RewritePlan& plan, std::string_view option) {
    for (const OperatorRewrite& op : plan.operators) {
        if (has_channel_state(op.op)) {
            throw UnsupportedError("operator " + op.label() + " has channel state of an unaligned checkpoint, which " +
                                   std::string(option) + " would lead astray; --drop-channel-state gives it up");
        }
    }
}

/// Operators with one key group run in one subtask whatever the job's parallelism is, as a rule; whoever means them names them.
bool is_left(const RewritePlan& plan, const OperatorRewrite& op) {
    return !plan.is_selection_given() && op.original().max_parallelism == 1 && op.original().parallelism == 1;
}

void go_by_entries(OperatorRewrite& op) {
    refuse_finished_subtasks(op);
    op.keyed = RewriteWay::kEntries;
    const bool has_raw = has_raw_keyed_state(op.original());
    if (has_raw && op.headers().raw_timers != RawTimers::kYes) {
        throw UnsupportedError("operator " + op.label() +
                               ": it has raw keyed state which is no timers, and whose keys only its own code knows");
    }
}

void set_hashes(RewritePlan& plan) {
    for (const auto& [name, recipe] : plan.options.key_hashes) {
        OperatorRewrite& op = plan.find(name, "--key-hash");
        if (op.hash) {
            throw UsageError("--key-hash: operator " + op.label() + " has two");
        }
        if (!plan.options.max_parallelism && plan.options.set_rows.empty()) {
            throw UsageError("--key-hash: hash codes are needed for --max-parallelism and --set only");
        }
        try {
            op.hash = parse_schema_hash(recipe);
        } catch (const UsageError& error) {
            throw UsageError("--key-hash: operator " + op.label() + ": " + error.what());
        }
        const TypePtr& key = op.schema().key;
        if (!key || !needs_recipe(*key)) {
            throw UsageError("--key-hash: operator " + op.label() +
                             (key ? " has keys whose hash codes need no recipe" : " has no keyed state"));
        }
    }
}

}  // namespace

void change_max_parallelism(RewritePlan& plan) {
    set_hashes(plan);
    if (!plan.options.max_parallelism) {
        return;
    }
    const std::int32_t wanted = *plan.options.max_parallelism;
    bool is_changed = false;
    for (OperatorRewrite* const op : plan.selected()) {
        const OperatorState& before = op->original();
        if (before.max_parallelism == wanted) {
            continue;
        }
        if (is_left(plan, *op)) {
            plan.warn("operator " + op->label() + " is not parallel and keeps its max parallelism of 1");
            continue;
        }
        if (!plan.options.parallelism && before.parallelism > wanted) {
            throw UsageError("operator " + op->label() + " has a parallelism of " + std::to_string(before.parallelism) +
                             ", above --max-parallelism " + std::to_string(wanted) + "; --parallelism lowers it");
        }
        op->op.max_parallelism = wanted;
        op->changes.push_back(from_to("max parallelism", before.max_parallelism, wanted));
        if (has_keyed_state(op->op)) {
            go_by_entries(*op);
        }
        is_changed = true;
    }
    if (is_changed) {
        refuse_channel_state(plan, "--max-parallelism");
    }
}

void change_parallelism(RewritePlan& plan) {
    if (!plan.options.parallelism) {
        return;
    }
    const std::int32_t wanted = *plan.options.parallelism;
    bool is_changed = false;
    for (OperatorRewrite* const op : plan.selected()) {
        const std::int32_t before = op->original().parallelism;
        if (before == wanted) {
            continue;
        }
        if (is_left(plan, *op) && op->op.max_parallelism == 1) {
            plan.warn("operator " + op->label() + " is not parallel and keeps its parallelism of 1");
            continue;
        }
        if (wanted > op->op.max_parallelism) {
            throw UsageError("operator " + op->label() + " has a max parallelism of " +
                             std::to_string(op->op.max_parallelism) + ", below --parallelism " +
                             std::to_string(wanted) + "; --max-parallelism raises it");
        }
        op->changes.push_back(from_to("parallelism", before, wanted));
        op->op.parallelism = wanted;
        is_changed = true;
        if (!op->op.is_fully_finished) {
            refuse_finished_subtasks(*op);
            recut(*op);
        }
    }
    if (is_changed) {
        refuse_channel_state(plan, "--parallelism");
    }
}

}  // namespace sp::rewriting

#include "sp/rewrite.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <stdexcept>

#include "rewrite/class_names.hpp"
#include "rewrite/convert_entries.hpp"
#include "rewrite/entries_file.hpp"
#include "rewrite/entry_changes.hpp"
#include "rewrite/kafka_offsets.hpp"
#include "rewrite/key_changes.hpp"
#include "rewrite/key_hashes.hpp"
#include "rewrite/rewrite_plan.hpp"
#include "rewrite/row_edits.hpp"
#include "rewrite/set_rows.hpp"
#include "rewrite/type_changes.hpp"
#include "rows/import/import_plan.hpp"
#include "rows/import/kryo_choices.hpp"
#include "sp/error.hpp"
#include "write/base_entries.hpp"
#include "write/operator_checks.hpp"
#include "write/planned_operator.hpp"
#include "write/savepoint_frame.hpp"

namespace sp {

std::string_view name_of(RewriteWay way) {
    switch (way) {
        case RewriteWay::kKept: return "kept";
        case RewriteWay::kMetadata: return "metadata";
        case RewriteWay::kRanges: return "ranges";
        case RewriteWay::kEntries: return "entries";
    }
    throw std::logic_error("no such way");
}

namespace rewriting {
namespace {

/// The schema without what is removed, with the types that are to be.
SchemaOperator remaining_schema(const RewritePlan& plan, const OperatorRewrite& op) {
    SchemaOperator schema = op.schema();
    std::erase_if(schema.states, [&](const StateDescriptor& state) {
        return (is_keyed(state.kind) ? op.removed_keyed_states : op.removed_operator_states).count(state.name) != 0;
    });
    std::erase_if(schema.timers,
                  [&](const StateDescriptor& queue) { return op.removed_services.count(queue.timer_service) != 0; });
    if (op.class_names) {
        schema = op.class_names->renamed(std::move(schema), *plan.class_names);
    }
    return schema;
}

void rename(std::vector<StateDescriptor>& states, const std::map<std::string, std::string>& names) {
    for (StateDescriptor& state : states) {
        const auto renamed = names.find(state.name);
        if (renamed != names.end() && state.kind != StateKind::kTimer) {
            state.name = renamed->second;
        }
    }
}

void add_words(const RewriteReport::RenamedClasses& classes, std::vector<std::string>& changes) {
    if (classes.in_key != 0) {
        changes.push_back("classes renamed in the serializer of the keys: " + std::to_string(classes.in_key));
    }
    for (const RewriteReport::RenamedClasses::State& state : classes.states) {
        changes.push_back(
            (state.kind == StateKind::kTimer ? "classes renamed in timers " : "classes renamed in state ") +
            state.state + ": " + std::to_string(state.in_serializer) + " in its serializer, " +
            std::to_string(state.in_entries) + " in its entries");
    }
}

/// An operator whose entries can go through the writer.
struct Planned {
    OperatorRewrite* op = nullptr;
    OperatorPlan base;  ///< with the names that the states have in the savepoint
};

class Rewriting {
public:
    explicit Rewriting(const RewriteOptions& options) : options_(options), plan_(options) {}

    void run() {
        plan_operators();
        read_edits();
        SavepointWriter writer(options_.dry_run ? "" : options_.output, write_options());
        for (const Planned& planned : planned_) {
            writer.add_operator(writer_plan(planned));
        }
        set_rows(writer);
        warn_of_classes();
        for (std::size_t i = 0; i < planned_.size(); ++i) {
            add_entries(i, writer);
        }
        misfits_.check();
        const auto frame = std::make_shared<SavepointFrame>(make_frame());
        writer.set_frame(frame);
        writer.commit([&](const std::vector<WrittenState>& states) {
            if (plan_.class_names) {
                plan_.class_names->check_all_used();
                warn_of_suids();
            }
            if (options_.before_rename) {
                options_.before_rename(report(states, *frame));
            }
        });
    }

private:
    [[nodiscard]] bool has_row_edits() const {
        return !options_.set_rows.empty() || !options_.delete_rows.empty() || !options_.keep_keys.empty();
    }

    /// Rows can be of any operator; without rows those are enough that go entry by entry anyway.
    void plan_operators() {
        for (OperatorRewrite& op : plan_.operators) {
            if (op.goes_by_entries()) {
                plan_operator(op);
            } else if (has_row_edits()) {
                plan_for_rows(op);
            }
        }
    }

    void plan_operator(OperatorRewrite& op) {
        if (op.keyed == RewriteWay::kEntries) {
            check_keyed_can_be_read(op.original(), op.label());
        }
        const SchemaOperator schema = remaining_schema(plan_, op);
        const rows::ImportOperator& import = import_.add(schema, op.op.parallelism, op.op.max_parallelism);
        planned_.push_back({&op, rows::ImportPlan::operator_plan(import, schema)});
    }

    /// Some operators cannot be changed, which matters only if a row is about them.
    void plan_for_rows(OperatorRewrite& op) {
        try {
            rows::ImportPlan trial;
            const SchemaOperator schema = remaining_schema(plan_, op);
            const rows::ImportOperator& import = trial.add(schema, op.op.parallelism, op.op.max_parallelism);
            static_cast<void>(PlannedOperator(rows::ImportPlan::operator_plan(import, schema)));
        } catch (const UnsupportedError& error) {
            plan_.warn(std::string(error.what()) + "; rows cannot change this operator");
            return;
        }
        plan_operator(op);
    }

    void read_edits() {
        edits_.emplace(import_);
        if (!options_.delete_rows.empty()) {
            edits_->read_deletes(options_.delete_rows);
        }
        if (!options_.keep_keys.empty()) {
            edits_->read_kept_keys(options_.keep_keys);
        }
    }

    void set_rows(SavepointWriter& writer) {
        if (!options_.set_rows.empty()) {
            for (const auto& op : import_.operators()) {
                give_key_groups(*op);
            }
            set_ = read_set_rows(options_.set_rows, import_, writer.adder(0));
        }
        for (std::size_t i = 0; i < planned_.size(); ++i) {
            OperatorRewrite& op = *planned_[i].op;
            if (op.types && (set_.keyed.count(i) != 0 || set_.operator_state.count(i) != 0)) {
                throw UsageError("operator " + op.label() +
                                 ": rows cannot be set where --schema or --key-schema changes types; do the one in one "
                                 "run and the other in a second");
            }
            mark(op, edits_->touches_keyed(i) || set_.keyed.count(i) != 0,
                 edits_->touches_operator_state(i) || set_.operator_state.count(i) != 0);
            if (const auto coordinator = set_.coordinators.find(i); coordinator != set_.coordinators.end()) {
                if (op.sets_enumerator) {
                    throw UsageError("operator " + op.label() +
                                     ": --set and --kafka-offsets both change its coordinator");
                }
                if (op.op.is_fully_finished) {
                    throw InputError("operator " + op.label() + " has finished, and takes no state any more: " +
                                     place_of_row(options_.set_rows, coordinator->second.sequence));
                }
                if (options_.must_exist && op.op.coordinator_state.is_null()) {
                    throw InputError("operator " + op.label() + ": the savepoint has no state of its coordinator: " +
                                     place_of_row(options_.set_rows, coordinator->second.sequence));
                }
                op.op.coordinator_state.tag = HandleTag::kByteStream;
                op.op.coordinator_state.path = op.op.id.hex() + "-coordinator";
                op.op.coordinator_state.bytes = SharedBytes(coordinator->second.bytes);
                op.changes.push_back("coordinator set");
            } else if (edits_->deletes_coordinator(i) && !op.op.coordinator_state.is_null()) {
                op.op.coordinator_state = {};
                op.changes.push_back("coordinator deleted");
            }
        }
    }

    static void mark(OperatorRewrite& op, bool is_keyed_changed, bool is_operator_state_changed) {
        if (!is_keyed_changed && !is_operator_state_changed) {
            return;
        }
        refuse_finished_subtasks(op);
        if (is_keyed_changed) {
            check_keyed_can_be_read(op.original(), op.label());
        }
        op.changes.push_back("entries set, deleted or kept by rows");
        if (is_keyed_changed) {
            op.keyed = RewriteWay::kEntries;
        }
        if (is_operator_state_changed) {
            if (op.deals_elements) {
                throw UsageError("operator " + op.label() +
                                 ": rows name elements by subtask and index, which --parallelism changes; do the one "
                                 "in one run and the other in a second");
            }
            op.operator_state = RewriteWay::kEntries;
        }
    }

    /// Of keys in rows; the hash is found out when the first is asked for.
    void give_key_groups(rows::ImportOperator& imported) {
        const OperatorRewrite* const op = planned_[imported.index].op;
        const auto hashes = std::make_shared<std::shared_ptr<const HashInference>>();
        imported.key_group = [this, op, hashes](Bytes key) {
            if (!*hashes) {
                *hashes = hashes_of(plan_, *op);
            }
            return (*hashes)->group_of(key, op->op.max_parallelism);
        };
    }

    [[nodiscard]] WriteOptions write_options() const {
        WriteOptions write;
        write.metadata_version = plan_.head.version;
        write.operator_proxy_version = plan_.operator_proxy_version;
        write.checkpoint_id = plan_.head.checkpoint_id;
        write.is_compressed = options_.is_compressed.value_or(false);
        write.overwrite = options_.overwrite;
        write.memory = options_.memory;
        write.temporary_folder = options_.temporary_folder;
        write.threads = options_.threads;
        write.verify = options_.verify;
        write.origin = [this](std::uint64_t sequence) { return place_of_row(options_.set_rows, sequence); };
        return write;
    }

    [[nodiscard]] OperatorPlan writer_plan(const Planned& planned) const {
        OperatorPlan plan = planned.base;
        plan.id = planned.op->op.id;
        plan.uid = planned.op->op.uid;
        plan.name = planned.op->op.name;
        plan.coordinator.reset();
        plan.is_compressed = options_.is_compressed.value_or(planned.op->headers().is_compressed);
        plan.must_exist = options_.must_exist;
        plan.inherits_ttl = !options_.set_rows.empty();
        if (planned.op->types) {
            planned.op->types->apply(plan);
        }
        rename(plan.keyed_states, planned.op->renamed_keyed_states);
        rename(plan.operator_states, planned.op->renamed_operator_states);
        return plan;
    }

    void add_entries(std::size_t index, SavepointWriter& writer) {
        const Planned& planned = planned_[index];
        const OperatorRewrite& op = *planned.op;
        BaseReading reading;
        reading.savepoint = op.source->argument;
        reading.files = options_.files;
        reading.operator_id = op.original().id.hex();
        reading.keyed = op.keyed == RewriteWay::kEntries;
        reading.operator_state = op.operator_state == RewriteWay::kEntries;
        reading.deals_elements = op.deals_elements;
        reading.plan = &planned.base;
        reading.writer_index = index;
        reading.threads = options_.threads;
        reading.progress = options_.progress;
        std::shared_ptr<const HashInference> hashes;
        const bool changes_keys = reading.keyed && op.types && op.types->key;
        ConvertEntries::Keys keys;
        if (changes_keys && !op.types->keeps_key_groups) {
            keys = key_changes(index);
        } else if (op.regroups() && reading.keyed && op.original().max_parallelism % op.op.max_parallelism != 0) {
            hashes = hashes_of(plan_, op);
        }
        reading.changes = [&] { return changes_of(index, hashes, keys); };
        add_base(reading, writer);
        if (op.kafka_offsets) {
            add_kafka_elements(*op.kafka_offsets, planned.base, index, writer.adder(0));
        }
    }

    /// Of rows that were set, deleted or kept.
    void warn_of_classes() const {
        for (const std::string& choice : rows::kryo_choices(import_, true)) {
            plan_.warn(choice);
        }
    }

    /// Java compares the serialVersionUID in a stream with that of the class, which depends on its name unless it is declared.
    void warn_of_suids() const {
        for (const std::string& name : plan_.class_names->with_suid) {
            plan_.warn("class " + name +
                       " stands in Java serialization streams with its serialVersionUID, which is kept: its "
                       "new class has to declare the same");
        }
    }

    [[nodiscard]] ConvertEntries::Keys key_changes(std::size_t index) const {
        const OperatorRewrite& op = *planned_[index].op;
        ConvertEntries::Keys keys;
        keys.group_of = key_groups_of(plan_, op);
        const RemainingEntries remaining{planned_[index].base.keyed_states, *edits_, index};
        if (const auto left_out = left_out_keys(plan_, op, remaining); !left_out->empty()) {
            keys.is_left_out = [left_out](Bytes key) { return left_out->count({key.begin(), key.end()}) != 0; };
        }
        return keys;
    }

    /// Key groups come from the keys as they are stored, rows name classes as they are to be.
    [[nodiscard]] EntryChanges changes_of(std::size_t index, const std::shared_ptr<const HashInference>& hashes,
                                          const ConvertEntries::Keys& keys) {
        const Planned& planned = planned_[index];
        const OperatorRewrite& op = *planned.op;
        EntryChanges changes;
        if (op.regroups() && !keys.group_of) {
            changes.push_back(
                std::make_unique<Regroup>(hashes, op.original().max_parallelism, op.op.max_parallelism, op.label()));
        }
        if (op.kafka_offsets) {
            changes.push_back(std::make_unique<ChangeKafkaOffsets>(*op.kafka_offsets));
        }
        if (op.class_names) {
            changes.push_back(std::make_unique<RenameClasses>(*plan_.class_names, *op.class_names, op.label()));
        }
        if (edits_->operators().count(index) != 0) {
            changes.push_back(std::make_unique<DropEdited>(*edits_, index, dropped_));
        }
        if (op.shifts_ttl) {
            changes.push_back(std::make_unique<ShiftTtl>(planned.base.keyed_states, *options_.ttl_shift, op.label()));
        }
        if (op.types) {
            changes.push_back(std::make_unique<ConvertEntries>(*op.types, planned.base, op.label(), misfits_, keys));
        }
        return changes;
    }

    [[nodiscard]] SavepointFrame make_frame() const {
        SavepointFrame frame;
        frame.head = plan_.head;
        frame.placement = options_.placement;
        frame.input = &plan_.input().snapshot;
        frame.flink = options_.flink_version;
        for (const OperatorRewrite& op : plan_.operators) {
            FrameOperator& kept = frame.operators.emplace_back();
            kept.op = op.op;
            kept.source = &op.source->snapshot;
            kept.writes_keyed = op.keyed == RewriteWay::kEntries;
            kept.writes_operator_state = op.operator_state == RewriteWay::kEntries;
            kept.drops_raw_keyed = kept.writes_keyed && op.headers().raw_timers == RawTimers::kYes;
            if (!kept.writes_keyed) {
                kept.keyed_copies = op.keyed_copies;
            }
            if (!kept.drops_raw_keyed) {
                kept.raw_keyed_copies = op.raw_keyed_copies;
            }
            const auto planned = std::find_if(planned_.begin(), planned_.end(),
                                              [&](const Planned& candidate) { return candidate.op == &op; });
            if (planned == planned_.end()) {
                continue;
            }
            kept.planned = static_cast<std::size_t>(planned - planned_.begin());
        }
        return frame;
    }

    [[nodiscard]] RewriteReport report(const std::vector<WrittenState>& states, const SavepointFrame& frame) const {
        RewriteReport report;
        for (const OperatorRewrite& op : plan_.operators) {
            RewriteReport::Operator& line = report.operators.emplace_back();
            line.uid = op.op.uid.empty() && op.op.id == op.original().id ? op.uid : op.op.uid;
            line.id = op.op.id.hex();
            line.parallelism = op.op.parallelism;
            line.max_parallelism = op.op.max_parallelism;
            line.changes = op.changes;
            if (op.class_names) {
                line.classes = op.class_names->report();
                add_words(line.classes, line.changes);
            }
            line.keyed = op.keyed;
            line.operator_state = op.operator_state;
            for (const WrittenState& state : states) {
                if (planned_[state.op].op == &op) {
                    line.states.push_back(state);
                }
            }
        }
        report.removed = plan_.removed;
        report.deleted = dropped_;
        for (const WrittenState& state : states) {
            report.deleted += state.removed;
        }
        report.set_rows = set_.counts.rows;
        const EditCounts counts = edits_->counts();
        report.deletes = counts.deletes;
        report.deletes_found = counts.deletes_found;
        report.kept_keys = counts.kept_keys;
        report.kept_keys_found = counts.kept_keys_found;
        if (counts.kept_keys_found < counts.kept_keys) {
            plan_.warn(std::to_string(counts.kept_keys - counts.kept_keys_found) + " of the " +
                       std::to_string(counts.kept_keys) + " keys to be kept are not in the savepoint");
        }
        report.files = frame.placed;
        report.metadata_version = plan_.head.version;
        report.checkpoint_id = plan_.head.checkpoint_id;
        return report;
    }

    const RewriteOptions& options_;
    RewritePlan plan_;
    rows::ImportPlan import_{rows::Exactness::kExact, "the savepoint"};
    std::vector<Planned> planned_;  ///< by position in the writer, and among the import's operators
    std::optional<RowEdits> edits_;
    SetRows set_;
    std::atomic<std::uint64_t> dropped_ = 0;
    Misfits misfits_;
};

}  // namespace
}  // namespace rewriting

void rewrite(const RewriteOptions& options) { rewriting::Rewriting(options).run(); }

}  // namespace sp

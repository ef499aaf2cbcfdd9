#include "rows/import/bootstrap_base.hpp"

#include <algorithm>

#include "restore/operator_headers.hpp"
#include "restore/savepoint_schema.hpp"
#include "restore/type_context.hpp"
#include "sp/error.hpp"
#include "types/schema/name_suggestions.hpp"
#include "types/schema/target.hpp"
#include "types/type_parts.hpp"
#include "write/base_entries.hpp"
#include "write/metadata_conversion.hpp"
#include "write/operator_checks.hpp"

namespace sp::rows {
namespace {

bool has_raw_timers(const Snapshot& snapshot, std::size_t index) {
    InspectOutcome outcome;
    return read_headers(snapshot, index, outcome).raw_timers == RawTimers::kYes;
}

/// Records in flight are of the subtasks between which they are: without one of them the others could not be restored.
void refuse_channel_state(const OperatorState& op, const std::string& label) {
    if (has_channel_state(op)) {
        throw UnsupportedError("operator " + label +
                               " has channel state of an unaligned checkpoint, which the others rely on; sp-rewrite "
                               "--drop-channel-state makes a savepoint without it");
    }
}

}  // namespace

BootstrapBase::BootstrapBase(const BootstrapOptions& options)
    : options_(options),
      snapshot_(open_snapshot(options.base, options.files)),
      names_(snapshot_.metadata, options.uid_list) {
    for (std::size_t i = 0; i < snapshot_.metadata.operators.size(); ++i) {
        operators_.emplace_back().index = i;
    }
    set_uses();
    read_schemas();
    check_generation();
}

BootstrapBase::Operator& BootstrapBase::named(std::string_view name, std::string_view option) {
    const bool is_id = OperatorId::from_hex(name).has_value();
    const std::vector<std::string> names = {std::string(name)};
    try {
        return operators_[is_id ? names_.select({}, names).front() : names_.select(names, {}).front()];
    } catch (const UsageError& error) {
        throw UsageError(std::string(option) + ": " + error.what());
    }
}

void BootstrapBase::set_uses() {
    std::set<std::size_t> kept;
    if (!options_.keep_uids.empty()) {
        for (const std::string& uid : options_.keep_uids) {
            kept.insert(named(uid, "--keep-uid").index);
        }
        for (Operator& op : operators_) {
            op.use = kept.count(op.index) == 0 ? Use::kRemoved : Use::kKept;
        }
    }
    const auto use = [&](const std::string& uid, std::string_view option, Use wanted) -> Operator& {
        Operator& op = named(uid, option);
        if ((op.use != Use::kKept && op.use != wanted) || (wanted == Use::kRemoved && kept.count(op.index) != 0)) {
            throw UsageError(std::string(option) + ": something else is said of operator " + label(op) + " too");
        }
        op.use = wanted;
        return op;
    };
    for (const std::string& uid : options_.remove_uids) {
        static_cast<void>(use(uid, "--remove-uid", Use::kRemoved));
    }
    for (const std::string& uid : options_.replace_uids) {
        static_cast<void>(use(uid, "--replace-uid", Use::kReplaced));
    }
    for (const auto& [uid, state] : options_.replace_states) {
        use(uid, "--replace-state", Use::kMerged).emptied.insert(state);
    }
    if (options_.merge) {
        for (Operator& op : operators_) {
            op.use = op.use == Use::kKept ? Use::kMerged : op.use;
        }
    }
    for (const Operator& op : operators_) {
        if (op.use == Use::kRemoved || op.use == Use::kReplaced) {
            refuse_channel_state(snapshot_.metadata.operators[op.index], label(op));
        }
    }
}

void BootstrapBase::read_schemas() {
    for (Operator& op : operators_) {
        const OperatorState& state = snapshot_.metadata.operators[op.index];
        if (op.use != Use::kMerged && op.use != Use::kReplaced) {
            continue;
        }
        if (state.is_fully_finished) {
            refuse_states(op, {});
            op.use = op.use == Use::kMerged ? Use::kKept : op.use;
            continue;
        }
        try {
            op.schema = read_operator_schema(snapshot_, names_, op.index, [&](const std::string& name) {
                throw UnsupportedError("operator " + label(op) + ": subtasks differ in the serializers of '" + name +
                                       "', so that its state cannot be written under one header");
            });
        } catch (const UnsupportedError& error) {  // matters only if rows are about it
            if (op.use == Use::kMerged && op.emptied.empty()) {
                unusable_.emplace_back(op.index, error.what());
                op.use = Use::kKept;
                continue;
            }
            if (op.use == Use::kMerged) {
                throw;
            }
        }
        if (op.schema) {
            refuse_states(op, op.schema->states);
        }
    }
}

void BootstrapBase::check_generation() const {
    const auto& target = options_.flink_version;
    if (!target && options_.allow_kryo_mismatch) {
        throw UsageError("--allow-kryo-mismatch is about --flink-version");
    }
    if (!target || SchemaTarget{target}.kryo_context().generation == type_context(snapshot_).generation) {
        return;
    }
    std::vector<std::string> problems;
    for (const Operator& op : operators_) {
        if (op.use != Use::kKept && op.use != Use::kMerged) {
            continue;
        }
        InspectOutcome outcome;
        const OperatorHeaders headers = read_headers(snapshot_, op.index, outcome);
        if (headers.key && holds_kind(*headers.key, TypeKind::kKryo)) {
            problems.push_back("operator " + label(op) + ": its keys");
        }
        std::set<std::string> names;
        for (const DescribedState& described : headers.states) {
            const StateDescriptor& state = described.state;
            if (state.serializer && state.kind != StateKind::kTimer && op.emptied.count(state.name) == 0 &&
                (holds_kind(*state.serializer, TypeKind::kKryo) ||
                 (state.map_key && holds_kind(*state.map_key, TypeKind::kKryo))) &&
                names.insert(state.name).second) {
                problems.push_back("operator " + label(op) + ": state '" + state.name + "'");
            }
        }
    }
    if (options_.allow_kryo_mismatch) {
        for (const std::string& problem : problems) {
            if (options_.warn) {
                options_.warn(problem + " was written by a Kryo that Flink " + to_string(*target) +
                              " does not have; it stays as it is");
            }
        }
        return;
    }
    std::string all;
    for (const std::string& problem : problems) {
        all += "\n  " + problem;
    }
    if (!all.empty()) {
        throw UnsupportedError("the base has state that was written by a Kryo which Flink " + to_string(*target) +
                               " does not have; sp-rewrite --flink-version " + to_string(*target) +
                               " converts it, and --allow-kryo-mismatch keeps it as it is:" + all);
    }
}

void BootstrapBase::refuse_states(const Operator& op, const std::vector<StateDescriptor>& states) const {
    std::vector<std::string> known;
    for (const StateDescriptor& descriptor : states) {
        known.push_back(descriptor.name);
    }
    for (const std::string& name : op.emptied) {
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            throw UsageError("--replace-state: operator " + label(op) + " has no state '" + name +
                             "'; there are:" + list_nearest(name, known));
        }
    }
}

std::vector<std::string> BootstrapBase::removed() const {
    std::vector<std::string> removed;
    for (const Operator& op : operators_) {
        if (op.use == Use::kRemoved) {
            removed.push_back(label(op));
        }
    }
    return removed;
}

BootstrapBase::Operator* BootstrapBase::find(const OperatorId& id) {
    for (Operator& op : operators_) {
        if (op.use != Use::kRemoved && snapshot_.metadata.operators[op.index].id == id) {
            return &op;
        }
    }
    return nullptr;
}

std::optional<std::string> BootstrapBase::why_kept(std::string_view name) const {
    const std::optional<OperatorId> id = OperatorId::from_hex(name);
    for (const Operator& op : operators_) {
        const OperatorId& known = snapshot_.metadata.operators[op.index].id;
        if ((known != hash_of_uid(name) && (!id || known != *id)) || op.planned) {
            continue;
        }
        for (const auto& [index, why] : unusable_) {
            if (index == op.index) {
                return why;
            }
        }
        return "operator " + label(op) +
               (op.use == Use::kRemoved ? " of the base is removed"
                : snapshot_.metadata.operators[op.index].is_fully_finished
                    ? " has finished in the base, and has no state; --replace-uid replaces it by that of a schema"
                    : " is kept as the base has it; --merge adds rows to it, --replace-uid replaces it, "
                      "--replace-state one of its states");
    }
    return std::nullopt;
}

bool BootstrapBase::is_merged(std::size_t planned) const {
    return std::any_of(operators_.begin(), operators_.end(),
                       [&](const Operator& op) { return op.planned == planned && op.use == Use::kMerged; });
}

bool BootstrapBase::is_changed(const Operator& op, bool is_keyed_state, const SavepointWriter& writer) const {
    if (writer.has_entries(*op.planned, is_keyed_state)) {
        return true;
    }
    return std::any_of(op.schema->states.begin(), op.schema->states.end(), [&](const StateDescriptor& state) {
        return is_keyed(state.kind) == is_keyed_state && op.emptied.count(state.name) != 0;
    });
}

void BootstrapBase::add_entries(SavepointWriter& writer) const {
    for (const Operator& op : operators_) {
        if (op.use != Use::kMerged) {
            continue;
        }
        const OperatorState& state = snapshot_.metadata.operators[op.index];
        BaseReading reading;
        reading.savepoint = options_.base;
        reading.files = options_.files;
        reading.operator_id = state.id.hex();
        reading.keyed = is_changed(op, true, writer);
        reading.operator_state = is_changed(op, false, writer);
        reading.left_out = op.emptied;
        reading.plan = &op.plan;
        reading.writer_index = *op.planned;
        reading.threads = options_.threads;
        if (reading.keyed || reading.operator_state) {
            refuse_finished_subtasks(state, label(op));
        }
        if (reading.keyed) {
            check_keyed_can_be_read(state, label(op));
        }
        add_base(reading, writer);
    }
}

SavepointFrame BootstrapBase::frame(const SavepointWriter& writer, const std::set<std::size_t>& coordinators) const {
    SavepointFrame frame;
    frame.placement = options_.placement;
    frame.input = &snapshot_;
    frame.flink = options_.flink_version;
    frame.head = snapshot_.metadata;
    frame.head.operators.clear();
    frame.head.checkpoint_id = options_.checkpoint_id.value_or(frame.head.checkpoint_id);
    for (const Operator& op : operators_) {
        if (op.use == Use::kRemoved) {
            continue;
        }
        FrameOperator& kept = frame.operators.emplace_back();
        kept.op = snapshot_.metadata.operators[op.index];
        kept.source = &snapshot_;
        kept.planned = op.planned;
        kept.is_replaced = op.use == Use::kReplaced;
        if (op.use == Use::kMerged) {
            kept.writes_keyed = is_changed(op, true, writer);
            kept.writes_operator_state = is_changed(op, false, writer);
            kept.writes_coordinator = coordinators.count(*op.planned) != 0 &&
                                      !(options_.keep_existing && !kept.op.coordinator_state.is_null());
            kept.drops_raw_keyed = kept.writes_keyed && has_raw_timers(snapshot_, op.index);
        }
    }
    if (options_.flink_version) {
        const std::int32_t proxy = choose_operator_proxy_version(frame.head.version, options_.flink_version);
        for (const FrameOperator& op : frame.operators) {
            if (!op.is_replaced && !op.writes_operator_state && has_newer_operator_state(snapshot_, op.op, proxy)) {
                throw UnsupportedError("operator " + label_of(op.op) + ": its operator state is in a form that Flink " +
                                       to_string(*options_.flink_version) +
                                       " does not read; sp-rewrite --flink-version changes it");
            }
        }
    }
    std::vector<OperatorState*> operators;
    for (FrameOperator& op : frame.operators) {
        operators.push_back(&op.op);
    }
    const std::int32_t version =
        choose_metadata_version(frame.head.version, options_.metadata_version, options_.flink_version);
    convert_metadata(
        frame.head, operators, version, options_.warn ? options_.warn : [](const std::string&) {});
    return frame;
}

bool BootstrapBase::is_compressed() const {
    return std::any_of(operators_.begin(), operators_.end(), [&](const Operator& op) {
        InspectOutcome outcome;
        return op.use == Use::kMerged && read_headers(snapshot_, op.index, outcome).is_compressed;
    });
}

}  // namespace sp::rows

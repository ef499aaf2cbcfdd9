#include "rewrite/class_names.hpp"

#include <algorithm>
#include <utility>

#include "io/worker_threads.hpp"
#include "rewrite/transforms.hpp"
#include "sp/error.hpp"
#include "sp/read.hpp"
#include "types/schema/name_suggestions.hpp"
#include "types/type_parts.hpp"
#include "types/type_renames.hpp"

namespace sp::rewriting {
namespace {

constexpr std::size_t kReadableBehind = 32;       // of Entry's slices
constexpr std::uint64_t kPartBytes = 16U << 20U;  // of state, for one thread at a time, about
constexpr std::uint32_t kTtlStamp = 8;

/// All names that are written for a state, beside those of the key's serializer.
std::uint64_t rename_types(StateDescriptor& state, ClassNames& names) {
    java::RenameCounts counts;
    java::RenameCounts repeated;  // parts of the serializer
    const TypePtr serializer = state.serializer;
    const auto change = [&](TypePtr& type, java::RenameCounts& into) {
        const TypePtr before = type;
        type = with_renamed_classes(type, names.renames, into);
        // New types are put in the place of parts, which are told by their address (type_changes.cpp).
        if (&type != &state.serializer && before != nullptr) {
            const TypePtr part = same_part(serializer, before, state.serializer);
            type = part ? part : type;
        }
    };
    const bool is_written_apart = state.kind == StateKind::kBroadcast;
    change(state.serializer, counts);
    change(state.map_key, is_written_apart ? counts : repeated);
    change(state.name_space, state.kind == StateKind::kTimer ? repeated : counts);
    change(state.value, repeated);
    change(state.key, repeated);
    names.note_suids(counts.with_suid);
    return counts.names;
}

bool can_name_classes(const StateDescriptor& state) {
    return sp::can_name_classes(state.key) || sp::can_name_classes(state.name_space) ||
           sp::can_name_classes(state.map_key) || sp::can_name_classes(state.value);
}

struct Found {
    bool keyed = false;
    bool operator_state = false;
};

/// Looks for entries with names in state whose serializers have none, in several threads; stops at the first of each kind.
class Search {
public:
    Search(const RewritePlan& plan, const OperatorRewrite& op, ClassNames& names, Found wanted)
        : plan_(plan), op_(op), names_(names), wanted_(wanted), reader_(op.source->argument, read_options()) {}

    Found run() {
        run_on_threads(plan_.options.threads, [this](unsigned) { read_parts(); });
        if (error_) {
            std::rethrow_exception(error_);
        }
        if (!reader_.unsupported().empty()) {
            throw UnsupportedError(reader_.unsupported().front());
        }
        return {found_keyed_, found_operator_state_};
    }

private:
    [[nodiscard]] ReadOptions read_options() const {
        ReadOptions read;
        read.files = plan_.options.files;
        read.operator_ids = {op_.original().id.hex()};
        read.all_copies = true;
        for (int kind = 0; kind < static_cast<int>(StateKind::kCoordinator); ++kind) {
            const auto one = static_cast<StateKind>(kind);
            if (is_keyed(one) ? wanted_.keyed : wanted_.operator_state) {
                read.kinds.push_back(one);
            }
        }
        read.with_timers = wanted_.keyed;
        return read;
    }

    void read_parts() noexcept {
        try {
            OperatorClassNames uncounted;
            RenameClasses renaming(names_, uncounted, op_.label());
            while (const std::optional<ReadPart> part = next()) {
                EntryReader reader = reader_.read_part(*part);
                read(reader, renaming);
                const std::lock_guard lock(mutex_);
                reader_.absorb(reader.findings());
            }
        } catch (...) {
            const std::lock_guard lock(mutex_);
            is_over_ = true;
            error_ = error_ ? error_ : std::current_exception();
        }
    }

    void read(EntryReader& reader, RenameClasses& renaming) {
        EntryBatch batch;
        while (!is_over_ && reader.next(batch)) {
            const StateKind kind = batch.state->kind;
            std::atomic<bool>& found = is_keyed(kind) ? found_keyed_ : found_operator_state_;
            if (kind == StateKind::kCoordinator || found || is_removed(*batch.state)) {
                continue;
            }
            if (renaming.finds_name(batch)) {
                found = true;
                is_over_ =
                    is_over_ || (found_keyed_ == wanted_.keyed && found_operator_state_ == wanted_.operator_state);
            }
        }
    }

    [[nodiscard]] bool is_removed(const StateDescriptor& state) const {
        if (state.kind == StateKind::kTimer) {
            return op_.removed_services.count(state.timer_service) != 0;
        }
        return (is_keyed(state.kind) ? op_.removed_keyed_states : op_.removed_operator_states).count(state.name) != 0;
    }

    std::optional<ReadPart> next() {
        const std::lock_guard lock(mutex_);
        return is_over_ ? std::nullopt : reader_.next_part(kPartBytes);
    }

    const RewritePlan& plan_;
    const OperatorRewrite& op_;
    ClassNames& names_;
    Found wanted_;
    EntryReader reader_;
    std::mutex mutex_;
    std::atomic<bool> is_over_ = false;
    std::atomic<bool> found_keyed_ = false;
    std::atomic<bool> found_operator_state_ = false;
    std::exception_ptr error_;
};

OperatorHeaders readable_headers(const OperatorRewrite& op) {
    InspectOutcome outcome;
    OperatorHeaders headers = read_headers(op.source->snapshot, op.index, outcome);
    const std::string label = "operator " + op.label() + ": ";
    if (!headers.lost.empty()) {
        throw InputError(label + "its schema is lost with its files: " + headers.lost.front());
    }
    if (!outcome.damaged.empty()) {
        throw InputError(label + outcome.damaged.front());
    }
    if (!outcome.unsupported.empty()) {
        throw UnsupportedError(label + "whether it names the class is not known: " + outcome.unsupported.front());
    }
    return headers;
}

/// What the operator's serializers name, and where its entries have to be searched because these do not.
void look_at_headers(const OperatorRewrite& op, ClassNames& names, Found& found, Found& searched) {
    const OperatorHeaders headers = readable_headers(op);
    java::RenameCounts in_key;
    add_class_names(headers.key, names.known);
    static_cast<void>(with_renamed_classes(headers.key, names.renames, in_key));
    found.keyed = in_key.names != 0;
    for (const DescribedState& described : headers.states) {
        StateDescriptor state = described.state;
        const bool is_keyed = sp::is_keyed(state.kind);
        const bool is_removed =
            state.kind == StateKind::kTimer
                ? op.removed_services.count(state.timer_service) != 0
                : (is_keyed ? op.removed_keyed_states : op.removed_operator_states).count(state.name) != 0;
        if (is_removed) {
            continue;
        }
        for (const TypePtr& type : {state.serializer, state.name_space, state.map_key, state.key}) {
            add_class_names(type, names.known);
        }
        (is_keyed ? searched.keyed : searched.operator_state) |= can_name_classes(state);
        try {
            (is_keyed ? found.keyed : found.operator_state) |= rename_types(state, names) != 0;
        } catch (UnsupportedError& error) {
            error.add_context("operator " + op.label() + ": state '" + state.name + "'");
            throw;
        }
    }
}

}  // namespace

void ClassNames::check_all_used() const {
    const std::vector<std::string> unused = renames.unused();
    if (unused.empty()) {
        return;
    }
    const std::string& name = unused.front();
    std::set<std::string> names;
    for (const std::string& one : known) {
        const std::size_t dot = one.rfind('.');
        names.insert(!name.ends_with(".*") ? one : dot == std::string::npos ? one : one.substr(0, dot) + ".*");
    }
    throw UsageError("--rename-class: no state names a class '" + name + "'" +
                     (names.empty() ? "" : "; there are:" + list_nearest(name, {names.begin(), names.end()})));
}

void ClassNames::note_suids(const std::set<std::string>& classes) {
    if (!classes.empty()) {
        const std::lock_guard lock(mutex);
        with_suid.insert(classes.begin(), classes.end());
    }
}

SchemaOperator OperatorClassNames::renamed(SchemaOperator schema, ClassNames& names) {
    keyed_.clear();
    others_.clear();
    java::RenameCounts in_key;
    schema.key = with_renamed_classes(schema.key, names.renames, in_key);
    names.note_suids(in_key.with_suid);
    in_key_ = in_key.names;
    const auto add = [&](StateDescriptor& state) {
        State& renamed = (is_keyed(state.kind) ? keyed_ : others_).emplace_back();
        renamed.name = state.kind == StateKind::kTimer ? state.timer_service : state.name;
        renamed.kind = state.kind;
        renamed.in_serializer = rename_types(state, names);
    };
    std::for_each(schema.states.begin(), schema.states.end(), add);
    std::for_each(schema.timers.begin(), schema.timers.end(), add);
    return schema;
}

RewriteReport::RenamedClasses OperatorClassNames::report() const {
    RewriteReport::RenamedClasses report;
    report.in_key = in_key_;
    for (const auto* const states : {&keyed_, &others_}) {
        for (const State& state : *states) {
            if (state.in_serializer + state.in_entries == 0) {
                continue;
            }
            // Both queues of a timer service have one serializer.
            if (state.kind == StateKind::kTimer && !report.states.empty() &&
                report.states.back().kind == StateKind::kTimer && report.states.back().state == state.name) {
                report.states.back().in_entries += state.in_entries;
                continue;
            }
            report.states.push_back({state.name, state.kind, state.in_serializer, state.in_entries});
        }
    }
    return report;
}

void RenameClasses::rename(Part& part, const TypePtr& type, const codec::ValueRenamer::Form& form, Bytes& bytes) {
    if (bytes.empty() || type == nullptr) {
        return;
    }
    if (part.type != type) {
        part.type = type;
        part.renamer = std::make_unique<codec::ValueRenamer>(type, names_.renames);
    }
    if (used_ == kept_.size()) {
        kept_.emplace_back();
    }
    ByteVector& out = kept_[used_];
    if (part.renamer->rename(bytes, form, out, found_)) {
        const std::size_t size = out.size();
        out.resize(size + kReadableBehind);
        bytes = Bytes(out).first(size);
        ++used_;
    }
}

void RenameClasses::change_entry(Parts& parts, const StateDescriptor& state, Entry& entry) {
    rename(parts.key, state.key, {}, entry.key);
    rename(parts.name_space, state.name_space, {}, entry.name_space);
    rename(parts.map_key, state.map_key, {}, entry.map_key);
    rename(parts.value, state.value, {state.kind == StateKind::kList, state.has_ttl ? kTtlStamp : 0}, entry.value);
}

void RenameClasses::change(BaseBatch& batch) {
    const bool is_keyed = sp::is_keyed(batch.state.kind);
    std::vector<Parts>& all = is_keyed ? keyed_ : others_;
    if (all.size() <= batch.position) {
        all.resize(batch.position + 1);
    }
    used_ = 0;
    found_ = {};
    try {
        for (Entry& entry : batch.entries) {
            change_entry(all[batch.position], batch.state, entry);
        }
    } catch (UnsupportedError& error) {
        error.add_context("--rename-class: operator " + label_ + ": state '" + batch.state.name + "'");
        throw;
    }
    if (found_.names == 0) {
        return;
    }
    names_.note_suids(found_.with_suid);
    const bool is_broadcast = batch.state.kind == StateKind::kBroadcast;
    counted_copy_ = is_broadcast && counted_copy_ < 0 ? batch.subtask : counted_copy_;
    if (!is_broadcast || batch.subtask == counted_copy_) {
        counts_.count(is_keyed, batch.position, found_.names);
    }
}

bool RenameClasses::finds_name(EntryBatch& batch) {
    Parts parts;
    used_ = 0;
    found_ = {};
    const auto names_class = [&](Entry& entry) {
        change_entry(parts, *batch.state, entry);
        return found_.names != 0;
    };
    try {
        return std::any_of(batch.entries.begin(), batch.entries.end(), names_class);
    } catch (UnsupportedError& error) {
        error.add_context("--rename-class: operator " + label_ + ": state '" + batch.state->name + "'");
        throw;
    }
}

void rename_classes(RewritePlan& plan) {
    if (plan.options.rename_classes.empty()) {
        return;
    }
    try {
        plan.class_names = std::make_shared<ClassNames>(plan.options.rename_classes);
    } catch (UsageError& error) {
        error.add_context("--rename-class");
        throw;
    }
    ClassNames& names = *plan.class_names;
    bool goes_by_entries = false;
    for (OperatorRewrite& op : plan.operators) {
        if (has_channel_state(op.op)) {
            throw UnsupportedError("operator " + op.label() +
                                   " has channel state of an unaligned checkpoint, in which classes can be named where "
                                   "only the job can tell; --drop-channel-state gives it up");
        }
        if (!has_keyed_state(op.op) && !has_operator_state(op.op)) {
            continue;
        }
        op.class_names = std::make_shared<OperatorClassNames>();
        Found found;
        Found searched;
        look_at_headers(op, names, found, searched);
        searched.keyed = searched.keyed && !found.keyed && op.keyed != RewriteWay::kEntries;
        searched.operator_state =
            searched.operator_state && !found.operator_state && op.operator_state != RewriteWay::kEntries;
        if (searched.keyed || searched.operator_state) {
            const Found in_entries = Search(plan, op, names, searched).run();
            found.keyed = found.keyed || in_entries.keyed;
            found.operator_state = found.operator_state || in_entries.operator_state;
        }
        if (found.keyed || found.operator_state) {
            refuse_finished_subtasks(op);
        }
        op.keyed = found.keyed ? RewriteWay::kEntries : op.keyed;
        op.operator_state = found.operator_state ? RewriteWay::kEntries : op.operator_state;
        goes_by_entries = goes_by_entries || op.goes_by_entries();
    }
    if (!goes_by_entries) {
        names.check_all_used();
    }
}

}  // namespace sp::rewriting

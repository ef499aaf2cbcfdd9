#include "rows/import/entry_importer.hpp"

#include <algorithm>
#include <bit>

#include "restore/key_group_assignment.hpp"
#include "rows/import/value_part.hpp"
#include "rows/json_cursor.hpp"
#include "rows/json_value_reader.hpp"
#include "sp/error.hpp"
#include "types/codecs/text/base64.hpp"
#include "types/name_suggestions.hpp"

namespace sp::rows {
namespace {

bool is_there(const RowField& field) { return field.form != RowField::Form::kAbsent; }

std::string words_of(const RowFields& row, RowPart part, std::string& buffer) {
    return std::string(text_of(row[part], part, buffer));
}

}  // namespace

EntryImporter::EntryImporter(const ImportPlan& plan, const ImportSettings& settings, ImportTarget& target,
                             Coordinator coordinator)
    : plan_(plan),
      settings_(settings),
      target_(target),
      coordinator_(std::move(coordinator)),
      windows_(settings, target, counts_) {}

const ImportOperator& EntryImporter::find_operator(const RowFields& row) {
    const RowField& uid = row[RowPart::kUid];
    const RowField& id = row[RowPart::kOperator];
    if (uid.is_empty() && id.is_empty()) {
        if (usual_operator_ != nullptr) {
            return *usual_operator_;
        }
        if (plan_.operators().size() == 1) {
            return *plan_.operators().front();
        }
        throw InputError("uid: the row names no operator, and the schema has several");
    }
    const RowPart part = uid.is_empty() ? RowPart::kOperator : RowPart::kUid;
    if (last_operator_ != nullptr && part == last_part_ && row[part].text == last_name_) {
        check_id(*last_operator_, row);
        return *last_operator_;
    }
    const std::string_view name = text_of(row[part], part, text_);
    const ImportOperator* const op = part == RowPart::kUid ? plan_.find_uid(name) : plan_.find_id(name);
    if (op == nullptr) {
        std::vector<std::string> names;
        for (const auto& known : plan_.operators()) {
            names.push_back(part == RowPart::kUid ? known->label() : known->id);
        }
        throw InputError(std::string(name_of(part)) + ": the schema has no operator '" + std::string(name) +
                         "'; there are:" + list_nearest(name, names));
    }
    last_part_ = part;
    last_name_ = row[part].text;
    last_operator_ = op;
    check_id(*op, row);
    return *op;
}

/// Rows of CSV have both: they must be of one operator.
void EntryImporter::check_id(const ImportOperator& op, const RowFields& row) {
    if (row[RowPart::kUid].is_empty() || row[RowPart::kOperator].is_empty()) {
        return;
    }
    const std::string_view id = text_of(row[RowPart::kOperator], RowPart::kOperator, text_);
    if (id != op.id && plan_.find_id(id) != &op) {
        throw InputError("operator: " + std::string(id) + " is not the id of " + op.label() + ", which is " + op.id);
    }
}

/// Null for a coordinator. Rows repeat the same few texts.
const ImportState* EntryImporter::find_state(const ImportOperator& op, const RowFields& row) {
    const RowField& state = row[RowPart::kState];
    const RowField& kind = row[RowPart::kKind];
    for (const KnownState& known : known_states_) {
        if (known.op == &op && known.state == state.text && known.kind == kind.text) {
            return known.found;
        }
    }
    const ImportState* const found = look_up_state(op, row);
    if (found != nullptr && state.form == RowField::Form::kJson && kind.form != RowField::Form::kBare) {
        if (known_states_.size() == kMostKnownStates) {
            known_states_.erase(known_states_.begin());
        }
        known_states_.push_back({&op, std::string(state.text), std::string(kind.text), found});
    }
    return found;
}

const ImportState* EntryImporter::look_up_state(const ImportOperator& op, const RowFields& row) {
    const std::string kind = row[RowPart::kKind].is_empty() ? "" : words_of(row, RowPart::kKind, text_);
    if (kind == name_of(StateKind::kCoordinator)) {
        return nullptr;
    }
    if (row[RowPart::kState].is_empty()) {
        throw InputError("state: it is missing");
    }
    const std::string_view name = text_of(row[RowPart::kState], RowPart::kState, text_);
    const ImportState* found = nullptr;
    for (const ImportState& state : op.states) {
        const bool fits = kind.empty() || name_of(state.descriptor.kind) == kind;
        if (state.descriptor.name == name && fits) {
            if (found != nullptr) {
                throw InputError("kind: it is missing, and operator " + op.label() + " has several states '" +
                                 std::string(name) + "'");
            }
            found = &state;
        }
    }
    if (found == nullptr) {
        std::vector<std::string> names;
        for (const ImportState& state : op.states) {
            names.push_back(kind.empty()
                                ? state.descriptor.name
                                : state.descriptor.name + " (" + std::string(name_of(state.descriptor.kind)) + ")");
        }
        throw InputError("state: operator " + op.label() + " has no state '" + std::string(name) + "'" +
                         (kind.empty() ? "" : " of kind " + kind) + "; there are:" +
                         list_nearest(std::string(name) + (kind.empty() ? "" : " (" + kind + ")"), names));
    }
    return found;
}

const ImportTimers& EntryImporter::find_timers(const ImportOperator& op, const RowFields& row) {
    if (row[RowPart::kService].is_empty()) {
        throw InputError("service: it is missing");
    }
    const std::string_view name = text_of(row[RowPart::kService], RowPart::kService, text_);
    for (const ImportTimers& timers : op.timers) {
        if (timers.service == name) {
            return timers;
        }
    }
    std::vector<std::string> names;
    for (const ImportTimers& timers : op.timers) {
        names.push_back(timers.service);
    }
    throw InputError("service: operator " + op.label() + " has no timer service '" + std::string(name) + "'" +
                     (names.empty() ? " and no other" : "; there are:" + list_nearest(name, names)));
}

void EntryImporter::allow(const RowFields& row, RowParts parts, std::string_view what) {
    const RowParts others = row.given() & ~(parts | bit_of(RowPart::kIgnored));
    if (others != 0) {
        throw InputError(std::string(name_of(static_cast<RowPart>(std::countr_zero(others)))) + ": " +
                         std::string(what) + " has no such member");
    }
}

void EntryImporter::encode_key(const ImportOperator& op, const RowFields& row) {
    if (!op.key) {
        throw InputError("key: operator " + op.label() + " has no keyed state in the schema");
    }
    if (!is_there(row[RowPart::kKey]) && key_parts_ == nullptr) {
        throw InputError("key: it is missing");
    }
    if (row[RowPart::kKey].form == RowField::Form::kNull) {
        throw InputError("key: null is no key");
    }
    key_.clear();
    in_part("key", [&] {
        op.key->append(key_parts_ == nullptr ? row[RowPart::kKey] : key_parts_->join(*op.key->type()), key_);
        key_group_ = op.key_group(key_);
    });
    entry_ = {};
    entry_.key = key_;
}

/// Whether the split gets what belongs to the subtask.
bool EntryImporter::is_here(std::int32_t subtask) {
    const bool is_here = !settings_.split || subtask == settings_.split->index;
    owner_ = is_keyless_ ? (is_here ? RowOwner::kHereKeyless : RowOwner::kElsewhereKeyless)
             : is_here   ? RowOwner::kHere
                         : RowOwner::kElsewhere;
    return is_here;
}

RowOwner EntryImporter::add(const RowFields& row, std::uint64_t sequence, KeyParts* key_parts) {
    key_parts_ = key_parts;
    owner_ = RowOwner::kHere;
    is_keyless_ = false;
    const ImportOperator& op = find_operator(row);
    if (is_there(row[RowPart::kTimer])) {
        add_timer(op, row, sequence);
    } else if (is_there(row[RowPart::kService]) || is_there(row[RowPart::kEventTime])) {
        add_timers_by_key(op, row, sequence);
    } else if (const ImportState* const state = find_state(op, row)) {
        switch (state->descriptor.kind) {
            case StateKind::kOperatorList:
            case StateKind::kOperatorUnion: add_element(op, *state, row, sequence); break;
            case StateKind::kBroadcast: add_broadcast(op, *state, row, sequence); break;
            default: add_keyed(op, *state, row, sequence);
        }
    } else {
        add_coordinator(op, row, sequence);
    }
    ++counts_.rows;
    return owner_;
}

std::optional<std::int32_t> EntryImporter::key_group(const RowFields& row, KeyParts* key_parts) {
    key_parts_ = key_parts;
    const ImportOperator& op = find_operator(row);
    if (!is_there(row[RowPart::kKey]) && (key_parts == nullptr || key_parts->are_all_null())) {
        return std::nullopt;
    }
    encode_key(op, row);
    return key_group_;
}

void EntryImporter::add_keyed(const ImportOperator& op, const ImportState& state, const RowFields& row,
                              std::uint64_t sequence) {
    allow(
        row,
        parts_of(RowPart::kUid, RowPart::kOperator, RowPart::kState, RowPart::kKind, RowPart::kKey, RowPart::kNamespace,
                 RowPart::kMapKey, RowPart::kValue, RowPart::kTtlTimestamp, RowPart::kEventTimestamp, RowPart::kIndex),
        "keyed state");
    const bool is_element = state.descriptor.kind == StateKind::kList && !row[RowPart::kIndex].is_empty();
    if (!is_element && !row[RowPart::kIndex].is_empty()) {
        throw InputError("index: only elements of lists have one");
    }
    encode_key(op, row);
    if (state.map_key) {
        map_key_.clear();
        if (!is_there(row[RowPart::kMapKey])) {
            throw InputError("map_key: it is missing");
        }
        in_part("map_key", [&] { state.map_key->append(row[RowPart::kMapKey], map_key_); });
        entry_.map_key = map_key_;
    } else if (!row[RowPart::kMapKey].is_empty()) {
        throw InputError("map_key: only map and broadcast states have one");
    }
    const bool has_entry = read_value(state, row[RowPart::kValue], row[RowPart::kTtlTimestamp], settings_.ttl_timestamp,
                                      is_element, value_, entry_);
    const bool is_ours = is_here(subtask_of_key_group(key_group_, op.parallelism, op.max_parallelism));
    if (!row[RowPart::kEventTimestamp].is_empty()) {
        check_windowed(op, state, row);
        const std::int64_t timestamp = integer_of(row[RowPart::kEventTimestamp], RowPart::kEventTimestamp);
        if (!is_ours || !has_entry) {
            return windows_.check(op, timestamp);
        }
        return windows_.add_at(op, state, key_group_, entry_, timestamp, sequence);
    }
    encode_namespace(*state.name_space, op.window ? "; or give an event_timestamp" : "", row);
    if (is_element) {
        entry_.index = integer_of(row[RowPart::kIndex], RowPart::kIndex);
        if (entry_.index < 0) {
            throw InputError("index: it is negative");
        }
    }
    if (!has_entry || !is_ours) {
        return;
    }
    if (is_element) {
        target_.adder().keyed_element(op.index, state.position, key_group_, entry_, sequence);
    } else {
        target_.adder().keyed(op.index, state.position, key_group_, entry_, sequence);
    }
    windows_.complete(op, state, key_group_, entry_, sequence);
}

void EntryImporter::check_windowed(const ImportOperator& op, const ImportState& state, const RowFields& row) const {
    if (!row[RowPart::kNamespace].is_empty()) {
        throw InputError("event_timestamp: the row has a namespace, too");
    }
    if (!op.window) {
        throw InputError("event_timestamp: the schema gives operator " + op.label() + " no \"window\"");
    }
    if (state.name_space->type()->kind != TypeKind::kTimeWindow) {
        throw InputError("event_timestamp: the state's namespace is not time-window");
    }
    if (!row[RowPart::kIndex].is_empty()) {
        throw InputError("index: elements of windows come by the order of their rows");
    }
}

void EntryImporter::put_timer(const ImportOperator& op, std::size_t position, std::int64_t timestamp,
                              std::uint64_t sequence) {
    if (position == SIZE_MAX) {
        throw InputError("timer: the schema has no queue for it");
    }
    entry_.timestamp = timestamp;
    target_.adder().keyed(op.index, position, key_group_, entry_, sequence);
    ++counts_.timers[op.index];
}

void EntryImporter::add_element(const ImportOperator& op, const ImportState& state, const RowFields& row,
                                std::uint64_t sequence) {
    allow(row,
          parts_of(RowPart::kUid, RowPart::kOperator, RowPart::kState, RowPart::kKind, RowPart::kSubtask,
                   RowPart::kIndex, RowPart::kValue),
          "operator state");
    std::optional<std::int32_t> subtask;
    std::optional<std::int64_t> index;
    if (!row[RowPart::kSubtask].is_empty()) {
        const std::int64_t wanted = integer_of(row[RowPart::kSubtask], RowPart::kSubtask);
        if (wanted >= 0 && wanted < op.parallelism) {
            subtask = static_cast<std::int32_t>(wanted);
        } else if (wanted < 0) {
            throw InputError("subtask: it is negative");
        } else if (!settings_.redistributes) {
            throw InputError("subtask: " + std::to_string(wanted) + " is not below the parallelism of " +
                             std::to_string(op.parallelism) + " (--redistribute deals such elements anew)");
        }
        if (!row[RowPart::kIndex].is_empty()) {
            index = integer_of(row[RowPart::kIndex], RowPart::kIndex);
            if (*index < 0) {
                throw InputError("index: it is negative");
            }
        }
    }
    static_cast<void>(read_value(state, row[RowPart::kValue], {}, std::nullopt, true, value_, entry_));
    if (settings_.split) {
        if (!subtask && state.descriptor.kind == StateKind::kOperatorList) {
            throw InputError("subtask: it is missing, and with --split elements of lists need one");
        }
        is_keyless_ = true;
        if (!is_here(subtask.value_or(0))) {
            return;
        }
    }
    target_.adder().element(op.index, state.position, subtask, index, value_, sequence);
}

void EntryImporter::add_broadcast(const ImportOperator& op, const ImportState& state, const RowFields& row,
                                  std::uint64_t sequence) {
    allow(row,
          parts_of(RowPart::kUid, RowPart::kOperator, RowPart::kState, RowPart::kKind, RowPart::kSubtask,
                   RowPart::kMapKey, RowPart::kValue),
          "broadcast state");
    if (!is_there(row[RowPart::kMapKey]) && verbatim_bytes(row[RowPart::kValue].text)) {
        throw UnsupportedError("operator " + op.label() + ": broadcast state '" + state.descriptor.name +
                               "': a whole map of entries that cannot be decoded cannot be written");
    }
    if (!is_there(row[RowPart::kMapKey])) {
        throw InputError("map_key: it is missing");
    }
    owner_ = RowOwner::kAll;
    entry_ = {};
    map_key_.clear();
    in_part("map_key", [&] { state.map_key->append(row[RowPart::kMapKey], map_key_); });
    entry_.map_key = map_key_;
    static_cast<void>(read_value(state, row[RowPart::kValue], {}, std::nullopt, true, value_, entry_));
    if (!row[RowPart::kSubtask].is_empty()) {
        const std::int64_t subtask = integer_of(row[RowPart::kSubtask], RowPart::kSubtask);
        if (subtask < 0) {
            throw InputError("subtask: it is negative");
        }
    }
    // All subtasks have the same: copies of several are one.
    target_.adder().broadcast(op.index, state.position, entry_, sequence, !row[RowPart::kSubtask].is_empty());
}

void EntryImporter::add_coordinator(const ImportOperator& op, const RowFields& row, std::uint64_t sequence) {
    allow(row, parts_of(RowPart::kUid, RowPart::kOperator, RowPart::kKind, RowPart::kValue), "a coordinator");
    if (!is_there(row[RowPart::kValue])) {
        throw InputError("value: it is missing");
    }
    const std::optional<ByteVector> bytes = text::parse_base64(text_of(row[RowPart::kValue], RowPart::kValue, text_));
    if (!bytes) {
        throw InputError("value: a coordinator's state is base64");
    }
    is_keyless_ = true;
    if (is_here(0)) {
        coordinator_(op, *bytes, sequence);
    }
}

void EntryImporter::add_timer(const ImportOperator& op, const RowFields& row, std::uint64_t sequence) {
    allow(row,
          parts_of(RowPart::kUid, RowPart::kOperator, RowPart::kTimer, RowPart::kService, RowPart::kKey,
                   RowPart::kNamespace, RowPart::kTimestamp),
          "a timer");
    const std::string domain = words_of(row, RowPart::kTimer, text_);
    const bool is_event = domain == name_of(TimerDomain::kEventTime);
    if (!is_event && domain != name_of(TimerDomain::kProcessingTime)) {
        throw InputError("timer: expected event-time or processing-time, found " + domain);
    }
    const ImportTimers& timers = find_timers(op, row);
    if (row[RowPart::kTimestamp].is_empty()) {
        throw InputError("timestamp: it is missing");
    }
    const std::int64_t timestamp = integer_of(row[RowPart::kTimestamp], RowPart::kTimestamp);
    encode_key(op, row);
    encode_namespace(timers.name_space, "", row);
    if (is_here(subtask_of_key_group(key_group_, op.parallelism, op.max_parallelism))) {
        put_timer(op, timers.position(is_event ? TimerDomain::kEventTime : TimerDomain::kProcessingTime), timestamp,
                  sequence);
    }
}

/// `hint`: what else the row could have, in the message of one that has no namespace.
void EntryImporter::encode_namespace(const PartEncoder& encoder, std::string_view hint, const RowFields& row) {
    if (row[RowPart::kNamespace].is_empty()) {
        if (encoder.type()->kind != TypeKind::kVoidNamespace) {
            throw InputError("namespace: it is missing" + std::string(hint));
        }
        entry_.name_space = {&kVoidNamespace, 1};
        return;
    }
    name_space_.clear();
    in_part("namespace", [&] { encoder.append(row[RowPart::kNamespace], name_space_); });
    entry_.name_space = name_space_;
}

void EntryImporter::add_timers_by_key(const ImportOperator& op, const RowFields& row, std::uint64_t sequence) {
    allow(row,
          parts_of(RowPart::kUid, RowPart::kOperator, RowPart::kService, RowPart::kKey, RowPart::kNamespace,
                   RowPart::kEventTime, RowPart::kProcessingTime),
          "a row of timers");
    const ImportTimers& timers = find_timers(op, row);
    encode_key(op, row);
    encode_namespace(timers.name_space, "", row);
    read_times(row[RowPart::kEventTime], name_of(RowPart::kEventTime), times_);
    read_times(row[RowPart::kProcessingTime], name_of(RowPart::kProcessingTime), more_times_);
    if (!is_here(subtask_of_key_group(key_group_, op.parallelism, op.max_parallelism))) {
        return;
    }
    for (const std::int64_t time : times_) {
        put_timer(op, timers.event_position, time, sequence);
    }
    for (const std::int64_t time : more_times_) {
        put_timer(op, timers.processing_position, time, sequence);
    }
}

}  // namespace sp::rows

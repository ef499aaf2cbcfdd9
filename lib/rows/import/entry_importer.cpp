#include "rows/import/entry_importer.hpp"

#include "restore/key_group_assignment.hpp"
#include "rows/import/value_part.hpp"
#include "rows/value_bytes.hpp"
#include "sp/error.hpp"
#include "types/codecs/text/base64.hpp"

namespace sp::rows {

EntryImporter::EntryImporter(const ImportPlan& plan, const ImportSettings& settings, ImportTarget& target,
                             Coordinator coordinator)
    : plan_(plan),
      settings_(settings),
      target_(target),
      coordinator_(std::move(coordinator)),
      windows_(settings, target, counts_),
      identity_(plan) {}

void EntryImporter::encode_key(const ImportOperator& op, const RowFields& row) {
    const Bytes key = identity_.encode_key(op, row, key_parts_);
    in_part("key", [&] { key_group_ = op.key_group(key); });
    entry_ = {};
    entry_.key = key;
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
    const ImportOperator& op = identity_.find_operator(row);
    added_ = {&op, AddedRow::Section::kKeyed};
    if (is_there(row[RowPart::kTimer])) {
        add_timer(op, row, sequence);
    } else if (is_there(row[RowPart::kService]) || is_there(row[RowPart::kEventTime])) {
        add_timers_by_key(op, row, sequence);
    } else if (const ImportState* const state = identity_.find_state(op, row)) {
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
    const ImportOperator& op = identity_.find_operator(row);
    if (!is_there(row[RowPart::kKey]) && (key_parts == nullptr || key_parts->are_all_null())) {
        return std::nullopt;
    }
    encode_key(op, row);
    return key_group_;
}

void EntryImporter::add_keyed(const ImportOperator& op, const ImportState& state, const RowFields& row,
                              std::uint64_t sequence) {
    RowIdentity::allow(
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
        entry_.map_key = identity_.encode_map_key(state, row);
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
    entry_.name_space =
        identity_.encode_namespace(*state.name_space, op.window ? "; or give an event_timestamp" : "", row);
    if (is_element) {
        entry_.index = RowIdentity::find_index(row);
    }
    if (!has_entry && is_ours && settings_.marks_empty_lists) {
        target_.adder().nothing(op.index, state.position, key_group_, entry_, sequence);
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
        throw InputError("event_timestamp: " + plan_.origin() + " gives operator " + op.label() + " no \"window\"");
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
        throw InputError("timer: " + plan_.origin() + " has no queue for it");
    }
    entry_.timestamp = timestamp;
    target_.adder().keyed(op.index, position, key_group_, entry_, sequence);
    ++counts_.timers[op.index];
}

void EntryImporter::add_element(const ImportOperator& op, const ImportState& state, const RowFields& row,
                                std::uint64_t sequence) {
    RowIdentity::allow(row,
                       parts_of(RowPart::kUid, RowPart::kOperator, RowPart::kState, RowPart::kKind, RowPart::kSubtask,
                                RowPart::kIndex, RowPart::kValue),
                       "operator state");
    added_.section = AddedRow::Section::kOperatorState;
    std::optional<std::int32_t> subtask;
    std::optional<std::int64_t> index;
    if (!row[RowPart::kSubtask].is_empty()) {
        const std::int64_t wanted = RowIdentity::find_subtask(row);
        if (wanted < op.parallelism) {
            subtask = static_cast<std::int32_t>(wanted);
        } else if (!settings_.redistributes) {
            throw InputError("subtask: " + std::to_string(wanted) + " is not below the parallelism of " +
                             std::to_string(op.parallelism) +
                             (settings_.can_redistribute ? " (--redistribute deals such elements anew)" : ""));
        }
        if (!row[RowPart::kIndex].is_empty()) {
            index = RowIdentity::find_index(row);
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
    RowIdentity::allow(row,
                       parts_of(RowPart::kUid, RowPart::kOperator, RowPart::kState, RowPart::kKind, RowPart::kSubtask,
                                RowPart::kMapKey, RowPart::kValue),
                       "broadcast state");
    if (!is_there(row[RowPart::kMapKey]) && verbatim_bytes(row[RowPart::kValue].text)) {
        throw UnsupportedError("operator " + op.label() + ": broadcast state '" + state.descriptor.name +
                               "': a whole map of entries that cannot be decoded cannot be written");
    }
    added_.section = AddedRow::Section::kOperatorState;
    owner_ = RowOwner::kAll;
    entry_ = {};
    entry_.map_key = identity_.encode_map_key(state, row);
    static_cast<void>(read_value(state, row[RowPart::kValue], {}, std::nullopt, true, value_, entry_));
    if (!row[RowPart::kSubtask].is_empty()) {
        static_cast<void>(RowIdentity::find_subtask(row));  // refuses what is none
    }
    // All subtasks have the same: copies of several are one.
    target_.adder().broadcast(op.index, state.position, entry_, sequence, !row[RowPart::kSubtask].is_empty());
}

void EntryImporter::add_coordinator(const ImportOperator& op, const RowFields& row, std::uint64_t sequence) {
    RowIdentity::allow(row, parts_of(RowPart::kUid, RowPart::kOperator, RowPart::kKind, RowPart::kValue),
                       "a coordinator");
    added_.section = AddedRow::Section::kCoordinator;
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
    RowIdentity::allow(row,
                       parts_of(RowPart::kUid, RowPart::kOperator, RowPart::kTimer, RowPart::kService, RowPart::kKey,
                                RowPart::kNamespace, RowPart::kTimestamp),
                       "a timer");
    const TimerDomain domain = identity_.find_domain(row);
    const ImportTimers& timers = identity_.find_timers(op, row);
    const std::int64_t timestamp = RowIdentity::find_timestamp(row);
    encode_key(op, row);
    entry_.name_space = identity_.encode_namespace(timers.name_space, "", row);
    if (is_here(subtask_of_key_group(key_group_, op.parallelism, op.max_parallelism))) {
        put_timer(op, timers.position(domain), timestamp, sequence);
    }
}

void EntryImporter::add_timers_by_key(const ImportOperator& op, const RowFields& row, std::uint64_t sequence) {
    RowIdentity::allow(row,
                       parts_of(RowPart::kUid, RowPart::kOperator, RowPart::kService, RowPart::kKey,
                                RowPart::kNamespace, RowPart::kEventTime, RowPart::kProcessingTime),
                       "a row of timers");
    const ImportTimers& timers = identity_.find_timers(op, row);
    encode_key(op, row);
    entry_.name_space = identity_.encode_namespace(timers.name_space, "", row);
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

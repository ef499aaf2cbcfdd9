#include "rewrite/row_edits.hpp"

#include <algorithm>

#include "io/big_endian.hpp"
#include "rewrite/entries_file.hpp"
#include "rows/import/value_part.hpp"
#include "sp/error.hpp"

namespace sp::rewriting {
namespace {

using rows::ImportOperator;
using rows::ImportState;
using rows::ImportTimers;
using rows::KeyParts;
using rows::parts_of;
using rows::RowFields;
using rows::RowIdentity;
using rows::RowPart;
using rows::RowParts;

constexpr RowParts kOperatorParts = parts_of(RowPart::kUid, RowPart::kOperator);
constexpr RowParts kStateParts = kOperatorParts | parts_of(RowPart::kState, RowPart::kKind);
constexpr RowParts kNotLookedAt = parts_of(RowPart::kValue, RowPart::kTtlTimestamp);

void append_number(std::string& out, std::uint64_t number) {
    std::uint8_t bytes[sizeof number];
    store_big_endian(bytes, number, sizeof number);
    out.append(as_text(bytes));
}

// Identities are put together in the same way from rows and from entries. A length in front of all parts but the last tells
// them apart.

void put_key(std::string& out, const Entry& entry) {
    out.clear();
    append_number(out, entry.key.size());
    out.append(as_text(entry.key));
    append_number(out, entry.name_space.size());
    out.append(as_text(entry.name_space));
}

void put_entry(std::string& out, const Entry& entry, bool is_timer) {
    put_key(out, entry);
    if (is_timer) {
        append_number(out, static_cast<std::uint64_t>(entry.timestamp));
    } else {
        out.append(as_text(entry.map_key));
    }
}

void put_element(std::string& out, std::int64_t subtask, std::int64_t index) {
    out.clear();
    append_number(out, static_cast<std::uint64_t>(subtask));
    append_number(out, static_cast<std::uint64_t>(index));
}

/// Kept for its memory, so that asking about an entry allocates nothing.
std::string& scratch() {
    thread_local std::string text;
    return text;
}

template <class Container>
std::uint64_t count_found(const Container& identities) {
    return static_cast<std::uint64_t>(std::count_if(
        identities.begin(), identities.end(), [](const auto& identity) { return identity.second.is_found.load(); }));
}

}  // namespace

RowEdits::RowEdits(const rows::ImportPlan& plan) : plan_(plan), identity_(plan), edits_(plan.operators().size()) {}

RowEdits::~RowEdits() = default;

RowEdits::OperatorEdits& RowEdits::edits_of(const ImportOperator& op) {
    std::unique_ptr<OperatorEdits>& edits = edits_[op.index];
    if (!edits) {
        edits = std::make_unique<OperatorEdits>();
        std::size_t keyed = 0;
        std::size_t others = 0;
        for (const ImportState& state : op.states) {
            std::size_t& count = state.is_keyed() ? keyed : others;
            count = std::max(count, state.position + 1);
        }
        for (const ImportTimers& timers : op.timers) {
            for (const std::size_t position : {timers.event_position, timers.processing_position}) {
                keyed = position == SIZE_MAX ? keyed : std::max(keyed, position + 1);
            }
        }
        edits->keyed = std::vector<KeyedEdits>(keyed);
        for (const ImportTimers& timers : op.timers) {
            for (const std::size_t position : {timers.event_position, timers.processing_position}) {
                if (position != SIZE_MAX) {
                    edits->keyed[position].is_timer = true;
                }
            }
        }
        edits->operator_state = std::vector<Identities>(others);
    }
    return *edits;
}

void RowEdits::read_deletes(const std::string& path) {
    read_entries_file(path, plan_, [&](const RowFields& row, KeyParts* key_parts, std::uint64_t) {
        add_delete(row, key_parts);
        ++delete_rows_;
    });
}

void RowEdits::read_kept_keys(const std::string& path) {
    read_entries_file(path, plan_, [&](const RowFields& row, KeyParts* key_parts, std::uint64_t) {
        const ImportOperator& op = identity_.find_operator(row);
        const Bytes key = identity_.encode_key(op, row, key_parts);
        OperatorEdits& edits = edits_of(op);
        edits.keeps_named_keys = true;
        edits.kept_keys.try_emplace(std::string(as_text(key)));
        ++keep_rows_;
    });
}

void RowEdits::add_delete(const RowFields& row, KeyParts* key_parts) {
    const ImportOperator& op = identity_.find_operator(row);
    if (is_there(row[RowPart::kTimer])) {
        return delete_timer(op, row, key_parts);
    }
    if (is_there(row[RowPart::kService]) || is_there(row[RowPart::kEventTime])) {
        return delete_timers_by_key(op, row, key_parts);
    }
    if (!is_there(row[RowPart::kState]) && !is_there(row[RowPart::kKind])) {
        return delete_key(op, row, key_parts);
    }
    const ImportState* const state = identity_.find_state(op, row);
    if (state == nullptr) {
        RowIdentity::allow(row, kOperatorParts | bit_of(RowPart::kKind) | kNotLookedAt, "a coordinator");
        edits_of(op).deletes_coordinator = true;
        return;
    }
    switch (state->descriptor.kind) {
        case StateKind::kOperatorList:
        case StateKind::kOperatorUnion: return delete_element(op, *state, row);
        case StateKind::kBroadcast: return delete_broadcast(op, *state, row);
        default: return delete_keyed(op, *state, row, key_parts);
    }
}

void RowEdits::delete_keyed(const ImportOperator& op, const ImportState& state, const RowFields& row,
                            KeyParts* key_parts) {
    RowIdentity::allow(
        row,
        kStateParts | kNotLookedAt | parts_of(RowPart::kKey, RowPart::kNamespace, RowPart::kMapKey, RowPart::kIndex),
        "keyed state");
    if (!row[RowPart::kIndex].is_empty()) {
        if (state.descriptor.kind != StateKind::kList) {
            throw InputError("index: only elements of lists have one");
        }
        throw UnsupportedError(
            "index: an element of a keyed list is not deleted alone; without an index the row deletes the list");
    }
    Entry entry;
    entry.key = identity_.encode_key(op, row, key_parts);
    entry.name_space = identity_.encode_namespace(*state.name_space, "", row);
    std::string& identity = scratch();
    if (state.map_key && !is_there(row[RowPart::kMapKey])) {
        put_key(identity, entry);
        edits_of(op).keyed[state.position].maps.try_emplace(identity);
        return;
    }
    if (state.map_key) {
        entry.map_key = identity_.encode_map_key(state, row);
    } else if (!row[RowPart::kMapKey].is_empty()) {
        throw InputError("map_key: only map and broadcast states have one");
    }
    put_entry(identity, entry, false);
    edits_of(op).keyed[state.position].entries.try_emplace(identity);
}

void RowEdits::delete_element(const ImportOperator& op, const ImportState& state, const RowFields& row) {
    RowIdentity::allow(row, kStateParts | kNotLookedAt | parts_of(RowPart::kSubtask, RowPart::kIndex),
                       "operator state");
    for (const RowPart part : {RowPart::kSubtask, RowPart::kIndex}) {
        if (row[part].is_empty()) {
            throw InputError(std::string(name_of(part)) + ": it is missing: elements are deleted by subtask and index");
        }
    }
    std::string& identity = scratch();
    put_element(identity, RowIdentity::find_subtask(row), RowIdentity::find_index(row));
    edits_of(op).operator_state[state.position].try_emplace(identity);
}

void RowEdits::delete_broadcast(const ImportOperator& op, const ImportState& state, const RowFields& row) {
    RowIdentity::allow(row, kStateParts | kNotLookedAt | parts_of(RowPart::kSubtask, RowPart::kMapKey),
                       "broadcast state");
    if (!row[RowPart::kSubtask].is_empty()) {
        static_cast<void>(RowIdentity::find_subtask(row));  // refuses what is none; all subtasks have the same
    }
    const Bytes map_key = identity_.encode_map_key(state, row);
    edits_of(op).operator_state[state.position].try_emplace(std::string(as_text(map_key)));
}

void RowEdits::delete_timer(const ImportOperator& op, const RowFields& row, KeyParts* key_parts) {
    RowIdentity::allow(
        row,
        kOperatorParts | kNotLookedAt |
            parts_of(RowPart::kTimer, RowPart::kService, RowPart::kKey, RowPart::kNamespace, RowPart::kTimestamp),
        "a timer");
    const TimerDomain domain = identity_.find_domain(row);
    const ImportTimers& timers = identity_.find_timers(op, row);
    Entry timer;
    timer.timestamp = RowIdentity::find_timestamp(row);
    timer.key = identity_.encode_key(op, row, key_parts);
    timer.name_space = identity_.encode_namespace(timers.name_space, "", row);
    add_timer(op, timers, domain, timer);
}

void RowEdits::delete_timers_by_key(const ImportOperator& op, const RowFields& row, KeyParts* key_parts) {
    RowIdentity::allow(row,
                       kOperatorParts | kNotLookedAt |
                           parts_of(RowPart::kService, RowPart::kKey, RowPart::kNamespace, RowPart::kEventTime,
                                    RowPart::kProcessingTime),
                       "a row of timers");
    if (row[RowPart::kEventTime].is_empty() && row[RowPart::kProcessingTime].is_empty()) {
        throw InputError("event_time: it is missing, and processing_time is, too: the row names no timer");
    }
    const ImportTimers& timers = identity_.find_timers(op, row);
    Entry timer;
    timer.key = identity_.encode_key(op, row, key_parts);
    timer.name_space = identity_.encode_namespace(timers.name_space, "", row);
    std::vector<std::int64_t> times[2];
    rows::read_times(row[RowPart::kEventTime], name_of(RowPart::kEventTime), times[0]);
    rows::read_times(row[RowPart::kProcessingTime], name_of(RowPart::kProcessingTime), times[1]);
    for (const TimerDomain domain : {TimerDomain::kEventTime, TimerDomain::kProcessingTime}) {
        for (const std::int64_t time : times[domain == TimerDomain::kEventTime ? 0 : 1]) {
            timer.timestamp = time;
            add_timer(op, timers, domain, timer);
        }
    }
}

void RowEdits::add_timer(const ImportOperator& op, const ImportTimers& timers, TimerDomain domain, const Entry& timer) {
    const std::size_t position = timers.position(domain);
    if (position == SIZE_MAX) {
        throw InputError("timer: " + plan_.origin() + " has no queue for it");
    }
    std::string& identity = scratch();
    put_entry(identity, timer, true);
    edits_of(op).keyed[position].entries.try_emplace(identity);
}

/// A row that has lost its state must not delete all that its key has, so that nothing else may be named, not even as null.
void RowEdits::delete_key(const ImportOperator& op, const RowFields& row, KeyParts* key_parts) {
    constexpr RowParts kEmptyInCsv = parts_of(RowPart::kValue, RowPart::kMapKey);
    const RowParts named = row.given() | (row.there() & ~kEmptyInCsv);
    if ((named & ~(kOperatorParts | parts_of(RowPart::kKey, RowPart::kIgnored))) != 0) {
        throw InputError("state: it is missing; only a row with nothing but operator and key deletes all of a key");
    }
    const Bytes key = identity_.encode_key(op, row, key_parts);
    edits_of(op).deleted_keys.try_emplace(std::string(as_text(key)));
}

std::set<std::size_t> RowEdits::operators() const {
    std::set<std::size_t> operators;
    for (std::size_t op = 0; op < edits_.size(); ++op) {
        if (edits_[op]) {
            operators.insert(op);
        }
    }
    return operators;
}

bool RowEdits::touches_keyed(std::size_t op) const {
    const OperatorEdits* const edits = edits_[op].get();
    return edits != nullptr && (!edits->deleted_keys.empty() || edits->keeps_named_keys ||
                                std::any_of(edits->keyed.begin(), edits->keyed.end(), [](const KeyedEdits& state) {
                                    return !state.entries.empty() || !state.maps.empty();
                                }));
}

bool RowEdits::touches_operator_state(std::size_t op) const {
    const OperatorEdits* const edits = edits_[op].get();
    return edits != nullptr && std::any_of(edits->operator_state.begin(), edits->operator_state.end(),
                                           [](const Identities& state) { return !state.empty(); });
}

bool RowEdits::deletes_coordinator(std::size_t op) const { return edits_[op] && edits_[op]->deletes_coordinator; }

bool RowEdits::find(const Identities& identities, std::string_view identity) {
    const auto found = identities.find(identity);
    if (found == identities.end()) {
        return false;
    }
    std::atomic<bool>& is_found = found->second.is_found;
    if (!is_found.load(std::memory_order_relaxed)) {  // most are met once; a store takes the line from other threads
        is_found.store(true, std::memory_order_relaxed);
    }
    return true;
}

bool RowEdits::drops_keyed(const OperatorEdits& edits, std::size_t position, const Entry& entry) {
    // All of them are asked, so that all that is there is found.
    bool drops = edits.keeps_named_keys && !find(edits.kept_keys, as_text(entry.key));
    drops |= !edits.deleted_keys.empty() && find(edits.deleted_keys, as_text(entry.key));
    const KeyedEdits& state = edits.keyed[position];
    std::string& identity = scratch();
    if (!state.maps.empty()) {
        put_key(identity, entry);
        drops |= find(state.maps, identity);
    }
    if (!state.entries.empty()) {
        put_entry(identity, entry, state.is_timer);
        drops |= find(state.entries, identity);
    }
    return drops;
}

bool RowEdits::drops_element(std::size_t op, std::size_t position, std::int32_t subtask, const Entry& entry) const {
    if (!edits_[op] || edits_[op]->operator_state[position].empty()) {
        return false;
    }
    std::string& identity = scratch();
    put_element(identity, subtask, entry.index);
    return find(edits_[op]->operator_state[position], identity);
}

bool RowEdits::drops_broadcast(std::size_t op, std::size_t position, const Entry& entry) const {
    return edits_[op] && !edits_[op]->operator_state[position].empty() &&
           find(edits_[op]->operator_state[position], as_text(entry.map_key));
}

EditCounts RowEdits::counts() const {
    EditCounts counts;
    counts.delete_rows = delete_rows_;
    counts.keep_rows = keep_rows_;
    const auto add = [](const Identities& identities, std::uint64_t& count, std::uint64_t& found) {
        count += identities.size();
        found += count_found(identities);
    };
    for (const auto& edits : edits_) {
        if (!edits) {
            continue;
        }
        add(edits->kept_keys, counts.kept_keys, counts.kept_keys_found);
        add(edits->deleted_keys, counts.deletes, counts.deletes_found);
        for (const KeyedEdits& state : edits->keyed) {
            add(state.entries, counts.deletes, counts.deletes_found);
            add(state.maps, counts.deletes, counts.deletes_found);
        }
        for (const Identities& state : edits->operator_state) {
            add(state, counts.deletes, counts.deletes_found);
        }
    }
    return counts;
}

}  // namespace sp::rewriting

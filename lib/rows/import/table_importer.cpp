#include "rows/import/table_importer.hpp"

#include <algorithm>
#include <set>

#include "restore/key_group_assignment.hpp"
#include "rows/import/value_part.hpp"
#include "rows/json_cursor.hpp"
#include "rows/table_columns.hpp"
#include "sp/error.hpp"
#include "types/schema/name_suggestions.hpp"

namespace sp::rows {
namespace {

using Part = TableImporter::Column::Part;

constexpr std::string_view kEventTimestampAlias = "timestamp";  // as --column has it
constexpr std::string_view kTtlPrefix = "@ttl:";

bool has_void_namespace(const ImportState& state) { return state.name_space->type()->kind == TypeKind::kVoidNamespace; }

bool has_windows(const ImportState& state) { return state.name_space->type()->kind == TypeKind::kTimeWindow; }

RowField json_field(JsonCursor& cursor) {
    const bool is_null = cursor.peek() == JsonCursor::Kind::kNull;
    const std::size_t start = cursor.position();
    cursor.skip();
    return {is_null ? RowField::Form::kNull : RowField::Form::kJson,
            cursor.text().substr(start, cursor.position() - start)};
}

/// Calls `pair` with key and value of each pair of a map: {"k":v,…} or [{"key":k,"value":v},…]. Names of members are bare
/// texts.
template <class Pair>
void for_each_pair(const RowField& field, std::string_view what, Pair&& pair) {
    JsonCursor cursor(field.form == RowField::Form::kNull ? "null" : field.text, encoding_of(field));
    std::string name;
    if (cursor.peek() == JsonCursor::Kind::kObject) {
        cursor.begin_object();
        for (bool is_first = true; cursor.next_member(name, is_first); is_first = false) {
            if (name.starts_with('@') && !name.starts_with("@@")) {
                throw InputError(std::string(what) + ": a name that starts with @ must have it doubled");
            }
            const std::string_view content = std::string_view(name).substr(name.starts_with('@') ? 1 : 0);
            const RowField value = json_field(cursor);
            pair(RowField{RowField::Form::kBare, content}, value);
        }
    } else if (cursor.peek() == JsonCursor::Kind::kArray) {
        cursor.begin_array();
        for (bool is_first = true; cursor.next_element(is_first); is_first = false) {
            RowField parts[2];
            if (cursor.peek() != JsonCursor::Kind::kObject) {
                throw InputError(std::string(what) + ": expected pairs {\"key\":…,\"value\":…}");
            }
            cursor.begin_object();
            for (bool is_first_part = true; cursor.next_member(name, is_first_part); is_first_part = false) {
                if (name != "key" && name != "value") {
                    throw InputError(std::string(what) + ": expected pairs {\"key\":…,\"value\":…}");
                }
                parts[name == "key" ? 0 : 1] = json_field(cursor);
            }
            if (parts[0].form == RowField::Form::kAbsent || parts[1].form == RowField::Form::kAbsent) {
                throw InputError(std::string(what) + ": expected pairs {\"key\":…,\"value\":…}");
            }
            pair(parts[0], parts[1]);
        }
    } else {
        throw InputError(std::string(what) + ": expected an object or an array of pairs, found " + shown(field));
    }
    cursor.expect_end();
}

/// What rows of entries call a value is in tables the name of the state.
std::string without_value_word(std::string_view what) {
    constexpr std::string_view kValue = "value";
    constexpr std::string_view kValueIs = "value: ";
    return std::string(what.substr(what.starts_with(kValueIs)                                 ? kValueIs.size()
                                   : what.starts_with("value[") || what.starts_with("value.") ? kValue.size()
                                                                                              : 0));
}

/// ".name" or "[3]", as a map has its pairs.
std::string pair_path(const RowField& key, std::size_t index) {
    return key.form == RowField::Form::kBare ? "." + std::string(key.text) : "[" + std::to_string(index) + "]";
}

}  // namespace

TableImporter::TableImporter(const ImportOperator& op, const ImportSettings& settings, ImportTarget& target)
    : op_(op), settings_(settings), target_(target), windows_(settings, target, counts_), cells_(op.states.size()) {}

TableImporter::Column TableImporter::find_column(const ImportOperator& op, std::string_view name) {
    static constexpr std::pair<std::string_view, Part> kNames[] = {
        {"key", Part::kKey},
        {"namespace", Part::kNamespace},
        {"event_timestamp", Part::kEventTimestamp},
        {kEventTimestampAlias, Part::kEventTimestamp},
        {"@event_time", Part::kEventTime},
        {"@processing_time", Part::kProcessingTime},
    };
    const bool is_ttl = name.starts_with(kTtlPrefix);
    const std::string_view column = is_ttl ? name.substr(kTtlPrefix.size()) : name;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < op.states.size(); ++i) {
        if (op.states[i].is_keyed()) {
            names.push_back(TableColumns::name_of(op.states[i].descriptor.name));
            if (names.back() == column) {
                return {is_ttl ? Part::kTtl : Part::kState, i, ""};
            }
        }
    }
    for (const auto& [known, part] : kNames) {
        if (known == name) {
            return {part, 0, ""};
        }
        if (known != kEventTimestampAlias) {
            names.emplace_back(known);
        }
    }
    if (name.starts_with(kKeyColumnPrefix)) {
        return {Part::kKeyField, 0, std::string(name.substr(kKeyColumnPrefix.size()))};
    }
    throw InputError("operator " + op.label() + " has no keyed state '" + std::string(name) +
                     "'; a table has:" + list_nearest(name, names));
}

void TableImporter::begin_row() {
    std::fill(cells_.begin(), cells_.end(), Cell{});
    key_field_ = name_space_field_ = event_timestamp_ = event_times_ = processing_times_ = RowField{};
    key_parts_.clear();
}

void TableImporter::add_field(const Column& column, const RowField& field) {
    const auto set = [&](RowField& known) {
        if (known.form != RowField::Form::kAbsent) {
            throw InputError("a member stands twice");
        }
        known = field;
    };
    switch (column.part) {
        case Part::kKey: return set(key_field_);
        case Part::kKeyField: return key_parts_.add(column.key_field, field);
        case Part::kNamespace: return set(name_space_field_);
        case Part::kEventTimestamp: return set(event_timestamp_);
        case Part::kState: return set(cells_[column.state].value);
        case Part::kTtl: return set(cells_[column.state].ttl);
        case Part::kEventTime: return set(event_times_);
        case Part::kProcessingTime: return set(processing_times_);
        case Part::kNone: return;
    }
}

void TableImporter::begin_json(std::string_view line) {
    begin_row();
    JsonCursor cursor(line, JsonCursor::Encoding::kUtf8);
    if (cursor.peek() != JsonCursor::Kind::kObject) {
        throw InputError("a row is a JSON object");
    }
    cursor.begin_object();
    for (bool is_first = true; cursor.next_member(member_, is_first); is_first = false) {
        auto found = columns_.find(member_);
        if (found == columns_.end()) {
            found = columns_.emplace(member_, find_column(op_, member_)).first;
        }
        in_part(member_, [&] { add_field(found->second, json_field(cursor)); });
    }
    cursor.expect_end();
}

RowOwner TableImporter::add_json(std::string_view line, std::uint64_t sequence) {
    begin_json(line);
    return end_row(sequence);
}

void TableImporter::encode_key() {
    if (!op_.key) {
        throw InputError("operator " + op_.label() + " has no keyed state in the schema");
    }
    if (key_field_.form == RowField::Form::kAbsent && key_parts_.is_empty()) {
        throw InputError("key: it is missing");
    }
    if (key_field_.form == RowField::Form::kNull) {
        throw InputError("key: null is no key");
    }
    key_.clear();
    in_part("key", [&] {
        op_.key->append(key_parts_.is_empty() ? key_field_ : key_parts_.join(*op_.key->type()), key_);
        key_group_ = op_.key_group(key_);
    });
}

std::int32_t TableImporter::key_group() {
    encode_key();
    return key_group_;
}

/// Rows have one namespace; states of the void one can stand beside those of another (--with-global).
void TableImporter::check_namespace() const {
    if (name_space_field_.is_empty()) {
        return;
    }
    if (!event_timestamp_.is_empty()) {
        throw InputError("event_timestamp: the row has a namespace, too");
    }
    const bool has_any =
        std::any_of(op_.states.begin(), op_.states.end(),
                    [](const ImportState& state) { return state.is_keyed() && !has_void_namespace(state); }) ||
        std::any_of(op_.timers.begin(), op_.timers.end(), [](const ImportTimers& timers) {
            return timers.name_space.type()->kind != TypeKind::kVoidNamespace;
        });
    if (!has_any) {
        throw InputError("namespace: no state of operator " + op_.label() + " has one");
    }
}

/// The row's namespace as the state, or the timers, have it.
TableImporter::Slice TableImporter::put_namespace(const PartEncoder& encoder) {
    name_space_.clear();
    in_part("namespace", [&] { encoder.append(name_space_field_, name_space_); });
    return put(name_space_);
}

/// A row can hold nothing of its namespace, as where it was there for timers that are not in the table. It must be one.
void TableImporter::check_unused_namespace() {
    std::optional<InputError> problem;
    const auto is_one = [&](const PartEncoder& encoder) {
        if (encoder.type()->kind == TypeKind::kVoidNamespace) {
            return false;
        }
        try {
            static_cast<void>(put_namespace(encoder));
            return true;
        } catch (const InputError& error) {
            problem = problem ? problem : error;
            return false;
        }
    };
    for (const ImportState& state : op_.states) {
        if (state.is_keyed() && is_one(*state.name_space)) {
            return;
        }
    }
    for (const ImportTimers& timers : op_.timers) {
        if (is_one(timers.name_space)) {
            return;
        }
    }
    throw InputError(*problem);
}

TableImporter::Slice TableImporter::put(Bytes bytes) {
    const Slice slice{bytes_.size(), bytes.size()};
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return slice;
}

void TableImporter::stage(const ImportState& state, const Cell& cell) {
    const std::string name = TableColumns::name_of(state.descriptor.name);
    if (cell.value.form == RowField::Form::kAbsent) {
        if (!cell.ttl.is_empty()) {
            throw InputError("@ttl:" + name + ": there is no entry that it could be of");
        }
        return;
    }
    Slice name_space;
    if (!has_void_namespace(state)) {
        if (!event_timestamp_.is_empty() && !has_windows(state)) {
            throw InputError("event_timestamp: the namespace of " + name + " is not time-window");
        }
        if (event_timestamp_.is_empty() && name_space_field_.is_empty()) {
            throw InputError(name + ": the state has a namespace, and the row has none");
        }
        name_space = event_timestamp_.is_empty() ? put_namespace(*state.name_space) : Slice{};
    }
    try {
        if (state.descriptor.kind == StateKind::kMap) {
            return stage_map(state, name_space, cell);
        }
        Entry entry;
        if (read_value(state, cell.value, cell.ttl, settings_.ttl_timestamp, false, value_, entry)) {
            staged_.push_back({&state, name_space, {}, put(value_), false});
        } else if (settings_.marks_empty_lists && event_timestamp_.is_empty()) {
            staged_.push_back({&state, name_space, {}, {}, false, true});
        }
    } catch (const InputError& error) {
        throw InputError(in_part_words(name, without_value_word(error.what())));
    }
}

void TableImporter::stage_map(const ImportState& state, const Slice& name_space, const Cell& cell) {
    std::vector<std::pair<ByteVector, RowField>> stamps;
    const bool has_stamps = !cell.ttl.is_empty() && (cell.ttl.text.starts_with('{') || cell.ttl.text.starts_with('['));
    if (has_stamps) {
        for_each_pair(cell.ttl, "@ttl", [&](const RowField& key, const RowField& stamp) {
            ByteVector encoded;
            state.map_key->append(key, encoded);
            stamps.emplace_back(std::move(encoded), stamp);
        });
    }
    std::size_t used_stamps = 0;
    std::size_t count = 0;
    for_each_pair(cell.value, "value", [&](const RowField& key, const RowField& value) {
        RowField stamp = has_stamps ? RowField{} : cell.ttl;
        if (has_stamps) {
            ByteVector encoded;
            state.map_key->append(key, encoded);
            const auto found =
                std::find_if(stamps.begin(), stamps.end(), [&](const auto& known) { return known.first == encoded; });
            stamp = found == stamps.end() ? RowField{} : found->second;
            used_stamps += found == stamps.end() ? 0 : 1;
        }
        const std::string path = pair_path(key, count++);
        try {
            stage_pair(state, name_space, key, value, stamp);
        } catch (const InputError& error) {
            throw InputError(in_part_words(path, without_value_word(error.what())));
        }
    });
    if (used_stamps < stamps.size()) {
        throw InputError("@ttl: more time stamps than pairs");
    }
}

void TableImporter::stage_pair(const ImportState& state, const Slice& name_space, const RowField& key,
                               const RowField& value, const RowField& stamp) {
    value_.clear();
    state.map_key->append(key, value_);
    const Slice map_key = put(value_);
    Entry entry;
    static_cast<void>(read_value(state, value, stamp, settings_.ttl_timestamp, false, value_, entry));
    staged_.push_back({&state, name_space, map_key, put(value_), entry.is_null_value});
}

RowOwner TableImporter::end_row(std::uint64_t sequence) {
    staged_.clear();
    bytes_.clear();
    encode_key();
    check_namespace();
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        if (op_.states[i].is_keyed()) {
            stage(op_.states[i], cells_[i]);
        }
    }
    read_times(event_times_, "@event_time", times_);
    read_times(processing_times_, "@processing_time", more_times_);
    std::optional<std::int64_t> timestamp;
    if (!event_timestamp_.is_empty()) {
        if (!op_.window) {
            throw InputError("event_timestamp: the schema gives operator " + op_.label() + " no \"window\"");
        }
        timestamp = integer_of(event_timestamp_, RowPart::kEventTimestamp);
        windows_.check(op_, *timestamp);
    }
    bool is_namespace_used =
        std::any_of(staged_.begin(), staged_.end(), [](const Staged& staged) { return staged.name_space.size != 0; });
    timer_name_space_ = {};
    if (!times_.empty() || !more_times_.empty()) {
        const ImportTimers& timers = timers_of_row();
        if (!name_space_field_.is_empty()) {
            timer_name_space_ = put_namespace(timers.name_space);
            is_namespace_used = true;
        }
    }
    if (!name_space_field_.is_empty() && !is_namespace_used) {
        check_unused_namespace();
    }
    ++counts_.rows;
    const std::int32_t subtask = subtask_of_key_group(key_group_, op_.parallelism, op_.max_parallelism);
    if (settings_.split && subtask != settings_.split->index) {
        return RowOwner::kElsewhere;
    }
    add_timers(sequence);
    for (const Staged& staged : staged_) {
        add_staged(staged, timestamp, sequence);
    }
    return RowOwner::kHere;
}

void TableImporter::add_staged(const Staged& staged, std::optional<std::int64_t> timestamp, std::uint64_t sequence) {
    Entry entry;
    entry.key = key_;
    entry.map_key = get(staged.map_key);
    entry.value = get(staged.value);
    entry.is_null_value = staged.is_null_value;
    const ImportState& state = *staged.state;
    if (staged.is_nothing) {
        entry.name_space = has_void_namespace(state) ? Bytes(&kVoidNamespace, 1) : get(staged.name_space);
        target_.adder().nothing(op_.index, state.position, key_group_, entry, sequence);
    } else if (has_void_namespace(state)) {
        entry.name_space = {&kVoidNamespace, 1};
        // Beside windows it is a copy of what the key has outside of them.
        const bool may_repeat = timestamp || !name_space_field_.is_empty();
        target_.adder().keyed(op_.index, state.position, key_group_, entry, sequence, may_repeat);
    } else if (timestamp) {
        windows_.add_at(op_, state, key_group_, entry, *timestamp, sequence);
    } else {
        entry.name_space = get(staged.name_space);
        target_.adder().keyed(op_.index, state.position, key_group_, entry, sequence);
        windows_.complete(op_, state, key_group_, entry, sequence);
    }
}

/// A table does not tell timer services apart: there must be one only for rows like this.
const ImportTimers& TableImporter::timers_of_row() const {
    const ImportTimers* found = nullptr;
    for (const ImportTimers& timers : op_.timers) {
        if ((timers.name_space.type()->kind != TypeKind::kVoidNamespace) == name_space_field_.is_empty()) {
            continue;
        }
        if (found != nullptr) {
            throw InputError("@event_time: operator " + op_.label() + " has several timer services ('" +
                             found->service + "', '" + timers.service + "'); give its timers as rows of their own");
        }
        found = &timers;
    }
    if (found == nullptr) {
        throw InputError("@event_time: operator " + op_.label() + " has no timer service for such rows");
    }
    return *found;
}

void TableImporter::add_timers(std::uint64_t sequence) {
    if (times_.empty() && more_times_.empty()) {
        return;
    }
    const ImportTimers& timers = timers_of_row();
    Entry entry;
    entry.key = key_;
    entry.name_space = name_space_field_.is_empty() ? Bytes(&kVoidNamespace, 1) : get(timer_name_space_);
    for (const TimerDomain domain : {TimerDomain::kEventTime, TimerDomain::kProcessingTime}) {
        for (const std::int64_t time : domain == TimerDomain::kEventTime ? times_ : more_times_) {
            entry.timestamp = time;
            target_.adder().keyed(op_.index, timers.position(domain), key_group_, entry, sequence);
            ++counts_.timers[op_.index];
        }
    }
}

}  // namespace sp::rows

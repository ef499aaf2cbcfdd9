#include "types/operator_columns.hpp"

#include <algorithm>
#include <utility>

#include "sp/error.hpp"
#include "types/schema/name_suggestions.hpp"
#include "types/schema/words.hpp"
#include "types/sql_types.hpp"

namespace sp {
namespace {

constexpr std::string_view kKeyTarget = "@key";
constexpr std::string_view kMapKeySuffix = "@map_key";
constexpr std::string_view kValueSuffix = "@value";

std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string columns_text(const Type& row) {
    std::string text;
    for (std::size_t i = 0; i < row.logical_types.size(); ++i) {
        text += "\n  f" + std::to_string(i) + " " + row.logical_types[i];
    }
    return text;
}

[[noreturn]] void fail(const ColumnNames& columns, const std::string& why) {
    throw UsageError(columns.origin + ": " + columns.op + "/" + columns.target + ": " + why);
}

std::string count_of(std::size_t count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

/// The row in the type, which the names fit; null if there is none. Of several the one with this number, from 1.
const Type* row_to_name(const TypePtr& type, const ColumnNames& columns, std::size_t number = 0) {
    const std::vector<const Type*> rows = type ? rows_in(type) : std::vector<const Type*>();
    if (rows.empty()) {
        return nullptr;
    }
    if (number > rows.size() || (number == 0 && rows.size() > 1)) {
        fail(columns, "there are " + std::to_string(rows.size()) + " rows in " + type_words(*type) +
                          "; a number behind says which: @value.1 is the first");
    }
    const Type& row = *rows[number == 0 ? 0 : number - 1];
    if (row.logical_types.size() != columns.names.size()) {
        fail(columns, count_of(columns.names.size(), "name") + " for a row of " +
                          count_of(row.logical_types.size(), "column") + ":" + columns_text(row));
    }
    return &row;
}

/// What of the state the names are for: the part that is told, or that which a row is in.
enum class Part : std::uint8_t { kNone, kAny, kValue, kMapKey };

struct Place {
    Part part = Part::kNone;
    std::size_t row = 0;  ///< its number in the part; 0: there is only one
};

Place place_of(const ColumnNames& columns, const StateDescriptor& state) {
    std::string_view rest = columns.target;
    if (state.kind == StateKind::kTimer || !rest.starts_with(state.name)) {
        return {};
    }
    rest.remove_prefix(state.name.size());
    if (rest.empty()) {
        return {Part::kAny};
    }
    for (const auto& [suffix, part] :
         {std::pair(kValueSuffix, Part::kValue), std::pair(kMapKeySuffix, Part::kMapKey)}) {
        if (rest == suffix) {
            return {part};
        }
        const bool has_number = rest.size() == suffix.size() + 2 && rest.starts_with(suffix) &&
                                rest[suffix.size()] == '.' && rest.back() >= '1' && rest.back() <= '9';
        if (has_number) {
            return {part, static_cast<std::size_t>(rest.back() - '0')};
        }
    }
    return {};
}

/// The serializer goes on having the very part that the state has beside it: whoever changes one finds it in the other.
void name_part(TypePtr& serializer, TypePtr& part, TypePtr named) {
    const TypePtr before = std::move(part);
    serializer = with_named_part(serializer, *before, named);
    part = std::move(named);
}

void name_state(StateDescriptor& state, const ColumnNames& columns, const Place& place) {
    const Type* row = place.part == Part::kMapKey ? nullptr : row_to_name(state.value, columns, place.row);
    if (row == nullptr && place.part != Part::kValue) {
        row = row_to_name(state.map_key, columns, place.row);
    }
    if (row == nullptr) {
        std::string types;
        for (const TypePtr& type : {state.map_key, state.value}) {
            types += type ? (types.empty() ? "" : ", ") + type_words(*type) : "";
        }
        fail(columns, "there is no row of SQL in it: " + types);
    }
    const StateDescriptor before = state;  // which keeps the row alive
    for (TypePtr* const type : {&state.map_key, &state.value}) {
        if (*type) {
            name_part(state.serializer, *type, with_column_names(*type, *row, columns.names));
        }
    }
}

}  // namespace

void OperatorColumns::add(const ColumnNames& names) {
    if (std::find(names.names.begin(), names.names.end(), "") != names.names.end()) {
        fail(names, "the name of a column is empty");
    }
    try {
        check_column_names(names.names);
    } catch (const UsageError& error) {
        fail(names, error.what());
    }
    columns_.push_back(names);
}

bool OperatorColumns::is_there(const ColumnNames& names, const TypePtr& key,
                               const std::vector<StateDescriptor>& states) {
    const auto is_meant = [&](const StateDescriptor& state) { return place_of(names, state).part != Part::kNone; };
    return names.target == kKeyTarget ? key != nullptr : std::any_of(states.begin(), states.end(), is_meant);
}

void OperatorColumns::check(const TypePtr& key, const std::vector<StateDescriptor>& states,
                            const std::string& label) const {
    if (key) {
        static_cast<void>(named_key(key));
    }
    for (const StateDescriptor& state : states) {
        static_cast<void>(named_state(state));
    }
    for (const ColumnNames& columns : columns_) {
        if (is_there(columns, key, states)) {
            continue;
        }
        if (columns.target == kKeyTarget) {
            fail(columns, "the operator has no keyed state");
        }
        std::vector<std::string> names;
        for (const StateDescriptor& state : states) {
            if (state.kind != StateKind::kTimer && std::find(names.begin(), names.end(), state.name) == names.end()) {
                names.push_back(state.name);
            }
        }
        throw UsageError(columns.origin + ": operator " + label + " has no state " + in_quotes(columns.target) +
                         "; there are:" + list_nearest(columns.target, names));
    }
}

TypePtr OperatorColumns::named_key(const TypePtr& key) const {
    TypePtr named = key;
    for (const ColumnNames& columns : columns_) {
        if (columns.target == kKeyTarget && key) {
            const Type* const row = row_to_name(named, columns);
            if (row == nullptr) {
                fail(columns, "the key is no row of SQL, but " + type_words(*key));
            }
            named = with_column_names(named, *row, columns.names);
        }
    }
    return named;
}

StateDescriptor OperatorColumns::named_state(const StateDescriptor& state) const {
    StateDescriptor named = state;
    for (const ColumnNames& columns : columns_) {
        const Place place = place_of(columns, state);
        if (place.part != Part::kNone) {
            name_state(named, columns, place);
        }
    }
    if (state.kind == StateKind::kTimer && state.key) {  // their keys are not the header's
        name_part(named.serializer, named.key, named_key(state.key));
    }
    return named;
}

}  // namespace sp

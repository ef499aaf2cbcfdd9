#pragma once

// Values of state as rows have them: whole lists, null values of maps, time stamps of TTL.

#include <optional>
#include <vector>

#include "rows/import/import_plan.hpp"
#include "rows/import/row_fields.hpp"
#include "sp/error.hpp"

namespace sp::rows {

/// Sets value and is_null_value of an entry of keyed, list, union or broadcast state; the bytes are in `value`. False if
/// there is no entry to be made of it: an empty list. `is_element`: the row is one element of a keyed list. `stamp` is the
/// row's own; `usual_stamp` that of rows without. InputError with the part's name in front.
[[nodiscard]] bool read_value(const ImportState& state, const RowField& field, const RowField& stamp,
                              std::optional<std::int64_t> usual_stamp, bool is_element, ByteVector& value,
                              Entry& entry);

/// The problem with the name of the part in front; a path in the part goes on behind it.
[[nodiscard]] std::string in_part_words(std::string_view part, const std::string& problem);

/// The times of a JSON array; none if the field is empty. InputError with `what` in front.
void read_times(const RowField& field, std::string_view what, std::vector<std::int64_t>& times);

/// The JSON or bare text of a field as messages quote it.
[[nodiscard]] std::string shown(const RowField& field);

/// Calls `work` and puts the part's name in front of what it says is wrong.
template <class Work>
void in_part(std::string_view part, Work&& work) {
    try {
        work();
    } catch (const InputError& error) {
        throw InputError(in_part_words(part, error.what()));
    } catch (const UnsupportedError& error) {
        throw UnsupportedError(in_part_words(part, error.what()));
    }
}

}  // namespace sp::rows

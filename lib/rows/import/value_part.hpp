#pragma once

// Values of state as rows have them: whole lists, null values of maps, time stamps of TTL.

#include <optional>

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

/// As InputError, UnsupportedError with the name of the part in front, as far as there is one.
[[noreturn]] void fail_part(std::string_view part, const std::string& problem);

/// Calls `work` and puts the part's name in front of what it says is wrong.
template <class Work>
void in_part(std::string_view part, Work&& work) {
    try {
        work();
    } catch (const InputError& error) {
        fail_part(part, error.what());
    }
}

}  // namespace sp::rows

#pragma once

// The member "view" of rows whose value is the bytes of a source's or sink's own serializer: what they say, if their format
// is known. It is for reading only; the value beside it is what is written back.

#include <string>

#include "sp/entry.hpp"

namespace sp::rows {

/// Takes an entry's value as its state's serializer wrote it.
using PrintView = std::string (*)(Bytes value, bool int64_as_string);

/// Prints the views of the state's rows as JSON; null if they have none.
[[nodiscard]] PrintView view_printer_of(const StateDescriptor& state);

}  // namespace sp::rows

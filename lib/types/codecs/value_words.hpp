#pragma once

// How messages about values that do not fit name a type.

#include <string>

#include "sp/type.hpp"

namespace sp::codec {

/// "an int", "a string", "an array" …: what a value of the type is, in a word.
[[nodiscard]] std::string value_word(const Type& type);

}  // namespace sp::codec

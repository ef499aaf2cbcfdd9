#pragma once

// JSON text of names that programs hold ready: of classes, fields and enum constants.

#include <string>
#include <string_view>

namespace sp::codec {

/// A string of our own or from a snapshot (well-formed WTF-8), in quotes.
[[nodiscard]] std::string json_quoted(std::string_view text);

/// A member name with its colon, of an object that carries users' names: a leading @ is doubled, since @class and the like
/// are ours.
[[nodiscard]] std::string json_member(std::string_view name);

}  // namespace sp::codec

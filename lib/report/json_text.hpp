#pragma once

// JSON documents laid out for people: indented down to the lists that matter, each of whose items is one line.

#include <string>

#include <nlohmann/json.hpp>

namespace sp {

/// The document's members and those of the objects in its lists have lines of their own, and each item of their lists;
/// everything further in stays on its line. Texts that are no UTF-8 (lone surrogates) get a replacement character.
[[nodiscard]] std::string document_text(const nlohmann::ordered_json& document);

/// The value on one line.
[[nodiscard]] std::string line_text(const nlohmann::ordered_json& value);

}  // namespace sp

#include "report/json_text.hpp"

namespace sp {
namespace {

using Json = nlohmann::ordered_json;

/// Document, list of operators, operator, list of states: a state is one line.
constexpr int kDeepestObject = 2;
constexpr int kDeepestList = 3;

std::string compact(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

void append(std::string& out, const Json& value, int depth) {
    const bool is_split = (value.is_object() && depth <= kDeepestObject) ||
                          (value.is_array() && depth <= kDeepestList && !value.empty() && value.front().is_object());
    if (!is_split || value.empty()) {
        out += compact(value);
        return;
    }
    const std::string indent(static_cast<std::size_t>(depth + 1) * 2, ' ');
    out += value.is_object() ? "{" : "[";
    bool is_first = true;
    for (const auto& [name, member] : value.items()) {
        out += (is_first ? "\n" : ",\n") + indent;
        is_first = false;
        out += value.is_object() ? compact(name) + ": " : "";
        append(out, member, depth + 1);
    }
    out += "\n" + std::string(static_cast<std::size_t>(depth) * 2, ' ');
    out += value.is_object() ? "}" : "]";
}

}  // namespace

std::string document_text(const Json& document) {
    std::string out;
    append(out, document, 0);
    return out + "\n";
}

std::string line_text(const Json& value) { return compact(value) + "\n"; }

}  // namespace sp

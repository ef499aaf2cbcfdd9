#include "types/schema/parse_bounds.hpp"

#include <string>

namespace sp {

namespace schema {

void read_bound(Members& members, const char* name, NumberRange& range, std::int64_t least, std::int64_t most) {
    const Node* const node = members.find(name);
    if (node == nullptr) {
        return;
    }
    const std::string what = '"' + std::string(name) + '"';
    const auto number = [&](const Node& item) { return static_cast<std::uint64_t>(item.integer(what, least, most)); };
    if (!node->is_object()) {
        range = {number(*node), number(*node)};
        return;
    }
    Members inner(*node, what);
    const Node* const min = inner.find("min");
    const Node* const max = inner.find("max");
    inner.finish();
    range = {};
    if (min != nullptr) {
        range.least = number(*min);
    }
    if (max != nullptr) {
        range.most = number(*max);
    }
    if (!range.is_given()) {
        node->fail(what + " has to be a number, or an object with \"min\", \"max\" or both");
    }
    if (range.least && range.most && *range.least > *range.most) {
        node->fail("\"min\" of " + what + " is above its \"max\"");
    }
}

void read_flag(Members& members, const char* name, bool& flag) {
    if (const Node* const node = members.find(name)) {
        flag = node->flag('"' + std::string(name) + '"');
    }
}

DocumentBounds read_document_bounds(Members& members) {
    DocumentBounds bounds;
    read_flag(members, "closed", bounds.is_closed);
    if (const Node* const sizes = members.find("sizes")) {
        Members inner(*sizes, "\"sizes\"");
        read_bound(inner, "referenced", bounds.referenced);
        read_bound(inner, "inline", bounds.inlined);
        read_bound(inner, "files", bounds.files);
        inner.finish();
    }
    return bounds;
}

StateBounds read_state_bounds(Members& members) {
    StateBounds bounds;
    read_bound(members, "entries", bounds.entries);
    read_bound(members, "bytes", bounds.bytes);
    read_flag(members, "optional", bounds.is_optional);
    return bounds;
}

}  // namespace schema

std::string to_string(const NumberRange& range) {
    if (range.least && range.most) {
        return std::to_string(*range.least) + (range.least == range.most ? "" : " to " + std::to_string(*range.most));
    }
    return range.least  ? "at least " + std::to_string(*range.least)
           : range.most ? "at most " + std::to_string(*range.most)
                        : "any";
}

}  // namespace sp

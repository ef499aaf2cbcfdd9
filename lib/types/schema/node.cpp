#include "types/schema/node.hpp"

#include <algorithm>
#include <charconv>

#include "sp/error.hpp"
#include "types/schema/name_suggestions.hpp"

namespace sp::schema {

namespace {

constexpr int kMaxJsonDepth = 1000;
constexpr std::size_t kExcerpt = 60;  // of an expression, in messages

bool is_inside_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80; }

/// What stands around the position, cut between characters.
std::string excerpt(const std::string& text, std::size_t position) {
    std::size_t begin = position > kExcerpt / 2 && text.size() > kExcerpt ? position - kExcerpt / 2 : 0;
    while (begin < text.size() && is_inside_character(text[begin])) {
        ++begin;
    }
    std::size_t end = std::min(text.size(), begin + kExcerpt);
    while (end < text.size() && is_inside_character(text[end])) {
        ++end;
    }
    return (begin > 0 ? "…" : "") + text.substr(begin, end - begin) + (end < text.size() ? "…" : "");
}

std::size_t characters_before(const std::string& text, std::size_t position) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min(position, text.size())),
                      [](char c) { return !is_inside_character(c); }));
}

Node node_at(const nlohmann::ordered_json& json, const std::string& path, int depth) {
    Node node;
    node.source = std::make_shared<Source>(Source{path, ""});
    if (depth > kMaxJsonDepth) {
        node.fail("is nested more than " + std::to_string(kMaxJsonDepth) + " deep");
    }
    if (json.is_boolean()) {
        node.kind = Node::Kind::kBoolean;
        node.boolean = json.get<bool>();
    } else if (json.is_number()) {
        node.kind = Node::Kind::kNumber;
        node.text = json.dump();
    } else if (json.is_string()) {
        node.kind = Node::Kind::kText;
        node.text = json.get<std::string>();
    } else if (json.is_array()) {
        node.kind = Node::Kind::kList;
        for (std::size_t i = 0; i < json.size(); ++i) {
            node.add(node_at(json[i], path + "[" + std::to_string(i) + "]", depth + 1));
        }
    } else if (json.is_object()) {
        node.kind = Node::Kind::kObject;
        for (const auto& [name, item] : json.items()) {
            node.add(name, node_at(item, path.empty() ? name : path + "." + name, depth + 1));
        }
    }
    return node;
}

}  // namespace

void Node::add(Node item) {
    height = std::max(height, item.height + 1);
    items.push_back(std::move(item));
}

void Node::add(std::string name, Node item) {
    names.push_back(std::move(name));
    add(std::move(item));
}

const Node* Node::find(std::string_view name) const {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? nullptr : &items[static_cast<std::size_t>(found - names.begin())];
}

void Node::fail(const std::string& why) const {
    std::string place = source ? source->path : std::string();
    if (source && !source->expression.empty()) {
        place += (place.empty() ? "\"" : ": \"") + excerpt(source->expression, position) + "\", position " +
                 std::to_string(characters_before(source->expression, position) + 1);
    }
    throw UsageError(place.empty() ? why : place + ": " + why);
}

const std::string& Node::string(std::string_view what) const {
    if (!is_text()) {
        fail(std::string(what) + " has to be a string");
    }
    return text;
}

std::int64_t Node::integer(std::string_view what, std::int64_t least, std::int64_t most) const {
    std::int64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    const bool is_number = kind == Kind::kNumber || kind == Kind::kWord;
    if (!is_number || error != std::errc() || stop != end || value < least || value > most) {
        fail(std::string(what) + " has to be an integer from " + std::to_string(least) + " to " + std::to_string(most));
    }
    return value;
}

bool Node::flag(std::string_view what) const {
    if (kind != Kind::kBoolean) {
        fail(std::string(what) + " has to be true or false");
    }
    return boolean;
}

const std::vector<Node>& Node::list(std::string_view what) const {
    if (!is_list()) {
        fail(std::string(what) + " has to be a list");
    }
    return items;
}

std::vector<std::string> Node::strings(std::string_view what) const {
    std::vector<std::string> result;
    for (const Node& item : list(what)) {
        result.push_back(item.string("each of " + std::string(what)));
    }
    return result;
}

Node node_of(const nlohmann::ordered_json& json, const std::string& path) { return node_at(json, path, 0); }

std::string json_of(const Node& node) {
    const auto quoted = [](const std::string& text) {
        return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    };
    std::string text;
    switch (node.kind) {
        case Node::Kind::kNull: return "null";
        case Node::Kind::kBoolean: return node.boolean ? "true" : "false";
        case Node::Kind::kNumber: return node.text;
        case Node::Kind::kText:
        case Node::Kind::kWord: return quoted(node.text);
        case Node::Kind::kList:
            for (const Node& item : node.items) {
                text += (text.empty() ? "" : ",") + json_of(item);
            }
            return "[" + text + "]";
        case Node::Kind::kObject:
            for (std::size_t i = 0; i < node.items.size(); ++i) {
                text += (text.empty() ? "" : ",") + quoted(node.names[i]) + ":" + json_of(node.items[i]);
            }
            return "{" + text + "}";
    }
    return text;
}

Members::Members(const Node& members, std::string_view what) : node(members), what_(what) {
    if (!node.is_object()) {
        node.fail(what_ + " has to be an object");
    }
}

const Node* Members::find(std::string_view name) {
    known_.emplace_back(name);
    return node.find(name);
}

const Node& Members::need(std::string_view name) {
    const Node* const found = find(name);
    if (found == nullptr) {
        node.fail(what_ + " has no \"" + std::string(name) + "\"");
    }
    return *found;
}

void Members::finish() const {
    for (std::size_t i = 0; i < node.names.size(); ++i) {
        if (std::find(known_.begin(), known_.end(), node.names[i]) == known_.end()) {
            node.items[i].fail(what_ + " has no member \"" + node.names[i] +
                               "\"; there are:" + list_nearest(node.names[i], known_));
        }
    }
}

}  // namespace sp::schema

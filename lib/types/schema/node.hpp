#pragma once

// A schema as a tree, whatever its notation was: JSON, or a string expression taken apart into what the JSON would have
// been. Every node knows its place, for messages. Not for use outside lib/types.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace sp::schema {

/// Where nodes come from.
struct Source {
    std::string path;        ///< in the JSON: "operators[0].states[1].type"; empty for the whole
    std::string expression;  ///< the string expression there; empty for JSON itself
};

struct Node {
    enum class Kind : std::uint8_t { kNull, kBoolean, kNumber, kWord, kText, kList, kObject };

    Kind kind = Kind::kNull;
    bool boolean = false;
    std::string text;                ///< kText: a JSON string; kWord: a name of an expression; kNumber: its digits
    std::vector<Node> items;         ///< kList, kObject
    std::vector<std::string> names;  ///< kObject: of the items
    std::shared_ptr<const Source> source;
    std::size_t position = 0;  ///< in the source's expression
    int height = 0;            ///< of the tree below

    [[nodiscard]] bool is_text() const { return kind == Kind::kText || kind == Kind::kWord; }
    [[nodiscard]] bool is_list() const { return kind == Kind::kList; }
    [[nodiscard]] bool is_object() const { return kind == Kind::kObject; }

    void add(std::string name, Node item);
    void add(Node item);

    /// Null if there is none of this name.
    [[nodiscard]] const Node* find(std::string_view name) const;

    /// UsageError with the place in front.
    [[noreturn]] void fail(const std::string& why) const;

    /// Their value; UsageError if it is another kind of node. `what` names it: "class of the array".
    [[nodiscard]] const std::string& string(std::string_view what) const;
    [[nodiscard]] std::int64_t integer(std::string_view what, std::int64_t least, std::int64_t most) const;
    [[nodiscard]] bool flag(std::string_view what) const;
    [[nodiscard]] const std::vector<Node>& list(std::string_view what) const;
    [[nodiscard]] std::vector<std::string> strings(std::string_view what) const;
};

/// UsageError where lists and objects are nested deeper than any schema is.
[[nodiscard]] Node node_of(const nlohmann::ordered_json& json, const std::string& path);

/// The JSON that the node was; words of expressions are strings.
[[nodiscard]] std::string json_of(const Node& node);

/// The members of an object: each is asked for, and one that nobody asked for is an error.
class Members {
public:
    /// UsageError if the node is no object.
    Members(const Node& node, std::string_view what);

    [[nodiscard]] const Node* find(std::string_view name);
    [[nodiscard]] const Node& need(std::string_view name);

    /// UsageError that names the first member not asked for, and those that could have been meant.
    void finish() const;

    const Node& node;

private:
    std::string what_;
    std::vector<std::string> known_;
};

}  // namespace sp::schema

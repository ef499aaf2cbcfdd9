#include "types/schema/expression.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include "java/modified_utf8.hpp"
#include "types/schema/words.hpp"

namespace sp::schema {

namespace {

constexpr std::size_t kMaxLength = 1 << 20;
constexpr std::string_view kPunctuation = ":,<>{}[]()?`\"' ";

/// Heads whose parameters are words of another language.
constexpr std::array<std::string_view, 4> kForeign = {"sql", "array-data", "map-data", "avro"};

class ExpressionParser {
public:
    ExpressionParser(const std::string& text, const std::string& path)
        : source_(std::make_shared<Source>(Source{path, text})), text_(source_->expression) {}

    Node parse() {
        if (text_.empty()) {
            fail("is empty where a type is expected");
        }
        if (text_.size() > kMaxLength) {
            at_ = 0;
            fail("is longer than " + std::to_string(kMaxLength) + " bytes");
        }
        if (!java::is_wtf8(text_)) {
            fail("is no valid UTF-8");
        }
        Node node = type(0);
        skip_blanks();
        if (at_ < text_.size()) {
            fail("nothing more is expected behind the type, found '" + here() + "'");
        }
        return node;
    }

private:
    [[noreturn]] void fail(const std::string& why) const { node(Node::Kind::kNull, at_).fail(why); }

    [[nodiscard]] Node node(Node::Kind kind, std::size_t position, std::string text = {}) const {
        Node result;
        result.kind = kind;
        result.text = std::move(text);
        result.source = source_;
        result.position = position;
        return result;
    }

    /// {"name": item}, at the item's own position or where the type begins.
    [[nodiscard]] Node object(std::size_t position, std::string_view name, Node item) const {
        Node result = node(Node::Kind::kObject, position);
        result.add(std::string(name), std::move(item));
        return result;
    }

    void skip_blanks() {
        while (at_ < text_.size() && text_[at_] == ' ') {
            ++at_;
        }
    }

    [[nodiscard]] bool sees(char c) {
        skip_blanks();
        return at_ < text_.size() && text_[at_] == c;
    }

    [[nodiscard]] bool takes(char c) {
        const bool found = sees(c);
        at_ += found ? 1 : 0;
        return found;
    }

    [[nodiscard]] std::string here() const {
        return at_ < text_.size() ? text_.substr(at_, 1) : std::string("the end");
    }

    void expect(char c, std::string_view before) {
        if (!takes(c)) {
            fail("expected '" + std::string(1, c) + "' " + std::string(before) + ", found '" + here() + "'");
        }
    }

    [[nodiscard]] bool sees_name() {
        skip_blanks();
        return at_ < text_.size() && (text_[at_] == '`' || kPunctuation.find(text_[at_]) == std::string_view::npos);
    }

    Node name(std::string_view what) {
        if (!sees_name()) {
            fail("expected " + std::string(what) + ", found '" + here() + "'");
        }
        const std::size_t begin = at_;
        if (text_[at_] != '`') {
            at_ = std::min(text_.find_first_of(kPunctuation, at_), text_.size());
            return node(Node::Kind::kWord, begin, text_.substr(begin, at_ - begin));
        }
        std::string result;
        for (++at_; at_ < text_.size(); ++at_) {
            if (text_[at_] == '`') {
                ++at_;
                if (at_ >= text_.size() || text_[at_] != '`') {
                    return node(Node::Kind::kWord, begin, std::move(result));
                }
            }
            result += text_[at_];
        }
        at_ = begin;
        fail("the backquote is not closed");
    }

    /// item, item, … to the closing bracket, which is taken.
    template <class Item>
    void items(char closing, std::string_view what, Item&& item) {
        if (takes(closing)) {
            return;
        }
        do {
            item();
        } while (takes(','));
        expect(closing, what);
    }

    Node type(int depth) {
        if (depth >= kMaxTypeDepth) {
            fail("types are nested more than " + std::to_string(kMaxTypeDepth) + " deep");
        }
        skip_blanks();
        const std::size_t begin = at_;
        Node result = with_suffixes(plain_type(depth), begin);
        if (result.height > 2 * kMaxTypeDepth) {  // the JSON of a type has an object and at times a list in it
            at_ = begin;
            fail("types are nested more than " + std::to_string(kMaxTypeDepth) + " deep");
        }
        return result;
    }

    /// T?, T[]
    Node with_suffixes(Node inner, std::size_t begin) {
        while (true) {
            if (takes('?')) {
                inner = object(begin, "nullable", std::move(inner));
                inner.add("padding", node(Node::Kind::kWord, begin, "0"));
            } else if (takes('[')) {
                expect(']', "behind '['");
                inner = array_of(std::move(inner), begin);
            } else {
                return inner;
            }
            if (inner.height > 2 * kMaxTypeDepth) {
                fail("types are nested more than " + std::to_string(kMaxTypeDepth) + " deep");
            }
        }
    }

    /// Arrays of primitives and of strings are words.
    Node array_of(Node element, std::size_t begin) const {
        if (element.kind == Node::Kind::kWord) {
            const std::string word = element.text == "byte" ? "bytes" : element.text + "[]";
            if (find_schema_word(word) != nullptr) {
                return node(Node::Kind::kWord, begin, word);
            }
        }
        return object(begin, "array", std::move(element));
    }

    Node plain_type(int depth) {
        Node head = name("a type");
        const bool is_quoted = text_[head.position] == '`';
        if (head.text == "enum" && !is_quoted && sees_name()) {
            return enumeration(head.position);
        }
        if (takes('{')) {
            return pojo(std::move(head), depth);
        }
        if (!takes('<')) {
            return head;
        }
        const std::string word = head.text;
        if (std::find(kForeign.begin(), kForeign.end(), word) != kForeign.end()) {
            return foreign(word, head.position);
        }
        std::vector<Node> parameters;
        items('>', "behind the types of " + word, [&] { parameters.push_back(type(depth + 1)); });
        return with_parameters(word, head.position, std::move(parameters));
    }

    /// What stands where in the JSON of head<…>.
    [[nodiscard]] Node with_parameters(const std::string& head, std::size_t begin, std::vector<Node> parameters) const {
        if (parameters.size() == 2 && head == "nullable") {
            Node result = object(begin, head, std::move(parameters[0]));
            result.add("padding", std::move(parameters[1]));
            return result;
        }
        Node result = node(Node::Kind::kObject, begin);
        std::size_t first = 0;
        if (head == "case-class" && !parameters.empty()) {
            result.add(head, std::move(parameters[0]));
            first = 1;
        }
        Node list = node(Node::Kind::kList, begin);
        for (std::size_t i = first; i < parameters.size(); ++i) {
            list.add(std::move(parameters[i]));
        }
        const bool is_single = list.items.size() == 1 && first == 0 && head != "row";  // an object in a row has names
        Node single = is_single ? std::move(list.items[0]) : Node();
        result.add(first == 1 ? "fields" : head, is_single ? std::move(single) : std::move(list));
        return result;
    }

    Node enumeration(std::size_t begin) {
        Node result = object(begin, "enum", name("the class of the enum"));
        Node values = node(Node::Kind::kList, at_);
        expect('{', "before the constants of the enum");
        items('}', "behind the constants", [&] { values.add(name("a constant")); });
        result.add("values", std::move(values));
        return result;
    }

    Node pojo(Node class_name, int depth) {
        const std::size_t begin = class_name.position;
        Node fields = node(Node::Kind::kObject, at_);
        items('}', "behind the fields", [&] {
            Node field = name("a field");
            expect(':', "behind the field " + field.text);
            skip_blanks();
            const std::size_t position = at_;
            Node of_field = takes('?') ? node(Node::Kind::kNull, position) : type(depth + 1);
            fields.add(std::move(field.text), std::move(of_field));
        });
        Node result = object(begin, "pojo", std::move(class_name));
        result.add("fields", std::move(fields));
        return result;
    }

    /// The parameters as they are, up to the bracket that closes them.
    Node foreign(const std::string& head, std::size_t begin) {
        Node list = node(Node::Kind::kList, at_);
        const std::size_t opened = at_;
        std::size_t start = at_;
        const auto add = [&] {
            const std::size_t first = std::min(text_.find_first_not_of(' ', start), at_);
            const std::size_t last = text_.find_last_not_of(' ', at_ - 1);
            if (last + 1 > first) {
                list.add(node(Node::Kind::kWord, first, text_.substr(first, last + 1 - first)));
            } else if (!list.items.empty() || text_[at_] == ',') {
                fail("expected a type of " + head + ", found '" + here() + "'");
            }
            start = at_ + 1;
        };
        int open = 0;
        char quote = '\0';
        for (; at_ < text_.size(); ++at_) {
            const char c = text_[at_];
            if (quote != '\0') {
                quote = c == quote ? '\0' : quote;
            } else if (c == '\'' || c == '`' || c == '"') {
                quote = c;
            } else if (c == '<' || c == '(') {
                ++open;
            } else if (c == ')' || (c == '>' && open > 0)) {
                --open;
            } else if (c == ',' && open == 0 && head != "avro") {
                add();
            } else if (c == '>') {
                add();
                ++at_;
                const bool is_single = list.items.size() == 1 && head != "sql";
                Node single = is_single ? std::move(list.items[0]) : Node();
                return object(begin, head == "sql" ? "rowdata" : head, is_single ? std::move(single) : std::move(list));
            }
        }
        at_ = opened;
        fail("'" + head + "<' is not closed");
    }

    std::shared_ptr<const Source> source_;
    const std::string& text_;
    std::size_t at_ = 0;
};

}  // namespace

Node parse_expression(const std::string& text, const std::string& path) { return ExpressionParser(text, path).parse(); }

std::string quoted_name(const std::string& name) {
    if (!name.empty() && name.find_first_of(kPunctuation) == std::string::npos) {
        return name;
    }
    return back_quoted(name);
}

std::string back_quoted(const std::string& name) {
    std::string result = "`";
    for (const char c : name) {
        result.append(c == '`' ? 2 : 1, c);
    }
    return result + "`";
}

}  // namespace sp::schema

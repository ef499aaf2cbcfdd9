#include "types/schema/parser.hpp"

#include <algorithm>
#include <optional>

#include "io/bounded_reader.hpp"
#include "java/modified_utf8.hpp"
#include "sp/error.hpp"
#include "types/codecs/text/base64.hpp"
#include "types/schema/changes.hpp"
#include "types/schema/comparison.hpp"
#include "types/schema/expression.hpp"
#include "types/schema/name_suggestions.hpp"
#include "types/schema/parse_parts.hpp"
#include "types/snapshots/snapshot_reader.hpp"
#include "types/snapshots/snapshot_table.hpp"
#include "types/sql_types.hpp"

namespace sp {

namespace schema {

namespace {

std::vector<std::string> all_heads() {
    std::vector<std::string> heads;
    for (const SchemaWord& line : schema_words()) {
        if (heads.empty() || line.head != heads.back()) {
            heads.emplace_back(line.head);
        }
    }
    heads.emplace_back(java_word().head);
    return heads;
}

[[noreturn]] void fail_unknown(const Node& node, const std::string& word) {
    if (word.find('.') != std::string::npos && word.find(' ') == std::string::npos) {
        node.fail("the class " + word + " alone is no type: a POJO needs its fields, " + word +
                  "{name:T,…}, an enum its constants, enum " + word + "{A,B}");
    }
    node.fail("there is no type '" + word + "'; the nearest are:" + list_nearest(word, all_heads()));
}

/// The member that says what the object is. JSON of other programs may have its members in another order than ours.
const SchemaWord* find_head(const Node& object) {
    const SchemaWord* found = nullptr;
    for (const std::string& name : object.names) {
        const SchemaWord* const line = find_schema_word(name);
        if (line != nullptr && found != nullptr) {
            object.fail("is either " + std::string(found->head) + " or " + name + ", not both");
        }
        found = line != nullptr ? line : found;
    }
    return found;
}

/// A snapshot of a class that is not known: kept as it is.
TypePtr unknown_type(ByteVector bytes, BoundedReader in) {
    auto type = std::make_shared<Type>();
    type->kind = TypeKind::kUnknown;
    type->snapshot_class = java::read_utf(in, "snapshot class name");
    type->snapshot_version = in.i32("snapshot version");
    type->snapshot = std::move(bytes);
    return type;
}

/// The names that types anywhere inside give to the fields of case classes.
void find_case_class_names(const Node& node, CaseClassNames& names) {
    const Node* const head = node.is_object() ? node.find("case-class") : nullptr;
    const Node* const fields = head == nullptr ? nullptr : node.find("fields");
    if (fields != nullptr && head->is_text() && fields->is_object()) {
        names.emplace(head->text, fields->names);
    }
    for (const Node& item : node.items) {
        find_case_class_names(item, names);
    }
}

/// The names that types anywhere inside give to the columns of rows; nothing for rows without. In the order in which types are
/// printed, which is that of Type::nested.
void find_column_names(const Node& node, std::vector<const Node*>& rows) {
    if (const Node* const head = node.is_object() ? node.find("rowdata") : nullptr) {
        rows.push_back(head);
        return;
    }
    for (const Node& item : node.items) {
        find_column_names(item, rows);
    }
}

TypePtr with_column_names(const TypePtr& type, const Node& words) {
    std::vector<const Node*> names;
    find_column_names(words, names);
    const std::vector<const Type*> rows = rows_in(type);
    TypePtr result = type;
    for (std::size_t i = 0; i < rows.size() && rows.size() == names.size(); ++i) {
        if (names[i]->is_object()) {
            result = with_column_names(result, *rows[i], names[i]->names);
        }
    }
    return result;
}

TypePtr read_type(ByteVector bytes, const SchemaTarget& target, const CaseClassNames& names) {
    BoundedReader in(bytes, "the snapshot");
    BoundedReader name = in;
    if (find_snapshot_class(java::read_utf(name, "snapshot class name")) == nullptr) {
        return unknown_type(bytes, in);
    }
    TypePtr type = read_snapshot(in, target.kryo_context(), names);
    in.expect_end("the snapshot");
    return type;
}

}  // namespace

TypePtr ParseContext::type(const Node& node) {
    if (depth_ >= kMaxTypeDepth) {
        node.fail("types are nested more than " + std::to_string(kMaxTypeDepth) + " deep");
    }
    ++depth_;
    TypePtr result;
    switch (node.kind) {
        case Node::Kind::kText: {
            --depth_;
            const Node expression = parse_expression(node.text, node.source->path);
            return type(expression);
        }
        case Node::Kind::kWord: result = is_java_ ? java_word(node) : word(node); break;
        case Node::Kind::kObject: result = is_java_ ? java_object(node) : object(node); break;
        default: node.fail("is no type: a string or an object is expected");
    }
    --depth_;
    return result;
}

const Node& ParseContext::column(const Node& node, FieldChange& change) const {
    const Node* const of_type = changes_ != nullptr && node.is_object() ? node.find("type") : nullptr;
    if (of_type == nullptr || node.find("snapshot") != nullptr) {
        return node;
    }
    Members members(node, "a field");
    static_cast<void>(members.need("type"));
    if (const Node* const from = members.find("from")) {
        change.from = from->string("\"from\"");
    }
    if (const Node* const missing = members.find("default")) {
        change.missing = json_of(*missing);
    }
    members.finish();
    return *of_type;
}

TypePtr ParseContext::field(const Node& node, FieldChange& change) { return type(column(node, change)); }

void ParseContext::note_fields(const TypePtr& object, std::vector<FieldChange> changes) const {
    const auto says_something = [](const FieldChange& change) {
        return !change.name.empty() || change.from || change.missing || !change.aliases.empty();
    };
    if (changes_ != nullptr && std::any_of(changes.begin(), changes.end(), says_something)) {
        changes_->objects[object.get()] = {object, std::move(changes)};
    }
}

std::vector<TypePtr> ParseContext::types(const std::vector<Node>& nodes) {
    std::vector<TypePtr> result;
    for (const Node& node : nodes) {
        result.push_back(type(node));
    }
    return result;
}

TypePtr ParseContext::word(const Node& node) {
    const SchemaWord* const line = find_schema_word(node.text);
    if (line == nullptr) {
        fail_unknown(node, node.text);
    }
    return line->parse({*line, node, nullptr, nullptr, *this});
}

TypePtr ParseContext::object(const Node& node) {
    if (const Node* snapshot = node.find("snapshot")) {
        return from_snapshot(node, *snapshot);
    }
    const SchemaWord* const line = find_head(node);
    if (line == nullptr && node.find("type") != nullptr) {
        Members members(node, "a type");
        TypePtr result = type(*members.find("type"));
        members.finish();
        return result;
    }
    if (line == nullptr) {
        fail_unknown(node, node.names.empty() ? "" : node.names.front());
    }
    Members members(node, line->head);
    const Node& head = *members.find(line->head);
    TypePtr result = line->parse({*line, node, &head, &members, *this});
    members.finish();
    return result;
}

TypePtr ParseContext::from_snapshot(const Node& node, const Node& snapshot) const {
    std::optional<ByteVector> bytes = text::parse_base64(snapshot.string("\"snapshot\""));
    if (!bytes) {
        snapshot.fail("\"snapshot\" has to be base64");
    }
    TypePtr result;
    CaseClassNames names;
    find_case_class_names(node, names);
    try {
        result = read_type(std::move(*bytes), target_, names);
    } catch (const Error& error) {
        snapshot.fail(error.what());
    }
    check_words(node, *result);
    return with_column_names(result, node);
}

}  // namespace schema

TypePtr parse_type(const nlohmann::ordered_json& json, const SchemaTarget& target, const std::string& path) {
    return schema::ParseContext(target).type(schema::node_of(json, path));
}

TypePtr parse_changed_type(const nlohmann::ordered_json& json, const SchemaTarget& target, FieldChanges& changes) {
    return schema::ParseContext(target, &changes).type(schema::node_of(json, {}));
}

}  // namespace sp

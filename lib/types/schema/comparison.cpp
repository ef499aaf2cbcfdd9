#include "types/schema/comparison.hpp"

#include <algorithm>

#include "sp/error.hpp"
#include "types/schema/expression.hpp"
#include "types/schema/word_parts.hpp"
#include "types/schema/words.hpp"
#include "types/snapshots/snapshot_table.hpp"

namespace sp::schema {

namespace {

constexpr std::size_t kLongestExcerpt = 100;

/// Without its snapshot, which says nothing to people.
std::string shown(Json json) {
    if (json.is_object()) {
        json.erase("snapshot");
    }
    std::string text =
        json.is_string() ? json.get<std::string>() : json.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() > kLongestExcerpt) {
        text.resize(kLongestExcerpt);
        text += "…";
    }
    return text;
}

[[noreturn]] void contradict(const Node& words, const Json& found) {
    words.fail("contradicts the snapshot beside it, which has: " + shown(found));
}

/// SQL words without blanks and in capitals, but for what stands in quotes.
std::string plain_sql(const std::string& words) {
    std::string result;
    char quote = '\0';
    for (const char c : words) {
        if (quote != '\0') {
            quote = c == quote ? '\0' : quote;
            result += c;
        } else if (c != ' ') {
            quote = c == '\'' || c == '`' || c == '"' ? c : '\0';
            result += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        }
    }
    return result;
}

/// What a member means that was not printed, because it is what it usually is.
bool is_default(const std::string& name, const Node& words, const Json& printed) {
    if (name == "kinds" || name == "nulls" || name == "legacy" || name == "async") {
        return words.kind == Node::Kind::kBoolean && words.boolean == (name == "kinds" || name == "nulls");
    }
    if (name == "v") {
        const SchemaWord* const line = find_schema_word(printed.begin().key());
        return line != nullptr && words.text == std::to_string(find_snapshot_class(line->kind)->last_version);
    }
    if (name == "class" && printed.contains("tuple")) {
        return words.text == "org.apache.flink.api.java.tuple.Tuple" + std::to_string(printed["tuple"].size());
    }
    return name == "class" && printed.contains("avro") && words.text == "org.apache.avro.generic.GenericRecord";
}

/// A type in braces only for its snapshot: {"type": T, "snapshot": …}.
bool is_wrapped(const Json& json) {
    return json.is_object() && json.contains("type") && json.contains("snapshot") && json.size() == 2;
}

void compare(const Node& words, const Json& printed);

void compare_lists(const Node& words, const Json& printed) {
    if (words.items.size() != printed.size()) {
        contradict(words, printed);
    }
    for (std::size_t i = 0; i < words.items.size(); ++i) {
        compare(words.items[i], printed[i]);
    }
}

/// One SQL type or several, perhaps with names.
void compare_sql(const Node& words, const Json& printed) {
    const std::vector<std::string> found =
        printed.is_array() ? printed.get<std::vector<std::string>>() : std::vector{printed.get<std::string>()};
    const bool is_one = words.is_text();
    if ((is_one ? 1 : words.items.size()) != found.size()) {
        contradict(words, printed);
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
        const Node& type = is_one ? words : words.items[i];
        if (plain_sql(type.string("a SQL type")) != plain_sql(found[i])) {
            contradict(type, found[i]);
        }
    }
}

/// The schema, as JSON or as text, or its name.
void compare_avro(const Node& words, const Json& printed) {
    if (!words.is_text()) {
        compare(words, printed);
    } else if (words.text != avro_name(printed) && Json(words.text) != printed &&
               Json::parse(words.text, nullptr, false) != printed) {
        contradict(words, printed);
    }
}

/// Null if there is none. The fields of a subclass stand in its own object or in that of its type.
const Json* find_member(const Json& printed, const std::string& name) {
    if (printed.contains(name)) {
        return &printed[name];
    }
    return printed.contains("registered") && printed.contains("type") && printed["type"].is_object()
               ? find_member(printed["type"], name)
               : nullptr;
}

/// The users' own names, which may be the same as words of the schema.
void compare_fields(const Node& words, const Json& printed) {
    for (std::size_t i = 0; i < words.items.size(); ++i) {
        if (!printed.contains(words.names[i])) {
            contradict(words, printed);
        }
        compare(words.items[i], printed[words.names[i]]);
    }
}

void compare_objects(const Node& words, const Json& printed) {
    for (std::size_t i = 0; i < words.items.size(); ++i) {
        const std::string& name = words.names[i];
        const Node& item = words.items[i];
        if (name == "snapshot") {
            if (printed.contains(name) && item.text != printed[name].get<std::string>()) {
                item.fail("is not what the snapshot around it has here");
            }
            continue;
        }
        const Json* const member = find_member(printed, name);
        if (member == nullptr) {
            if (!is_default(name, item, printed)) {
                contradict(words, printed);
            }
            continue;
        }
        const Json& found = *member;
        if (name == "fields" && item.items.size() != found.size()) {
            contradict(item, found);
        }
        if (name == "fields" && item.is_object() && found.is_object()) {
            compare_fields(item, found);
            continue;
        }
        const bool is_sql = name == "rowdata" || name == "array-data" || name == "map-data";
        is_sql ? compare_sql(item, found) : name == "avro" ? compare_avro(item, found) : compare(item, found);
    }
}

/// Names are the same to the letter; types can have another spelling: "byte[]".
bool are_same(const Node& words, const std::string& found) {
    if (words.text == found) {
        return true;
    }
    try {
        const Node node = parse_expression(words.text, "");
        return node.kind == Node::Kind::kWord && node.text == found;
    } catch (const UsageError&) {
        return false;  // the name of a class
    }
}

void compare_text(const Node& words, const Json& printed) {
    if (printed.is_string()) {
        if (!are_same(words, printed.get<std::string>())) {
            contradict(words, printed);
        }
    } else if (printed.is_number()) {
        if (words.text != printed.dump()) {
            contradict(words, printed);
        }
    } else if (words.kind == Node::Kind::kText && (printed.is_object() || printed.is_array())) {
        compare(parse_expression(words.text, words.source->path), printed);
    } else if (words.text != "?" || !printed.is_null()) {  // "?": a field whose serializer is lost
        contradict(words, printed);
    }
}

void compare(const Node& words, const Json& printed) {
    if (is_wrapped(printed)) {
        const Node* const inner = words.is_object() ? words.find("type") : nullptr;
        compare(inner != nullptr ? *inner : words, printed["type"]);
        return;
    }
    if (words.is_object() && words.find("type") != nullptr && !printed.contains("type")) {
        compare(*words.find("type"), printed);
        return;
    }
    switch (words.kind) {
        case Node::Kind::kNull:
            if (!printed.is_null()) {
                contradict(words, printed);
            }
            return;
        case Node::Kind::kBoolean:
            if (printed != Json(words.boolean)) {
                contradict(words, printed);
            }
            return;
        case Node::Kind::kNumber:
        case Node::Kind::kWord:
        case Node::Kind::kText: compare_text(words, printed); return;
        case Node::Kind::kList:
            if (printed.is_array()) {
                compare_lists(words, printed);
            } else if (words.items.size() == 1) {
                compare(words.items[0], printed);
            } else {
                contradict(words, printed);
            }
            return;
        case Node::Kind::kObject: break;
    }
    if (printed.is_array() && printed.size() != 1) {
        compare_lists(words, printed);  // names are for people
    } else if (printed.is_array()) {
        compare(words.names.size() == 1 && find_schema_word(words.names[0]) == nullptr ? words.items[0] : words,
                printed[0]);
    } else if (printed.is_object()) {
        compare_objects(words, printed);
    } else {
        contradict(words, printed);
    }
}

}  // namespace

void check_words(const Node& words, const Type& type) {
    compare(words, type_json(type, [](const Type&) { return true; }));
}

}  // namespace sp::schema

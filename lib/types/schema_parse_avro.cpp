// {"avro":SCHEMA}: AvroSerializer of a schema, which stands there as JSON, as the text of it, or as @FILE.
#include <fstream>
#include <iterator>

#include "sp/error.hpp"
#include "types/avro_types.hpp"
#include "types/schema_parse_parts.hpp"

namespace sp::schema {
namespace {

constexpr std::string_view kGenericRecord = "org.apache.avro.generic.GenericRecord";

std::string text_of_file(const Node& node, const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file) {
        node.fail("the Avro schema " + path + " cannot be read");
    }
    return text;
}

nlohmann::ordered_json json_of(const Node& node) {
    using Json = nlohmann::ordered_json;
    switch (node.kind) {
        case Node::Kind::kBoolean: return node.boolean;
        case Node::Kind::kNumber: return Json::parse(node.text);
        case Node::Kind::kWord:
        case Node::Kind::kText: return node.text;
        case Node::Kind::kList: {
            Json list = Json::array();
            for (const Node& item : node.items) {
                list.push_back(json_of(item));
            }
            return list;
        }
        case Node::Kind::kObject: {
            Json object = Json::object();
            for (std::size_t i = 0; i < node.items.size(); ++i) {
                object[node.names[i]] = json_of(node.items[i]);
            }
            return object;
        }
        default: return nullptr;
    }
}

/// Compact JSON, as Schema.toString() has it.
std::string schema_text(const Node& node) {
    if (!node.is_text()) {
        return json_of(node).dump();
    }
    const std::string text = node.text.starts_with('@') ? text_of_file(node, node.text.substr(1)) : node.text;
    const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
    return json.is_discarded() ? nlohmann::ordered_json(text).dump() : json.dump();  // the name of a type
}

}  // namespace

TypePtr parse_avro(const Parts& parts) {
    auto type = parts.make();
    const Node& schema = parts.inside();
    try {
        type->text = schema_text(schema);
        type->structure = avro_type(type->text);
    } catch (const InputError& error) {
        schema.fail(std::string(error.what()) + "; expected a schema as JSON or @FILE");
    } catch (const nlohmann::json::exception&) {
        schema.fail("the Avro schema is not UTF-8");
    }
    const Node* class_name = parts.find("class");
    type->class_name =
        class_name == nullptr ? std::string(kGenericRecord) : class_name->string("the class of the records");
    return type;
}

}  // namespace sp::schema

// {"avro":SCHEMA}: AvroSerializer of a schema, which stands there as JSON, as the text of it, or as @FILE.
#include <fstream>
#include <iterator>

#include "sp/error.hpp"
#include "types/avro_types.hpp"
#include "types/schema/parse_parts.hpp"

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

/// Compact JSON, as Schema.toString() has it.
std::string schema_text(const Node& node) {
    if (!node.is_text()) {
        return nlohmann::ordered_json::parse(json_of(node)).dump();
    }
    const std::string text = node.text.starts_with('@') ? text_of_file(node, node.text.substr(1)) : node.text;
    const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
    return json.is_discarded() ? nlohmann::ordered_json(text).dump() : json.dump();  // the name of a type
}

/// The records in the order in which they are defined.
void find_records(const TypePtr& type, std::vector<TypePtr>& records) {
    if (type->kind == TypeKind::kAvroRecord) {
        records.push_back(type);
    }
    for (const TypePtr& nested : type->nested) {
        find_records(nested, records);
    }
    for (const PojoField& field : type->fields) {
        find_records(field.type, records);
    }
}

void find_records(const nlohmann::ordered_json& schema, std::vector<const nlohmann::ordered_json*>& records) {
    if (schema.is_array()) {
        for (const auto& branch : schema) {
            find_records(branch, records);
        }
        return;
    }
    if (!schema.is_object()) {
        return;
    }
    const auto& type = schema.at("type");
    if (!type.is_string()) {
        return find_records(type, records);
    }
    if (type == "record" || type == "error") {
        records.push_back(&schema);
        for (const auto& field : schema.at("fields")) {
            find_records(field.at("type"), records);
        }
    } else if (type == "array" || type == "map") {
        find_records(schema.at(type == "array" ? "items" : "values"), records);
    }
}

/// A reader's schema says by "aliases" where fields come from, and by "default" what they are where there is none.
void note_changes(const Parts& parts, const Type& avro) {
    if (parts.context.changes() == nullptr) {
        return;
    }
    const auto json = nlohmann::ordered_json::parse(avro.text);
    std::vector<TypePtr> types;
    std::vector<const nlohmann::ordered_json*> schemas;
    find_records(avro.structure, types);
    find_records(json, schemas);
    for (std::size_t i = 0; i < types.size(); ++i) {
        std::vector<FieldChange> changes;
        for (const auto& field : schemas.at(i)->at("fields")) {
            FieldChange& change = changes.emplace_back();
            if (const auto missing = field.find("default"); missing != field.end()) {
                change.missing = missing->dump();
            }
            if (const auto aliases = field.find("aliases"); aliases != field.end() && aliases->is_array()) {
                for (const auto& alias : *aliases) {
                    change.aliases.push_back(alias.is_string() ? alias.get<std::string>() : "");
                }
            }
        }
        parts.context.note_fields(types[i], std::move(changes));
    }
}

}  // namespace

TypePtr parse_avro(const Parts& parts) {
    auto type = parts.make();
    const Node& schema = parts.inside();
    try {
        type->text = schema_text(schema);
        type->structure = avro_type(type->text);
        note_changes(parts, *type);
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

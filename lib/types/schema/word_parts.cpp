#include "types/schema/word_parts.hpp"

#include <algorithm>

#include "io/byte_writer.hpp"
#include "types/codecs/text/base64.hpp"
#include "types/schema/expression.hpp"
#include "types/snapshots/kryo_snapshot.hpp"
#include "types/snapshots/serializer_name.hpp"
#include "types/snapshots/snapshot_table.hpp"
#include "types/snapshots/snapshot_writer.hpp"
#include "types/sql_types.hpp"

namespace sp::schema {

namespace {

constexpr int kMaxAvroDepth = 200;
constexpr std::string_view kKryoPackage = "org.apache.flink.api.java.typeutils.runtime.kryo.";

std::string base64(Bytes bytes) {
    std::string result(text::base64_size(bytes.size()), '\0');
    text::write_base64(result.data(), bytes);
    return result;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
    std::string result;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        result += (i == 0 ? std::string_view() : separator);
        result += parts[i];
    }
    return result;
}

bool is_newest_version(const Type& type) {
    const SnapshotClass* line = find_snapshot_class(type.snapshot_class);
    return line == nullptr || type.outer_version == line->last_version;
}

/// {"v": n} where the value layout is not the newest.
void add_version(Json& json, const Type& type) {
    if (!is_newest_version(type)) {
        json["v"] = type.outer_version;
    }
}

/// {"name": T} for fields whose names can be keys; a name that stands twice would be lost in an object.
Json pojo_fields(const Type& type, const JsonContext& context) {
    Json fields = Json::object();
    for (const PojoField& field : type.fields) {
        fields[field.name] = context.json(field.type);
    }
    return fields;
}

Json subclass_json(const PojoSubclass& subclass, bool is_registered, const JsonContext& context) {
    Json json{{"class", subclass.class_name}, {"registered", is_registered}};
    if (subclass.type == nullptr) {
        return json;
    }
    Json type = context.json(subclass.type);
    const bool is_plain_pojo = subclass.type->kind == TypeKind::kPojo &&
                               subclass.type->class_name == subclass.class_name && !type.contains("subclasses") &&
                               !type.contains("snapshot");
    if (!is_plain_pojo) {
        json["type"] = std::move(type);
        return json;
    }
    for (const char* part : {"fields", "declaring"}) {
        if (type.contains(part)) {
            json[part] = std::move(type[part]);
        }
    }
    return json;
}

Json registration_json(const KryoRegistration& registration) {
    if (registration.kind == KryoRegistration::Kind::kUnspecified && registration.name == registration.class_name) {
        return registration.class_name;
    }
    Json json{{"class", registration.class_name}};
    if (registration.name != registration.class_name) {
        json["name"] = registration.name;
    }
    if (registration.kind == KryoRegistration::Kind::kSerializerClass) {
        json["serializer"] = registration.serializer_class;
    } else if (registration.kind == KryoRegistration::Kind::kSerializerInstance) {
        json["instance"] = registration.serializer_class;
    }
    return json;
}

/// The type itself and the stand-in for Avro: what every job has that registers nothing.
bool is_default(const std::vector<KryoRegistration>& registrations, const std::string& class_name) {
    return registrations.size() == 2 && registrations[0].class_name == class_name &&
           registrations[0].kind == KryoRegistration::Kind::kUnspecified &&
           registrations[1].class_name == std::string(kKryoPackage) + "Serializers$DummyAvroRegisteredClass";
}

bool is_nested_too_deep(const std::string& json_text) {
    int depth = 0;
    int deepest = 0;
    for (const char c : json_text) {
        depth += (c == '[' || c == '{') ? 1 : (c == ']' || c == '}') ? -1 : 0;
        deepest = std::max(deepest, depth);
    }
    return deepest > kMaxAvroDepth;
}

/// The schema as JSON; as a string where it is none, so that nothing is lost.
Json avro_schema(const Type& type) {
    if (is_nested_too_deep(type.text)) {
        return type.text;
    }
    Json schema = Json::parse(type.text, nullptr, false);
    return schema.is_discarded() ? Json(type.text) : schema;
}

/// The lists and maps of data views have a serializer of their own inside, which goes without saying.
const Type& inside_view(const Type& type) {
    const Type& inner = *type.nested.at(0);
    const bool goes_without_saying =
        type.kind == TypeKind::kListView ? inner.kind == TypeKind::kList : inner.kind == TypeKind::kMap;
    return goes_without_saying ? inner : type;
}

}  // namespace

Json JsonContext::json(const Type& type) const {
    const SchemaWord& line = schema_word(type.kind);
    Json result = line.json(line, type, *this);
    if (type.kind != TypeKind::kUnknown && needs_snapshot_ && needs_snapshot_(type)) {
        if (result.is_string()) {
            result = Json{{"type", std::move(result)}};
        }
        ByteWriter snapshot;
        write_snapshot(snapshot, type);
        result["snapshot"] = base64(snapshot.view());
    }
    return result;
}

Json JsonContext::array(const std::vector<TypePtr>& types) const {
    Json result = Json::array();
    for (const TypePtr& type : types) {
        result.push_back(json(type));
    }
    return result;
}

std::string join_nested(std::string_view head, const Type& type, std::size_t index) {
    std::string result = std::string(head) + "<";
    if (index != kAll) {
        return result + type_words(*type.nested.at(index)) + ">";
    }
    std::vector<std::string> parts;
    for (const TypePtr& nested : type.nested) {
        parts.push_back(type_words(*nested));
    }
    return result + join(parts, ",") + ">";
}

Json nested_value(const Type& type, std::size_t index, const JsonContext& context) {
    if (index != kAll) {
        return context.json(type.nested.at(index));
    }
    return type.nested.size() == 1 ? context.json(type.nested[0]) : context.array(type.nested);
}

std::int32_t precision_of(const Type& type) { return type.precision; }

std::int32_t outer_version_of(const Type& type) { return type.outer_version; }

std::int32_t node_version_of(const Type& type) { return type.kind == TypeKind::kSharedBufferNode ? 1 : 2; }

std::string head_words(const SchemaWord& line, const Type&) { return std::string(line.head); }

Json head_json(const SchemaWord& line, const Type&, const JsonContext&) { return std::string(line.head); }

std::string class_words(const SchemaWord& line, const Type& type) {
    return std::string(line.head) + "<" + quoted_name(type.class_name) + ">";
}

Json class_json(const SchemaWord& line, const Type& type, const JsonContext&) {
    return Json{{line.head, type.class_name}};
}

Json array_json(const SchemaWord& line, const Type& type, const JsonContext& context) {
    return Json{{line.head, context.json(type.nested.at(0))}, {"class", type.class_name}};
}

std::string enum_words(const SchemaWord& line, const Type& type) {
    std::vector<std::string> names;
    for (const EnumConstant& constant : type.constants) {
        names.push_back(quoted_name(constant.name));
    }
    return std::string(line.head) + " " + quoted_name(type.class_name) + "{" + join(names, ",") + "}";
}

Json enum_json(const SchemaWord& line, const Type& type, const JsonContext&) {
    Json values = Json::array();
    for (const EnumConstant& constant : type.constants) {
        values.push_back(constant.name);
    }
    return Json{{line.head, type.class_name}, {"values", std::move(values)}};
}

Json scala_enum_json(const SchemaWord& line, const Type& type, const JsonContext&) {
    Json values = Json::array();
    for (const EnumConstant& constant : type.constants) {
        values.push_back(Json::array({constant.name, constant.id}));
    }
    return Json{{line.head, type.class_name}, {"values", std::move(values)}};
}

/// The asynchronous state of Flink 2 has a class of its own, in another package.
Json ttl_json(const SchemaWord& line, const Type& type, const JsonContext& context) {
    Json json = nested_json<1>(line, type, context);
    if (type.snapshot_class.find(".v2.") != std::string::npos) {
        json["async"] = true;
    }
    return json;
}

Json tuple_json(const SchemaWord& line, const Type& type, const JsonContext& context) {
    Json json{{line.head, context.array(type.nested)}};
    if (type.class_name != "org.apache.flink.api.java.tuple.Tuple" + std::to_string(type.nested.size())) {
        json["class"] = type.class_name;
    }
    return json;
}

Json row_json(const SchemaWord& line, const Type& type, const JsonContext& context) {
    Json json{{line.head, context.array(type.nested)}};
    add_version(json, type);
    if (is_newest_version(type) && !type.flag) {
        json["kinds"] = false;
    }
    return json;
}

std::string nullable_words(const SchemaWord& line, const Type& type) {
    const std::string inner = type_words(*type.nested.at(0));
    return type.padding == 0 ? inner + "?"
                             : std::string(line.head) + "<" + inner + "," + std::to_string(type.padding) + ">";
}

Json nullable_json(const SchemaWord& line, const Type& type, const JsonContext& context) {
    return Json{{line.head, context.json(type.nested.at(0))}, {"padding", type.padding}};
}

std::string pojo_words(const SchemaWord&, const Type& type) {
    std::vector<std::string> fields;
    for (const PojoField& field : type.fields) {
        fields.push_back(quoted_name(field.name) + ":" + (field.type == nullptr ? "?" : type_words(*field.type)));
    }
    return quoted_name(type.class_name) + "{" + join(fields, ",") + "}";
}

Json pojo_json(const SchemaWord& line, const Type& type, const JsonContext& context) {
    Json json{{line.head, type.class_name}, {"fields", pojo_fields(type, context)}};
    Json subclasses = Json::array();
    for (const PojoSubclass& subclass : type.registered_subclasses) {
        subclasses.push_back(subclass_json(subclass, true, context));
    }
    for (const PojoSubclass& subclass : type.other_subclasses) {
        subclasses.push_back(subclass_json(subclass, false, context));
    }
    if (!subclasses.empty()) {
        json["subclasses"] = std::move(subclasses);
    }
    Json declaring = Json::object();
    for (const PojoField& field : type.fields) {
        if (field.is_present && field.declaring_class != type.class_name) {
            declaring[field.name] = field.declaring_class;
        }
    }
    if (!declaring.empty()) {
        json["declaring"] = std::move(declaring);
    }
    return json;
}

Json kryo_json(const SchemaWord& line, const Type& type, const JsonContext&) {
    Json json{{line.head, type.class_name}};
    const std::vector<KryoRegistration> registrations = kryo_registrations(type);
    if (!is_default(registrations, type.class_name)) {
        Json& list = json["registrations"] = Json::array();
        for (const KryoRegistration& registration : registrations) {
            list.push_back(registration_json(registration));
        }
    }
    return json;
}

std::string avro_name(const Json& schema) {
    std::string name = schema.is_string() ? schema.get<std::string>() : std::string();
    if (schema.is_object() && schema.contains("name") && schema["name"].is_string()) {
        name = schema["name"].get<std::string>();
        if (schema.contains("namespace") && schema["namespace"].is_string() && name.find('.') == std::string::npos) {
            name = schema["namespace"].get<std::string>() + "." + name;
        }
    }
    return name;
}

std::string avro_words(const SchemaWord& line, const Type& type) {
    const std::string name = avro_name(avro_schema(type));
    return std::string(line.head) + "<" + (name.empty() ? type.text : name) + ">";
}

Json avro_json(const SchemaWord& line, const Type& type, const JsonContext&) {
    Json json{{line.head, avro_schema(type)}};
    if (!type.class_name.empty() && type.class_name != "org.apache.avro.generic.GenericRecord") {
        json["class"] = type.class_name;
    }
    return json;
}

/// LinkedList and TwoPhaseCommit: their newest version has a flag that says whether null has a form.
Json versioned_json(const SchemaWord& line, const Type& type, const JsonContext& context) {
    Json json{{line.head, nested_value(type, kAll, context)}};
    add_version(json, type);
    if (is_newest_version(type) && !type.flag) {
        json["nulls"] = false;
    }
    return json;
}

Json two_phase_commit_json(const SchemaWord& line, const Type& type, const JsonContext& context) {
    Json json = versioned_json(line, type, context);
    if (type.snapshot_class.find(".legacy.") != std::string::npos) {
        json["legacy"] = true;
    }
    return json;
}

std::string case_class_words(const SchemaWord& line, const Type& type) {
    std::string result = std::string(line.head) + "<" + quoted_name(type.class_name);
    for (const TypePtr& field : type.nested) {
        result += "," + type_words(*field);
    }
    return result + ">";
}

Json case_class_json(const SchemaWord& line, const Type& type, const JsonContext& context) {
    if (type.field_names.empty()) {
        return Json{{line.head, type.class_name}, {"fields", context.array(type.nested)}};
    }
    Json fields = Json::object();
    for (std::size_t i = 0; i < type.nested.size(); ++i) {
        fields[type.field_names[i]] = context.json(type.nested[i]);
    }
    return Json{{line.head, type.class_name}, {"fields", std::move(fields)}};
}

Json traversable_json(const SchemaWord& line, const Type& type, const JsonContext& context) {
    return Json{{line.head, context.json(type.nested.at(0))}, {"builder", type.text}};
}

std::string sql_words(const SchemaWord& line, const Type& type) {
    return std::string(line.head) + "<" + join(type.logical_types, ", ") + ">";
}

Json sql_json(const SchemaWord& line, const Type& type, const JsonContext&) {
    return Json{{line.head, type.logical_types.size() == 1 ? Json(type.logical_types[0]) : Json(type.logical_types)}};
}

std::string row_data_words(const SchemaWord&, const Type& type) {
    std::vector<std::string> columns = type.logical_types;
    if (has_column_names(type)) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            columns[i] = back_quoted(type.structure->fields.at(i).name) + " " + columns[i];
        }
    }
    return "sql<" + join(columns, ", ") + ">";
}

Json row_data_json(const SchemaWord& line, const Type& type, const JsonContext&) {
    if (!has_column_names(type)) {
        return Json{{line.head, type.logical_types}};
    }
    Json columns = Json::object();
    for (std::size_t i = 0; i < type.logical_types.size(); ++i) {
        columns[type.structure->fields.at(i).name] = type.logical_types[i];
    }
    return Json{{line.head, std::move(columns)}};
}

std::string decimal_words(const SchemaWord& line, const Type& type) {
    return std::string(line.head) + "<" + std::to_string(type.precision) + "," + std::to_string(type.scale) + ">";
}

Json decimal_json(const SchemaWord& line, const Type& type, const JsonContext&) {
    return Json{{line.head, Json::array({type.precision, type.scale})}};
}

std::string view_words(const SchemaWord& line, const Type& type) {
    return join_nested(line.head, inside_view(type), kAll);
}

Json view_json(const SchemaWord& line, const Type& type, const JsonContext& context) {
    return Json{{line.head, nested_value(inside_view(type), kAll, context)}};
}

std::string unknown_words(const SchemaWord& line, const Type& type) {
    return std::string(line.head) + "<" + quoted_name(serializer_class(type)) + ">";
}

Json unknown_json(const SchemaWord& line, const Type& type, const JsonContext&) {
    return Json{{line.head, serializer_class(type)}, {"snapshot", base64(type.snapshot)}};
}

}  // namespace sp::schema

#include "types/avro_types.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "sp/error.hpp"

namespace sp {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kMaxDepth = 200;  ///< of schemas in each other
constexpr std::size_t kMaxFixed = std::size_t{1} << 30;

struct Primitive {
    std::string_view name;
    TypeKind kind;
};
constexpr Primitive kPrimitives[] = {
    {"null", TypeKind::kAvroNull},   {"boolean", TypeKind::kBoolean},   {"int", TypeKind::kInt},
    {"long", TypeKind::kLong},       {"float", TypeKind::kFloat},       {"double", TypeKind::kDouble},
    {"bytes", TypeKind::kByteArray}, {"string", TypeKind::kAvroString},
};

[[noreturn]] void fail(const std::string& problem) { throw InputError("Avro schema: " + problem); }

std::shared_ptr<Type> make(TypeKind kind) {
    auto type = std::make_shared<Type>();
    type->kind = kind;
    return type;
}

class SchemaReader {
public:
    TypePtr read(const Json& schema, const std::string& name_space, int depth) {
        if (depth > kMaxDepth) {
            fail("nested deeper than " + std::to_string(kMaxDepth) + " levels");
        }
        if (schema.is_string()) {
            return named(schema.get<std::string>(), name_space);
        }
        if (schema.is_array()) {
            return union_of(schema, name_space, depth);
        }
        if (!schema.is_object()) {
            fail("expected a name, an object or an array, found " + shown(schema));
        }
        const auto type = schema.find("type");
        if (type == schema.end()) {
            fail("an object without \"type\": " + shown(schema));
        }
        if (!type->is_string()) {  // {"type":{"type":"string"}}
            return read(*type, name_space, depth + 1);
        }
        const std::string word = type->get<std::string>();
        if (word == "array" || word == "map") {
            const auto part = make(word == "array" ? TypeKind::kAvroArray : TypeKind::kAvroMap);
            if (word == "map") {
                part->nested.push_back(make(TypeKind::kAvroString));
            }
            part->nested.push_back(read(member(schema, word == "array" ? "items" : "values"), name_space, depth + 1));
            return part;
        }
        if (word == "record" || word == "error") {
            return record(schema, name_space, depth);
        }
        if (word == "enum") {
            return enumeration(schema, name_space);
        }
        if (word == "fixed") {
            return fixed(schema, name_space);
        }
        return named(word, name_space);
    }

private:
    struct Name {
        std::string full;
        std::string name_space;  ///< of the names inside
    };

    static std::string shown(const Json& json) {
        constexpr std::size_t kShown = 60;
        std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
        return text.size() > kShown ? text.substr(0, kShown) + "…" : text;
    }

    static const Json& member(const Json& schema, const char* name) {
        const auto found = schema.find(name);
        if (found == schema.end()) {
            fail("\"" + std::string(name) + "\" is missing in " + shown(schema));
        }
        return *found;
    }

    static std::string text_member(const Json& schema, const char* name) {
        const Json& value = member(schema, name);
        if (!value.is_string()) {
            fail("\"" + std::string(name) + "\" is no string in " + shown(schema));
        }
        return value.get<std::string>();
    }

    /// A name with a dot is a full one; else its namespace is its own or the one around it.
    static Name name_of(const Json& schema, const std::string& outer) {
        const std::string name = text_member(schema, "name");
        if (const std::size_t dot = name.rfind('.'); dot != std::string::npos) {
            return {name, name.substr(0, dot)};
        }
        const auto own = schema.find("namespace");
        const std::string name_space = own != schema.end() && own->is_string() ? own->get<std::string>() : outer;
        return {name_space.empty() ? name : name_space + "." + name, name_space};
    }

    TypePtr named(const std::string& name, const std::string& name_space) {
        const auto* const primitive = std::find_if(std::begin(kPrimitives), std::end(kPrimitives),
                                                   [&](const Primitive& known) { return known.name == name; });
        if (primitive != std::end(kPrimitives)) {
            return make(primitive->kind);
        }
        const bool is_full = name.find('.') != std::string::npos || name_space.empty();
        auto known = known_.find(is_full ? name : name_space + "." + name);
        known = known == known_.end() ? known_.find(name) : known;
        if (known == known_.end()) {
            fail("the type " + name + " is not known where it is named");
        }
        const auto reference = make(TypeKind::kAvroReference);
        reference->class_name = known->first;
        reference->target = known->second;
        return reference;
    }

    void define(const Name& name, const std::shared_ptr<Type>& type) {
        type->class_name = name.full;
        if (!known_.emplace(name.full, type).second) {
            fail("the type " + name.full + " is defined twice");
        }
    }

    TypePtr record(const Json& schema, const std::string& name_space, int depth) {
        const auto type = make(TypeKind::kAvroRecord);
        const Name name = name_of(schema, name_space);
        define(name, type);
        const Json& fields = member(schema, "fields");
        if (!fields.is_array()) {
            fail("\"fields\" is no array in " + shown(schema));
        }
        std::set<std::string> names;
        for (const Json& field : fields) {
            if (!field.is_object()) {
                fail("a field that is no object in " + name.full);
            }
            PojoField read_field;
            read_field.name = text_member(field, "name");
            if (!names.insert(read_field.name).second) {
                fail("the field " + read_field.name + " stands twice in " + name.full);
            }
            read_field.type = read(member(field, "type"), name.name_space, depth + 1);
            type->fields.push_back(std::move(read_field));
        }
        return type;
    }

    TypePtr enumeration(const Json& schema, const std::string& name_space) {
        const auto type = make(TypeKind::kEnum);
        define(name_of(schema, name_space), type);
        const Json& symbols = member(schema, "symbols");
        if (!symbols.is_array()) {
            fail("\"symbols\" is no array in " + shown(schema));
        }
        for (const Json& symbol : symbols) {
            if (!symbol.is_string()) {
                fail("a symbol that is no string in " + type->class_name);
            }
            type->constants.push_back({symbol.get<std::string>(), static_cast<std::int32_t>(type->constants.size())});
        }
        return type;
    }

    TypePtr fixed(const Json& schema, const std::string& name_space) {
        const auto type = make(TypeKind::kAvroFixed);
        define(name_of(schema, name_space), type);
        const Json& size = member(schema, "size");
        if (!size.is_number_unsigned() || size.get<std::uint64_t>() > kMaxFixed) {
            fail("the size of " + type->class_name + " is " + shown(size));
        }
        type->precision = size.get<std::int32_t>();
        return type;
    }

    TypePtr union_of(const Json& schema, const std::string& name_space, int depth) {
        const auto type = make(TypeKind::kAvroUnion);
        std::set<std::string> names;
        for (const Json& branch : schema) {
            TypePtr one = read(branch, name_space, depth + 1);
            if (one->kind == TypeKind::kAvroUnion) {
                fail("a union in a union");
            }
            if (!names.insert(avro_branch_name(*one)).second) {
                fail("the type " + avro_branch_name(*one) + " stands twice in a union");
            }
            type->nested.push_back(std::move(one));
        }
        return type;
    }

    std::map<std::string, std::shared_ptr<Type>> known_;
};

bool is_nested_too_deep(const std::string& text) {
    int depth = 0;
    for (const char c : text) {
        depth += (c == '[' || c == '{') ? 1 : (c == ']' || c == '}') ? -1 : 0;
        if (depth > 2 * kMaxDepth) {
            return true;
        }
    }
    return false;
}

}  // namespace

std::string avro_branch_name(const Type& branch) {
    const auto* const primitive = std::find_if(std::begin(kPrimitives), std::end(kPrimitives),
                                               [&](const Primitive& known) { return known.kind == branch.kind; });
    if (primitive != std::end(kPrimitives)) {
        return std::string(primitive->name);
    }
    return branch.kind == TypeKind::kAvroArray ? "array"
           : branch.kind == TypeKind::kAvroMap ? "map"
                                               : branch.class_name;
}

TypePtr avro_type(const std::string& schema) {
    if (is_nested_too_deep(schema)) {
        fail("nested deeper than " + std::to_string(kMaxDepth) + " levels");
    }
    const Json json = Json::parse(schema, nullptr, false);
    if (json.is_discarded()) {
        fail("no JSON");
    }
    return SchemaReader().read(json, "", 0);
}

}  // namespace sp

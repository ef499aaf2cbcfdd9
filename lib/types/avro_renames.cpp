#include "types/avro_renames.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

namespace sp {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kPrimitives[] = {"null", "boolean", "int", "long", "float", "double", "bytes", "string"};
constexpr std::string_view kNamedTypes[] = {"record", "error", "enum", "fixed"};
// Of org.apache.avro.specific.SpecificData and reflect.ReflectData
constexpr std::string_view kClassProperties[] = {"java-class", "java-key-class", "java-element-class"};

template <std::size_t N>
bool is_one_of(std::string_view word, const std::string_view (&words)[N]) {
    return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

/// A name of Avro and the class that it stands for (SpecificData.getClassName): a namespace that ends with $ is a class around
/// the class, and so may be any whose last part begins with a capital.
struct AvroName {
    std::string name_space;
    std::string name;

    static AvroName of(std::string_view full) {
        const std::size_t dot = full.rfind('.');
        return dot == std::string_view::npos
                   ? AvroName{"", std::string(full)}
                   : AvroName{std::string(full.substr(0, dot)), std::string(full.substr(dot + 1))};
    }
    [[nodiscard]] std::string full() const { return name_space.empty() ? name : name_space + "." + name; }
};

std::optional<AvroName> renamed(const AvroName& name, const java::ClassRenames& renames) {
    const bool is_inner = name.name_space.ends_with('$');
    if (const auto changed = renames.renamed(is_inner ? name.name_space + name.name : name.full())) {
        const std::size_t border = changed->find_last_of(is_inner ? "$" : ".");
        if (border == std::string::npos) {
            return AvroName{"", *changed};
        }
        return AvroName{changed->substr(0, border + (is_inner ? 1 : 0)), changed->substr(border + 1)};
    }
    if (is_inner || name.name_space.empty()) {
        return std::nullopt;
    }
    const auto changed =
        renames.renamed(name.name_space + "$" + name.name);  // as newer versions of Avro name inner classes
    const std::size_t border = changed ? changed->rfind('$') : std::string::npos;
    if (border == std::string::npos) {
        return std::nullopt;
    }
    return AvroName{changed->substr(0, border), changed->substr(border + 1)};
}

class SchemaRenamer {
public:
    SchemaRenamer(const java::ClassRenames& renames, std::uint64_t& names) : renames_(renames), names_(names) {}

    /// `before` and `after`: the namespace of what is around it, as it was and as it is.
    void schema(Json& json, const std::string& before, const std::string& after) {
        if (json.is_string()) {
            return reference(json, before, after);
        }
        if (json.is_array()) {
            for (Json& branch : json) {
                schema(branch, before, after);
            }
            return;
        }
        if (json.is_object()) {
            object(json, before, after);
        }
    }

private:
    void reference(Json& json, const std::string& before, const std::string& after) {
        const std::string& text = json.get_ref<const std::string&>();
        if (is_one_of(text, kPrimitives)) {
            return;
        }
        const bool has_space = text.find('.') != std::string::npos;
        const AvroName old = has_space ? AvroName::of(text) : AvroName{before, text};
        const auto changed = renamed(old, renames_);
        names_ += changed ? 1 : 0;
        const AvroName now = changed.value_or(old);
        if (changed || before != after) {
            json = now.name_space == after ? now.name : now.full();
        }
    }

    void object(Json& json, const std::string& before, const std::string& after) {
        for (const std::string_view property : kClassProperties) {
            if (const auto found = json.find(property); found != json.end() && found->is_string()) {
                if (const auto changed = renames_.renamed(found->get_ref<const std::string&>())) {
                    *found = *changed;
                    ++names_;
                }
            }
        }
        const auto type = json.find("type");
        if (type == json.end()) {
            return;
        }
        if (!type->is_string()) {
            return schema(*type, before, after);
        }
        const std::string word = *type;
        if (is_one_of(word, kNamedTypes)) {
            named_type(json, before, after);
        } else if (word == "array" || word == "map") {
            const auto inner = json.find(word == "array" ? "items" : "values");
            if (inner != json.end()) {
                schema(*inner, before, after);
            }
        } else {
            reference(*type, before, after);
        }
    }

    void named_type(Json& json, const std::string& before, const std::string& after) {
        const auto name = json.find("name");
        if (name == json.end() || !name->is_string()) {
            return;
        }
        const std::string& text = name->get_ref<const std::string&>();
        const auto space = json.find("namespace");
        const bool has_space = space != json.end() && space->is_string();
        const bool is_full = text.find('.') != std::string::npos;
        const AvroName old = is_full ? AvroName::of(text) : AvroName{has_space ? std::string(*space) : before, text};
        const auto changed = renamed(old, renames_);
        names_ += changed ? 1 : 0;
        const AvroName now = changed.value_or(old);
        if (is_full) {
            *name = changed ? now.full() : text;
        } else if (changed || before != after) {
            give_name(json, now, now.name_space != after);
        }
        if (const auto fields = json.find("fields"); fields != json.end() && fields->is_array()) {
            for (Json& field : *fields) {
                if (field.is_object() && field.contains("type")) {
                    schema(field["type"], old.name_space, now.name_space);
                }
            }
        }
    }

    /// The namespace stands behind the name.
    static void give_name(Json& json, const AvroName& name, bool with_space) {
        Json result = Json::object();
        for (auto& [key, value] : json.items()) {
            if (key == "name") {
                result["name"] = name.name;
                if (with_space) {
                    result["namespace"] = name.name_space;
                }
            } else if (key != "namespace") {
                result[key] = std::move(value);
            }
        }
        json = std::move(result);
    }

    const java::ClassRenames& renames_;
    std::uint64_t& names_;
};

}  // namespace

std::string with_renamed_classes(const std::string& avro_schema, const java::ClassRenames& renames,
                                 std::uint64_t& names) {
    Json json = Json::parse(avro_schema, nullptr, false);
    if (json.is_discarded()) {
        return avro_schema;
    }
    const std::uint64_t before = names;
    SchemaRenamer(renames, names).schema(json, "", "");
    return names == before ? avro_schema : json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace sp

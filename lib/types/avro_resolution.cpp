#include "types/avro_resolution.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace sp {
namespace {

using Json = nlohmann::json;

/// The types of a schema by their full names, so that a name stands for what it was given to.
class Names {
public:
    explicit Names(const Json& schema) { find(schema, ""); }

    /// What a name stands for; any other schema is itself.
    [[nodiscard]] const Json& resolve(const Json& schema) const {
        if (const auto known = references_.find(&schema); known != references_.end()) {
            return *known->second;
        }
        if (!schema.is_object() || !schema.contains("type")) {
            return schema;
        }
        const Json& type = schema.at("type");  // {"type":{"type":"long"}}, {"type":"a.Named"}
        return !type.is_string() || references_.count(&type) != 0 ? resolve(type) : schema;
    }

    [[nodiscard]] std::string full_name(const Json& named) const {
        const auto found = names_.find(&named);
        return found == names_.end() ? "" : found->second;
    }

private:
    static std::string full(const std::string& name, const std::string& space) {
        return name.find('.') != std::string::npos || space.empty() ? name : space + "." + name;
    }

    void find(const Json& schema, const std::string& space) {
        if (schema.is_string()) {
            const auto known = types_.find(full(schema.get<std::string>(), space));
            const auto plain = types_.find(schema.get<std::string>());
            if (known != types_.end() || plain != types_.end()) {
                references_[&schema] = known != types_.end() ? known->second : plain->second;
            }
        } else if (schema.is_array()) {
            for (const Json& branch : schema) {
                find(branch, space);
            }
        } else if (!schema.at("type").is_string()) {
            find(schema.at("type"), space);
        } else {
            find_in(schema, schema.at("type").get<std::string>(), space);
        }
    }

    void find_in(const Json& schema, const std::string& type, const std::string& space) {
        if (type == "array" || type == "map") {
            return find(schema.at(type == "array" ? "items" : "values"), space);
        }
        if (!schema.contains("name")) {
            return find(schema.at("type"), space);
        }
        const std::string name = full(schema.at("name").get<std::string>(), schema.value("namespace", space));
        types_[name] = &schema;
        names_[&schema] = name;
        if (const auto fields = schema.find("fields"); fields != schema.end()) {
            const std::size_t dot = name.rfind('.');
            for (const Json& field : *fields) {
                find(field.at("type"), dot == std::string::npos ? "" : name.substr(0, dot));
            }
        }
    }

    std::map<std::string, const Json*> types_;
    std::map<const Json*, const Json*> references_;
    std::map<const Json*, std::string> names_;
};

std::string type_of(const Json& schema) {
    return schema.is_string()  ? schema.get<std::string>()
           : schema.is_array() ? "union"
                               : schema.at("type").get<std::string>();
}

bool has(const Json& array, const std::string& text) {
    return std::find(array.begin(), array.end(), Json(text)) != array.end();
}

class Resolution {
public:
    Resolution(const Json& writer, const Json& reader) : writers_(writer), readers_(reader) {}

    /// Records inside themselves are taken for readable while they are looked at.
    std::string problem(const Json& written, const Json& read, const std::string& path) {
        const Json& writer = writers_.resolve(written);
        const Json& reader = readers_.resolve(read);
        if (!seen_.insert({&writer, &reader}).second) {
            return problems_[{&writer, &reader}];
        }
        std::string found = judge(writer, reader, path);
        problems_[{&writer, &reader}] = found;
        return found;
    }

private:
    using Pair = std::pair<const Json*, const Json*>;

    std::string judge(const Json& writer, const Json& reader, const std::string& path) {
        const std::string writes = type_of(writer);
        const std::string reads = type_of(reader);
        if (writes == "union") {
            for (const Json& branch : writer) {
                if (std::string found = problem(branch, reader, path); !found.empty()) {
                    return found;
                }
            }
            return "";
        }
        if (reads == "union") {
            const bool is_read = std::any_of(reader.begin(), reader.end(),
                                             [&](const Json& branch) { return problem(writer, branch, path).empty(); });
            return is_read ? "" : path + ": no branch of the union that is read takes " + words(writers_, writer);
        }
        if (writes != reads) {
            return is_promoted(writes, reads) ? "" : mismatch(writer, reader, path);
        }
        if (writes == "array" || writes == "map") {
            const char* const part = writes == "array" ? "items" : "values";
            return problem(writer.at(part), reader.at(part), path + (writes == "array" ? "[]" : ".value"));
        }
        const bool is_named = writes == "record" || writes == "error" || writes == "enum" || writes == "fixed";
        if (is_named && !is_same_name(writer, reader)) {
            return mismatch(writer, reader, path);
        }
        if (writes == "fixed" && writer.at("size") != reader.at("size")) {
            return path + ": " + reader.at("size").dump() + " bytes are read, " + writer.at("size").dump() +
                   " were written";
        }
        if (writes == "enum" && !reader.contains("default")) {
            for (const Json& symbol : writer.at("symbols")) {
                if (!has(reader.at("symbols"), symbol.get<std::string>())) {
                    return path + ": the enum that is read has no " + symbol.get<std::string>();
                }
            }
        }
        return is_named && writer.contains("fields") ? fields(writer, reader, path) : "";
    }

    std::string fields(const Json& writer, const Json& reader, const std::string& path) {
        for (const Json& field : reader.at("fields")) {
            const std::string name = field.at("name").get<std::string>();
            const Json* const written = written_field(writer, field);
            if (written == nullptr) {
                if (!field.contains("default")) {
                    return path + "." + name + ": it was not written and has no default";
                }
                continue;
            }
            if (std::string found = problem(written->at("type"), field.at("type"), path + "." + name); !found.empty()) {
                return found;
            }
        }
        return "";
    }

    static const Json* written_field(const Json& writer, const Json& field) {
        const Json aliases = field.value("aliases", Json::array());
        const auto find = [&](auto&& fits) -> const Json* {
            const auto found = std::find_if(writer.at("fields").begin(), writer.at("fields").end(), fits);
            return found == writer.at("fields").end() ? nullptr : &*found;
        };
        const Json* const same = find([&](const Json& one) { return one.at("name") == field.at("name"); });
        return same != nullptr ? same
                               : find([&](const Json& one) { return has(aliases, one.at("name").get<std::string>()); });
    }

    /// Names without their namespaces, or one of the aliases.
    [[nodiscard]] bool is_same_name(const Json& writer, const Json& reader) const {
        const auto simple = [](const std::string& full) { return full.substr(full.rfind('.') + 1); };
        const std::string written = writers_.full_name(writer);
        const std::string read = readers_.full_name(reader);
        if (simple(written) == simple(read)) {
            return true;
        }
        const std::string space = read.substr(0, read.size() - simple(read).size());
        const Json aliases = reader.value("aliases", Json::array());
        return has(aliases, written) || (written.starts_with(space) && has(aliases, simple(written)));
    }

    static bool is_promoted(const std::string& writes, const std::string& reads) {
        return (reads == "long" && writes == "int") || (reads == "float" && (writes == "int" || writes == "long")) ||
               (reads == "double" && (writes == "int" || writes == "long" || writes == "float")) ||
               (reads == "bytes" && writes == "string") || (reads == "string" && writes == "bytes");
    }

    static std::string words(const Names& names, const Json& schema) {
        const std::string name = names.full_name(schema);
        return type_of(schema) + (name.empty() ? "" : " " + name);
    }

    [[nodiscard]] std::string mismatch(const Json& writer, const Json& reader, const std::string& path) const {
        return path + ": " + words(readers_, reader) + " is read, " + words(writers_, writer) + " was written";
    }

    Names writers_;
    Names readers_;
    std::set<Pair> seen_;
    std::map<Pair, std::string> problems_;
};

}  // namespace

std::string avro_resolution_problem(std::string_view writer, std::string_view reader) {
    const Json written = Json::parse(writer);
    const Json read = Json::parse(reader);
    return Resolution(written, read).problem(written, read, "");
}

}  // namespace sp

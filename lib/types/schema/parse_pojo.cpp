// Reading of POJOs: fields in Flink's order, subclasses, fields of superclasses.
#include <algorithm>
#include <map>
#include <set>

#include "java/modified_utf8.hpp"
#include "types/codecs/subclass_programs.hpp"
#include "types/schema/name_suggestions.hpp"
#include "types/schema/parse_parts.hpp"

namespace sp::schema {

namespace {

void read_fields(const Parts& parts, const Node& fields, const std::shared_ptr<Type>& pojo) {
    Type& type = *pojo;
    if (!fields.is_object()) {
        fields.fail("the fields of a POJO have to be an object {\"name\":T,…}");
    }
    std::set<std::string> known;
    std::map<std::string, FieldChange> changes;
    for (std::size_t i = 0; i < fields.items.size(); ++i) {
        const std::string& name = fields.names[i];
        const Node& field = fields.items[i];
        if (!known.insert(name).second) {
            field.fail("the field " + name + " stands twice");
        }
        if (field.kind == Node::Kind::kNull) {
            field.fail("the serializer of the field " + name +
                       " is lost: the POJO needs the \"snapshot\" of a savepoint that has it");
        }
        FieldChange& change = changes[name];
        type.fields.push_back({name, type.class_name, true, parts.context.field(field, change)});
    }
    // PojoTypeInfo: the order of String.compareTo, which values have too
    std::stable_sort(type.fields.begin(), type.fields.end(), [](const PojoField& a, const PojoField& b) {
        return java::utf8_to_utf16(a.name) < java::utf8_to_utf16(b.name);
    });
    std::vector<FieldChange> sorted;
    for (const PojoField& field : type.fields) {
        sorted.push_back(std::move(changes[field.name]));
    }
    parts.context.note_fields(pojo, std::move(sorted));
}

void read_declaring(const Node& declaring, Type& type) {
    if (!declaring.is_object()) {
        declaring.fail("\"declaring\" has to be an object {\"field\":\"a.b.Superclass\",…}");
    }
    for (std::size_t i = 0; i < declaring.items.size(); ++i) {
        const std::string& name = declaring.names[i];
        const auto found = std::find_if(type.fields.begin(), type.fields.end(),
                                        [&](const PojoField& field) { return field.name == name; });
        if (found == type.fields.end()) {
            std::vector<std::string> names;
            for (const PojoField& field : type.fields) {
                names.push_back(field.name);
            }
            declaring.items[i].fail("there is no field " + name + "; there are:" + list_nearest(name, names));
        }
        found->declaring_class = declaring.items[i].string("the declaring class");
    }
}

/// A POJO, whose parts stand here, or a type of another kind.
TypePtr read_subclass_type(const Parts& parts, Members& members) {
    const Node* const type = members.find("type");
    Node pojo;
    pojo.kind = Node::Kind::kObject;
    pojo.source = members.node.source;
    pojo.position = members.node.position;
    pojo.add("pojo", members.need("class"));
    for (const char* const part : {"fields", "declaring", "subclasses"}) {
        if (const Node* const found = members.find(part)) {
            pojo.add(part, *found);
        }
    }
    const bool is_pojo = pojo.find("fields") != nullptr;
    if ((type != nullptr) == is_pojo || (type != nullptr && pojo.items.size() > 1)) {
        members.node.fail("a subclass has either \"fields\" or a \"type\"");
    }
    return parts.context.type(type != nullptr ? *type : pojo);
}

void read_subclass(const Parts& parts, const Node& node, Type& type) {
    Members members(node, "a subclass");
    PojoSubclass subclass;
    subclass.class_name = members.need("class").string("the class of a subclass");
    const Node* const registered = members.find("registered");
    const bool is_registered = registered == nullptr || registered->flag("\"registered\"");
    subclass.type = read_subclass_type(parts, members);
    members.finish();
    (is_registered ? type.registered_subclasses : type.other_subclasses).push_back(std::move(subclass));
}

}  // namespace

TypePtr parse_pojo(const Parts& parts) {
    auto type = parts.make();
    type->class_name = parts.inside().string("the class of the POJO");
    const Node* const fields = parts.find("fields");
    if (fields == nullptr) {
        parts.fail("the fields of the POJO are missing: a.b.C{name:T,…}");
    }
    read_fields(parts, *fields, type);
    if (const Node* declaring = parts.find("declaring")) {
        read_declaring(*declaring, *type);
    }
    if (const Node* subclasses = parts.find("subclasses")) {
        for (const Node& subclass : subclasses->list("\"subclasses\"")) {
            read_subclass(parts, subclass, *type);
        }
    }
    type->subclasses = std::make_shared<codec::SubclassPrograms>(parts.context.target().kryo_context());
    return type;
}

}  // namespace sp::schema

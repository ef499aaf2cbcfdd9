// Which fields, constants and components a class has, in the order in which Kryo writes them.

#include <algorithm>
#include <utility>

#include "java/modified_utf8.hpp"
#include "sp/error.hpp"
#include "types/codecs/json_names.hpp"
#include "types/kryo/kryo_class_maker.hpp"
#include "types/kryo/kryo_serializers.hpp"

namespace sp::kryo {
namespace {

using java::ClassFile;
using java::FieldType;

constexpr std::size_t kMostFields = 65'536;

/// java.time's fields, in one letter each.
char time_part_of(std::string_view field) {
    static constexpr std::pair<std::string_view, char> kParts[] = {
        {"year", 'y'},   {"month", 'M'},    {"day", 'd'},    {"hour", 'h'},         {"minute", 'm'},
        {"second", 's'}, {"nano", 'n'},     {"nanos", 'n'},  {"totalSeconds", 'o'}, {"seconds", 'S'},
        {"years", 'y'},  {"months", 'M'},   {"days", 'd'},   {"id", 'z'},           {"date", '('},
        {"time", '('},   {"dateTime", '('}, {"offset", '('}, {"zone", '('},
    };
    for (const auto& [name, part] : kParts) {
        if (name == field) {
            return part;
        }
    }
    return 0;
}

}  // namespace

void KryoClasses::Maker::complete_enum(KryoClass& type) {
    type.takes_references = !is_kryo5_;
    std::string name = type.name;
    for (std::size_t i = 0; i < kMostSupertypes; ++i) {
        const ClassFile* const file = find(name);
        if (file == nullptr) {
            return refuse_missing(type, name);
        }
        if (file->is_enum() || file->superclass.empty()) {
            for (const std::string& constant : file->enum_constants) {
                type.constants.push_back({constant, codec::json_quoted(constant)});
            }
            return;
        }
        name = file->superclass;  // the class of a constant with a body
    }
    refuse(type, "class " + type.name + " has too many superclasses");
}

void KryoClasses::Maker::complete_record(KryoClass& type) {
    const ClassFile& file = *find(type.name);
    for (const java::RecordComponent& component : file.components) {
        KryoField& field = add_field(type, component.name);
        set_type(field, component.descriptor, component.signature, file, {&file});
        field.generic.arguments.clear();  // RecordSerializer follows no generics
    }
    sort_fields(type);
}

void KryoClasses::Maker::complete_fields(KryoClass& type) {
    const std::vector<const ClassFile*> chain = chain_of(type);
    if (chain.empty()) {
        return;
    }
    for (const ClassFile* const file : chain) {
        for (const java::ClassField& declared : file->fields) {
            if (!is_written(declared)) {
                continue;
            }
            if (type.fields.size() >= kMostFields) {
                return refuse(type, "class " + type.name + " has too many fields");
            }
            KryoField& field = add_field(type, declared.name);
            field.name.json = plain_name(declared.name, file->name);
            field.is_synthetic = declared.is_synthetic();
            if (is_hidden(chain, *file, declared.name)) {
                field.declarer = file->name;
            }
            field.time_part = type.body == Body::kTime ? time_part_of(declared.name) : '\0';
            set_type(field, declared.descriptor, declared.signature, *file, chain);
        }
    }
    sort_fields(type);
    rename_scala_fields(type);
    if (!chain.front()->signature.empty()) {
        for (const java::TypeParameter& parameter : java::parse_class_signature(chain.front()->signature).parameters) {
            type.parameters.push_back(parameter.name);
        }
    }
    if (is_kryo5_) {
        set_hierarchy(type, chain);
    }
}

void KryoClasses::Maker::rename_scala_fields(KryoClass& type) {
    const bool is_failure = type.name == "scala.util.Failure";
    if (type.show == Show::kPlainObject && type.fields.size() == 1) {
        type.fields[0].name = is_failure ? KryoName{"failure", "\"failure\":"} : KryoName{"success", "\"success\":"};
    }
}

bool KryoClasses::Maker::is_written(const java::ClassField& field) const {
    return !field.is_static() && !field.is_transient() && !field.has_optional_annotation &&
           (settings_.has_flink_scala || !field.is_synthetic());
}

bool KryoClasses::Maker::is_hidden(const std::vector<const ClassFile*>& chain, const ClassFile& declarer,
                                   const std::string& name) const {
    for (const ClassFile* const file : chain) {
        if (file == &declarer) {
            break;
        }
        if (std::any_of(file->fields.begin(), file->fields.end(),
                        [&](const java::ClassField& field) { return is_written(field) && field.name == name; })) {
            return true;
        }
    }
    return false;
}

KryoField& KryoClasses::Maker::add_field(KryoClass& type, const std::string& name) {
    KryoField& field = type.fields.emplace_back();
    field.name.text = name;
    return field;
}

std::string KryoClasses::Maker::plain_name(const std::string& name, std::string class_name) {
    std::replace(class_name.begin(), class_name.end(), '.', '$');
    class_name += "$$";
    return name.starts_with(class_name) && name.size() > class_name.size() ? name.substr(class_name.size())
                                                                           : std::string();
}

void KryoClasses::Maker::sort_fields(KryoClass& type) {
    std::stable_sort(type.fields.begin(), type.fields.end(), [](const KryoField& a, const KryoField& b) {
        return java::utf8_to_utf16(a.name.text) < java::utf8_to_utf16(b.name.text);
    });
    for (KryoField& field : type.fields) {
        if (!field.declarer.empty()) {
            field.name.text = field.declarer + "." + field.name.text;
        } else if (const std::string plain = std::exchange(field.name.json, {});
                   !plain.empty() && std::none_of(type.fields.begin(), type.fields.end(),
                                                  [&](const KryoField& other) { return other.name.text == plain; })) {
            field.name.text = plain;
        }
        field.name.json = codec::json_member(field.name.text);
    }
}

}  // namespace sp::kryo

// What the type arguments of fields are, and where type variables are handed on to.

#include <algorithm>
#include <utility>

#include "java/generic_signature.hpp"
#include "sp/error.hpp"
#include "types/kryo/kryo_class_maker.hpp"
#include "types/kryo/kryo_serializers.hpp"

namespace sp::kryo {

using java::ClassFile;
using java::FieldType;

void KryoClasses::Maker::set_type(KryoField& field, const std::string& descriptor, const std::string& signature,
                                  const ClassFile& declarer, const Chain& chain) {
    const FieldType type = java::parse_field_signature(descriptor, signature);
    if (type.is_primitive()) {
        field.primitive = primitive_body(type.descriptor.front());
        return;
    }
    field.declared = class_of(type.descriptor);
    field.generic = generic_of(type, declarer, chain, 0);
    if (is_kryo5_) {
        if (field.generic.type != nullptr) {
            field.declared = field.generic.type;
        }
        return;
    }
    for (const GenericType& argument : field.generic.arguments) {
        field.has_variables |= argument.type == nullptr && !argument.is_wildcard;
        field.arguments.push_back(argument.is_wildcard ? class_of("Ljava/lang/Object;") : argument.type);
    }
    field.has_variables |= !field.generic.variable.empty();
    if (!field.has_variables && !field.arguments.empty() && field.arguments.front() == nullptr) {
        field.arguments.clear();
    }
}

const KryoClass* KryoClasses::Maker::class_of(std::string_view descriptor) {
    const KryoClass* const type = named(name_of(descriptor));
    if (type == nullptr) {
        throw InputError("too many classes");
    }
    return type;
}

GenericType KryoClasses::Maker::generic_of(const FieldType& type, const ClassFile& declarer, const Chain& chain,
                                           int depth) {
    if (depth > kMostArguments) {
        throw InputError("type arguments are nested too deeply");
    }
    GenericType generic;
    generic.is_wildcard = type.wildcard != FieldType::Wildcard::kNone;
    if (!type.variable.empty()) {
        generic.variable = type.variable;
        generic.declarer = declarer.name;
        generic.is_array = type.is_array();
        if (is_kryo5_) {
            resolve(generic, type, declarer, chain);
        }
    } else {
        generic.type = class_of(type.descriptor);
    }
    if (!(is_kryo5_ && generic.is_wildcard)) {
        for (const FieldType& argument : type.arguments) {
            generic.arguments.push_back(generic_of(argument, declarer, chain, depth + 1));
        }
    }
    return generic;
}

void KryoClasses::Maker::resolve(GenericType& generic, const FieldType& type, const ClassFile& declarer,
                                 const Chain& chain) {
    Variable variable = {generic.declarer, generic.variable, {}};
    variable = resolve_in(chain, 0, declarer, variable, true);
    if (!variable.descriptor.empty()) {
        const std::string dimensions(type.dimensions(), '[');
        generic.type = class_of(dimensions + variable.descriptor);
        generic.variable.clear();
        generic.declarer.clear();
    } else {
        generic.variable = variable.name;
        generic.declarer = variable.declarer;
    }
}

KryoClasses::Maker::Variable KryoClasses::Maker::resolve_in(const Chain& chain, std::size_t at, const ClassFile& from,
                                                            Variable variable, bool is_first) {
    const ClassFile& current = *chain[at];
    if (current.signature.empty() || at + 1 >= chain.size()) {
        return variable;
    }
    const FieldType super = java::parse_class_signature(current.signature).superclass;
    const ClassFile& super_class = *chain[at + 1];
    if (super.arguments.empty() || super_class.signature.empty()) {
        return variable;
    }
    if (&super_class != &from) {
        const Variable resolved = resolve_in(chain, at + 1, from, variable, false);
        if (!resolved.descriptor.empty()) {
            return resolved;
        }
        variable = resolved;
    }
    const auto parameters = java::parse_class_signature(super_class.signature).parameters;
    for (std::size_t i = 0; i < parameters.size() && i < super.arguments.size(); ++i) {
        const FieldType& argument = super.arguments[i];
        if (parameters[i].name != variable.name) {
            continue;
        }
        if (argument.variable.empty()) {
            return {{}, variable.name, argument.descriptor};
        }
        return is_first ? variable : Variable{current.name, argument.variable, {}};
    }
    return variable;
}

void KryoClasses::Maker::set_hierarchy(KryoClass& type, const Chain& chain) {
    for (std::size_t i = 0; i < chain.size(); ++i) {
        if (chain[i]->signature.empty()) {
            continue;
        }
        for (const java::TypeParameter& parameter : java::parse_class_signature(chain[i]->signature).parameters) {
            const std::size_t before = type.hierarchy.size();
            hand_on(type.hierarchy, chain, i, parameter.name);
            type.hierarchy_counts.push_back(static_cast<std::uint32_t>(type.hierarchy.size() - before));
        }
    }
}

void KryoClasses::Maker::hand_on(std::vector<KryoClass::Variable>& variables, const Chain& chain, std::size_t at,
                                 std::string name) {
    variables.push_back({chain[at]->name, name});
    std::string declarer = chain[at]->name;
    for (std::size_t i = at; i + 1 < chain.size() && !chain[i]->signature.empty(); ++i) {
        const FieldType super = java::parse_class_signature(chain[i]->signature).superclass;
        if (super.arguments.empty() || chain[i + 1]->signature.empty()) {
            break;
        }
        const auto parameters = java::parse_class_signature(chain[i + 1]->signature).parameters;
        for (std::size_t k = 0; k < super.arguments.size() && k < parameters.size(); ++k) {
            const FieldType& argument = super.arguments[k];
            if (!argument.is_array() && argument.variable == name && declarer == chain[i]->name) {
                name = parameters[k].name;
                declarer = chain[i + 1]->name;
                variables.push_back({declarer, name});
            }
        }
    }
}

}  // namespace sp::kryo

#include "types/kryo/kryo_generics.hpp"

#include <algorithm>

namespace sp::kryo {

std::string array_of(const KryoClass& type) {
    return type.name.starts_with('[') ? "[" + type.name : "[L" + type.name + ";";
}

// ---- Kryo 5 ---------------------------------------------------------------------------------------------------------

const KryoClass* VariablesOfKryo5::resolve(const GenericType& generic) const {
    if (generic.type != nullptr) {
        return generic.type;
    }
    for (std::size_t i = bindings_.size(); i > 0; --i) {
        const Binding& binding = bindings_[i - 1];
        if (binding.variable->name == generic.variable && binding.variable->declarer == generic.declarer) {
            return binding.type;
        }
    }
    return nullptr;
}

std::size_t VariablesOfKryo5::bind(const KryoClass& type, const Generics& generics) {
    const std::size_t before = bindings_.size();
    const std::vector<GenericType>* const arguments = generics.arguments5;
    if (arguments == nullptr || type.hierarchy.empty() || type.parameters.size() > arguments->size() ||
        arguments->size() > type.hierarchy_counts.size()) {
        return before;
    }
    std::size_t next = 0;  // as in Kryo, an argument that is not known does not move it on
    for (std::size_t i = 0; i < arguments->size(); ++i) {
        const KryoClass* const resolved = resolve((*arguments)[i]);
        if (resolved == nullptr) {
            continue;
        }
        for (std::uint32_t k = 0; k < type.hierarchy_counts[i] && next < type.hierarchy.size(); ++k) {
            bindings_.push_back({&type.hierarchy[next++], resolved});
        }
    }
    return before;
}

// ---- Kryo 2 ---------------------------------------------------------------------------------------------------------

const KryoClass* VariablesOfKryo2::look_up(std::string_view variable) const {
    for (std::size_t i = scopes_.size(); i > 0; --i) {
        const Built& scope = scopes_[i - 1];
        for (std::size_t k = 0; k < scope.parameters.size(); ++k) {
            if (scope.parameters[k] != nullptr && scope.type->parameters[k] == variable) {
                return scope.parameters[k];
            }
        }
    }
    return nullptr;
}

void VariablesOfKryo2::build(Built& built, std::span<const KryoClass* const> arguments) const {
    built.parameters.clear();
    for (std::size_t i = 0; i < built.type->parameters.size(); ++i) {
        built.parameters.push_back(i < arguments.size() ? arguments[i] : look_up(built.type->parameters[i]));
    }
}

VariablesOfKryo2::Built* VariablesOfKryo2::find_built(const KryoClass& type) {
    const auto found =
        std::find_if(built_.begin(), built_.end(), [&](const Built& built) { return built.type == &type; });
    return found == built_.end() ? nullptr : &*found;
}

void VariablesOfKryo2::forget(const KryoClass& type) {
    Built* const built = type.parameters.empty() ? nullptr : find_built(type);
    if (built != nullptr) {
        build(*built, {});
    }
}

std::size_t VariablesOfKryo2::bind(const KryoClass& type, const Generics& generics) {
    const std::size_t before = scopes_.size();
    Built* built = find_built(type);
    if (built == nullptr) {
        built = &built_.emplace_back(Built{&type, {}});
        build(*built, generics.arguments2);
    } else if (generics.is_set2) {
        build(*built, generics.arguments2);
    }
    scopes_.push_back(*built);
    return before;
}

VariablesOfKryo2::FieldType VariablesOfKryo2::field_type(const KryoClass& type, const KryoField& field) const {
    const bool has_scope = !type.parameters.empty();
    const auto look_up_in_scope = [&](const GenericType& generic) {
        return has_scope ? look_up(generic.variable) : nullptr;
    };
    FieldType result{field.declared, {}};
    if (!field.generic.variable.empty()) {
        const KryoClass* const found = look_up_in_scope(field.generic);
        if (found != nullptr) {
            result.declared = field.generic.is_array ? field.declared : found;
            result.arguments.push_back(found);
        }
        return result;
    }
    for (std::size_t i = 0; i < field.arguments.size(); ++i) {
        const GenericType& argument = field.generic.arguments[i];
        if (argument.variable.empty()) {
            result.arguments.push_back(field.arguments[i]);
            continue;
        }
        const KryoClass* const found = look_up_in_scope(argument);
        result.arguments.push_back(found != nullptr && argument.is_array ? classes_.by_name(array_of(*found)) : found);
    }
    if (result.arguments.front() == nullptr) {
        result.arguments.clear();
    }
    return result;
}

}  // namespace sp::kryo

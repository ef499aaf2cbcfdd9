#pragma once

// What Kryo knows of type arguments while it reads: it decides whether the class of an object stands in front of it.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "types/kryo/kryo_class.hpp"
#include "types/kryo/kryo_classes.hpp"

namespace sp::kryo {

/// What is known of an object's type arguments before it is read.
struct Generics {
    const std::vector<GenericType>* arguments5 = nullptr;  ///< Kryo 5; null: none
    std::span<const KryoClass* const> arguments2 = {};     ///< Kryo 2: setGenerics; empty: null
    bool is_set2 = false;                                  ///< Kryo 2: whether setGenerics is called
};

/// What the elements of a collection, or the objects in an argument, know.
[[nodiscard]] inline Generics below5(const GenericType& generic) {
    return {generic.arguments.empty() ? nullptr : &generic.arguments, {}, false};
}

/// Type variables in the scopes of the objects that are being read, as Kryo 5's DefaultGenerics keeps them.
class VariablesOfKryo5 {
public:
    void clear() { bindings_.clear(); }

    /// The class that a type stands for; null if none is known.
    [[nodiscard]] const KryoClass* resolve(const GenericType& generic) const;

    /// DefaultGenerics.pushTypeVariables; returns what unbind() takes.
    std::size_t bind(const KryoClass& type, const Generics& generics);
    void unbind(std::size_t before) { bindings_.resize(before); }

private:
    struct Binding {
        const KryoClass::Variable* variable;
        const KryoClass* type;
    };
    std::vector<Binding> bindings_;
};

/// The same of Kryo 2, where a class with type parameters has one serializer, whose fields are built anew whenever setGenerics
/// is called and keep what was known then.
class VariablesOfKryo2 {
public:
    /// What the type parameters of a class stood for when Kryo last built its fields.
    struct Built {
        const KryoClass* type;
        std::vector<const KryoClass*> parameters;
    };

    explicit VariablesOfKryo2(const KryoClasses& classes) : classes_(classes) {}
    void clear() {
        built_.clear();
        scopes_.clear();
    }

    /// Of a class with type parameters whose object is about to be read; returns what unbind() takes.
    std::size_t bind(const KryoClass& type, const Generics& generics);
    void unbind(std::size_t before) { scopes_.resize(before); }
    [[nodiscard]] std::size_t depth() const { return scopes_.size(); }

    /// Kryo sets the generics of a serializer to null where its object is null or comes again.
    void forget(const KryoClass& type);

    struct FieldType {
        const KryoClass* declared = nullptr;
        std::vector<const KryoClass*> arguments;
    };
    /// Of a field with type variables in an object of `type`.
    [[nodiscard]] FieldType field_type(const KryoClass& type, const KryoField& field) const;

    /// To go back to, where bytes are read again.
    [[nodiscard]] const std::vector<Built>& built() const { return built_; }
    void restore(const std::vector<Built>& built) { built_ = built; }

private:
    [[nodiscard]] const KryoClass* look_up(std::string_view variable) const;
    /// FieldSerializer.setGenerics.
    void build(Built& built, std::span<const KryoClass* const> arguments) const;
    Built* find_built(const KryoClass& type);

    const KryoClasses& classes_;
    std::vector<Built> built_;
    std::vector<Built> scopes_;
};

/// The name, as Class.getName() has it, of the array of a class's objects.
[[nodiscard]] std::string array_of(const KryoClass& type);

}  // namespace sp::kryo

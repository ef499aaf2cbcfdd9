#pragma once

// Finds out what becomes of each part of a type, in a Conversion's constructor.

#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "types/conversion/conversion.hpp"
#include "types/conversion/shapes.hpp"

namespace sp::conversion {

/// Throws nothing of its own: what is impossible is among the Conversion's problems.
class Conversion::Compiler {
public:
    Compiler(Conversion& result, const ConversionRules& rules) : result_(result), rules_(rules) {}

    /// `from` is null where only values tell what they are.
    const Node* compile(const Type* from, const Type& to);

private:
    struct Key {
        const Type* from;
        const Type* to;
        bool is_optional;
        friend auto operator<=>(const Key&, const Key&) = default;
    };

    void say(const std::string& what) { result_.steps_.push_back((path_.empty() ? "" : path_ + ": ") + what); }
    void refuse(const std::string& why) { result_.problems_.push_back((path_.empty() ? "" : path_ + ": ") + why); }

    /// Marks of null that come or go, other forms of the same.
    void say_if_words_differ(const Type& from, const Type& to);
    const Node* part(const std::string& step, const Type* from, const Type& to);
    /// By the kinds of both.
    void fill(Node& node, const Type* from, const Type& to);
    void parts(Node& node, Node::Way way, std::initializer_list<const Node*> inner);

    /// A tuple, row or case class with a single field, which can become what is in it, and the other way round.
    static bool is_of_one(const Type& type);
    void of_one(Node& node, const Type& from, const Type& to);

    /// Keys of a map and elements of a set.
    static void tell_apart(Node& node, bool is_needed);
    void scalar(Node& node, const Type& from, const Type& to);
    void constants(Node& node, const Type& from, const Type& to);
    void option(Node& node, const Type& from, const Type& to);

    /// Avro: the first branch that fits, one of the same name before others.
    void avro_union(Node& node, const Type& from, const Type& to);
    static std::optional<std::size_t> branch_for(const Type& old, const Type& to);
    void to_kryo(Node& node, const Type* from, const Type& to);
    /// Of values that alone tell what they are.
    void open(Node& node, const Type* from, const Type& to);
    /// What a "default" says of a field of the object.
    std::shared_ptr<const ValueTape> told(const std::string& step, const Type& object, const Type& type,
                                          const std::string& json);
    // Objects: conversion_of_objects.cpp
    void object(Node& node, const Type& from, const Type& to);

    /// Whether all fields are the same, in the same order.
    bool fields(Node& node, const Type& from, const Type& to, std::size_t form);

    /// Of field `i`; `olds`: the old type's fields.
    FieldSource source(const Type& from, const Type& to, std::size_t i, std::size_t form,
                       const std::vector<std::string>& olds);

    /// By the names of their classes. Values of one that the new type does not know are found when they come.
    void subclasses(Node& node, const Type& from, const Type& to);

    Conversion& result_;
    const ConversionRules& rules_;
    std::map<Key, const Node*> nodes_;
    // What the objects at hand stand in, which has the columns' SQL types: the rows within do not say which are NOT NULL.
    const Type* old_row_ = nullptr;
    const Type* new_row_ = nullptr;
    std::string path_;
};

}  // namespace sp::conversion

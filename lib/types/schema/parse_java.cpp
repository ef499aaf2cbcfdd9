// java<…>: what Flink's TypeExtractor makes of a declared Java type. Inside, names are those of Java classes; a class of the
// user's is written with its fields, a.b.C{name:String}, or as enum a.b.E{A,B}.
#include <algorithm>
#include <optional>
#include <utility>

#include "java/class_path.hpp"
#include "java/generic_signature.hpp"
#include "sp/error.hpp"
#include "types/schema/expression.hpp"
#include "types/schema/forms.hpp"
#include "types/schema/java_classes.hpp"
#include "types/schema/parse_parts.hpp"

namespace sp::schema {

namespace {

using enum TypeKind;

/// TypeExtractor since 2.0 gives these interfaces serializers of their own (NullableMapTypeInfo and so on).
constexpr FlinkVersion kWithCollections = {2, 0};

/// Words of arrays, and of primitives, whose boxes collections hold.
constexpr std::pair<std::string_view, std::string_view> kBoxes[] = {
    {"boolean", "java.lang.Boolean"},
    {"byte", "java.lang.Byte"},
    {"char", "java.lang.Character"},
    {"short", "java.lang.Short"},
    {"int", "java.lang.Integer"},
    {"long", "java.lang.Long"},
    {"float", "java.lang.Float"},
    {"double", "java.lang.Double"},
    {"boolean[]", "[Z"},
    {"bytes", "[B"},
    {"char[]", "[C"},
    {"short[]", "[S"},
    {"int[]", "[I"},
    {"long[]", "[J"},
    {"float[]", "[F"},
    {"double[]", "[D"},
    {"string[]", "[Ljava.lang.String;"},
};

/// Types that java.lang.reflect has a Class for: nothing with type arguments.
bool is_plain_class(const Node& node) {
    if (node.is_text()) {
        return node.kind == Node::Kind::kWord || is_plain_class(parse_expression(node.text, node.source->path));
    }
    if (const Node* const element = node.find("array")) {
        return is_plain_class(*element);
    }
    return node.find("pojo") != nullptr || node.find("enum") != nullptr || node.find("kryo") != nullptr;
}

/// PrimitiveArrayTypeInfo, and String[] of BasicArrayTypeInfo; all other arrays are made of what their elements are.
std::optional<TypeKind> array_kind(const std::string& element) {
    const JavaClassName* const line = find_java_class(element);
    if (line != nullptr && line->kind == kString) {
        return kStringArray;
    }
    const JavaClassName* const array = find_java_class(element == "byte" ? "bytes" : element + "[]");
    return array == nullptr ? std::nullopt : std::optional(array->kind);
}

/// The one argument, or the list of them.
std::vector<Node> arguments_of(const Node& node) { return node.is_list() ? node.items : std::vector<Node>{node}; }

[[noreturn]] void fail_unknown_class(const Node& node, const std::string& name) {
    node.fail("how Flink stores the class " + name + " does not follow from its name: write " + name +
              "{field:Type,…} for a POJO, enum " + name + "{A,B} for an enum, or kryo<" + name +
              "> for what TypeExtractor takes as a generic type");
}

}  // namespace

TypePtr ParseContext::java(const Node& node) {
    const bool was_java = std::exchange(is_java_, true);
    TypePtr result = type(node);
    is_java_ = was_java;
    return result;
}

TypePtr ParseContext::java_word(const Node& node) {
    // A class inside itself is a generic type (TypeExtractor, "recursive types")
    if (std::find(java_pojos_.begin(), java_pojos_.end(), node.text) != java_pojos_.end()) {
        return kryo_type({node.text, {}, {}}, target_);
    }
    const JavaClassName* const line = find_java_class(node.text);
    if (line == nullptr) {
        fail_unknown_class(node, node.text);
    }
    if (line->kind == kKryo) {
        return kryo_type({std::string(line->qualified), {}, {}}, target_);
    }
    if (line->kind == kEither) {
        node.fail(node.text + " needs its types: Either<L,R>");
    }
    return make_type(line->kind, target_);
}

TypePtr ParseContext::java_object(const Node& node) {
    if (const Node* const pojo = node.find("pojo")) {
        java_pojos_.push_back(pojo->string("the class of the POJO"));
        TypePtr result = object(node);
        java_pojos_.pop_back();
        return result;
    }
    if (const Node* const element = node.find("array"); element != nullptr && element->is_text()) {
        if (const std::optional<TypeKind> kind = array_kind(element->text)) {
            return make_type(*kind, target_);
        }
    }
    if (node.find("array") != nullptr || node.find("enum") != nullptr || node.find("kryo") != nullptr) {
        return object(node);
    }
    if (node.names.size() != 1) {
        node.fail("is no Java type: a class, perhaps with types in it, is expected");
    }
    return java_generic(node, node.names.front(), arguments_of(node.items.front()));
}

TypePtr ParseContext::java_generic(const Node& node, const std::string& name, const std::vector<Node>& arguments) {
    if (const std::optional<std::size_t> arity = tuple_arity(name)) {
        if (*arity != arguments.size()) {
            node.fail(name + " has " + std::to_string(*arity) + " types in it, not " +
                      std::to_string(arguments.size()));
        }
        auto tuple = make_type(kTuple, target_, types(arguments));
        tuple->class_name = "org.apache.flink.api.java.tuple.Tuple" + std::to_string(*arity);
        return tuple;
    }
    const JavaClassName* const line = find_java_class(name);
    if (line != nullptr && line->kind == kEither && arguments.size() == 2) {
        return make_type(kEither, target_, types(arguments));
    }
    if (line == nullptr || line->kind != kKryo) {
        fail_unknown_class(node, name);
    }
    const std::string class_name(line->qualified);
    check_argument_count(node, class_name, arguments.size());
    const TypeKind kind = java_collection_kind(class_name, arguments.size());
    kryo::JavaType declared{class_name, {}, {}};
    for (const Node& argument : arguments) {
        declared.arguments.push_back(declared_type(argument));
    }
    if (kind == kKryo || !std::all_of(arguments.begin(), arguments.end(), is_plain_class)) {
        return kryo_type(std::move(declared), target_);
    }
    if (!target_.flink_version) {
        node.fail(name + " is not the same in all versions of Flink: say which one the savepoint is for");
    }
    return *target_.flink_version < kWithCollections ? kryo_type(std::move(declared), target_)
                                                     : java_collection(kind, arguments);
}

/// What a type inside one that Kryo writes is to Java. Kryo names the class of each object, so that any name will do.
kryo::JavaType ParseContext::declared_type(const Node& node) const {
    if (node.is_text()) {
        if (node.kind != Node::Kind::kWord) {
            return declared_type(parse_expression(node.text, node.source->path));
        }
        for (const auto& [word, class_name] : kBoxes) {
            if (node.text == word) {
                return {std::string(class_name), {}, {}};
            }
        }
        const JavaClassName* const line = find_java_class(node.text);
        return {line == nullptr ? node.text : std::string(line->qualified), {}, {}};
    }
    if (const Node* const element = node.find("array")) {
        kryo::JavaType array = declared_type(*element);
        const bool is_array = array.class_name.starts_with('[');
        array.class_name = is_array ? "[" + array.class_name : "[L" + array.class_name + ";";
        return array;
    }
    if (const Node* const type = node.find("enum")) {
        kryo::JavaType result{type->string("the class of the enum"), {}, {}};
        const Node* const values = node.find("values");
        for (std::size_t i = 0; values != nullptr && values->is_list() && i < values->items.size(); ++i) {
            result.constants.push_back(values->items[i].string("a constant"));
        }
        return result;
    }
    for (const char* const head : {"pojo", "kryo"}) {
        if (const Node* const type = node.find(head)) {
            return {type->string("a class"), {}, {}};
        }
    }
    if (node.names.size() != 1) {
        node.fail("is no Java type: a class, perhaps with types in it, is expected");
    }
    const JavaClassName* const line = find_java_class(node.names.front());
    kryo::JavaType result{line == nullptr ? node.names.front() : std::string(line->qualified), {}, {}};
    for (const Node& argument : arguments_of(node.items.front())) {
        result.arguments.push_back(declared_type(argument));
    }
    check_argument_count(node, result.class_name, result.arguments.size());
    return result;
}

/// As far as the class is found.
void ParseContext::check_argument_count(const Node& node, const std::string& class_name, std::size_t count) const {
    static const java::ClassPath jdk;
    std::size_t expected = 0;
    try {
        const java::ClassFile* const file = (target_.class_path ? *target_.class_path : jdk).find(class_name);
        if (file == nullptr) {
            return;
        }
        expected = file->signature.empty() ? 0 : java::parse_class_signature(file->signature).parameters.size();
    } catch (const InputError& error) {
        node.fail(error.what());
    } catch (const UnsupportedError&) {
        return;  // a class file of another kind than ours
    }
    if (count != expected) {
        node.fail(class_name + " has " + std::to_string(expected) + (expected == 1 ? " type" : " types") +
                  " in it, not " + std::to_string(count));
    }
}

TypePtr ParseContext::java_collection(TypeKind kind, const std::vector<Node>& arguments) {
    // TypeExtractor begins anew with the arguments, and does not notice that a class is inside itself.
    const std::vector<std::string> outer = std::exchange(java_pojos_, {});
    std::vector<TypePtr> inside = types(arguments);
    java_pojos_ = outer;
    if (kind != kSet) {  // SetSerializer has a mark for null of its own, MapSerializer one for values
        inside[0] = make_type(kNullable, target_, {inside[0]});
    }
    return make_type(kNullable, target_, {make_type(kind, target_, std::move(inside))});
}

TypePtr parse_java(const Parts& parts) {
    const Node& inside = parts.inside();
    if (inside.is_list()) {
        parts.fail("java<…> has one Java type in it");
    }
    return parts.context.java(inside);
}

}  // namespace sp::schema

#include "types/kryo/java_type.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace sp::kryo {
namespace {

constexpr std::array<std::pair<char, std::string_view>, 8> kPrimitives{{{'I', "int"},
                                                                        {'J', "long"},
                                                                        {'S', "short"},
                                                                        {'C', "char"},
                                                                        {'B', "byte"},
                                                                        {'Z', "boolean"},
                                                                        {'F', "float"},
                                                                        {'D', "double"}}};

}  // namespace

JavaType java_type_of(const java::FieldType& type) {
    JavaType result;
    result.class_name = type.descriptor;
    std::replace(result.class_name.begin(), result.class_name.end(), '/', '.');
    if (result.class_name.starts_with('L')) {
        result.class_name = result.class_name.substr(1, result.class_name.size() - 2);
    } else if (type.is_primitive()) {
        for (const auto& [descriptor, name] : kPrimitives) {
            result.class_name = type.descriptor.front() == descriptor ? name : result.class_name;
        }
    }
    for (const java::FieldType& argument : type.arguments) {
        const bool is_super = argument.wildcard == java::FieldType::Wildcard::kSuper;  // its elements can be anything
        result.arguments.push_back(is_super ? JavaType{"java.lang.Object", {}, {}} : java_type_of(argument));
    }
    return result;
}

std::string words_of(const JavaType& type) {
    const std::size_t dimensions = std::min(type.class_name.find_first_not_of('['), type.class_name.size());
    std::string_view element = std::string_view(type.class_name).substr(dimensions);
    if (dimensions > 0 && element.starts_with('L')) {
        element = element.substr(1, element.size() - 2);
    } else if (dimensions > 0 && element.size() == 1) {
        for (const auto& [descriptor, name] : kPrimitives) {
            element = element.front() == descriptor ? name : element;
        }
    }
    std::string words(element);
    for (std::size_t i = 0; i < type.arguments.size(); ++i) {
        words += (i == 0 ? "<" : ",") + words_of(type.arguments[i]);
    }
    words += type.arguments.empty() ? "" : ">";
    for (std::size_t i = 0; i < dimensions; ++i) {
        words += "[]";
    }
    return words;
}

}  // namespace sp::kryo

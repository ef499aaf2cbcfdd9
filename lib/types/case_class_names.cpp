#include "types/case_class_names.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "java/modified_utf8.hpp"
#include "sp/error.hpp"
#include "types/codecs/type_shape.hpp"

namespace sp {
namespace {

using Parameters = std::vector<java::ConstructorParameter>;

/// How scalac writes characters that names of Java cannot have (scala.reflect.NameTransformer).
constexpr std::pair<std::string_view, char> kOperators[] = {
    {"tilde", '~'},   {"eq", '='},    {"less", '<'},  {"greater", '>'}, {"bang", '!'},  {"hash", '#'},
    {"percent", '%'}, {"up", '^'},    {"amp", '&'},   {"bar", '|'},     {"times", '*'}, {"div", '/'},
    {"plus", '+'},    {"minus", '-'}, {"colon", ':'}, {"bslash", '\\'}, {"qmark", '?'}, {"at", '@'},
};

/// The character behind a '$' at the start of `text`, which is moved behind it.
std::optional<char16_t> take_operator(std::string_view& text) {
    for (const auto& [word, character] : kOperators) {
        if (text.starts_with(word)) {
            text.remove_prefix(word.size());
            return static_cast<char16_t>(character);
        }
    }
    constexpr std::size_t kDigits = 4;
    constexpr std::string_view kHex = "0123456789ABCDEF";
    if (text.size() <= kDigits || text[0] != 'u') {
        return std::nullopt;
    }
    unsigned unit = 0;
    for (const char digit : text.substr(1, kDigits)) {
        const std::size_t value = kHex.find(digit);
        if (value == std::string_view::npos) {
            return std::nullopt;
        }
        unit = 16 * unit + static_cast<unsigned>(value);
    }
    text.remove_prefix(1 + kDigits);
    return static_cast<char16_t>(unit);
}

/// "user$minusid" is user-id.
std::string decoded_name(std::string_view name) {
    std::string result;
    while (!name.empty()) {
        const char first = name.front();
        name.remove_prefix(1);
        const std::optional<char16_t> character = first == '$' ? take_operator(name) : std::nullopt;
        result += character ? java::utf16_to_utf8(std::u16string(1, *character)) : std::string(1, first);
    }
    return result;
}

/// Whether a parameter can be what the serializer writes. Of types that are no primitives little can be said: they may be
/// generic, boxed, or have any serializer.
bool fits(const std::string& descriptor, const Type& field) {
    constexpr std::pair<char, TypeKind> kPrimitives[] = {
        {'Z', TypeKind::kBoolean}, {'B', TypeKind::kByte}, {'S', TypeKind::kShort}, {'C', TypeKind::kChar},
        {'I', TypeKind::kInt},     {'J', TypeKind::kLong}, {'F', TypeKind::kFloat}, {'D', TypeKind::kDouble},
    };
    const TypeKind kind = codec::unwrapped(field).kind;
    for (const auto& [letter, primitive] : kPrimitives) {
        if (descriptor.size() == 1 && descriptor[0] == letter) {
            return kind == primitive || kind == TypeKind::kCaseClass;  // a value class is compiled to what it holds
        }
    }
    return descriptor != "Ljava/lang/String;" || kind == TypeKind::kString || kind == TypeKind::kCaseClass;
}

constexpr std::string_view kOuter = "$outer";

/// Without the object around it that a class inside a class has.
Parameters own_parameters(const java::ClassFile& file) {
    Parameters parameters = file.constructor_parameters;
    const bool has_outer = std::any_of(file.fields.begin(), file.fields.end(), [&](const java::ClassField& field) {
        return field.name == kOuter && !parameters.empty() && field.descriptor == parameters.front().descriptor;
    });
    if (has_outer) {
        parameters.erase(parameters.begin());
    }
    return parameters;
}

/// For classes of scalac before 2.12: the class must then have fields for the parameters and none beside. One that others
/// see although it is private has the class in front of its name.
void name_by_fields(const java::ClassFile& file, Parameters& parameters) {
    std::vector<const java::ClassField*> fields;
    for (const java::ClassField& field : file.fields) {
        if (!field.is_static() && !field.is_synthetic() && field.name != kOuter) {
            fields.push_back(&field);
        }
    }
    if (!std::equal(
            fields.begin(), fields.end(), parameters.begin(), parameters.end(),
            [](const auto* field, const auto& parameter) { return field->descriptor == parameter.descriptor; })) {
        return;
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const std::string& name = fields[i]->name;
        const std::size_t prefix = name.rfind("$$");
        parameters[i].name = prefix == std::string::npos ? name : name.substr(prefix + 2);
    }
}

/// A damaged class file is an error, since names would be missing without a word.
const java::ClassFile* find_class(const java::ClassPath& classes, const std::string& name) {
    try {
        return classes.find(name);
    } catch (const UnsupportedError&) {
        return nullptr;  // names are not worth the values: these can be read without
    }
}

}  // namespace

std::vector<std::string> case_class_names(const java::ClassPath& classes, const Type& type) {
    const java::ClassFile* const file =
        type.class_name.starts_with("scala.Tuple") ? nullptr : find_class(classes, type.class_name);
    if (file == nullptr) {
        return {};
    }
    Parameters parameters = own_parameters(*file);
    if (std::any_of(parameters.begin(), parameters.end(),
                    [](const auto& parameter) { return parameter.name.empty(); })) {
        name_by_fields(*file, parameters);
    }
    // A second list of parameters is behind the fields.
    if (parameters.size() < type.nested.size()) {
        return {};
    }
    std::vector<std::string> names;
    std::set<std::string> known;
    for (std::size_t i = 0; i < type.nested.size(); ++i) {
        names.push_back(decoded_name(parameters[i].name));
        if (names.back().empty() || !fits(parameters[i].descriptor, *type.nested[i]) ||
            !known.insert(names.back()).second) {
            return {};
        }
    }
    return names;
}

}  // namespace sp

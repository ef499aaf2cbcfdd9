#include "types/java_class_types.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "java/generic_signature.hpp"
#include "java/modified_utf8.hpp"
#include "java/supertypes.hpp"
#include "sp/error.hpp"
#include "types/kryo/kryo_decoder.hpp"
#include "types/schema/forms.hpp"
#include "types/schema/java_classes.hpp"
#include "types/schema/parse_parts.hpp"

namespace sp {
namespace {

using java::ClassField;
using java::ClassFile;
using java::ClassMethod;
using java::FieldType;
using enum TypeKind;

constexpr std::size_t kMostSuperclasses = 100;
constexpr std::size_t kMostTypes = 10'000;  // of one class: fields of fields
constexpr int kMostDepth = 50;
constexpr FlinkVersion kLastFlink1 = {1, 20};  // forms of values are the same in all versions before
constexpr FlinkVersion kFirstFlink2 = {2, 0};

/// The class, or one that it is made of, is not found or has a serializer that we cannot know.
struct Unknown {
    std::string problem;
};

/// What the type parameters of a class stand for.
using Scope = std::map<std::string, FieldType>;

/// "int" is written in descriptors as 'I'.
std::string primitive_name(char descriptor) {
    switch (descriptor) {
        case 'Z': return "boolean";
        case 'B': return "byte";
        case 'C': return "char";
        case 'S': return "short";
        case 'I': return "int";
        case 'J': return "long";
        case 'F': return "float";
        default: return "double";
    }
}

std::string wrapper_descriptor(char descriptor) {
    switch (descriptor) {
        case 'Z': return "Ljava/lang/Boolean;";
        case 'B': return "Ljava/lang/Byte;";
        case 'C': return "Ljava/lang/Character;";
        case 'S': return "Ljava/lang/Short;";
        case 'I': return "Ljava/lang/Integer;";
        case 'J': return "Ljava/lang/Long;";
        case 'F': return "Ljava/lang/Float;";
        default: return "Ljava/lang/Double;";
    }
}

/// What getters and setters are compared by: small letters without underlines, but for the end of Scala's setters.
std::string plain_name(std::string_view name) {
    constexpr std::string_view kScalaSetter = "_$eq";
    const bool is_setter = name.ends_with(kScalaSetter);
    name.remove_suffix(is_setter ? kScalaSetter.size() : 0);
    std::string plain;
    for (const char c : name) {
        if (c != '_') {
            plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        }
    }
    return is_setter ? plain.append(kScalaSetter) : plain;
}

/// A type without the variables of the class whose `scope` it is read in; those that stand for nothing remain.
FieldType resolve(FieldType type, const Scope& scope) {
    if (!type.variable.empty()) {
        const auto known = scope.find(type.variable);
        if (known != scope.end() && type.wildcard == FieldType::Wildcard::kNone) {
            const std::size_t dimensions = type.dimensions();
            type = known->second;
            type.descriptor.insert(0, dimensions, '[');
        }
        return type;
    }
    for (FieldType& argument : type.arguments) {
        argument = resolve(std::move(argument), scope);
    }
    return type;
}

class Maker {
public:
    explicit Maker(const JavaClassSettings& settings)
        : settings_(settings), target_{is_flink2() ? kFirstFlink2 : kLastFlink1} {}

    TypePtr of_class(std::string_view class_name) {
        FieldType type;
        type.descriptor = "L" + std::string(class_name) + ";";
        std::replace(type.descriptor.begin(), type.descriptor.end(), '.', '/');
        hierarchy_ = {std::string(class_name)};
        TypePtr made = of_type(type, {});
        return made == nullptr ? kryo(std::string(class_name)) : made;
    }

private:
    // ---- TypeExtractor.createTypeInfoWithTypeHierarchy ----------------------------------------------------------

    /// Null: no type can be told (InvalidTypesException).
    TypePtr of_type(const FieldType& type, const Scope& scope) {
        if (++depth_ > kMostDepth || ++made_ > kMostTypes) {
            throw Unknown{"types nested too deeply"};
        }
        TypePtr made = !type.variable.empty() ? of_variable(type, scope)
                       : type.is_array()      ? of_array(type, scope)
                                              : of_plain(type, scope);
        --depth_;
        return made;
    }

    TypePtr of_variable(const FieldType& type, const Scope& scope) {
        const auto known = scope.find(type.variable);
        if (known == scope.end() || !known->second.variable.empty() ||
            known->second.wildcard != FieldType::Wildcard::kNone) {
            return nullptr;
        }
        TypePtr made = of_type(known->second, {});
        for (std::size_t i = 0; i < type.dimensions() && made != nullptr; ++i) {
            made = array_of(std::move(made));
        }
        return made;
    }

    TypePtr of_array(const FieldType& type, const Scope& scope) {
        FieldType element = type;
        element.descriptor.erase(0, 1);
        const std::string name = element.is_primitive() ? primitive_name(element.descriptor.front())
                                 : element.is_array()   ? std::string()
                                                        : element.class_name();
        if (element.is_primitive()) {
            const schema::JavaClassName* const line = schema::find_java_class(name == "byte" ? "bytes" : name + "[]");
            return line == nullptr ? nullptr : make(line->kind);
        }
        if (name == "java.lang.String") {
            return make(kStringArray);
        }
        return array_of(of_type(element, scope));
    }

    TypePtr array_of(TypePtr element) {
        if (element == nullptr) {
            return nullptr;
        }
        auto array = schema::make_type(kGenericArray, target_, {element});
        array->class_name = schema::java_class_name(*element);
        return array;
    }

    // ---- TypeExtractor.privateGetForClass -------------------------------------------------------------------------

    TypePtr of_plain(const FieldType& type, const Scope& scope) {
        if (type.is_primitive()) {
            return make(schema::find_java_class(primitive_name(type.descriptor.front()))->kind);
        }
        const std::string name = type.class_name();
        if (const auto arity = schema::tuple_arity(name); arity && name.starts_with("org.apache.flink.")) {
            return tuple(name, *arity, resolved(type.arguments, scope));
        }
        const schema::JavaClassName* const line = schema::find_java_class(name);
        if (line != nullptr && line->qualified == name) {
            return of_known(*line, type.arguments, scope);
        }
        if (std::count(hierarchy_.begin(), hierarchy_.end(), name) > 1) {
            return kryo(name);
        }
        return name == "java.util.TimeZone" ? time_zone() : of_file(found(name), resolved(type.arguments, scope));
    }

    /// The one class among those of the JDK that fields are of and that is a POJO: the table of them has no methods.
    [[nodiscard]] TypePtr time_zone() const {
        auto type = schema::make_type(kPojo, target_);
        type->class_name = "java.util.TimeZone";
        type->subclasses = settings_.subclasses;
        type->fields.push_back({"ID", type->class_name, true, make(kString)});
        return type;
    }

    /// Arguments are those that are declared, whose variables may stand for something.
    TypePtr of_known(const schema::JavaClassName& line, const std::vector<FieldType>& declared, const Scope& scope) {
        const std::vector<FieldType> arguments = resolved(declared, scope);
        const std::string name(line.qualified);
        if (line.kind == kEither) {
            return arguments.size() == 2 ? pair(kEither, arguments) : nullptr;
        }
        return line.kind == kKryo ? collection(name, declared) : make(line.kind);
    }

    static std::vector<FieldType> resolved(std::vector<FieldType> types, const Scope& scope) {
        for (FieldType& type : types) {
            type = resolve(std::move(type), scope);
        }
        return types;
    }

    TypePtr tuple(const std::string& name, std::size_t arity, const std::vector<FieldType>& arguments) {
        if (arity == 0) {
            return make(kTuple0);
        }
        if (arguments.size() != arity) {
            return nullptr;
        }
        std::vector<TypePtr> parts;
        for (const FieldType& argument : arguments) {
            parts.push_back(of_argument(argument));
            if (parts.back() == nullptr) {
                return nullptr;
            }
        }
        auto made = schema::make_type(kTuple, target_, std::move(parts));
        made->class_name = name;
        return made;
    }

    TypePtr pair(TypeKind kind, const std::vector<FieldType>& arguments) {
        TypePtr first = of_argument(arguments[0]);
        TypePtr second = of_argument(arguments[1]);
        return first == nullptr || second == nullptr ? nullptr : schema::make_type(kind, target_, {first, second});
    }

    TypePtr of_argument(const FieldType& argument) {
        return argument.wildcard == FieldType::Wildcard::kNone ? of_type(argument, {}) : nullptr;
    }

    /// Flink 2 has serializers for the interfaces if all arguments are plain classes (types/schema/parse_java.cpp).
    TypePtr collection(const std::string& name, const std::vector<FieldType>& arguments) {
        const TypeKind kind = schema::java_collection_kind(name, arguments.size());
        const bool are_plain = std::all_of(arguments.begin(), arguments.end(), [](const FieldType& argument) {
            return argument.variable.empty() && argument.arguments.empty() &&
                   argument.wildcard == FieldType::Wildcard::kNone;
        });
        if (kind == kKryo || !are_plain || !is_flink2()) {
            return kryo(name, arguments);
        }
        const std::vector<std::string> outer = std::exchange(hierarchy_, {});
        std::vector<TypePtr> inside;
        for (const FieldType& argument : arguments) {
            inside.push_back(of_type(argument, {}));
            if (inside.back() == nullptr) {
                hierarchy_ = outer;
                return nullptr;
            }
        }
        hierarchy_ = outer;
        if (kind != kSet) {
            inside[0] = schema::make_type(kNullable, target_, {inside[0]});
        }
        return schema::make_type(kNullable, target_, {schema::make_type(kind, target_, std::move(inside))});
    }

    TypePtr of_file(const ClassFile& file, const std::vector<FieldType>& arguments) {
        const std::vector<std::string> supertypes = supertypes_of(file.name);
        const auto has = [&](std::string_view name) {
            return std::find(supertypes.begin(), supertypes.end(), name) != supertypes.end();
        };
        for (const std::string& name : supertypes) {
            const ClassFile* const known = find(name);
            if (known != nullptr && known->has_annotation("org.apache.flink.api.common.typeinfo.TypeInfo")) {
                throw Unknown{"class " + name + " names a TypeInfoFactory of its own, which is not known"};
            }
        }
        for (const char* const own :
             {"org.apache.hadoop.io.Writable", "org.apache.flink.types.Value", "org.apache.flink.api.java.tuple.Tuple",
              "org.apache.avro.specific.SpecificRecordBase"}) {
            if (has(own)) {
                throw Unknown{"class " + file.name + " is a " + own + ", which is not decoded here"};
            }
        }
        if (has("java.lang.Enum")) {
            return enumeration(file);
        }
        TypePtr pojo = file.is_interface() ? nullptr : this->pojo(file, arguments);
        return pojo == nullptr ? kryo(file.name) : pojo;
    }

    TypePtr enumeration(const ClassFile& file) {
        const ClassFile& declared = file.is_enum() ? file : found(file.superclass);
        auto type = schema::make_type(kEnum, target_);
        type->class_name = declared.name;
        for (const std::string& constant : declared.enum_constants) {
            type->constants.push_back({constant, static_cast<std::int32_t>(type->constants.size())});
        }
        return type;
    }

    // ---- TypeExtractor.analyzePojo --------------------------------------------------------------------------------

    /// A class of the hierarchy, and what its type parameters stand for.
    struct Level {
        const ClassFile* file;
        Scope scope;
    };

    /// Null: a generic type.
    TypePtr pojo(const ClassFile& file, const std::vector<FieldType>& arguments) {
        const std::vector<Level> levels = levels_of(file, arguments);
        if (!file.is_public() || !has_usable_methods(levels) || !(file.is_record || has_constructor(file))) {
            return nullptr;
        }
        auto type = schema::make_type(kPojo, target_);
        type->class_name = file.name;
        type->subclasses = settings_.subclasses;
        const std::size_t before = hierarchy_.size();
        for (const Level& level : levels) {
            hierarchy_.push_back(level.file->name);
        }
        const bool is_pojo = add_fields(*type, file, levels);
        hierarchy_.resize(before);
        if (!is_pojo) {
            return nullptr;
        }
        std::stable_sort(type->fields.begin(), type->fields.end(), [](const PojoField& a, const PojoField& b) {
            return java::utf8_to_utf16(a.name) < java::utf8_to_utf16(b.name);
        });
        return type;
    }

    bool add_fields(Type& type, const ClassFile& file, const std::vector<Level>& levels) {
        for (const Level& level : levels) {
            for (const ClassField& field : level.file->fields) {
                if (field.is_static() || field.is_transient()) {
                    continue;
                }
                const bool is_known = std::any_of(type.fields.begin(), type.fields.end(),
                                                  [&](const PojoField& known) { return known.name == field.name; });
                if (is_known || (!file.is_record && !is_valid(field, level, levels))) {
                    return false;
                }
                if (field.has_type_info) {
                    throw Unknown{"field " + field.name + " of class " + level.file->name +
                                  " names a TypeInfoFactory of its own, which is not known"};
                }
                PojoField& made = type.fields.emplace_back();
                made.name = field.name;
                made.declaring_class = level.file->name;
                made.type = field_type(field, level.scope);
            }
        }
        return !type.fields.empty();
    }

    TypePtr field_type(const ClassField& field, const Scope& scope) {
        const FieldType type = java::parse_field_signature(field.descriptor, field.signature);
        const bool is_class = type.variable.empty() && !(type.is_array() && !type.arguments.empty());
        const std::string raw = type.is_array() ? java::binary_name(type.descriptor) : type.class_name();
        hierarchy_.push_back(raw);
        TypePtr made = of_type(type, scope);
        hierarchy_.pop_back();
        return made != nullptr ? made : kryo(is_class ? raw : "java.lang.Object");
    }

    /// Public, or with a getter and a setter among the public methods.
    static bool is_valid(const ClassField& field, const Level& declarer, const std::vector<Level>& levels) {
        if (field.is_public()) {
            return true;
        }
        std::vector<std::string> types{field.descriptor};
        if (field.descriptor.size() == 1) {
            types.push_back(wrapper_descriptor(field.descriptor.front()));
        }
        const FieldType type = resolve(java::parse_field_signature(field.descriptor, field.signature), declarer.scope);
        types.push_back(type.descriptor);
        const std::string own = "L" + levels.front().file->name + ";";
        const std::string name = plain_name(field.name);
        bool has_getter = false;
        bool has_setter = false;
        for (const Level& level : levels) {
            for (const ClassMethod& method : level.file->methods) {
                if (method.is_public()) {
                    has_getter |= is_getter(method, name, types);
                    has_setter |= is_setter(method, name, types, own);
                }
            }
        }
        return has_getter && has_setter;
    }

    static bool is_getter(const ClassMethod& method, const std::string& field, const std::vector<std::string>& types) {
        const std::string name = plain_name(method.name);
        return (name == "get" + field || name == "is" + field || name == field) &&
               std::any_of(types.begin(), types.end(),
                           [&](const std::string& type) { return method.descriptor == "()" + type; });
    }

    static bool is_setter(const ClassMethod& method, const std::string& field, const std::vector<std::string>& types,
                          std::string own) {
        std::replace(own.begin(), own.end(), '.', '/');
        const std::string name = plain_name(method.name);
        return (name == "set" + field || name == field + "_$eq") &&
               std::any_of(types.begin(), types.end(), [&](const std::string& type) {
                   return method.descriptor == "(" + type + ")V" || method.descriptor == "(" + type + ")" + own;
               });
    }

    /// Classes with serialization of their own are none; nor are those below classes of the JDK, as far as we know these.
    static bool has_usable_methods(const std::vector<Level>& levels) {
        return std::none_of(levels.begin(), levels.end(), [](const Level& level) {
            return level.file->methods.empty() ||
                   std::any_of(level.file->methods.begin(), level.file->methods.end(), [](const ClassMethod& method) {
                       return method.name == "readObject" || method.name == "writeObject";
                   });
        });
    }

    static bool has_constructor(const ClassFile& file) {
        const auto constructor = std::find_if(file.methods.begin(), file.methods.end(), [](const ClassMethod& method) {
            return method.name == "<init>" && method.descriptor == "()V";
        });
        return constructor == file.methods.end() ? file.is_abstract() : constructor->is_public();
    }

    /// The class and its superclasses below Object (of a record: below Record).
    std::vector<Level> levels_of(const ClassFile& file, const std::vector<FieldType>& arguments) {
        std::vector<Level> levels{{&file, scope_of(file, arguments)}};
        while (true) {
            const ClassFile& last = *levels.back().file;
            const std::string& name = last.superclass;
            if (name.empty() || name == "java.lang.Object" || name == "java.lang.Record") {
                return levels;
            }
            if (levels.size() >= kMostSuperclasses) {
                throw Unknown{"class " + file.name + " has too many superclasses"};
            }
            std::vector<FieldType> handed_on;
            if (!last.signature.empty()) {
                for (const FieldType& argument : java::parse_class_signature(last.signature).superclass.arguments) {
                    handed_on.push_back(resolve(argument, levels.back().scope));
                }
            }
            const ClassFile& super = found(name);
            levels.push_back({&super, scope_of(super, handed_on)});
        }
    }

    static Scope scope_of(const ClassFile& file, const std::vector<FieldType>& arguments) {
        Scope scope;
        if (file.signature.empty() || arguments.empty()) {
            return scope;
        }
        const auto parameters = java::parse_class_signature(file.signature).parameters;
        for (std::size_t i = 0; i < parameters.size() && i < arguments.size(); ++i) {
            scope.emplace(parameters[i].name, arguments[i]);
        }
        return scope;
    }

    // ---- Types and classes ------------------------------------------------------------------------------------------

    [[nodiscard]] TypePtr make(TypeKind kind) const { return schema::make_type(kind, target_); }

    /// `arguments`: as they are declared; what is in a collection is in no snapshot.
    TypePtr kryo(const std::string& class_name, const std::vector<FieldType>& arguments = {}) {
        const TypePtr plain = schema::kryo_type(sp::kryo::JavaType{class_name, {}, {}}, target_);
        auto type = std::make_shared<Type>(*plain);
        if (settings_.kryo != nullptr && !settings_.kryo->kryo_registrations.empty()) {
            const Type& known = *settings_.kryo;
            type->kryo_registrations.resize(1);  // the class of the type itself
            type->kryo_registrations.insert(type->kryo_registrations.end(), known.kryo_registrations.begin() + 1,
                                            known.kryo_registrations.end());
            type->kryo_default_serializers = known.kryo_default_serializers;
            type->kryo_default_serializer_classes = known.kryo_default_serializer_classes;
        }
        kryo::JavaType declared{class_name, {}, {}};
        for (const FieldType& argument : arguments) {
            declared.arguments.push_back(kryo::java_type_of(argument));
        }
        type->kryo = std::make_shared<kryo::KryoDecoder>(settings_.context, std::move(declared));
        return type;
    }

    const ClassFile* find(const std::string& name) const {
        return settings_.context.class_path == nullptr ? nullptr : settings_.context.class_path->find(name);
    }

    const ClassFile& found(const std::string& name) const {
        const ClassFile* const file = find(name);
        if (file == nullptr) {
            throw Unknown{"class " + name + ": give --classpath"};
        }
        return *file;
    }

    /// The class, its superclasses and interfaces, as far as they are found.
    std::vector<std::string> supertypes_of(const std::string& name) const {
        return java::supertypes_of(name, kMostTypes, [this](const std::string& of) { return find(of); });
    }

    [[nodiscard]] bool is_flink2() const { return settings_.context.generation == kryo::Generation::kKryo5; }

    const JavaClassSettings& settings_;
    const SchemaTarget target_;
    std::vector<std::string> hierarchy_;  ///< TypeExtractor's: a class that is in it more than once is a generic type
    std::size_t made_ = 0;
    int depth_ = 0;
};

}  // namespace

TypePtr java_class_type(std::string_view class_name, const JavaClassSettings& settings, std::string& problem) {
    try {
        return Maker(settings).of_class(class_name);
    } catch (const Unknown& unknown) {
        problem = unknown.problem;
    } catch (const InputError&) {  // a class file or a signature that is none
        throw;
    } catch (const Error& error) {  // a form that no version has
        problem = error.what();
    }
    return nullptr;
}

}  // namespace sp

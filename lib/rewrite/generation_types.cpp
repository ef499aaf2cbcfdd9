#include "rewrite/generation_types.hpp"

#include <algorithm>

#include "sp/error.hpp"
#include "types/codecs/type_shape.hpp"
#include "types/java_class_types.hpp"
#include "types/kryo/kryo_decoder.hpp"
#include "types/schema/forms.hpp"
#include "types/schema/words.hpp"
#include "types/snapshots/kryo_snapshot.hpp"
#include "types/snapshots/snapshot_table.hpp"

namespace sp::rewriting {
namespace {

constexpr FlinkVersion kFirstWithKryo5 = {2, 0};

/// Interfaces that TypeExtractor gives serializers of their own since 2.0, if it knows what is in them.
constexpr std::string_view kCollections[] = {"java.util.List", "java.util.Map", "java.util.Set",
                                             "java.util.Collection"};

bool is_collection(const Type& kryo) {
    return std::find(std::begin(kCollections), std::end(kCollections), kryo.class_name) != std::end(kCollections);
}

bool holds_kryo(const Type& type) {
    const auto holds = [](const TypePtr& part) { return part && holds_kryo(*part); };
    return type.kind == TypeKind::kKryo || std::any_of(type.nested.begin(), type.nested.end(), holds) ||
           std::any_of(type.fields.begin(), type.fields.end(),
                       [&](const PojoField& field) { return holds(field.type); });
}

std::shared_ptr<Type> copy_of(const TypePtr& type) {
    auto copy = std::make_shared<Type>(*type);
    copy->snapshot.clear();
    return copy;
}

}  // namespace

GenerationTypes::GenerationTypes(FlinkVersion target, std::shared_ptr<const java::ClassPath> classes)
    : target_(target), classes_(std::move(classes)) {}

TypePtr GenerationTypes::convert(const TypePtr& type, std::vector<std::string>& problems) const {
    return convert(type, "", problems);
}

TypePtr GenerationTypes::convert(const TypePtr& type, const std::string& path,
                                 std::vector<std::string>& problems) const {
    if (type == nullptr || type->kind == TypeKind::kUnknown) {
        return type;
    }
    const SchemaTarget target{target_};
    std::string snapshot_class;
    try {
        const auto made = schema::make_type(type->kind, target);  // some went with Flink 1, some have another class
        snapshot_class = type->kind == TypeKind::kTwoPhaseCommit ? made->snapshot_class : type->snapshot_class;
    } catch (const UsageError& error) {
        problems.push_back((path.empty() ? "" : path + ": ") + error.what());
        return type;
    }
    if (type->kind == TypeKind::kKryo) {
        return kryo(type);
    }
    std::shared_ptr<Type> copy;
    const auto change = [&](auto&& set, const TypePtr& before, TypePtr after) {
        if (after != before) {
            copy = copy ? copy : copy_of(type);
            set(*copy, std::move(after));
        }
    };
    if (snapshot_class != type->snapshot_class) {
        copy = copy_of(type);
        copy->snapshot_class = snapshot_class;
    }
    for (std::size_t i = 0; i < type->nested.size(); ++i) {
        change([i](Type& to, TypePtr part) { to.nested[i] = std::move(part); }, type->nested[i],
               convert(type->nested[i], path + "[" + std::to_string(i) + "]", problems));
    }
    if (type->kind == TypeKind::kPojo && holds_kryo(*type)) {
        const TypePtr there = pojo_there(*type);
        for (std::size_t i = 0; i < type->fields.size(); ++i) {
            const std::string& name = type->fields[i].name;
            change([i](Type& to, TypePtr part) { to.fields[i].type = std::move(part); }, type->fields[i].type,
                   field(type->fields[i].type, there.get(), name, path + "." + name, problems));
        }
    }
    for (auto list : {&Type::registered_subclasses, &Type::other_subclasses}) {
        for (std::size_t i = 0; i < ((*type).*list).size(); ++i) {
            const PojoSubclass& subclass = ((*type).*list)[i];
            change([i, list](Type& to, TypePtr part) { (to.*list)[i].type = std::move(part); }, subclass.type,
                   convert(subclass.type, path + "(" + subclass.class_name + ")", problems));
        }
    }
    return copy ? copy : type;
}

TypePtr GenerationTypes::kryo(const TypePtr& type) const {
    const auto wanted = target_ >= kFirstWithKryo5 ? kryo::Generation::kKryo5 : kryo::Generation::kKryo2;
    if (type->kryo == nullptr || type->kryo->generation() == wanted) {
        return type;
    }
    return with_generation(type, wanted);
}

/// What Flink makes of the class there; null where that is not known.
TypePtr GenerationTypes::pojo_there(const Type& pojo) const {
    JavaClassSettings settings;
    settings.context = SchemaTarget{target_, classes_}.kryo_context();
    std::string problem;
    TypePtr there = java_class_type(pojo.class_name, settings, problem);
    return there && there->kind == TypeKind::kPojo ? there : nullptr;
}

TypePtr GenerationTypes::field(const TypePtr& type, const Type* pojo_there, const std::string& name,
                               const std::string& path, std::vector<std::string>& problems) const {
    if (type == nullptr) {
        return type;
    }
    const Type& content = codec::printed_type(*type);
    const bool can_differ = content.kind == TypeKind::kKryo ? is_collection(content)
                                                            : codec::is_map(content) || codec::is_sequence(content);
    if (!can_differ) {
        return convert(type, path, problems);
    }
    if (pojo_there == nullptr) {
        if (type->kind == TypeKind::kKryo) {
            problems.push_back(path + ": what Flink " + to_string(target_) + " has for a field of " + type->class_name +
                               " is not known without the class: give --classpath, or the type by --schema");
        }
        return convert(type, path, problems);
    }
    for (const PojoField& candidate : pojo_there->fields) {
        if (candidate.name == name && candidate.type && candidate.type->kind != TypeKind::kKryo) {
            return candidate.type;
        }
    }
    return convert(type, path, problems);
}

}  // namespace sp::rewriting

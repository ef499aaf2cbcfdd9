#include "rewrite/generation_types.hpp"

#include <algorithm>

#include "sp/error.hpp"
#include "types/codecs/type_shape.hpp"
#include "types/conversion/conversion.hpp"
#include "types/java_class_types.hpp"
#include "types/kryo/kryo_decoder.hpp"
#include "types/schema/forms.hpp"
#include "types/schema/words.hpp"
#include "types/snapshots/kryo_snapshot.hpp"
#include "types/snapshots/snapshot_table.hpp"

namespace sp::rewriting {
namespace {

constexpr FlinkVersion kLastWithKryo2 = {1, 20};
constexpr FlinkVersion kFirstWithKryo5 = {2, 0};

/// Interfaces that TypeExtractor gives serializers of their own since 2.0, if it knows what is in them.
constexpr std::string_view kCollections[] = {"java.util.List", "java.util.Map", "java.util.Set",
                                             "java.util.Collection"};

bool is_collection(const Type& kryo) {
    return std::find(std::begin(kCollections), std::end(kCollections), kryo.class_name) != std::end(kCollections);
}

/// A field whose serializer may be of another kind in the other generation.
bool can_differ(const Type& type) {
    const Type& content = codec::printed_type(type);
    return content.kind == TypeKind::kKryo ? is_collection(content)
                                           : codec::is_map(content) || codec::is_sequence(content);
}

TypePtr type_of_field(const Type& pojo, const std::string& name) {
    const auto found = std::find_if(pojo.fields.begin(), pojo.fields.end(),
                                    [&](const PojoField& field) { return field.name == name; });
    return found == pojo.fields.end() ? nullptr : found->type;
}

std::shared_ptr<Type> copy_of(const TypePtr& type) {
    auto copy = std::make_shared<Type>(*type);
    copy->snapshot.clear();
    return copy;
}

}  // namespace

GenerationTypes::GenerationTypes(FlinkVersion target, kryo::Generation from,
                                 std::shared_ptr<const java::ClassPath> classes)
    : target_(target),
      is_other_((from == kryo::Generation::kKryo5) != (target >= kFirstWithKryo5)),
      classes_(std::move(classes)) {}

bool GenerationTypes::is_for_flink2() const { return target_ >= kFirstWithKryo5; }

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
    if (type->kind == TypeKind::kPojo) {
        const bool differs =
            is_other_ && std::any_of(type->fields.begin(), type->fields.end(),
                                     [](const PojoField& field) { return field.type && can_differ(*field.type); });
        const TypePtr there = differs ? class_type(*type, target_) : nullptr;
        const TypePtr here = differs ? class_type(*type, is_for_flink2() ? kLastWithKryo2 : kFirstWithKryo5) : nullptr;
        for (std::size_t i = 0; i < type->fields.size(); ++i) {
            const std::string& name = type->fields[i].name;
            change([i](Type& to, TypePtr part) { to.fields[i].type = std::move(part); }, type->fields[i].type,
                   field(type->fields[i], here.get(), there.get(), path + "." + name, problems));
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
    const auto wanted = is_for_flink2() ? kryo::Generation::kKryo5 : kryo::Generation::kKryo2;
    if (type->kryo == nullptr || type->kryo->generation() == wanted) {
        return type;
    }
    return with_generation(type, wanted);
}

TypePtr GenerationTypes::class_type(const Type& pojo, FlinkVersion version) const {
    JavaClassSettings settings;
    settings.context = SchemaTarget{version, classes_}.kryo_context();
    std::string problem;
    TypePtr type = java_class_type(pojo.class_name, settings, problem);
    return type && type->kind == TypeKind::kPojo ? type : nullptr;
}

TypePtr GenerationTypes::field(const PojoField& stored, const Type* here, const Type* there, const std::string& path,
                               std::vector<std::string>& problems) const {
    const TypePtr& type = stored.type;
    if (type == nullptr || !is_other_ || !can_differ(*type)) {
        return convert(type, path, problems);
    }
    const bool is_kryo = codec::printed_type(*type).kind == TypeKind::kKryo;
    if (there == nullptr) {
        if (is_kryo == is_for_flink2()) {
            problems.push_back(path + ": what Flink " + to_string(target_) + " has for a field " +
                               (is_kryo ? "of " + type->class_name : "that is a list, set or map") +
                               " is not known without the class: give --classpath, or the type by --schema");
        }
        return convert(type, path, problems);
    }
    const TypePtr wanted = type_of_field(*there, stored.name);
    if (wanted == nullptr || (wanted->kind == TypeKind::kKryo && is_kryo)) {
        return convert(type, path, problems);
    }
    if (wanted->kind == TypeKind::kKryo) {  // unless the class says by @TypeInfo what both have
        const TypePtr usual = here == nullptr ? nullptr : type_of_field(*here, stored.name);
        return usual && conversion::have_same_bytes(*usual, *type) ? wanted : convert(type, path, problems);
    }
    return wanted;
}

}  // namespace sp::rewriting

#include "state/key_hash_classes.hpp"

#include <algorithm>

#include "java/hash_codes.hpp"
#include "sp/error.hpp"
#include "state/key_hasher.hpp"
#include "types/codecs/type_shape.hpp"

namespace sp {
namespace {

bool is_scala_tuple(const Type& type) { return type.class_name.starts_with("scala.Tuple"); }

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) {
        text += (text.empty() ? "" : ", ") + name;
    }
    return text;
}

void find_classes(const Type& type, const std::string& path, int depth, std::vector<HashedClass>& found) {
    if (depth > codec::kMaxTypeDepth) {
        throw UnsupportedError("a type nested deeper than " + std::to_string(codec::kMaxTypeDepth) + " levels");
    }
    if (is_users_class(type)) {
        HashedClass& user = found.emplace_back();
        user.path = path;
        user.class_name = type.class_name;
        for (std::size_t i = 0; i < user_field_count(type); ++i) {
            user.fields.push_back(user_field_name(type, i));
            user.kinds.push_back(codec::unwrapped(user_field_type(type, i)).kind);
        }
        for (std::size_t i = 0; i < user_field_count(type); ++i) {
            find_classes(user_field_type(type, i), path + user_field_name(type, i) + ".", depth + 1, found);
        }
        return;
    }
    const bool has_fields =
        type.kind == TypeKind::kTuple || type.kind == TypeKind::kRow || type.kind == TypeKind::kCaseClass;
    for (std::size_t i = 0; i < type.nested.size(); ++i) {
        find_classes(*type.nested[i], has_fields ? path + codec::field_name(type, i) + "." : path, depth + 1, found);
    }
}

/// What of the key is not the same under all versions of Flink.
struct VersionedParts {
    std::set<std::int32_t>
        rows;  ///< versions of RowSerializerSnapshot: 2 up to 1.10, 3 from 1.11 to 1.14, 4 from 1.15 on
    bool has_kryo = false;
};

void find_versioned(const Type& type, int depth, VersionedParts& parts) {
    if (depth > codec::kMaxTypeDepth) {
        return;
    }
    if (type.kind == TypeKind::kRow) {
        parts.rows.insert(type.outer_version);
    }
    parts.has_kryo |= type.kind == TypeKind::kKryo;
    for (const TypePtr& nested : type.nested) {
        find_versioned(*nested, depth + 1, parts);
    }
    for (const PojoField& field : type.fields) {
        if (field.type) {
            find_versioned(*field.type, depth + 1, parts);
        }
    }
    for (const auto* subclasses : {&type.registered_subclasses, &type.other_subclasses}) {
        for (const PojoSubclass& subclass : *subclasses) {
            if (subclass.type) {
                find_versioned(*subclass.type, depth + 1, parts);
            }
        }
    }
}

}  // namespace

bool is_users_class(const Type& type) {
    return type.kind == TypeKind::kPojo || (type.kind == TypeKind::kCaseClass && !is_scala_tuple(type));
}

std::size_t user_field_count(const Type& type) {
    return type.kind == TypeKind::kPojo ? type.fields.size() : type.nested.size();
}

std::string user_field_name(const Type& type, std::size_t index) { return codec::field_name(type, index); }

const Type& user_field_type(const Type& type, std::size_t index) { return codec::field_type(type, index); }

std::optional<std::size_t> find_user_field(const Type& type, std::string_view name) {
    for (std::size_t i = 0; i < user_field_count(type); ++i) {
        if (user_field_name(type, i) == name) {
            return i;
        }
    }
    return std::nullopt;
}

bool may_be_primitive(TypeKind kind) {
    switch (kind) {
        case TypeKind::kBoolean:
        case TypeKind::kByte:
        case TypeKind::kShort:
        case TypeKind::kChar:
        case TypeKind::kInt:
        case TypeKind::kLong:
        case TypeKind::kFloat:
        case TypeKind::kDouble: return true;
        default: return false;
    }
}

HashFormula formula_of(HashRecipe recipe) {
    using Step = HashFormula::Step;
    switch (recipe) {
        case HashRecipe::kObjectsHash:
        case HashRecipe::kGuava: return {Step::kChain, 1, 31};
        case HashRecipe::kLombok: return {Step::kChain, 1, 59};
        case HashRecipe::kAutoValue: return {Step::kXor, 1, 1000003};
        case HashRecipe::kScalaProduct: return {Step::kMurmur, java::wrapped(java::kScalaProductSeed), 0};
        // The first field's hash is the start, which is the same as to begin with 0.
        case HashRecipe::k31Chain:
        case HashRecipe::kKotlin:
        case HashRecipe::kRecord:
        case HashRecipe::kJava: break;
    }
    return {};
}

RecipeFields::RecipeFields(const std::optional<SchemaHash>& recipe) : recipe_(recipe) {
    if (!recipe_) {
        return;
    }
    for (const auto* names : {&recipe_->order, &recipe_->boxed}) {
        std::set<std::string_view> seen;
        for (const std::string& name : *names) {
            if (!seen.insert(name).second) {
                throw UsageError("the key's \"hash\" names the field " + name + " twice");
            }
        }
    }
}

void RecipeFields::note(const Type& type, const std::string& path) {
    const auto add = [&](const Type& owner) {
        for (std::size_t i = 0; i < user_field_count(owner); ++i) {
            std::string name = path + user_field_name(owner, i);
            if (std::find(known_.begin(), known_.end(), name) == known_.end()) {
                known_.push_back(std::move(name));
            }
        }
    };
    add(type);
    for (const auto* subclasses : {&type.registered_subclasses, &type.other_subclasses}) {
        for (const PojoSubclass& subclass : *subclasses) {
            if (subclass.type && codec::unwrapped(*subclass.type).kind == TypeKind::kPojo) {
                add(codec::unwrapped(*subclass.type));
            }
        }
    }
}

std::vector<std::string> RecipeFields::order_of(const Type& type, const std::string& path) {
    note(type, path);
    std::vector<std::string> order;
    for (const std::string& name : recipe_->order) {
        if (name.starts_with(path) && name.find('.', path.size()) == std::string::npos) {
            order.push_back(name.substr(path.size()));
        }
    }
    return order.empty() ? natural_order(type, path) : order;
}

/// All fields that the class still has. Lombok takes primitive ones first, then boxed ones (1.18.30; up to 1.18.12 it did
/// not).
std::vector<std::string> RecipeFields::natural_order(const Type& type, const std::string& path) {
    std::vector<std::pair<int, std::string>> ranked;
    for (std::size_t i = 0; i < user_field_count(type); ++i) {
        if (type.kind == TypeKind::kPojo && !type.fields[i].is_present) {
            continue;
        }
        std::string name = user_field_name(type, i);
        int rank = 0;
        if (recipe_->recipe == HashRecipe::kLombok) {
            const bool is_number = may_be_primitive(codec::unwrapped(user_field_type(type, i)).kind);
            rank = !is_number ? 2 : is_boxed(path + name) ? 1 : 0;
        }
        ranked.emplace_back(rank, std::move(name));
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> order;
    order.reserve(ranked.size());
    for (auto& [rank, name] : ranked) {
        order.push_back(std::move(name));
    }
    return order;
}

bool RecipeFields::is_boxed(const std::string& name) {
    return std::find(recipe_->boxed.begin(), recipe_->boxed.end(), name) != recipe_->boxed.end();
}

void RecipeFields::expect_all_named() const {
    if (!recipe_) {
        return;
    }
    for (const auto& [names, member] : {std::pair(&recipe_->order, "order"), std::pair(&recipe_->boxed, "boxed")}) {
        for (const std::string& name : *names) {
            if (std::find(known_.begin(), known_.end(), name) == known_.end()) {
                throw UsageError('"' + std::string(member) + R"(" in the key's "hash" names )" + name +
                                 ", which is no field of a class whose hash counts" +
                                 (known_.empty() ? std::string(": the key's hash is not that of a user's class")
                                                 : "; there are " + joined(known_)));
            }
        }
    }
}

std::vector<HashedClass> hashed_classes(const Type& key) {
    std::vector<HashedClass> found;
    find_classes(key, "", 0, found);
    return found;
}

bool needs_recipe(const Type& key) { return !hashed_classes(key).empty(); }

std::optional<FlinkVersion> version_of_hash(const Type& key) {
    VersionedParts parts;
    find_versioned(key, 0, parts);
    if (parts.has_kryo) {
        return std::nullopt;
    }
    if (parts.rows.empty() || *parts.rows.begin() >= 4) {
        return FlinkVersion{1, 15};
    }
    return *parts.rows.rbegin() <= 2 ? std::optional(FlinkVersion{1, 10}) : std::nullopt;
}

}  // namespace sp

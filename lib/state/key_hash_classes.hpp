#pragma once

// The classes in a key whose hashCode is the user's own, and what a recipe says about their fields.

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "state/key_hash_plan.hpp"

namespace sp {

/// POJOs (records too) and case classes, but not Scala's own tuples.
[[nodiscard]] bool is_users_class(const Type& type);

/// The fields of such a class, in the order of the serializer; "f0" where it has no names.
[[nodiscard]] std::size_t user_field_count(const Type& type);
[[nodiscard]] std::string user_field_name(const Type& type, std::size_t index);
[[nodiscard]] const Type& user_field_type(const Type& type, std::size_t index);
[[nodiscard]] std::optional<std::size_t> find_user_field(const Type& type, std::string_view name);

[[nodiscard]] HashFormula formula_of(HashRecipe recipe);

/// Fields whose Java type can be a primitive one.
[[nodiscard]] bool may_be_primitive(TypeKind kind);

/// A recipe's "order" and "boxed", asked class by class.
class RecipeFields {
public:
    explicit RecipeFields(const std::optional<SchemaHash>& recipe);

    /// `java` is none: it says that the key's class needs no recipe.
    [[nodiscard]] bool has_recipe() const { return recipe_ && recipe_->recipe != HashRecipe::kJava; }
    [[nodiscard]] HashRecipe recipe() const { return recipe_->recipe; }

    /// The fields that count, in their order; some of them may be those of subclasses. `path` stands in front of names.
    [[nodiscard]] std::vector<std::string> order_of(const Type& type, const std::string& path);

    [[nodiscard]] bool is_boxed(const std::string& name);

    /// UsageError if a name was not that of a field.
    void expect_all_named() const;

private:
    [[nodiscard]] std::vector<std::string> natural_order(const Type& type, const std::string& path);
    void note(const Type& type, const std::string& path);

    const std::optional<SchemaHash>& recipe_;
    std::vector<std::string> known_;  ///< fields that were met, with their paths
};

}  // namespace sp

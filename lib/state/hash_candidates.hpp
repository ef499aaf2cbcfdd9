#pragma once

// The recipes by which the hashCode of a user's key class can have been made, as far as a search among them is feasible.

#include <functional>
#include <string>
#include <vector>

#include "sp/type.hpp"
#include "types/schema/document.hpp"

namespace sp {

/// Every recipe with every order of the fields that count, all of them or some, for classes of up to six fields; with the
/// fields as they are sorted for larger ones. For `lombok` and `31-chain` every choice of boxed booleans, for the latter of floating-point numbers, too. `guava` and
/// `record` are not among them: where they are possible they are the same as `objects-hash` and `kotlin`.
class HashCandidates {
public:
    explicit HashCandidates(const Type& key);

    void for_each(const std::function<void(const SchemaHash&)>& visit) const;

    /// What was left out, a sentence for each class that is too large; empty if there is none.
    [[nodiscard]] const std::string& limits() const { return limits_; }

private:
    /// Fields with their paths.
    using Order = std::vector<std::string>;

    void add_orders(const std::vector<Order>& of_class);
    void with_boxed(SchemaHash& candidate, const std::function<void(const SchemaHash&)>& visit) const;

    std::vector<Order> orders_;          ///< an empty one: as they are sorted
    std::vector<std::string> booleans_;  ///< those that can be boxed
    std::vector<std::string> floats_;    ///< float and double
    bool has_short_forms_ = false;       ///< fields that 31-chain hashes unlike kotlin
    std::string limits_;
};

/// {"recipe":"lombok","order":["b","a"],"boxed":["a"]}, as a schema has it.
[[nodiscard]] std::string recipe_text(const SchemaHash& recipe);

}  // namespace sp

#include "state/hash_candidates.hpp"

#include <algorithm>

#include "state/key_hash_plan.hpp"

namespace sp {
namespace {

constexpr std::size_t kMaxPermutedFields = 6;  // 1956 arrangements
constexpr std::size_t kMaxOrders = 8192;       // of all classes in a key together
constexpr std::size_t kMaxBoxed = 4;

struct RecipeWord {
    HashRecipe recipe;
    const char* word;
};

constexpr RecipeWord kWords[] = {
    {HashRecipe::kJava, "java"},        {HashRecipe::kObjectsHash, "objects-hash"},
    {HashRecipe::k31Chain, "31-chain"}, {HashRecipe::kLombok, "lombok"},
    {HashRecipe::kKotlin, "kotlin"},    {HashRecipe::kAutoValue, "autovalue"},
    {HashRecipe::kRecord, "record"},    {HashRecipe::kScalaProduct, "scala-product"},
    {HashRecipe::kGuava, "guava"},
};

constexpr HashRecipe kTried[] = {HashRecipe::kObjectsHash, HashRecipe::kKotlin,    HashRecipe::kLombok,
                                 HashRecipe::k31Chain,     HashRecipe::kAutoValue, HashRecipe::kScalaProduct};

/// All arrangements of all fields, then those of all but one, and so on down to single fields.
std::vector<std::vector<std::string>> arrangements(const HashedClass& of) {
    std::vector<std::vector<std::string>> found;
    const std::size_t count = of.fields.size();
    for (std::size_t size = count; size > 0; --size) {
        for (std::uint32_t subset = 0; subset < 1U << count; ++subset) {
            if (static_cast<std::size_t>(__builtin_popcount(subset)) != size) {
                continue;
            }
            std::vector<std::size_t> chosen;
            for (std::size_t i = 0; i < count; ++i) {
                if ((subset >> i & 1U) != 0) {
                    chosen.push_back(i);
                }
            }
            do {
                std::vector<std::string>& order = found.emplace_back();
                for (const std::size_t i : chosen) {
                    order.push_back(of.path + of.fields[i]);
                }
            } while (std::next_permutation(chosen.begin(), chosen.end()));
        }
    }
    return found;
}

std::string list_of(const std::vector<std::string>& names) {
    std::string text = "[";
    for (const std::string& name : names) {
        text += (text.size() > 1 ? ",\"" : "\"") + name + "\"";
    }
    return text + "]";
}

}  // namespace

HashCandidates::HashCandidates(const Type& key) : orders_(1) {
    const std::vector<HashedClass> classes = hashed_classes(key);
    for (const HashedClass& user : classes) {
        for (std::size_t i = 0; i < user.fields.size(); ++i) {
            const TypeKind kind = user.kinds[i];
            has_short_forms_ |= kind == TypeKind::kBoolean || kind == TypeKind::kFloat || kind == TypeKind::kDouble;
            if (kind == TypeKind::kBoolean) {
                booleans_.push_back(user.path + user.fields[i]);
            } else if (kind == TypeKind::kFloat || kind == TypeKind::kDouble) {
                floats_.push_back(user.path + user.fields[i]);
            }
        }
        // Classes of the same path (the key and the value of a map) cannot be told apart by names.
        const auto same_path = std::count_if(classes.begin(), classes.end(),
                                             [&](const HashedClass& other) { return other.path == user.path; });
        std::vector<Order> of_class;
        if (user.fields.size() <= kMaxPermutedFields && same_path == 1) {
            of_class = arrangements(user);
        }
        if (of_class.empty() || of_class.size() * orders_.size() > kMaxOrders) {
            limits_ += (limits_.empty() ? "" : " ") + std::string("Of the ") + std::to_string(user.fields.size()) +
                       " fields of " + user.class_name + " only the order by name was tried.";
        } else {
            add_orders(of_class);
        }
    }
    if (booleans_.size() + floats_.size() > kMaxBoxed) {
        limits_ += (limits_.empty() ? "" : " ") +
                   std::string("All booleans and floating-point numbers were taken as primitive.");
        booleans_.clear();
        floats_.clear();
    }
}

void HashCandidates::add_orders(const std::vector<Order>& of_class) {
    std::vector<Order> product;
    product.reserve(orders_.size() * of_class.size());
    for (const Order& before : orders_) {
        for (const Order& order : of_class) {
            Order& both = product.emplace_back(before);
            both.insert(both.end(), order.begin(), order.end());
        }
    }
    orders_ = std::move(product);
}

void HashCandidates::for_each(const std::function<void(const SchemaHash&)>& visit) const {
    SchemaHash candidate;
    for (const HashRecipe recipe : kTried) {
        if (recipe == HashRecipe::k31Chain && !has_short_forms_) {
            continue;  // the same as kotlin
        }
        candidate.recipe = recipe;
        for (const Order& order : orders_) {
            candidate.order = order;
            with_boxed(candidate, visit);
        }
    }
}

/// A field that does not count is not worth a choice. Of 31-chain, boxed floating-point numbers also stand for templates that
/// tell 0.0 from -0.0.
void HashCandidates::with_boxed(SchemaHash& candidate, const std::function<void(const SchemaHash&)>& visit) const {
    std::vector<std::string> choices;
    const auto choose_among = [&](const std::vector<std::string>& names) {
        for (const std::string& name : names) {
            const Order& order = candidate.order;
            if (order.empty() || std::find(order.begin(), order.end(), name) != order.end()) {
                choices.push_back(name);
            }
        }
    };
    if (candidate.recipe == HashRecipe::kLombok || candidate.recipe == HashRecipe::k31Chain) {
        choose_among(booleans_);
    }
    if (candidate.recipe == HashRecipe::k31Chain) {
        choose_among(floats_);
    }
    for (std::uint32_t subset = 0; subset < 1U << choices.size(); ++subset) {
        candidate.boxed.clear();
        for (std::size_t i = 0; i < choices.size(); ++i) {
            if ((subset >> i & 1U) != 0) {
                candidate.boxed.push_back(choices[i]);
            }
        }
        visit(candidate);
    }
    candidate.boxed.clear();
}

std::string recipe_text(const SchemaHash& recipe) {
    std::string word;
    for (const RecipeWord& known : kWords) {
        if (known.recipe == recipe.recipe) {
            word = known.word;
        }
    }
    return R"({"recipe":")" + word + '"' + (recipe.order.empty() ? "" : R"(,"order":)" + list_of(recipe.order)) +
           (recipe.boxed.empty() ? "" : R"(,"boxed":)" + list_of(recipe.boxed)) + "}";
}

}  // namespace sp

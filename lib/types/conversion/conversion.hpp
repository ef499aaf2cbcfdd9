#pragma once

// How values of one Type become values of another: found out once for the types, before any value is looked at.
//
// Fields are matched by the name that the new type's field says it comes from, else by its own. Numbers grow without a
// word, and shrink if each value fits; null becomes possible, and impossible if no value is null. All else that could lose
// something has to be said.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sp/type.hpp"
#include "sp/value_events.hpp"
#include "types/conversion/value_tape.hpp"
#include "types/field_changes.hpp"

namespace sp::conversion {

struct Node;

/// Where a field of the new type has its value from.
struct FieldSource {
    static constexpr std::size_t kMissing = SIZE_MAX;

    std::size_t index = kMissing;  ///< in the old type
    std::string name;              ///< in the old object, where only its values tell its fields (Kryo); else empty
    const Node* node = nullptr;
    std::shared_ptr<const ValueTape> missing;  ///< the value where there is none; null: there is always one
    bool refuses_null = false;                 ///< a column that is NOT NULL and was not so before
};

/// A subclass of a POJO, or a branch of a union.
struct Branch {
    std::string old_name;   ///< of a subclass
    std::string new_name;   ///< of a subclass; empty: the new type has none
    std::size_t index = 0;  ///< of a branch in the new union
    const Node* node = nullptr;
};

/// What becomes of one value.
struct Node {
    enum class Way : std::uint8_t {
        kSame,      ///< the encoder takes the events as they are
        kEncoded,   ///< Kryo's bytes stay
        kScalar,    ///< a number, text or constant becomes one of another kind
        kObject,    ///< fields are chosen
        kArray,     ///< parts: the element
        kMap,       ///< parts: key and value
        kChoice,    ///< parts: left and right
        kOption,    ///< parts: the content, which the new type has in "some"
        kContent,   ///< parts: the content, which only the old type has in "some"
        kUnwrap,    ///< parts: what is in an object of one field
        kWrap,      ///< parts: what gets into one
        kBranches,  ///< unions: by the old type's branch
        kOpen,      ///< what the values are only they tell (Kryo)
    };

    Way way = Way::kSame;
    const Type* to = nullptr;  ///< the new type behind wrappers and marks of null
    const Node* parts[2] = {nullptr, nullptr};
    std::vector<std::vector<FieldSource>> forms;                 ///< kObject: by form; most types have one
    std::vector<Branch> branches;                                ///< subclasses by name; of unions by position
    std::vector<std::pair<std::string, std::string>> constants;  ///< old and new names of an enum, where they differ
    bool is_optional = false;                                    ///< an Option is among what stands around `to`
    bool tells_apart = false;                                    ///< keys or elements that become the same are found
    bool drops_fields = false;                                   ///< kOpen: those of the old object that nobody takes
    bool may_collide = false;                                    ///< different values may become the same
};

struct ConversionRules {
    const FieldChanges* changes = nullptr;
    bool drop_fields = false;  ///< of the old type those that nobody takes
    /// Tells the value that JSON stands for; UsageError or InputError where it is none of the type.
    std::function<void(const Type& type, std::string_view json, ValueVisitor& visitor)> read_json;
};

/// Shared by all threads.
class Conversion {
public:
    /// What is impossible is in problems(); there is then no root().
    Conversion(TypePtr from, TypePtr to, const ConversionRules& rules);
    ~Conversion();
    Conversion(const Conversion&) = delete;
    Conversion& operator=(const Conversion&) = delete;

    [[nodiscard]] const TypePtr& from() const { return from_; }
    [[nodiscard]] const TypePtr& to() const { return to_; }
    [[nodiscard]] const Node& root() const { return *root_; }
    /// Values keep their bytes.
    [[nodiscard]] bool is_same() const { return is_same_; }
    [[nodiscard]] bool may_collide() const { return !is_same_ && root_->may_collide; }

    /// In words, a line a change: ".count: int -> long".
    [[nodiscard]] const std::vector<std::string>& steps() const { return steps_; }
    [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }

private:
    class Compiler;

    TypePtr from_;
    TypePtr to_;
    bool is_same_ = false;
    std::vector<std::unique_ptr<Node>> nodes_;
    const Node* root_ = nullptr;
    std::vector<std::string> steps_;
    std::vector<std::string> problems_;
};

/// Whether values of both types have the same bytes for the same events.
[[nodiscard]] bool have_same_bytes(const Type& a, const Type& b);

}  // namespace sp::conversion

#pragma once

// What values of a declared Java type can be, and what Kryo writes for them. Readers of JSON and the encoder of Kryo's values
// (kryo_encoder.hpp) walk over these forms side by side.
//
// Kryo's bytes name the class of every object, and a declared type need not: for interfaces an implementation is chosen, and
// where nothing says of which class a number is, it is refused.

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sp/type.hpp"
#include "types/kryo/java_collections.hpp"
#include "types/kryo/java_type.hpp"
#include "types/kryo/kryo_classes.hpp"
#include "types/kryo/kryo_context.hpp"

namespace sp::kryo {

struct KryoForm {
    enum class Kind : std::uint8_t {
        kAny,       ///< of a class that is not known: null, a string or a boolean
        kScalar,    ///< has the events and the text of `scalar`
        kText,      ///< printed as a string that is none to Java
        kEnum,      ///< `constants`
        kSequence,  ///< parts: the element
        kMap,       ///< parts: key and value
        kOptional,  ///< parts: what is in it; null where nothing is
        kRefused,   ///< `problem`; null can be written
    };

    Kind kind = Kind::kRefused;
    JavaType declared;
    const KryoClass* type = nullptr;  ///< what is written; null: kAny, kRefused
    /// Set where an interface is declared and `type` was chosen: among KryoForms::Choices.
    std::optional<unsigned> choice;
    std::optional<std::uint32_t> id;  ///< of a registered class; else its name is written
    bool takes_references = true;     ///< a mark stands in front of an object
    bool is_set = false;              ///< no two elements are equal
    Equality equality = Equality::kIdentity;
    ContainerRules rules;                ///< kSequence, kMap: what can be in it
    std::shared_ptr<const Type> scalar;  ///< kScalar
    std::vector<std::string> constants;  ///< kEnum, by ordinal
    std::vector<std::unique_ptr<const KryoForm>> parts;
    std::string problem;
};

/// "a java.util.UUID": how messages name values of the form.
[[nodiscard]] std::string value_word(const KryoForm& form);

/// The forms for the values of one KryoSerializer.
class KryoForms {
public:
    /// What rows did not say of the values that were written.
    struct Choices {
        std::uint64_t values_with_strings = 0;  ///< where any class may stand: what is printed as a string need be none
        std::uint64_t values_with_interfaces = 0;
        std::vector<std::string> implementations;  ///< "java.util.ArrayList for java.util.List"
    };

    KryoForms(JavaType declared, KryoContext context);
    KryoForms(const KryoForms&) = delete;
    KryoForms& operator=(const KryoForms&) = delete;
    ~KryoForms();

    /// `type` is the serializer's Type. UsageError if it is not known which Kryo is to write. Thread-safe, as all here.
    [[nodiscard]] const KryoForm& form(const Type& type) const;

    [[nodiscard]] const JavaType& declared() const { return declared_; }

    /// A value was written in which such choices were made: a bit for each KryoForm::choice.
    void add_choices(bool has_string, std::uint32_t implementations) const {
        strings_.fetch_add(has_string ? 1 : 0, std::memory_order_relaxed);
        if (implementations != 0) {
            interfaces_.fetch_add(1, std::memory_order_relaxed);
            implementations_.fetch_or(implementations, std::memory_order_relaxed);
        }
    }
    [[nodiscard]] Choices choices() const;

    // After form()
    [[nodiscard]] bool is_kryo5() const { return classes_->is_kryo5(); }
    /// The same declared type, with objects of the class "@class" names. InputError if it is none of those.
    [[nodiscard]] const KryoForm& named(const KryoForm& declared, const std::string& class_name) const;
    /// What an object of the class is written as: where `declared` leaves the class open, by its own form. Lists, sets and maps of
    /// the JDK that cannot be made anew (of List.of, Arrays.asList) become usual ones.
    [[nodiscard]] const KryoForm& told(const KryoForm& declared, const std::string& class_name) const;
    /// What strings and booleans are where nothing is declared.
    [[nodiscard]] const KryoForm& string_form() const { return *string_; }
    [[nodiscard]] const KryoForm& boolean_form() const { return *boolean_; }

private:
    using FormPtr = std::unique_ptr<const KryoForm>;

    void prepare(const Type& type) const;
    [[nodiscard]] FormPtr make(const JavaType& declared, int depth) const;
    void make_class(KryoForm& form, const std::string& class_name, int depth) const;
    void make_array(KryoForm& form, int depth) const;
    void make_container(KryoForm& form, KryoForm::Kind kind, std::size_t parts, int depth) const;
    [[nodiscard]] const java::ClassFile* find(std::string_view class_name) const;
    [[nodiscard]] bool is_a(const std::string& class_name, std::string_view supertype) const;

    JavaType declared_;
    KryoContext context_;
    mutable std::once_flag is_prepared_;
    mutable std::string problem_;
    mutable std::unique_ptr<KryoClasses> classes_;
    mutable FormPtr form_;
    mutable FormPtr string_;
    mutable FormPtr boolean_;
    mutable std::atomic<std::uint64_t> strings_{0};
    mutable std::atomic<std::uint64_t> interfaces_{0};
    mutable std::atomic<std::uint32_t> implementations_{0};
    mutable std::mutex mutex_;
    mutable std::map<std::pair<const KryoForm*, std::string>, FormPtr> named_;
};

/// Of a type that Kryo writes; null for all others.
[[nodiscard]] const KryoForms* forms_of(const Type& type);

}  // namespace sp::kryo

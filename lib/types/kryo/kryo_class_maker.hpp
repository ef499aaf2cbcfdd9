#pragma once

// Makes the classes of KryoClasses from class files, with the serializers and fields that Kryo would find.

#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "java/class_file.hpp"
#include "java/class_path.hpp"
#include "java/generic_signature.hpp"
#include "types/kryo/kryo_classes.hpp"

namespace sp::kryo {

/// "java.util.List" of "Ljava/util/List;", "[I" of "[I": what Class.getName() says.
[[nodiscard]] std::string name_of(std::string_view descriptor);

/// Makes classes. A class that has been named only, as the type of a field, is known by its name and finality until an object
/// of it is met: who reads no more of it is not disturbed by its being completed.
class KryoClasses::Maker {
public:
    explicit Maker(KryoSettings settings);

    const KryoClass* by_id(std::uint32_t id);
    const KryoClass* by_name(std::string_view name);
    bool is_a(const KryoClass& type, const KryoClass& super);
    /// The last registration of a class is the one that counts.
    std::optional<std::uint32_t> id_of(std::string_view name) const;

private:
    static constexpr std::size_t kSlots = 1024;
    static constexpr std::size_t kProbes = 16;
    static constexpr std::uint32_t kShortIds = 128;
    static constexpr std::size_t kMostSupertypes = 10'000;
    static constexpr int kMostArguments = 64;  ///< type arguments inside each other

    // Ids
    void assign_ids();
    /// A primitive and its wrapper share a registration.
    static std::string wrapper_of(const std::string& name);

    // Making
    const KryoClass* make(std::string_view name, std::size_t hash);
    /// The class, known by name and finality. What is final will be completed, since fields lead to it without a name.
    KryoClass* named(const std::string& name);
    Finality finality_of(const std::string& name);
    /// Null also for a class file that cannot be read: `unreadable_` then says why.
    const java::ClassFile* find(const std::string& name);
    const java::ClassFile* find_scala(const std::string& name);
    std::string why_missing(const std::string& name) const;
    void want(KryoClass& type);
    void complete_wanted();
    static void refuse(KryoClass& type, std::string why);
    void refuse_missing(KryoClass& type, const std::string& name);
    void complete(KryoClass& type);
    /// "scala.Tuple3", "scala.Tuple2$mcIJ$sp"
    static void complete_tuple(KryoClass& type);
    void complete_array(KryoClass& type);

    // Which serializer
    /// Nothing if it is refused.
    std::optional<Body> body_of(KryoClass& type);
    std::optional<Body> known_body(KryoClass& type, const std::string& serializer);
    std::optional<Body> default_body_of(KryoClass& type);
    /// chill's KryoBase.isSingleton
    bool is_scala_object(const std::string& name);
    /// The class itself, its superclasses and interfaces, as far as they are found.
    std::vector<std::string> supertypes_of(const std::string& name);
    /// The class and its superclasses below Object; refuses the type if one is not found.
    std::vector<const java::ClassFile*> chain_of(KryoClass& type);

    // Enums, records, fields: kryo_class_fields.cpp
    void complete_enum(KryoClass& type);
    void complete_record(KryoClass& type);
    void complete_fields(KryoClass& type);
    /// Those of a class whose fields would not tell what it is.
    static void rename_scala_fields(KryoClass& type);
    bool is_written(const java::ClassField& field) const;
    /// Whether a subclass writes a field of the same name; JSON should not have two members of it.
    bool is_hidden(const std::vector<const java::ClassFile*>& chain, const java::ClassFile& declarer,
                   const std::string& name) const;
    static KryoField& add_field(KryoClass& type, const std::string& name);
    /// What Scala's compiler puts in front of private fields that other classes use: "a$b$C$$name" of a.b.C. Empty: nothing.
    static std::string plain_name(const std::string& name, std::string class_name);
    /// By UTF-16 units, as String.compareTo does; of two with the same name that of the subclass first.
    static void sort_fields(KryoClass& type);

    // Generics: kryo_class_generics.cpp
    using Chain = std::vector<const java::ClassFile*>;

    void set_type(KryoField& field, const std::string& descriptor, const std::string& signature,
                  const java::ClassFile& declarer, const Chain& chain);
    const KryoClass* class_of(std::string_view descriptor);
    GenericType generic_of(const java::FieldType& type, const java::ClassFile& declarer, const Chain& chain, int depth);
    /// Kryo 5's GenericsUtil.resolveType: a variable that a class between the declaring one and that of the object fixes.
    void resolve(GenericType& generic, const java::FieldType& type, const java::ClassFile& declarer,
                 const Chain& chain);
    struct Variable {
        std::string declarer;
        std::string name;
        std::string descriptor;  ///< of the class that it stands for; empty: none is known
    };
    Variable resolve_in(const Chain& chain, std::size_t at, const java::ClassFile& from, Variable variable,
                        bool is_first);
    static void set_hierarchy(KryoClass& type, const Chain& chain);
    /// A type parameter, and those of the superclasses that it is handed to.
    static void hand_on(std::vector<KryoClass::Variable>& variables, const Chain& chain, std::size_t at,
                        std::string name);

    KryoSettings settings_;
    const java::ClassPath& class_path_;
    bool is_kryo5_;
    std::unordered_map<std::uint32_t, std::string> ids_;
    std::map<std::string, std::string> serializers_;  ///< registered ones, by class

    // Classes that are complete; only added to.
    std::array<std::atomic<const KryoClass*>, kSlots> slots_{};
    std::array<std::atomic<const KryoClass*>, kShortIds> by_id_{};
    std::mutex mutex_;
    std::unordered_map<std::string, std::unique_ptr<KryoClass>> classes_;
    std::set<const KryoClass*> completed_;
    std::vector<KryoClass*> wanted_;
    std::map<std::string, std::string> unreadable_;
    std::map<std::string, std::optional<java::ClassFile>> scala_classes_;
};

}  // namespace sp::kryo

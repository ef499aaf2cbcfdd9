#include "types/kryo/kryo_classes.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <map>
#include <mutex>
#include <set>
#include <unordered_map>
#include <utility>

#include "java/generic_signature.hpp"
#include "java/jdk_classes.hpp"
#include "java/modified_utf8.hpp"
#include "sp/error.hpp"
#include "types/codecs/json_names.hpp"
#include "types/kryo/kryo_serializers.hpp"

namespace sp::kryo {
namespace {

using java::ClassFile;
using java::FieldType;

constexpr std::size_t kMostClasses = 100'000;  // a damaged value could name any number of them
constexpr std::size_t kMostSupertypes = 10'000;
constexpr std::size_t kMostFields = 65'536;
constexpr int kMostArguments = 64;  // type arguments inside each other

const java::ClassPath& jdk_classes() {
    static const java::ClassPath classes;
    return classes;
}

std::string give_class_path(std::string_view name) { return "class " + std::string(name) + ": give --classpath"; }

/// "java.util.List" of "Ljava/util/List;", "[I" of "[I": what Class.getName() says.
std::string name_of(std::string_view descriptor) {
    std::string name(descriptor);
    std::replace(name.begin(), name.end(), '/', '.');
    return name.starts_with('L') ? name.substr(1, name.size() - 2) : name;
}

/// java.time's fields, in one letter each.
char time_part_of(std::string_view field) {
    static constexpr std::pair<std::string_view, char> kParts[] = {
        {"year", 'y'},   {"month", 'M'},    {"day", 'd'},    {"hour", 'h'},         {"minute", 'm'},
        {"second", 's'}, {"nano", 'n'},     {"nanos", 'n'},  {"totalSeconds", 'o'}, {"seconds", 'S'},
        {"years", 'y'},  {"months", 'M'},   {"days", 'd'},   {"id", 'z'},           {"date", '('},
        {"time", '('},   {"dateTime", '('}, {"offset", '('}, {"zone", '('},
    };
    for (const auto& [name, part] : kParts) {
        if (name == field) {
            return part;
        }
    }
    return 0;
}

bool is_leaf_body(const KryoClass& type) {
    if (type.body == Body::kFields) {
        return type.show == Show::kOnlyFlag || type.show == Show::kIfPresent ||
               (type.show == Show::kOnlyField && !type.fields.empty() && type.fields[0].primitive != Body::kOpaque);
    }
    return (type.body > Body::kOpaque && type.body <= Body::kScalaManifest) || type.body == Body::kClass;
}

}  // namespace

/// Makes classes. A class that has been named only, as the type of a field, is known by its name and finality until an object
/// of it is met: who reads no more of it is not disturbed by its being completed.
class KryoClasses::Maker {
public:
    explicit Maker(KryoSettings settings)
        : settings_(std::move(settings)),
          class_path_(settings_.class_path ? *settings_.class_path : jdk_classes()),
          is_kryo5_(settings_.generation == Generation::kKryo5) {
        assign_ids();
    }

    const KryoClass* by_id(std::uint32_t id) {
        if (id < kShortIds) {
            const KryoClass* const known = by_id_[id].load(std::memory_order_acquire);
            if (known != nullptr) {
                return known;
            }
        }
        const auto known = ids_.find(id);
        const KryoClass* const type = known == ids_.end() ? nullptr : by_name(known->second);
        if (type != nullptr && id < kShortIds) {
            by_id_[id].store(type, std::memory_order_release);
        }
        return type;
    }

    const KryoClass* by_name(std::string_view name) {
        const std::size_t hash = std::hash<std::string_view>{}(name);
        for (std::size_t i = 0; i < kProbes; ++i) {
            const KryoClass* const known = slots_[(hash + i) % kSlots].load(std::memory_order_acquire);
            if (known == nullptr) {
                break;
            }
            if (known->name == name) {
                return known;
            }
        }
        return make(name, hash);
    }

    bool is_a(const KryoClass& type, const KryoClass& super) {
        const std::lock_guard lock(mutex_);
        const std::vector<std::string> supertypes = supertypes_of(type.name);
        return std::find(supertypes.begin(), supertypes.end(), super.name) != supertypes.end();
    }

    /// The last registration of a class is the one that counts.
    std::optional<std::uint32_t> id_of(std::string_view name) const {
        std::optional<std::uint32_t> found;
        for (const auto& [id, registered] : ids_) {
            if (registered == name && (!found || id > *found)) {
                found = id;
            }
        }
        return found;
    }

private:
    static constexpr std::size_t kSlots = 1024;
    static constexpr std::size_t kProbes = 16;
    static constexpr std::uint32_t kShortIds = 128;

    // ---- Ids ----------------------------------------------------------------------------------------------------

    void assign_ids() {
        static constexpr std::string_view kFirst[] = {
            "java.lang.Integer",   "java.lang.String", "java.lang.Float", "java.lang.Boolean", "java.lang.Byte",
            "java.lang.Character", "java.lang.Short",  "java.lang.Long",  "java.lang.Double",  "void"};
        std::uint32_t next = 0;
        std::set<std::string> registered;
        const auto add = [&](std::uint32_t id, std::string_view name) {
            ids_.emplace(id, name);
            registered.emplace(name);
        };
        for (; next < (is_kryo5_ ? 9U : 10U); ++next) {
            add(next, kFirst[next]);
        }
        if (settings_.has_flink_registrations) {
            for (next = 10; next < 85; ++next) {
                const FlinkRegistration& known = *find_flink_registration(next);
                ids_.emplace(next, known.name);
                if (next >= kFirstJavaRegistration || settings_.has_flink_scala) {
                    registered.emplace(known.name);
                }
            }
        }
        for (const KryoRegistration& registration : settings_.registrations) {  // KryoUtils.applyRegistrations
            const std::string& name = registration.class_name.empty() ? registration.name : registration.class_name;
            const std::string wrapper = wrapper_of(name);
            if (registration.kind == KryoRegistration::Kind::kUnspecified && !registered.insert(wrapper).second) {
                continue;
            }
            registered.insert(wrapper);
            if (registration.kind != KryoRegistration::Kind::kUnspecified) {
                serializers_[wrapper] = registration.serializer_class;
            }
            ids_[next++] = wrapper;
        }
    }

    /// A primitive and its wrapper share a registration.
    static std::string wrapper_of(const std::string& name) {
        const BasicClass* const basic = find_basic_class(name);
        if (basic == nullptr || name.front() == '[' || name == "void") {
            return name;
        }
        static constexpr std::string_view kWrappers[] = {"java.lang.Integer",   "java.lang.Long",   "java.lang.Short",
                                                         "java.lang.Character", "java.lang.Byte",   "java.lang.Boolean",
                                                         "java.lang.Float",     "java.lang.Double", "java.lang.String"};
        return std::string(kWrappers[static_cast<std::size_t>(basic->body) - static_cast<std::size_t>(Body::kInt) -
                                     (basic->body == Body::kString ? 1 : 0)]);
    }

    // ---- Making ---------------------------------------------------------------------------------------------------

    const KryoClass* make(std::string_view name, std::size_t hash) {
        const std::lock_guard lock(mutex_);
        KryoClass* const type = named(std::string(name));
        if (type == nullptr) {
            return nullptr;
        }
        want(*type);
        complete_wanted();
        for (std::size_t i = 0; i < kProbes; ++i) {
            std::atomic<const KryoClass*>& slot = slots_[(hash + i) % kSlots];
            const KryoClass* const known = slot.load(std::memory_order_relaxed);
            if (known == type) {
                break;
            }
            if (known == nullptr) {
                slot.store(type, std::memory_order_release);
                break;
            }
        }
        return type;
    }

    /// The class, known by name and finality. What is final will be completed, since fields lead to it without a name.
    KryoClass* named(const std::string& name) {
        const auto known = classes_.find(name);
        if (known != classes_.end()) {
            return known->second.get();
        }
        if (classes_.size() >= kMostClasses) {
            return nullptr;
        }
        KryoClass& type = *classes_.emplace(name, std::make_unique<KryoClass>()).first->second;
        type.name = name;
        type.json_member = "\"@class\":" + codec::json_quoted(name);
        type.finality = finality_of(name);
        if (type.finality == Finality::kFinal || name.starts_with('[')) {
            want(type);
        }
        return &type;
    }

    Finality finality_of(const std::string& name) {
        std::string_view element = name;
        while (element.starts_with('[')) {
            element.remove_prefix(1);
        }
        const bool is_array = element.size() != name.size();
        if (is_array && element.size() == 1) {
            return Finality::kFinal;
        }
        const std::string class_name = is_array ? name_of(element) : name;
        if (find_basic_class(class_name) != nullptr) {
            return Finality::kFinal;
        }
        const ClassFile* const file = find(class_name);
        return file == nullptr ? Finality::kUnknown : file->is_final() ? Finality::kFinal : Finality::kOpen;
    }

    /// Null also for a class file that cannot be read: `unreadable_` then says why.
    const ClassFile* find(const std::string& name) {
        try {
            const ClassFile* const found = class_path_.find(name);
            return found != nullptr ? found : find_scala(name);
        } catch (const InputError& error) {
            unreadable_[name] = error.what();
        } catch (const UnsupportedError& error) {
            unreadable_[name] = error.what();
        }
        return nullptr;
    }

    const ClassFile* find_scala(const std::string& name) {
        if (!settings_.has_flink_scala || !name.starts_with("scala.")) {
            return nullptr;
        }
        const auto [known, is_new] = scala_classes_.try_emplace(name);
        if (is_new) {
            known->second = java::find_scala_class(name);
        }
        return known->second ? &*known->second : nullptr;
    }

    std::string why_missing(const std::string& name) const {
        const auto why = unreadable_.find(name);
        return why == unreadable_.end() ? give_class_path(name) : why->second;
    }

    void want(KryoClass& type) {
        if (completed_.insert(&type).second) {
            wanted_.push_back(&type);
        }
    }

    void complete_wanted() {
        while (!wanted_.empty()) {
            KryoClass& type = *wanted_.back();
            wanted_.pop_back();
            try {
                complete(type);
            } catch (const InputError& error) {  // a signature that is none
                refuse(type, "class " + type.name + ": " + error.what());
                type.is_unreadable = true;
            }
            type.is_leaf = is_leaf_body(type);
        }
    }

    static void refuse(KryoClass& type, std::string why) {
        type.body = Body::kOpaque;
        type.problem = std::move(why);
        type.fields.clear();
    }

    void refuse_missing(KryoClass& type, const std::string& name) {
        refuse(type, why_missing(name));
        type.is_unreadable = unreadable_.contains(name);
        type.is_missing = !type.is_unreadable;
    }

    void complete(KryoClass& type) {
        if (const BasicClass* const basic = find_basic_class(type.name)) {
            type.takes_references = basic->body == Body::kVoid || basic->body >= Body::kString;
            const auto own = serializers_.find(type.name);
            type.body = own == serializers_.end() ? basic->body : known_body(type, own->second).value_or(Body::kOpaque);
            return;
        }
        if (type.name.starts_with('[')) {
            return complete_array(type);
        }
        const std::optional<Body> body = body_of(type);
        if (!body) {
            return;  // refused
        }
        type.body = *body;
        const std::vector<std::string> supertypes = supertypes_of(type.name);
        type.is_set = std::any_of(supertypes.begin(), supertypes.end(), [](const std::string& name) {
            return name == "java.util.Set" || name == "scala.collection.Set";
        });
        type.time = time_form(type.name);
        type.show = show_of(type.name);
        type.date = type.name == "java.sql.Date"        ? TypeKind::kSqlDate
                    : type.name == "java.sql.Time"      ? TypeKind::kSqlTime
                    : type.name == "java.sql.Timestamp" ? TypeKind::kSqlTimestamp
                                                        : TypeKind::kDate;
        if (type.body == Body::kEnum) {
            complete_enum(type);
        } else if (type.body == Body::kRecord5) {
            complete_record(type);
        } else if (type.body == Body::kFields || (type.body == Body::kTime && !is_kryo5_)) {
            complete_fields(type);
        } else if (type.body == Body::kScalaTuple) {
            complete_tuple(type);
        }
    }

    /// "scala.Tuple3", "scala.Tuple2$mcIJ$sp"
    static void complete_tuple(KryoClass& type) {
        std::string_view name = type.name;
        name.remove_prefix(std::string_view("scala.Tuple").size());
        std::size_t count = 0;
        static_cast<void>(std::from_chars(name.data(), name.data() + name.size(), count));
        const std::size_t primitives = name.find("$mc");
        for (std::size_t i = 0; i < count; ++i) {
            KryoField& part = add_field(type, "_" + std::to_string(i + 1));
            part.name.json = codec::json_member(part.name.text);
            if (primitives != std::string_view::npos) {
                part.primitive = primitive_body(name[primitives + 3 + i]);
            }
        }
        type.show = Show::kObject;
    }

    void complete_array(KryoClass& type) {
        type.body = Body::kObjectArray;
        const std::string element = name_of(std::string_view(type.name).substr(1));
        type.component = named(element);
        if (type.component == nullptr) {
            return refuse(type, "too many classes");
        }
        // Modifier.FINAL is set for every array class, whatever its elements are.
        type.component_finality = element.starts_with('[') ? Finality::kFinal : type.component->finality;
    }

    // ---- Which serializer ---------------------------------------------------------------------------------------

    /// Nothing if it is refused.
    std::optional<Body> body_of(KryoClass& type) {
        if (const auto own = serializers_.find(type.name); own != serializers_.end()) {
            return known_body(type, own->second);
        }
        if (settings_.has_flink_registrations) {
            const FlinkRegistration* const known = find_flink_registration(type.name);
            const std::optional<Body> body = known == nullptr ? std::nullopt : is_kryo5_ ? known->kryo5 : known->kryo2;
            if (body && (known->id >= kFirstJavaRegistration || settings_.has_flink_scala)) {
                return body;
            }
        }
        const ClassFile* const file = find(type.name);
        if (file == nullptr) {
            const std::optional<Body> body = hidden_class_body(type.name, settings_.generation);
            if (!body) {
                refuse_missing(type, type.name);
            }
            return body;
        }
        if (file->has_annotation("com.esotericsoftware.kryo.DefaultSerializer")) {
            refuse(type, "class " + type.name + " names a Kryo serializer of its own, which is not decoded");
            return std::nullopt;
        }
        return default_body_of(type);
    }

    std::optional<Body> known_body(KryoClass& type, const std::string& serializer) {
        const std::optional<Body> body = body_of_serializer(serializer, settings_.generation);
        if (!body) {
            refuse(type, "class " + type.name + " is written by the Kryo serializer " +
                             (serializer.empty() ? std::string("of the job") : serializer) + ", which is not decoded");
        }
        return body;
    }

    std::optional<Body> default_body_of(KryoClass& type) {
        const std::vector<std::string> supertypes = supertypes_of(type.name);
        const auto has = [&](std::string_view name) {
            return std::find(supertypes.begin(), supertypes.end(), name) != supertypes.end();
        };
        if (settings_.has_flink_scala) {
            if (const std::optional<Body> body = scala_default_body(supertypes)) {
                return body;
            }
        }
        if (has("java.lang.Throwable")) {
            return Body::kJavaStream;  // Flink's own JavaSerializer
        }
        for (const KryoDefaultSerializer& serializer : settings_.default_serializers) {
            if (has(serializer.class_name)) {
                return known_body(type, serializer.serializer_class);
            }
        }
        std::optional<Body> best;
        std::size_t best_rank = 0;
        for (const std::string& supertype : supertypes) {
            std::size_t rank = 0;
            const std::optional<Body> body = default_body(supertype, settings_.generation, rank);
            if (body && (!best || rank < best_rank)) {
                best = body;
                best_rank = rank;
            }
        }
        if (best == Body::kOpaque) {
            refuse(type, "class " + type.name + " writes itself (KryoSerializable), which is not decoded");
            return std::nullopt;
        }
        if (!best && settings_.has_flink_scala && is_scala_object(type.name)) {
            return type.name == "scala.None$"            ? Body::kScalaNone
                   : has("scala.collection.Map")         ? Body::kEmptyMap
                   : has("scala.collection.Traversable") ? Body::kEmptyCollection
                                                         : Body::kScalaObject;
        }
        return best.value_or(Body::kFields);
    }

    /// chill's KryoBase.isSingleton
    bool is_scala_object(const std::string& name) {
        const ClassFile* const file = name.ends_with('$') ? find(name) : nullptr;
        return file != nullptr && std::any_of(file->fields.begin(), file->fields.end(),
                                              [](const java::ClassField& field) { return field.name == "MODULE$"; });
    }

    /// The class itself, its superclasses and interfaces, as far as they are found.
    std::vector<std::string> supertypes_of(const std::string& name) {
        std::vector<std::string> names{name};
        for (std::size_t i = 0; i < names.size() && names.size() < kMostSupertypes; ++i) {
            const ClassFile* const file = find(names[i]);
            if (file == nullptr) {
                continue;
            }
            const auto add = [&](const std::string& supertype) {
                if (!supertype.empty() && std::find(names.begin(), names.end(), supertype) == names.end()) {
                    names.push_back(supertype);
                }
            };
            add(file->superclass);
            std::for_each(file->interfaces.begin(), file->interfaces.end(), add);
        }
        return names;
    }

    /// The class and its superclasses below Object; refuses the type if one is not found.
    std::vector<const ClassFile*> chain_of(KryoClass& type) {
        std::vector<const ClassFile*> chain;
        for (std::string name = type.name; !name.empty() && name != "java.lang.Object";) {
            const ClassFile* const file = find(name);
            if (file == nullptr) {
                refuse_missing(type, name);
                return {};
            }
            if (chain.size() >= kMostArguments || std::find(chain.begin(), chain.end(), file) != chain.end()) {
                refuse(type, "class " + type.name + " has too many superclasses");
                return {};
            }
            chain.push_back(file);
            name = file->superclass;
        }
        return chain;
    }

    // ---- Enums, records, fields ---------------------------------------------------------------------------------

    void complete_enum(KryoClass& type) {
        type.takes_references = !is_kryo5_;
        std::string name = type.name;
        for (std::size_t i = 0; i < kMostSupertypes; ++i) {
            const ClassFile* const file = find(name);
            if (file == nullptr) {
                return refuse_missing(type, name);
            }
            if (file->is_enum() || file->superclass.empty()) {
                for (const std::string& constant : file->enum_constants) {
                    type.constants.push_back({constant, codec::json_quoted(constant)});
                }
                return;
            }
            name = file->superclass;  // the class of a constant with a body
        }
        refuse(type, "class " + type.name + " has too many superclasses");
    }

    void complete_record(KryoClass& type) {
        const ClassFile& file = *find(type.name);
        for (const java::RecordComponent& component : file.components) {
            KryoField& field = add_field(type, component.name);
            set_type(field, component.descriptor, component.signature, file, {&file});
            field.generic.arguments.clear();  // RecordSerializer follows no generics
        }
        sort_fields(type);
    }

    void complete_fields(KryoClass& type) {
        const std::vector<const ClassFile*> chain = chain_of(type);
        if (chain.empty()) {
            return;
        }
        for (const ClassFile* const file : chain) {
            for (const java::ClassField& declared : file->fields) {
                if (!is_written(declared)) {
                    continue;
                }
                if (type.fields.size() >= kMostFields) {
                    return refuse(type, "class " + type.name + " has too many fields");
                }
                KryoField& field = add_field(type, declared.name);
                field.name.json = plain_name(declared.name, file->name);
                field.is_synthetic = declared.is_synthetic();
                if (is_hidden(chain, *file, declared.name)) {
                    field.declarer = file->name;
                }
                field.time_part = type.body == Body::kTime ? time_part_of(declared.name) : '\0';
                set_type(field, declared.descriptor, declared.signature, *file, chain);
            }
        }
        sort_fields(type);
        rename_scala_fields(type);
        if (!chain.front()->signature.empty()) {
            for (const java::TypeParameter& parameter :
                 java::parse_class_signature(chain.front()->signature).parameters) {
                type.parameters.push_back(parameter.name);
            }
        }
        if (is_kryo5_) {
            set_hierarchy(type, chain);
        }
    }

    /// Those of a class whose fields would not tell what it is.
    static void rename_scala_fields(KryoClass& type) {
        const bool is_failure = type.name == "scala.util.Failure";
        if (type.show == Show::kPlainObject && type.fields.size() == 1) {
            type.fields[0].name =
                is_failure ? KryoName{"failure", "\"failure\":"} : KryoName{"success", "\"success\":"};
        }
    }

    bool is_written(const java::ClassField& field) const {
        return !field.is_static() && !field.is_transient() && !field.has_optional_annotation &&
               (settings_.has_flink_scala || !field.is_synthetic());
    }

    /// Whether a subclass writes a field of the same name; JSON should not have two members of it.
    bool is_hidden(const std::vector<const ClassFile*>& chain, const ClassFile& declarer,
                   const std::string& name) const {
        for (const ClassFile* const file : chain) {
            if (file == &declarer) {
                break;
            }
            if (std::any_of(file->fields.begin(), file->fields.end(),
                            [&](const java::ClassField& field) { return is_written(field) && field.name == name; })) {
                return true;
            }
        }
        return false;
    }

    static KryoField& add_field(KryoClass& type, const std::string& name) {
        KryoField& field = type.fields.emplace_back();
        field.name.text = name;
        return field;
    }

    /// What Scala's compiler puts in front of private fields that other classes use: "a$b$C$$name" of a.b.C. Empty: nothing.
    static std::string plain_name(const std::string& name, std::string class_name) {
        std::replace(class_name.begin(), class_name.end(), '.', '$');
        class_name += "$$";
        return name.starts_with(class_name) && name.size() > class_name.size() ? name.substr(class_name.size())
                                                                               : std::string();
    }

    /// By UTF-16 units, as String.compareTo does; of two with the same name that of the subclass first.
    static void sort_fields(KryoClass& type) {
        std::stable_sort(type.fields.begin(), type.fields.end(), [](const KryoField& a, const KryoField& b) {
            return java::utf8_to_utf16(a.name.text) < java::utf8_to_utf16(b.name.text);
        });
        for (KryoField& field : type.fields) {
            if (!field.declarer.empty()) {
                field.name.text = field.declarer + "." + field.name.text;
            } else if (const std::string plain = std::exchange(field.name.json, {});
                       !plain.empty() &&
                       std::none_of(type.fields.begin(), type.fields.end(),
                                    [&](const KryoField& other) { return other.name.text == plain; })) {
                field.name.text = plain;
            }
            field.name.json = codec::json_member(field.name.text);
        }
    }

    // ---- Generics -------------------------------------------------------------------------------------------------

    using Chain = std::vector<const ClassFile*>;

    void set_type(KryoField& field, const std::string& descriptor, const std::string& signature,
                  const ClassFile& declarer, const Chain& chain) {
        const FieldType type = java::parse_field_signature(descriptor, signature);
        if (type.is_primitive()) {
            field.primitive = primitive_body(type.descriptor.front());
            return;
        }
        field.declared = class_of(type.descriptor);
        field.generic = generic_of(type, declarer, chain, 0);
        if (is_kryo5_) {
            if (field.generic.type != nullptr) {
                field.declared = field.generic.type;
            }
            return;
        }
        for (const GenericType& argument : field.generic.arguments) {
            field.has_variables |= argument.type == nullptr && !argument.is_wildcard;
            field.arguments.push_back(argument.is_wildcard ? class_of("Ljava/lang/Object;") : argument.type);
        }
        field.has_variables |= !field.generic.variable.empty();
        if (!field.has_variables && !field.arguments.empty() && field.arguments.front() == nullptr) {
            field.arguments.clear();
        }
    }

    const KryoClass* class_of(std::string_view descriptor) {
        const KryoClass* const type = named(name_of(descriptor));
        if (type == nullptr) {
            throw InputError("too many classes");
        }
        return type;
    }

    GenericType generic_of(const FieldType& type, const ClassFile& declarer, const Chain& chain, int depth) {
        if (depth > kMostArguments) {
            throw InputError("type arguments are nested too deeply");
        }
        GenericType generic;
        generic.is_wildcard = type.wildcard != FieldType::Wildcard::kNone;
        if (!type.variable.empty()) {
            generic.variable = type.variable;
            generic.declarer = declarer.name;
            generic.is_array = type.is_array();
            if (is_kryo5_) {
                resolve(generic, type, declarer, chain);
            }
        } else {
            generic.type = class_of(type.descriptor);
        }
        if (!(is_kryo5_ && generic.is_wildcard)) {
            for (const FieldType& argument : type.arguments) {
                generic.arguments.push_back(generic_of(argument, declarer, chain, depth + 1));
            }
        }
        return generic;
    }

    /// Kryo 5's GenericsUtil.resolveType: a variable that a class between the declaring one and that of the object fixes.
    void resolve(GenericType& generic, const FieldType& type, const ClassFile& declarer, const Chain& chain) {
        Variable variable = {generic.declarer, generic.variable, {}};
        variable = resolve_in(chain, 0, declarer, variable, true);
        if (!variable.descriptor.empty()) {
            const std::string dimensions(type.dimensions(), '[');
            generic.type = class_of(dimensions + variable.descriptor);
            generic.variable.clear();
            generic.declarer.clear();
        } else {
            generic.variable = variable.name;
            generic.declarer = variable.declarer;
        }
    }

    struct Variable {
        std::string declarer;
        std::string name;
        std::string descriptor;  ///< of the class that it stands for; empty: none is known
    };

    Variable resolve_in(const Chain& chain, std::size_t at, const ClassFile& from, Variable variable, bool is_first) {
        const ClassFile& current = *chain[at];
        if (current.signature.empty() || at + 1 >= chain.size()) {
            return variable;
        }
        const FieldType super = java::parse_class_signature(current.signature).superclass;
        const ClassFile& super_class = *chain[at + 1];
        if (super.arguments.empty() || super_class.signature.empty()) {
            return variable;
        }
        if (&super_class != &from) {
            const Variable resolved = resolve_in(chain, at + 1, from, variable, false);
            if (!resolved.descriptor.empty()) {
                return resolved;
            }
            variable = resolved;
        }
        const auto parameters = java::parse_class_signature(super_class.signature).parameters;
        for (std::size_t i = 0; i < parameters.size() && i < super.arguments.size(); ++i) {
            const FieldType& argument = super.arguments[i];
            if (parameters[i].name != variable.name) {
                continue;
            }
            if (argument.variable.empty()) {
                return {{}, variable.name, argument.descriptor};
            }
            return is_first ? variable : Variable{current.name, argument.variable, {}};
        }
        return variable;
    }

    static void set_hierarchy(KryoClass& type, const Chain& chain) {
        for (std::size_t i = 0; i < chain.size(); ++i) {
            if (chain[i]->signature.empty()) {
                continue;
            }
            for (const java::TypeParameter& parameter : java::parse_class_signature(chain[i]->signature).parameters) {
                const std::size_t before = type.hierarchy.size();
                hand_on(type.hierarchy, chain, i, parameter.name);
                type.hierarchy_counts.push_back(static_cast<std::uint32_t>(type.hierarchy.size() - before));
            }
        }
    }

    /// A type parameter, and those of the superclasses that it is handed to.
    static void hand_on(std::vector<KryoClass::Variable>& variables, const Chain& chain, std::size_t at,
                        std::string name) {
        variables.push_back({chain[at]->name, name});
        std::string declarer = chain[at]->name;
        for (std::size_t i = at; i + 1 < chain.size() && !chain[i]->signature.empty(); ++i) {
            const FieldType super = java::parse_class_signature(chain[i]->signature).superclass;
            if (super.arguments.empty() || chain[i + 1]->signature.empty()) {
                break;
            }
            const auto parameters = java::parse_class_signature(chain[i + 1]->signature).parameters;
            for (std::size_t k = 0; k < super.arguments.size() && k < parameters.size(); ++k) {
                const FieldType& argument = super.arguments[k];
                if (!argument.is_array() && argument.variable == name && declarer == chain[i]->name) {
                    name = parameters[k].name;
                    declarer = chain[i + 1]->name;
                    variables.push_back({declarer, name});
                }
            }
        }
    }

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
    std::map<std::string, std::optional<ClassFile>> scala_classes_;
};

KryoClasses::KryoClasses(KryoSettings settings)
    : is_kryo5_(settings.generation == Generation::kKryo5), maker_(std::make_unique<Maker>(std::move(settings))) {}

KryoClasses::~KryoClasses() = default;

const KryoClass* KryoClasses::by_id(std::uint32_t id) const { return maker_->by_id(id); }

const KryoClass* KryoClasses::by_name(std::string_view name) const { return maker_->by_name(name); }

bool KryoClasses::is_a(const KryoClass& type, const KryoClass& super) const { return maker_->is_a(type, super); }

std::optional<std::uint32_t> KryoClasses::id_of(std::string_view name) const { return maker_->id_of(name); }

}  // namespace sp::kryo

#include "types/kryo/kryo_class_maker.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "java/jdk_classes.hpp"
#include "java/supertypes.hpp"
#include "sp/error.hpp"
#include "types/codecs/json_names.hpp"
#include "types/kryo/kryo_serializers.hpp"

namespace sp::kryo {
namespace {

using java::ClassFile;
using java::FieldType;

constexpr std::size_t kMostClasses = 100'000;  // a damaged value could name any number of them

const java::ClassPath& jdk_classes() {
    static const java::ClassPath classes;
    return classes;
}

std::string give_class_path(std::string_view name) { return "class " + std::string(name) + ": give --classpath"; }

bool is_leaf_body(const KryoClass& type) {
    if (type.body == Body::kFields) {
        return type.show == Show::kOnlyFlag || type.show == Show::kIfPresent ||
               (type.show == Show::kOnlyField && !type.fields.empty() && type.fields[0].primitive != Body::kOpaque);
    }
    return (type.body > Body::kOpaque && type.body <= Body::kScalaManifest) || type.body == Body::kClass;
}

}  // namespace

std::string name_of(std::string_view descriptor) {
    std::string name(descriptor);
    std::replace(name.begin(), name.end(), '/', '.');
    return name.starts_with('L') ? name.substr(1, name.size() - 2) : name;
}

KryoClasses::Maker::Maker(KryoSettings settings)
    : settings_(std::move(settings)),
      class_path_(settings_.class_path ? *settings_.class_path : jdk_classes()),
      is_kryo5_(settings_.generation == Generation::kKryo5) {
    assign_ids();
}

const KryoClass* KryoClasses::Maker::by_id(std::uint32_t id) {
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

const KryoClass* KryoClasses::Maker::by_name(std::string_view name) {
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

bool KryoClasses::Maker::is_a(const KryoClass& type, const KryoClass& super) {
    const std::lock_guard lock(mutex_);
    const std::vector<std::string> supertypes = supertypes_of(type.name);
    return std::find(supertypes.begin(), supertypes.end(), super.name) != supertypes.end();
}

std::optional<std::uint32_t> KryoClasses::Maker::id_of(std::string_view name) const {
    std::optional<std::uint32_t> found;
    for (const auto& [id, registered] : ids_) {
        if (registered == name && (!found || id > *found)) {
            found = id;
        }
    }
    return found;
}

void KryoClasses::Maker::assign_ids() {
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

std::string KryoClasses::Maker::wrapper_of(const std::string& name) {
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

const KryoClass* KryoClasses::Maker::make(std::string_view name, std::size_t hash) {
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

KryoClass* KryoClasses::Maker::named(const std::string& name) {
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

Finality KryoClasses::Maker::finality_of(const std::string& name) {
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

const ClassFile* KryoClasses::Maker::find(const std::string& name) {
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

const ClassFile* KryoClasses::Maker::find_scala(const std::string& name) {
    if (!settings_.has_flink_scala || !name.starts_with("scala.")) {
        return nullptr;
    }
    const auto [known, is_new] = scala_classes_.try_emplace(name);
    if (is_new) {
        known->second = java::find_scala_class(name);
    }
    return known->second ? &*known->second : nullptr;
}

std::string KryoClasses::Maker::why_missing(const std::string& name) const {
    const auto why = unreadable_.find(name);
    return why == unreadable_.end() ? give_class_path(name) : why->second;
}

void KryoClasses::Maker::want(KryoClass& type) {
    if (completed_.insert(&type).second) {
        wanted_.push_back(&type);
    }
}

void KryoClasses::Maker::complete_wanted() {
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

void KryoClasses::Maker::refuse(KryoClass& type, std::string why) {
    type.body = Body::kOpaque;
    type.problem = std::move(why);
    type.fields.clear();
}

void KryoClasses::Maker::refuse_missing(KryoClass& type, const std::string& name) {
    refuse(type, why_missing(name));
    type.is_unreadable = unreadable_.contains(name);
    type.is_missing = !type.is_unreadable;
}

void KryoClasses::Maker::complete(KryoClass& type) {
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

void KryoClasses::Maker::complete_tuple(KryoClass& type) {
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

void KryoClasses::Maker::complete_array(KryoClass& type) {
    type.body = Body::kObjectArray;
    const std::string element = name_of(std::string_view(type.name).substr(1));
    type.component = named(element);
    if (type.component == nullptr) {
        return refuse(type, "too many classes");
    }
    // Modifier.FINAL is set for every array class, whatever its elements are.
    type.component_finality = element.starts_with('[') ? Finality::kFinal : type.component->finality;
}

std::optional<Body> KryoClasses::Maker::body_of(KryoClass& type) {
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

std::optional<Body> KryoClasses::Maker::known_body(KryoClass& type, const std::string& serializer) {
    const std::optional<Body> body = body_of_serializer(serializer, settings_.generation);
    if (!body) {
        refuse(type, "class " + type.name + " is written by the Kryo serializer " +
                         (serializer.empty() ? std::string("of the job") : serializer) + ", which is not decoded");
    }
    return body;
}

std::optional<Body> KryoClasses::Maker::default_body_of(KryoClass& type) {
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

bool KryoClasses::Maker::is_scala_object(const std::string& name) {
    const ClassFile* const file = name.ends_with('$') ? find(name) : nullptr;
    return file != nullptr && std::any_of(file->fields.begin(), file->fields.end(),
                                          [](const java::ClassField& field) { return field.name == "MODULE$"; });
}

std::vector<std::string> KryoClasses::Maker::supertypes_of(const std::string& name) {
    return java::supertypes_of(name, kMostSupertypes, [this](const std::string& of) { return find(of); });
}

std::vector<const ClassFile*> KryoClasses::Maker::chain_of(KryoClass& type) {
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

}  // namespace sp::kryo

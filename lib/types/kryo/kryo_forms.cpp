#include "types/kryo/kryo_forms.hpp"

#include <algorithm>
#include <utility>

#include "sp/error.hpp"
#include "types/codecs/value_words.hpp"
#include "types/kryo/kryo_decoder.hpp"
#include "types/kryo/kryo_serializers.hpp"

namespace sp::kryo {
namespace {

using Kind = KryoForm::Kind;

constexpr int kMostDepth = 64;            // of type arguments in each other
constexpr std::size_t kMostNamed = 1000;  // rows could name any number of classes

constexpr std::string_view kObject = "java.lang.Object";

/// Classes whose values have the text of one of Flink's own serializers, whatever their class is.
struct Scalar {
    std::string_view class_name;
    TypeKind kind;
};

constexpr Scalar kScalars[] = {
    {"java.lang.Boolean", TypeKind::kBoolean},
    {"java.lang.Byte", TypeKind::kByte},
    {"java.lang.Short", TypeKind::kShort},
    {"java.lang.Character", TypeKind::kChar},
    {"java.lang.Integer", TypeKind::kInt},
    {"java.lang.Long", TypeKind::kLong},
    {"java.lang.Float", TypeKind::kFloat},
    {"java.lang.Double", TypeKind::kDouble},
    {"java.lang.String", TypeKind::kString},
    {"java.math.BigInteger", TypeKind::kBigInteger},
    {"java.math.BigDecimal", TypeKind::kBigDecimal},
    {"java.util.Date", TypeKind::kDate},
    {"java.sql.Date", TypeKind::kSqlDate},
    {"java.sql.Time", TypeKind::kSqlTime},
    {"java.sql.Timestamp", TypeKind::kSqlTimestamp},
    {"java.time.Instant", TypeKind::kInstant},
    {"java.time.LocalDate", TypeKind::kLocalDate},
    {"java.time.LocalTime", TypeKind::kLocalTime},
    {"java.time.LocalDateTime", TypeKind::kLocalDateTime},
    {"[B", TypeKind::kByteArray},
};

constexpr std::pair<std::string_view, std::string_view> kElements[] = {
    {"[I", "java.lang.Integer"}, {"[J", "java.lang.Long"},  {"[S", "java.lang.Short"}, {"[C", "java.lang.Character"},
    {"[Z", "java.lang.Boolean"}, {"[F", "java.lang.Float"}, {"[D", "java.lang.Double"}};

/// What is written where an interface is declared.
constexpr std::pair<std::string_view, std::string_view> kImplementations[] = {
    {"java.lang.Iterable", "java.util.ArrayList"},
    {"java.util.Collection", "java.util.ArrayList"},
    {"java.util.List", "java.util.ArrayList"},
    {"java.util.Set", "java.util.HashSet"},
    {"java.util.SortedSet", "java.util.TreeSet"},
    {"java.util.NavigableSet", "java.util.TreeSet"},
    {"java.util.Queue", "java.util.LinkedList"},  // it can hold null, and has an equals
    {"java.util.Deque", "java.util.LinkedList"},
    {"java.util.Map", "java.util.HashMap"},
    {"java.util.SortedMap", "java.util.TreeMap"},
    {"java.util.NavigableMap", "java.util.TreeMap"},
    {"java.util.concurrent.ConcurrentMap", "java.util.concurrent.ConcurrentHashMap"},
    {"java.util.concurrent.ConcurrentNavigableMap", "java.util.concurrent.ConcurrentSkipListMap"},
    {"java.time.ZoneId", "java.time.ZoneRegion"},
    {"java.lang.CharSequence", "java.lang.String"},
};

/// What is written in place of lists, sets and maps of the JDK that only its own methods make.
constexpr std::pair<std::string_view, std::string_view> kUsual[] = {{"java.util.List", "java.util.ArrayList"},
                                                                    {"java.util.Set", "java.util.LinkedHashSet"},
                                                                    {"java.util.Map", "java.util.LinkedHashMap"}};

/// Supertypes of classes of many kinds: what is declared says no more than Object.
constexpr std::string_view kOpen[] = {"java.lang.Object", "java.lang.Number", "java.lang.Comparable",
                                      "java.io.Serializable", "java.lang.Cloneable"};

/// Those that have a body of their own among the classes printed as text.
constexpr std::string_view kTexts[] = {"java.net.URI", "java.util.Currency", "java.lang.StringBuilder",
                                       "java.lang.StringBuffer"};

static_assert(std::size(kImplementations) <= 32, "KryoForms has a bit for each");

template <class Table>
std::string_view look_up(const Table& table, std::string_view name) {
    for (const auto& [key, value] : table) {
        if (key == name) {
            return value;
        }
    }
    return {};
}

template <class List>
bool is_in(const List& list, std::string_view name) {
    return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

TypeKind scalar_kind(std::string_view class_name) {
    for (const Scalar& scalar : kScalars) {
        if (scalar.class_name == class_name) {
            return scalar.kind;
        }
    }
    return TypeKind::kUnknown;
}

/// As the body of the class has it, so that a serializer that the job has registered is not taken for Kryo's own.
bool has_own_body(const KryoClass& type, TypeKind scalar) {
    switch (scalar) {
        case TypeKind::kBoolean: return type.body == Body::kBoolean;
        case TypeKind::kByte: return type.body == Body::kByte;
        case TypeKind::kShort: return type.body == Body::kShort;
        case TypeKind::kChar: return type.body == Body::kChar;
        case TypeKind::kInt: return type.body == Body::kInt;
        case TypeKind::kLong: return type.body == Body::kLong;
        case TypeKind::kFloat: return type.body == Body::kFloat;
        case TypeKind::kDouble: return type.body == Body::kDouble;
        case TypeKind::kString: return type.body == Body::kString;
        case TypeKind::kBigInteger: return type.body == Body::kBigInteger;
        case TypeKind::kBigDecimal: return type.body == Body::kBigDecimal;
        case TypeKind::kByteArray: return type.body == Body::kByteArray;
        case TypeKind::kDate:
        case TypeKind::kSqlDate:
        case TypeKind::kSqlTime:
        case TypeKind::kSqlTimestamp: return type.body == Body::kDate || type.body == Body::kSqlTimestamp;
        default: return type.body == Body::kTime;
    }
}

void refuse(KryoForm& form, std::string why) {
    form.kind = Kind::kRefused;
    form.type = nullptr;
    form.parts.clear();
    form.problem = words_of(form.declared) + ": " + std::move(why);
}

}  // namespace

std::string value_word(const KryoForm& form) {
    switch (form.kind) {
        case Kind::kAny: return "null, a string or a boolean";
        case Kind::kScalar: return codec::value_word(*form.scalar);
        case Kind::kEnum: return "a constant of " + form.type->name;
        case Kind::kSequence: return "an array (" + words_of(form.declared) + ")";
        case Kind::kMap: return "a map (" + words_of(form.declared) + ")";
        case Kind::kOptional: return value_word(*form.parts[0]) + " or null";
        default: return "a value of " + words_of(form.declared);
    }
}

KryoForms::KryoForms(JavaType declared, KryoContext context)
    : declared_(std::move(declared)), context_(std::move(context)) {}

KryoForms::~KryoForms() = default;

const KryoForm& KryoForms::form(const Type& type) const {
    std::call_once(is_prepared_, [&] { prepare(type); });
    if (form_ == nullptr) {
        throw UsageError(problem_);
    }
    return *form_;
}

void KryoForms::prepare(const Type& type) const {
    if (context_.generation == Generation::kUnknown) {
        problem_ = "values of " + type.class_name +
                   ", which Kryo writes, are not the same in all versions of Flink: say which one the savepoint is for";
        return;
    }
    try {
        classes_ =
            std::make_unique<KryoClasses>(KryoSettings{context_.generation, true, false, kryo_registrations(type),
                                                       kryo_default_serializers(type), context_.class_path});
    } catch (const Error& error) {
        problem_ = error.what();
        return;
    }
    string_ = make({"java.lang.String", {}, {}}, 0);
    boolean_ = make({"java.lang.Boolean", {}, {}}, 0);
    form_ = make(declared_.class_name.empty() ? JavaType{type.class_name, {}, {}} : declared_, 0);
}

const java::ClassFile* KryoForms::find(std::string_view class_name) const {
    static const java::ClassPath jdk;
    try {
        return (context_.class_path ? *context_.class_path : jdk).find(class_name);
    } catch (const Error&) {
        return nullptr;  // it cannot be read: Kryo's classes say why where that matters
    }
}

KryoForms::Choices KryoForms::choices() const {
    Choices choices{strings_.load(), interfaces_.load(), {}};
    for (std::size_t i = 0; i < std::size(kImplementations); ++i) {
        if ((implementations_.load() >> i & 1) != 0) {
            choices.implementations.push_back(std::string(kImplementations[i].second) + " for " +
                                              std::string(kImplementations[i].first));
        }
    }
    return choices;
}

bool KryoForms::is_a(const std::string& class_name, std::string_view supertype) const {
    constexpr std::size_t kMost = 1000;
    std::vector<std::string> names{class_name};
    for (std::size_t i = 0; i < names.size() && names.size() < kMost; ++i) {
        if (names[i] == supertype) {
            return true;
        }
        if (const java::ClassFile* const file = find(names[i])) {
            names.insert(names.end(), file->interfaces.begin(), file->interfaces.end());
            names.push_back(file->superclass);
        }
    }
    return supertype == kObject;
}

const KryoForm& KryoForms::named(const KryoForm& declared, const std::string& class_name) const {
    if (!is_a(class_name, declared.declared.class_name)) {
        throw InputError("@class: " + class_name + " is no " + words_of(declared.declared));
    }
    const std::lock_guard lock(mutex_);
    const auto known = named_.find({&declared, class_name});
    if (known != named_.end()) {
        return *known->second;
    }
    if (named_.size() >= kMostNamed) {
        throw InputError("@class: more classes than " + std::to_string(kMostNamed));
    }
    FormPtr form = make({class_name, declared.declared.arguments, {}}, 0);
    return *named_.emplace(std::pair(&declared, class_name), std::move(form)).first->second;
}

const KryoForm& KryoForms::told(const KryoForm& declared, const std::string& class_name) const {
    const bool is_open = declared.kind == Kind::kAny || declared.choice;
    if (!is_open || (declared.type != nullptr && declared.type->name == class_name) ||
        !is_a(class_name, declared.declared.class_name)) {
        return declared;
    }
    const KryoForm& own = named(declared, class_name);
    if (own.kind != Kind::kRefused || declared.choice) {
        return own.kind != Kind::kRefused ? own : declared;
    }
    if (class_name.starts_with("java.util.") && class_name.find('$') != std::string::npos) {  // nobody can declare it
        for (const auto& [type, usual] : kUsual) {
            if (is_a(class_name, type)) {
                return named(declared, std::string(usual));
            }
        }
    }
    return own;
}

KryoForms::FormPtr KryoForms::make(const JavaType& declared, int depth) const {
    auto form = std::make_unique<KryoForm>();
    form->declared = declared;
    if (depth > kMostDepth) {
        refuse(*form, "its types are nested deeper than " + std::to_string(kMostDepth) + " levels");
    } else if (is_in(kOpen, declared.class_name)) {
        form->kind = Kind::kAny;
    } else {
        const auto* const chosen = std::find_if(std::begin(kImplementations), std::end(kImplementations),
                                                [&](const auto& pair) { return pair.first == declared.class_name; });
        if (chosen == std::end(kImplementations)) {
            make_class(*form, declared.class_name, depth);
        } else {
            make_class(*form, std::string(chosen->second), depth);
            form->choice = static_cast<unsigned>(chosen - std::begin(kImplementations));
        }
    }
    return form;
}

void KryoForms::make_class(KryoForm& form, const std::string& class_name, int depth) const {
    const KryoClass* const type = classes_->by_name(class_name);
    if (type == nullptr) {
        return refuse(form, "more classes than we follow");
    }
    form.type = type;
    form.id = classes_->id_of(class_name);
    form.takes_references = type->takes_references;
    form.equality = value_equality(*type);
    const TypeKind scalar = scalar_kind(class_name);
    if (scalar != TypeKind::kUnknown && has_own_body(*type, scalar)) {
        auto plain = std::make_shared<Type>();
        plain->kind = scalar;
        form.kind = Kind::kScalar;
        form.scalar = std::move(plain);
        return;
    }
    if (class_name.starts_with('[')) {
        return make_array(form, depth);
    }
    const bool is_missing_enum = type->is_missing && !form.declared.constants.empty();
    if (type->body == Body::kEnum || is_missing_enum) {
        form.kind = Kind::kEnum;
        form.takes_references = !classes_->is_kryo5();
        form.constants = form.declared.constants;
        for (std::size_t i = 0; form.declared.constants.empty() && i < type->constants.size(); ++i) {
            form.constants.push_back(type->constants[i].text);
        }
        return;
    }
    if (type->body == Body::kOpaque) {
        return refuse(form, type->is_missing
                                ? "class " + class_name + " is not known: give --classpath, or bytes as @bytes"
                                : type->problem);
    }
    const java::ClassFile* const file = find(class_name);
    if (file != nullptr && (file->is_interface() || file->is_abstract())) {
        return refuse(form, "which class implements it is not known; give bytes as @bytes");
    }
    form.rules = container_rules(class_name);
    const bool is_of_jdk = class_name.starts_with("java.util.") && class_name.find('$') == std::string::npos &&
                           is_written_by_parts(class_name);
    switch (type->body) {
        case Body::kCollection:
        case Body::kSortedCollection:
        case Body::kPriorityQueue2:
            if (is_of_jdk) {
                form.is_set = type->is_set;
                form.equality = collection_equality(type->is_set, is_a(class_name, "java.util.List"));
                return make_container(form, Kind::kSequence, 1, depth);
            }
            break;
        case Body::kMap:
        case Body::kSortedMap:
            if (is_of_jdk) {
                form.equality = form.rules.is_by_identity ? Equality::kIdentity : Equality::kMap;
                return make_container(form, Kind::kMap, 2, depth);
            }
            break;
        case Body::kBitSet:
            form.kind = Kind::kSequence;
            form.is_set = true;
            form.parts.push_back(make({"java.lang.Integer", {}, {}}, depth + 1));
            return;
        case Body::kOptional5: return make_container(form, Kind::kOptional, 1, depth);
        case Body::kFields:
            if (class_name == "java.util.Optional") {
                return make_container(form, Kind::kOptional, 1, depth);
            }
            break;
        case Body::kText:
            if (is_in(kTexts, class_name)) {
                form.kind = Kind::kText;
                return;
            }
            break;
        case Body::kUuid:
        case Body::kPattern:
        case Body::kInetSocketAddress:
        case Body::kLocale:
        case Body::kTime: form.kind = Kind::kText; return;
        default: break;
    }
    refuse(form, "Kryo writes it in a form that is not encoded; give bytes as @bytes");
}

void KryoForms::make_array(KryoForm& form, int depth) const {
    form.kind = Kind::kSequence;
    const std::string_view primitive = look_up(kElements, form.type->name);
    if (!primitive.empty()) {
        form.parts.push_back(make({std::string(primitive), {}, {}}, depth + 1));
        return;
    }
    if (form.type->body != Body::kObjectArray || form.type->component == nullptr) {
        return refuse(form, form.type->problem);
    }
    JavaType element = form.declared;
    element.class_name = form.type->component->name;
    FormPtr part = make(element, depth + 1);
    if (form.type->component_finality == Finality::kUnknown) {  // whether classes stand in front of the elements
        return refuse(form, "class " + element.class_name + " is not known: give --classpath, or bytes as @bytes");
    }
    form.parts.push_back(std::move(part));
}

void KryoForms::make_container(KryoForm& form, Kind kind, std::size_t parts, int depth) const {
    form.kind = kind;
    if (kind == Kind::kOptional) {
        form.equality = Equality::kList;
    }
    const std::vector<JavaType>& arguments = form.declared.arguments;
    for (std::size_t i = 0; i < parts; ++i) {
        const bool is_known = arguments.size() == parts;
        form.parts.push_back(make(is_known ? arguments[i] : JavaType{std::string(kObject), {}, {}}, depth + 1));
    }
}

const KryoForms* forms_of(const Type& type) {
    return type.kind == TypeKind::kKryo && type.kryo != nullptr ? &type.kryo->forms() : nullptr;
}

}  // namespace sp::kryo

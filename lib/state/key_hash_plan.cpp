#include "state/key_hash_plan.hpp"

#include <algorithm>
#include <array>

#include "java/hash_codes.hpp"
#include "sp/error.hpp"
#include "state/key_hash_classes.hpp"
#include "types/codecs/events.hpp"
#include "types/codecs/type_shape.hpp"
#include "types/kryo/kryo_decoder.hpp"
#include "types/schema/words.hpp"

namespace sp {
namespace {

/// What is asked of a value, by whatever it is a part of.
enum class Ask : std::uint8_t {
    kObject,   ///< hashCode()
    kContent,  ///< Arrays.hashCode or deepHashCode where it is an array
    kRow,      ///< RowUtils.deepHashCodeInternal
    kScala,    ///< ##
    kNothing,  ///< its end only
};

/// Kinds whose hash needs no other type to be known. One line a kind.
struct Simple {
    TypeKind kind;
    HashOp op;
    std::int32_t a = 0;
    std::int32_t b = 0;
    std::int32_t addend = 0;
};

constexpr Simple kSimple[] = {
    {TypeKind::kBoolean, HashOp::kBoolean, 1231, 1237},
    {TypeKind::kByte, HashOp::kI8},
    {TypeKind::kShort, HashOp::kI16},
    {TypeKind::kChar, HashOp::kU16},
    {TypeKind::kInt, HashOp::kI32},
    {TypeKind::kLong, HashOp::kI64},
    {TypeKind::kFloat, HashOp::kF32},
    {TypeKind::kDouble, HashOp::kF64},
    {TypeKind::kString, HashOp::kString},
    {TypeKind::kVoid, HashOp::kNull},
    {TypeKind::kBigInteger, HashOp::kBigInteger},
    {TypeKind::kBigDecimal, HashOp::kBigDecimal},
    {TypeKind::kDate, HashOp::kTemporal},
    {TypeKind::kSqlDate, HashOp::kTemporal},
    {TypeKind::kSqlTime, HashOp::kTemporal},
    {TypeKind::kSqlTimestamp, HashOp::kTemporal},
    {TypeKind::kInstant, HashOp::kTemporal},
    {TypeKind::kLocalDate, HashOp::kTemporal},
    {TypeKind::kLocalTime, HashOp::kTemporal},
    {TypeKind::kLocalDateTime, HashOp::kTemporal},
    // org.apache.flink.types, the same from 1.8 to 2.3
    {TypeKind::kBooleanValue, HashOp::kBoolean, 1, 0},
    {TypeKind::kByteValue, HashOp::kI8},
    {TypeKind::kShortValue, HashOp::kI16},
    {TypeKind::kCharValue, HashOp::kU16},
    {TypeKind::kIntValue, HashOp::kI32},
    {TypeKind::kLongValue, HashOp::kI64, 0, 0, 43},
    {TypeKind::kFloatValue, HashOp::kF32},
    {TypeKind::kDoubleValue, HashOp::kF64, 0, 0, 31},
    {TypeKind::kStringValue, HashOp::kStringValue},
    {TypeKind::kNullValue, HashOp::kConstant, 0, 53},
    {TypeKind::kTuple0, HashOp::kConstant, 1, 0},
    {TypeKind::kVoidNamespace, HashOp::kConstant, 1, 99},
    {TypeKind::kGlobalWindow, HashOp::kConstant, 1, 0},
    {TypeKind::kTimeWindow, HashOp::kTimeWindow},
    // Scala: BoxedUnit, Enumeration.Val (its id)
    {TypeKind::kUnit, HashOp::kConstant, 1, 0},
    {TypeKind::kScalaEnum, HashOp::kI32},
    // Table API, binary forms
    {TypeKind::kRowData, HashOp::kBinaryData, 4},
    {TypeKind::kArrayData, HashOp::kBinaryData, 4},
    {TypeKind::kMapData, HashOp::kBinaryData, 4},
    {TypeKind::kStringData, HashOp::kBinaryData, 1},
    {TypeKind::kRawData, HashOp::kBinaryData, 1},
};

/// Why the hash of a type does not follow from its bytes.
struct Reason {
    TypeKind kind;
    const char* why;
};

constexpr const char* kIdentity = "has the identity hash of java.lang.Object, another one in each JVM";
constexpr const char* kAuthors = "has a hashCode of its author's, which is not known here";

constexpr Reason kReasons[] = {
    {TypeKind::kEnum, kIdentity},
    {TypeKind::kValue, kAuthors},
    {TypeKind::kCopyableValue, kAuthors},
    {TypeKind::kWritable, kAuthors},
    {TypeKind::kJavaObject, kAuthors},
    {TypeKind::kUnknown, kAuthors},
    {TypeKind::kVariant, "hashes its position in a document, which its bytes do not tell"},
    {TypeKind::kTraversable, "is a Scala collection of a class that its serializer does not tell"},
    {TypeKind::kTry, "hashes a Throwable, which has an identity hash"},
};

constexpr std::string_view kKryoClasses[] = {
    "java.lang.Boolean",   "java.lang.Byte",       "java.lang.Short",      "java.lang.Character",
    "java.lang.Integer",   "java.lang.Long",       "java.lang.Float",      "java.lang.Double",
    "java.lang.String",    "java.math.BigInteger", "java.math.BigDecimal", "java.util.Date",
    "java.sql.Date",       "java.sql.Time",        "java.sql.Timestamp",   "java.time.Instant",
    "java.time.LocalDate", "java.time.LocalTime",  "java.time.Duration",   "java.time.LocalDateTime",
    "java.util.UUID",
};

/// Their objects are of any class.
constexpr std::string_view kOpenClasses[] = {"java.lang.Object", "java.lang.Number", "java.lang.Comparable",
                                             "java.io.Serializable"};

std::string why_not(TypeKind kind) {
    for (const Reason& reason : kReasons) {
        if (reason.kind == kind) {
            return reason.why;
        }
    }
    return "is of a kind whose hashCode is not supported";
}

bool is_array(const Type& type) {
    const bool is_collection =
        type.kind == TypeKind::kList || type.kind == TypeKind::kArrayList || type.kind == TypeKind::kSet;
    return type.kind == TypeKind::kByteArray || (codec::is_sequence(type) && !is_collection);
}

HashNode node_of(HashOp op, std::int32_t a = 0, std::int32_t b = 0) {
    HashNode node;
    node.op = op;
    node.a = a;
    node.b = b;
    return node;
}

/// A product of all its children.
void take_all(HashNode& node) {
    for (std::size_t i = 0; i < node.children.size(); ++i) {
        node.order.push_back(static_cast<std::uint16_t>(i));
    }
}

HashNode scala_product_of(HashNode element) {
    HashNode node = node_of(HashOp::kProduct);
    node.formula = {HashFormula::Step::kMurmur, java::wrapped(java::kScalaProductSeed), 0};
    node.children.push_back(std::move(element));
    take_all(node);
    return node;
}

HashNode choice(HashNode of_one, HashNode of_zero) {
    HashNode node = node_of(HashOp::kChoice);
    node.children.push_back(std::move(of_one));
    node.children.push_back(std::move(of_zero));
    return node;
}

class Compiler {
public:
    Compiler(const std::optional<SchemaHash>& recipe, FlinkVersion version) : fields_(recipe), version_(version) {}

    HashNode compile(const Type& key) {
        HashNode node = value(key, Ask::kObject, "");
        fields_.expect_all_named();
        return node;
    }

private:
    [[noreturn]] static void refuse(const Type& type, const std::string& path, const std::string& why) {
        throw UnsupportedError("the hashCode of the key, and so its key group, cannot be computed: " +
                               (path.empty() ? std::string() : "its part " + path.substr(0, path.size() - 1) + ", ") +
                               type_words(type) + (path.empty() ? ", " : ", ") + why);
    }

    HashNode value(const Type& type, Ask ask, const std::string& path) {
        if (++depth_ > codec::kMaxTypeDepth) {
            throw UnsupportedError("a type nested deeper than " + std::to_string(codec::kMaxTypeDepth) + " levels");
        }
        HashNode node = ask == Ask::kRow ? row_element(type, path) : object(type, ask, path);
        --depth_;
        return node;
    }

    /// `object` is what is not taken apart by whoever asks.
    HashNode object(const Type& type, Ask ask, const std::string& path) {
        if (ask == Ask::kScala) {
            switch (type.kind) {
                case TypeKind::kLong: return node_of(HashOp::kScalaI64);
                case TypeKind::kFloat: return node_of(HashOp::kScalaF32);
                case TypeKind::kDouble: return node_of(HashOp::kScalaF64);
                default: break;
            }
        }
        for (const Simple& simple : kSimple) {
            if (simple.kind == type.kind) {
                HashNode node = node_of(simple.op, simple.a, simple.b);
                node.addend = simple.addend;
                node.kind = type.kind;
                return node;
            }
        }
        if (codec::is_transparent(type.kind)) {
            return value(*type.nested.at(0), ask, path);
        }
        return structure(type, ask, path);
    }

    HashNode structure(const Type& type, Ask ask, const std::string& path) {
        const Ask inner = ask == Ask::kNothing ? Ask::kNothing : Ask::kObject;
        const Ask scala = ask == Ask::kNothing ? Ask::kNothing : Ask::kScala;
        const auto nested = [&](std::size_t i, Ask how) { return value(*type.nested.at(i), how, path); };
        switch (type.kind) {
            case TypeKind::kDecimalData:
                return node_of(type.precision <= 18 ? HashOp::kDecimalLong : HashOp::kDecimalBytes, type.scale);
            case TypeKind::kKryo:
                if (type.class_name == "java.util.UUID") {
                    return node_of(HashOp::kUuid, is_kryo5(type) ? 1 : 0);
                }
                return kryo_object(type, ask, path);
            case TypeKind::kTimestampData: return node_of(HashOp::kTimestamp, type.precision > 3 ? 1 : 0);
            case TypeKind::kList:
            case TypeKind::kArrayList: return sequence(HashElementFlag::kNone, 1, nested(0, inner));
            case TypeKind::kSet: return sequence(HashElementFlag::kIsNull, 0, nested(0, inner));
            case TypeKind::kMap: return map(0, nested(0, inner), nested(1, inner));
            case TypeKind::kNullable: return nullable(type, nested(0, ask));
            case TypeKind::kEither: return choice(nested(0, inner), nested(1, inner));
            case TypeKind::kScalaEither:
                return choice(scala_product_of(nested(0, scala)), scala_product_of(nested(1, scala)));
            case TypeKind::kOption:
                return choice(scala_product_of(nested(0, scala)),
                              node_of(HashOp::kConstant, 0, java::hash_of_string(u"None")));
            case TypeKind::kTuple: return tuple(type, HashFormula(), inner, path);
            case TypeKind::kCaseClass:
            case TypeKind::kPojo: return user_class(type, ask, path);
            case TypeKind::kRow: return row(type, ask, path);
            default: return array(type, ask, path);
        }
    }

    /// What the type is read or written by; where it is not known, what the version of Flink has.
    [[nodiscard]] bool is_kryo5(const Type& type) const {
        const auto generation = type.kryo == nullptr ? kryo::Generation::kUnknown : type.kryo->generation();
        return generation == kryo::Generation::kUnknown ? version_ >= FlinkVersion{2, 0}
                                                        : generation == kryo::Generation::kKryo5;
    }

    /// Classes of the JDK whose hashCode is specified; of others, only where a value ends.
    static HashNode kryo_object(const Type& type, Ask ask, const std::string& path) {
        const bool is_open =
            std::find(std::begin(kOpenClasses), std::end(kOpenClasses), type.class_name) != std::end(kOpenClasses);
        const bool is_known = is_open || (has_known_hash(type.class_name) && type.class_name != "java.util.UUID");
        if (type.kryo == nullptr || (ask != Ask::kNothing && !is_known)) {
            refuse(type, path, kAuthors);
        }
        const KryoHash hash = is_open                               ? KryoHash::kAny
                              : type.class_name == "java.lang.Long" ? KryoHash::kLong
                                                                    : KryoHash::kDeclared;
        const KryoAsk kryo_ask = ask == Ask::kNothing ? KryoAsk::kNothing
                                 : ask == Ask::kScala ? KryoAsk::kScala
                                                      : KryoAsk::kHashCode;
        HashNode node = node_of(HashOp::kKryo, static_cast<std::int32_t>(kryo_ask), static_cast<std::int32_t>(hash));
        node.kryo_type = std::make_shared<const Type>(type);
        node.kryo = std::make_shared<const codec::EventDecoder>(node.kryo_type);
        return node;
    }

    static HashNode sequence(HashElementFlag flag, std::int32_t start, HashNode element) {
        HashNode node = node_of(HashOp::kSequence, static_cast<std::int32_t>(flag), start);
        node.children.push_back(std::move(element));
        return node;
    }

    static HashNode map(std::int32_t start, HashNode key, HashNode value) {
        HashNode node = node_of(HashOp::kMap, start);
        node.children.push_back(std::move(key));
        node.children.push_back(std::move(value));
        return node;
    }

    static HashNode nullable(const Type& type, HashNode inner) {
        HashNode node = node_of(HashOp::kNullable, type.padding);
        node.children.push_back(std::move(inner));
        return node;
    }

    HashNode array(const Type& type, Ask ask, const std::string& path) {
        if (ask == Ask::kNothing && type.kind == TypeKind::kEnum) {
            return node_of(HashOp::kI32);
        }
        if (!is_array(type)) {
            refuse(type, path, why_not(type.kind));
        }
        if (ask == Ask::kObject || ask == Ask::kScala) {
            refuse(type, path, kIdentity);
        }
        const auto flag = type.kind == TypeKind::kGenericArray ? HashElementFlag::kNotNull : HashElementFlag::kNone;
        const bool is_bytes = type.kind == TypeKind::kByteArray;
        return sequence(flag, 1, is_bytes ? node_of(HashOp::kI8) : value(codec::element_type(type), ask, path));
    }

    HashNode tuple(const Type& type, const HashFormula& formula, Ask ask, const std::string& path) {
        HashNode node = node_of(HashOp::kProduct);
        node.formula = formula;
        for (std::size_t i = 0; i < type.nested.size(); ++i) {
            node.children.push_back(value(*type.nested[i], ask, path + codec::field_name(type, i) + "."));
        }
        take_all(node);
        return node;
    }

    // --- Row ---

    /// Row.hashCode: Arrays.deepHashCode up to 1.11, then RowUtils, since 1.12 without and since 1.13 with a 1 to begin with.
    HashNode row(const Type& type, Ask ask, const std::string& path) {
        const bool is_deep = version_ >= FlinkVersion{1, 12};
        HashNode node = tuple(type, HashFormula(),
                              ask == Ask::kNothing ? ask
                              : is_deep            ? Ask::kRow
                                                   : Ask::kContent,
                              path);
        node.op = HashOp::kRow;
        node.a = codec::row_has_kind(type) ? 1 : 0;
        node.formula.start = 1;
        node.row_kind = version_ == FlinkVersion{1, 12}   ? RowKindHash::kStart
                        : version_ >= FlinkVersion{1, 11} ? RowKindHash::kAdd31Times
                                                          : RowKindHash::kNothing;
        return node;
    }

    /// RowUtils.deepHashCodeInternal: takes arrays of objects, lists and maps apart; Arrays.deepHashCode of an array with
    /// nothing else in it for all others, which adds 31.
    HashNode row_element(const Type& type, const std::string& path) {
        const auto nested = [&](std::size_t i) { return value(*type.nested.at(i), Ask::kRow, path); };
        switch (type.kind) {
            case TypeKind::kList:
            case TypeKind::kArrayList: return sequence(HashElementFlag::kNone, 1, nested(0));
            case TypeKind::kMap: return map(1, nested(0), nested(1));
            case TypeKind::kGenericArray:
            case TypeKind::kStringArray: return array(type, Ask::kRow, path);
            case TypeKind::kNullable: return nullable(type, nested(0));
            default: break;
        }
        if (codec::is_transparent(type.kind)) {
            return nested(0);
        }
        HashNode node = object(type, Ask::kContent, path);
        if (type.kind != TypeKind::kRow || version_ >= FlinkVersion{1, 13}) {
            node.addend = java::sum(node.addend, 31);
        }
        return node;
    }

    // --- users' classes ---

    HashNode user_class(const Type& type, Ask ask, const std::string& path) {
        if (!is_users_class(type)) {
            return tuple(type, formula_of(HashRecipe::kScalaProduct), ask == Ask::kNothing ? ask : Ask::kScala, path);
        }
        if (ask != Ask::kNothing && !fields_.has_recipe()) {
            refuse(
                type, path,
                "has a hashCode of its author's: a recipe (\"hash\" in the schema, see sp-schema(5)) must say how it "
                "is generated");
        }
        return class_with_fields(type, ask, path, nullptr);
    }

    /// `inherited` are the fields that count for the class of which this is a subclass.
    HashNode class_with_fields(const Type& type, Ask ask, const std::string& path,
                               const std::vector<std::string>* inherited) {
        HashNode node = node_of(type.kind == TypeKind::kPojo ? HashOp::kPojo : HashOp::kProduct);
        const bool is_hashed = ask != Ask::kNothing;
        std::vector<std::string> order;
        if (is_hashed) {
            node.formula = formula_of(fields_.recipe());
            order = inherited != nullptr ? *inherited : fields_.order_of(type, path);
        }
        for (std::size_t i = 0; i < user_field_count(type); ++i) {
            const bool counts = std::find(order.begin(), order.end(), user_field_name(type, i)) != order.end();
            node.children.push_back(field(type, i, counts, path));
        }
        for (const std::string& name : order) {
            if (const std::optional<std::size_t> at = find_user_field(type, name)) {
                node.order.push_back(static_cast<std::uint16_t>(*at));
            }
        }
        if (type.kind == TypeKind::kPojo) {
            node.subclasses = subclasses(type, ask, path, order);
        }
        return node;
    }

    HashNode field(const Type& owner, std::size_t index, bool counts, const std::string& path) {
        const Type& type = user_field_type(owner, index);
        const std::string name = user_field_name(owner, index);
        const std::string inner = path + name + ".";
        if (!counts) {
            return value(type, Ask::kNothing, inner);
        }
        const HashRecipe recipe = fields_.recipe();
        const bool is_boxed = fields_.is_boxed(path + name);
        HashNode node = value(type, ask_of(recipe), inner);
        const TypeKind kind = codec::unwrapped(type).kind;
        if (kind == TypeKind::kBoolean && !is_boxed && recipe == HashRecipe::kLombok) {
            node.a = 79;
            node.b = 97;
        } else if (kind == TypeKind::kBoolean && !is_boxed && recipe == HashRecipe::k31Chain) {
            node.a = 1;
            node.b = 0;
        } else if ((kind == TypeKind::kFloat || kind == TypeKind::kDouble) && !is_boxed) {
            node.a = recipe == HashRecipe::k31Chain ? 1 : 0;
        }
        if (recipe == HashRecipe::kLombok && !is_array(codec::unwrapped(type))) {
            node.null_hash = 43;  // but Arrays.hashCode(null) is 0
        }
        return node;
    }

    static Ask ask_of(HashRecipe recipe) {
        switch (recipe) {
            case HashRecipe::kScalaProduct: return Ask::kScala;
            case HashRecipe::kRecord:
            case HashRecipe::kGuava: return Ask::kObject;
            default: return Ask::kContent;
        }
    }

    std::shared_ptr<const PojoHashTargets> subclasses(const Type& type, Ask ask, const std::string& path,
                                                      const std::vector<std::string>& order) {
        auto targets = std::make_shared<PojoHashTargets>();
        const auto add = [&](std::vector<PojoHashTargets::Target>& to, const PojoSubclass& subclass) {
            PojoHashTargets::Target& target = to.emplace_back();
            target.class_name = subclass.class_name;
            try {
                if (!subclass.type || codec::unwrapped(*subclass.type).kind != TypeKind::kPojo) {
                    target.why_not = "it is no POJO";
                } else {
                    target.node = value_of_subclass(*subclass.type, ask, path, order);
                }
            } catch (const UnsupportedError& error) {
                target.why_not = error.what();
            }
        };
        for (const PojoSubclass& subclass : type.registered_subclasses) {
            add(targets->registered, subclass);
        }
        for (const PojoSubclass& subclass : type.other_subclasses) {
            add(targets->by_name, subclass);
        }
        return targets;
    }

    HashNode value_of_subclass(const Type& type, Ask ask, const std::string& path,
                               const std::vector<std::string>& order) {
        const int depth = depth_;
        if (++depth_ > codec::kMaxTypeDepth) {
            depth_ = depth;
            throw UnsupportedError("a type nested deeper than " + std::to_string(codec::kMaxTypeDepth) + " levels");
        }
        HashNode node = class_with_fields(codec::unwrapped(type), ask, path, &order);
        depth_ = depth;
        return node;
    }

    RecipeFields fields_;
    FlinkVersion version_;
    int depth_ = 0;
};

}  // namespace

HashNode compile_hash(const Type& key, const std::optional<SchemaHash>& recipe, FlinkVersion version) {
    return Compiler(recipe, version).compile(key);
}

bool has_known_hash(std::string_view class_name) {
    return std::find(std::begin(kKryoClasses), std::end(kKryoClasses), class_name) != std::end(kKryoClasses);
}

}  // namespace sp

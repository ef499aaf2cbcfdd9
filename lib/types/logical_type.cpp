#include "types/logical_type.hpp"

#include <array>
#include <limits>

namespace sp {

namespace {

constexpr int kMaxDepth = 100;
// Types are trees here but graphs in the stream: a type that stands in many places is expanded in each.
constexpr std::size_t kMaxTypes = 50'000;
constexpr std::size_t kMaxNameBytes = 8'000'000;
constexpr std::string_view kPackage = "org.apache.flink.table.types.logical.";

using java::JavaNode;
using java::ObjectStream;

class Converter;
using ReadMembers = void (Converter::*)(const JavaNode&, LogicalType&);

class Converter {
public:
    explicit Converter(const ObjectStream& stream) : stream_(stream) {}

    LogicalType convert(const JavaNode& node) {
        if (++depth_ > kMaxDepth || ++types_ > kMaxTypes || name_bytes_ > kMaxNameBytes) {
            throw UnsupportedError("a LogicalType that is nested deeper than " + std::to_string(kMaxDepth) +
                                   " types, or made of more than " + std::to_string(kMaxTypes));
        }
        LogicalType type;
        type.is_nullable = stream_.integer_field(node, "isNullable") != 0;
        read_class(node, type);
        --depth_;
        return type;
    }

    void lengths(const JavaNode& node, LogicalType& type) { type.length = number(node, "length"); }

    void decimal(const JavaNode& node, LogicalType& type) {
        type.precision = number(node, "precision");
        type.scale = number(node, "scale");
    }

    void timestamp(const JavaNode& node, LogicalType& type) {
        type.precision = number(node, "precision");
        type.timestamp_kind = stream_.text_field(node, "kind");
    }

    void year_month(const JavaNode& node, LogicalType& type) {
        type.precision = number(node, "yearPrecision");
        type.resolution = stream_.text_field(node, "resolution");
    }

    void day_time(const JavaNode& node, LogicalType& type) {
        type.precision = number(node, "dayPrecision");
        type.scale = number(node, "fractionalPrecision");
        type.resolution = stream_.text_field(node, "resolution");
    }

    void element(const JavaNode& node, LogicalType& type) { child(node, "elementType", type); }

    void key_value(const JavaNode& node, LogicalType& type) {
        child(node, "keyType", type);
        child(node, "valueType", type);
    }

    void row(const JavaNode& node, LogicalType& type) { members(node, "fields", type); }

    void structured(const JavaNode& node, LogicalType& type) {
        identifier(node, type);
        type.class_name = stream_.text_field(node, "className");  // Flink 2.1
        const JavaNode* implementation = stream_.object_field(node, "implementationClass");
        if (type.class_name.empty() && implementation != nullptr) {
            type.class_name = stream_.class_name(*implementation);
        }
        // StructuredType.getChildren: the attributes of the supertype come first
        if (const JavaNode* super = stream_.object_field(node, "superType")) {
            LogicalType inherited = convert(*super);
            type.children = std::move(inherited.children);
            type.names = std::move(inherited.names);
            type.descriptions = std::move(inherited.descriptions);
        }
        members(node, "attributes", type);
    }

    void distinct(const JavaNode& node, LogicalType& type) {
        identifier(node, type);
        child(node, "sourceType", type);
    }

    void raw(const JavaNode& node, LogicalType& type) {
        if (const JavaNode* original = stream_.object_field(node, "clazz")) {
            type.class_name = stream_.class_name(*original);
        }
    }

    void type_information(const JavaNode& node, LogicalType& type) {
        if (const JavaNode* info = stream_.object_field(node, "typeInfo")) {
            type.class_name = stream_.class_name(*info);
        }
    }

    void nothing(const JavaNode&, LogicalType&) {}

    void read_class(const JavaNode& node, LogicalType& type);

private:
    [[noreturn]] void bad(const JavaNode& node, const std::string& why) const {
        throw InputError("Java object of class " + std::string(stream_.class_name(node)) + ": " + why);
    }

    [[nodiscard]] std::int32_t number(const JavaNode& node, std::string_view name) const {
        return static_cast<std::int32_t>(stream_.integer_field(node, name));
    }

    void child(const JavaNode& node, std::string_view name, LogicalType& type) {
        const JavaNode* inner = stream_.object_field(node, name);
        if (inner == nullptr) {
            bad(node, "no " + std::string(name));
        }
        type.children.push_back(convert(*inner));
    }

    void identifier(const JavaNode& node, LogicalType& type) const {
        const JavaNode* object = stream_.object_field(node, "objectIdentifier");
        if (object == nullptr) {
            return;
        }
        for (const std::string_view part : {"catalogName", "databaseName", "objectName"}) {
            const std::string_view text = stream_.text_field(*object, part);
            if (!text.empty()) {
                type.identifier += (type.identifier.empty() ? "`" : ".`") + std::string(text) + "`";
            }
        }
    }

    /// Collections.unmodifiableList(new ArrayList(…)): the elements are in the annotation of ArrayList.
    void members(const JavaNode& node, std::string_view name, LogicalType& type) {
        const JavaNode* list = stream_.object_field(node, name);
        for (int wrappers = 0; list != nullptr && wrappers < 4; ++wrappers) {
            const JavaNode* inner = stream_.object_field(*list, "list");
            if (inner == nullptr) {
                break;
            }
            list = inner;
        }
        if (list == nullptr || list->annotations.empty()) {
            bad(node, "no list of " + std::string(name));
        }
        for (const java::JavaValue& value : list->annotations.back().second) {
            const JavaNode* member = stream_.node(value);
            if (member == nullptr || member->kind != JavaNode::Kind::kObject) {
                continue;  // the block with the list's capacity
            }
            type.names.emplace_back(stream_.text_field(*member, "name"));
            type.descriptions.emplace_back(stream_.text_field(*member, "description"));
            name_bytes_ += type.names.back().size() + type.descriptions.back().size();
            child(*member, "type", type);
        }
    }

    const ObjectStream& stream_;
    int depth_ = 0;
    std::size_t types_ = 0;
    std::size_t name_bytes_ = 0;
};

struct LogicalClass {
    std::string_view name;
    LogicalRoot root;
    ReadMembers read;
};

using enum LogicalRoot;

// The classes of org.apache.flink.table.types.logical.
constexpr std::array kClasses{
    LogicalClass{"CharType", kChar, &Converter::lengths},
    LogicalClass{"VarCharType", kVarchar, &Converter::lengths},
    LogicalClass{"BooleanType", kBoolean, &Converter::nothing},
    LogicalClass{"BinaryType", kBinary, &Converter::lengths},
    LogicalClass{"VarBinaryType", kVarbinary, &Converter::lengths},
    LogicalClass{"DecimalType", kDecimal, &Converter::decimal},
    LogicalClass{"TinyIntType", kTinyint, &Converter::nothing},
    LogicalClass{"SmallIntType", kSmallint, &Converter::nothing},
    LogicalClass{"IntType", kInteger, &Converter::nothing},
    LogicalClass{"BigIntType", kBigint, &Converter::nothing},
    LogicalClass{"FloatType", kFloat, &Converter::nothing},
    LogicalClass{"DoubleType", kDouble, &Converter::nothing},
    LogicalClass{"DateType", kDate, &Converter::nothing},
    LogicalClass{"TimeType", kTime, &Converter::timestamp},
    LogicalClass{"TimestampType", kTimestamp, &Converter::timestamp},
    LogicalClass{"ZonedTimestampType", kTimestampTz, &Converter::timestamp},
    LogicalClass{"LocalZonedTimestampType", kTimestampLtz, &Converter::timestamp},
    LogicalClass{"YearMonthIntervalType", kIntervalYearMonth, &Converter::year_month},
    LogicalClass{"DayTimeIntervalType", kIntervalDayTime, &Converter::day_time},
    LogicalClass{"ArrayType", kArray, &Converter::element},
    LogicalClass{"MultisetType", kMultiset, &Converter::element},
    LogicalClass{"MapType", kMap, &Converter::key_value},
    LogicalClass{"RowType", kRow, &Converter::row},
    LogicalClass{"DistinctType", kDistinct, &Converter::distinct},
    LogicalClass{"StructuredType", kStructured, &Converter::structured},
    LogicalClass{"NullType", kNull, &Converter::nothing},
    LogicalClass{"RawType", kRaw, &Converter::raw},
    LogicalClass{"TypeInformationRawType", kRaw, &Converter::type_information},
    LogicalClass{"LegacyTypeInformationType", kRaw, &Converter::type_information},
    LogicalClass{"SymbolType", kSymbol, &Converter::nothing},
    LogicalClass{"DescriptorType", kDescriptor, &Converter::nothing},
    LogicalClass{"VariantType", kVariant, &Converter::nothing},
    LogicalClass{"BitmapType", kBitmap, &Converter::nothing},
};

void Converter::read_class(const JavaNode& node, LogicalType& type) {
    std::string_view name = stream_.class_name(node);
    if (node.kind == JavaNode::Kind::kObject && name.starts_with(kPackage)) {
        name.remove_prefix(kPackage.size());
        for (const LogicalClass& line : kClasses) {
            if (line.name == name) {
                type.root = line.root;
                (this->*line.read)(node, type);
                return;
            }
        }
    }
    type.root = kUnresolved;
    type.class_name = stream_.class_name(node);
}

// ---------------------------------------------------------------------------------------------------------- words

constexpr std::int32_t kMaxLength = std::numeric_limits<std::int32_t>::max();

std::string in_parentheses(std::int32_t number) { return "(" + std::to_string(number) + ")"; }

std::string quoted(std::string_view text, char quote) {
    std::string result(1, quote);
    for (const char c : text) {
        if (c == quote) {
            result += quote;
        }
        result += c;
    }
    return result + quote;
}

std::string members_words(const LogicalType& type) {
    std::string result;
    for (std::size_t i = 0; i < type.children.size(); ++i) {
        result += (i == 0 ? "" : ", ") + quoted(type.names[i], '`') + " " + logical_type_words(type.children[i]);
        if (!type.descriptions[i].empty()) {
            result += " " + quoted(type.descriptions[i], '\'');
        }
    }
    return result;
}

/// "DAY_TO_SECOND" and precisions to "INTERVAL DAY(2) TO SECOND(6)", as the intervals' asSerializableString has it.
std::string interval_words(const LogicalType& type) {
    std::string words = "INTERVAL";
    std::string_view rest = type.resolution;
    while (!rest.empty()) {
        const std::string_view unit = rest.substr(0, rest.find('_'));
        rest.remove_prefix(std::min(rest.size(), unit.size() + 1));
        words += " " + std::string(unit);
        if (unit == "YEAR" || unit == "DAY") {
            words += in_parentheses(type.precision);
        } else if (unit == "SECOND") {
            words += in_parentheses(type.scale);
        }
    }
    return words;
}

std::string bare_words(const LogicalType& type) {
    switch (type.root) {
        case kChar: return "CHAR" + in_parentheses(type.length);
        case kVarchar: return type.length == kMaxLength ? "STRING" : "VARCHAR" + in_parentheses(type.length);
        case kBoolean: return "BOOLEAN";
        case kBinary: return "BINARY" + in_parentheses(type.length);
        case kVarbinary: return type.length == kMaxLength ? "BYTES" : "VARBINARY" + in_parentheses(type.length);
        case kDecimal: return "DECIMAL(" + std::to_string(type.precision) + ", " + std::to_string(type.scale) + ")";
        case kTinyint: return "TINYINT";
        case kSmallint: return "SMALLINT";
        case kInteger: return "INT";
        case kBigint: return "BIGINT";
        case kFloat: return "FLOAT";
        case kDouble: return "DOUBLE";
        case kDate: return "DATE";
        case kTime: return "TIME" + in_parentheses(type.precision);
        case kTimestamp: return "TIMESTAMP" + in_parentheses(type.precision);
        case kTimestampTz: return "TIMESTAMP" + in_parentheses(type.precision) + " WITH TIME ZONE";
        case kTimestampLtz: return "TIMESTAMP_LTZ" + in_parentheses(type.precision);
        case kIntervalYearMonth:
        case kIntervalDayTime: return interval_words(type);
        case kArray: return "ARRAY<" + logical_type_words(type.children.at(0)) + ">";
        case kMultiset: return "MULTISET<" + logical_type_words(type.children.at(0)) + ">";
        case kMap:
            return "MAP<" + logical_type_words(type.children.at(0)) + ", " + logical_type_words(type.children.at(1)) +
                   ">";
        case kRow: return "ROW<" + members_words(type) + ">";
        case kDistinct: return "DISTINCT<" + type.identifier + ", " + logical_type_words(type.children.at(0)) + ">";
        case kStructured:
            return "STRUCTURED<" + quoted(type.class_name.empty() ? type.identifier : type.class_name, '\'') +
                   (type.children.empty() ? "" : ", ") + members_words(type) + ">";
        case kNull: return "NULL";
        case kRaw: return "RAW(" + quoted(type.class_name, '\'') + ", '...')";
        case kSymbol: return "SYMBOL";
        case kUnresolved: return "UNKNOWN(" + quoted(type.class_name, '\'') + ")";
        case kDescriptor: return "DESCRIPTOR";
        case kVariant: return "VARIANT";
        case kBitmap: return "BITMAP";
    }
    return {};
}

}  // namespace

LogicalType to_logical_type(const ObjectStream& stream) {
    const JavaNode* node = stream.node(stream.root);
    if (node == nullptr) {
        throw InputError("null where a Java object with a LogicalType was expected");
    }
    // org.apache.flink.table.types.DataType and its subclasses
    if (const JavaNode* logical = stream.object_field(*node, "logicalType")) {
        node = logical;
    }
    return Converter(stream).convert(*node);
}

LogicalType logical_type_of(Bytes stream) {
    BoundedReader in(stream, "LogicalType");
    return to_logical_type(java::read_object_stream(in));
}

std::string logical_type_words(const LogicalType& type) {
    std::string words = bare_words(type);
    if (!type.is_nullable) {
        words += " NOT NULL";
    }
    return words;
}

}  // namespace sp

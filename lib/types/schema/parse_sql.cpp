// Reading of the types of the Table runtime that have LogicalTypes in them, and of the serializers that InternalSerializers takes for
// these.
#include "sp/error.hpp"
#include "types/schema/forms.hpp"
#include "types/schema/parse_parts.hpp"
#include "types/schema/sql_types.hpp"
#include "types/sql_types.hpp"

namespace sp::schema {

namespace {

using enum TypeKind;

std::shared_ptr<Type> row_data(const std::vector<LogicalType>& types, const SchemaTarget& target);

std::shared_ptr<Type> with_precision(TypeKind kind, const LogicalType& logical, const SchemaTarget& target) {
    auto type = make_type(kind, target);
    type->precision = logical.precision;
    type->scale = logical.scale;
    return type;
}

/// ArrayDataSerializerSnapshot, MapDataSerializerSnapshot: all types, then all serializers.
TypePtr collection(TypeKind kind, const std::vector<LogicalType>& types, const SchemaTarget& target) {
    auto type = make_type(kind, target);
    for (const LogicalType& logical : types) {
        type->java_streams.push_back(java_stream_of(logical));
        type->logical_types.push_back(logical_type_words(logical));
    }
    for (const LogicalType& logical : types) {
        type->java_streams.push_back(java_stream_of_serializer(logical));
    }
    type->structure = kind == kArrayData ? binary_array_type(types[0]) : binary_map_type(types[0], types[1]);
    return type;
}

/// How often an element stands in a MULTISET.
LogicalType count() {
    LogicalType type;
    type.root = LogicalRoot::kInteger;
    type.is_nullable = false;
    return type;
}

/// InternalSerializers.createInternal
TypePtr internal_type(const LogicalType& logical, const SchemaTarget& target) {
    switch (logical.root) {
        case LogicalRoot::kChar:
        case LogicalRoot::kVarchar: return make_type(kStringData, target);
        case LogicalRoot::kBoolean: return make_type(kBoolean, target);
        case LogicalRoot::kBinary:
        case LogicalRoot::kVarbinary: return make_type(kByteArray, target);
        case LogicalRoot::kDecimal: return with_precision(kDecimalData, logical, target);
        case LogicalRoot::kTinyint: return make_type(kByte, target);
        case LogicalRoot::kSmallint: return make_type(kShort, target);
        case LogicalRoot::kInteger:
        case LogicalRoot::kDate:
        case LogicalRoot::kTime:
        case LogicalRoot::kIntervalYearMonth: return make_type(kInt, target);
        case LogicalRoot::kBigint:
        case LogicalRoot::kIntervalDayTime: return make_type(kLong, target);
        case LogicalRoot::kFloat: return make_type(kFloat, target);
        case LogicalRoot::kDouble: return make_type(kDouble, target);
        case LogicalRoot::kTimestamp:
        case LogicalRoot::kTimestampLtz: return with_precision(kTimestampData, logical, target);
        case LogicalRoot::kRow: return row_data(logical.children, target);
        case LogicalRoot::kArray: return collection(kArrayData, logical.children, target);
        case LogicalRoot::kMap: return collection(kMapData, logical.children, target);
        case LogicalRoot::kMultiset: return collection(kMapData, {logical.children.at(0), count()}, target);
        case LogicalRoot::kRaw: return make_type(kRawData, target, {make_type(kSqlNull, target)});  // a data view
        default: throw UsageError("Flink has no serializer for " + logical_type_words(logical));
    }
}

std::shared_ptr<Type> row_data(const std::vector<LogicalType>& types, const SchemaTarget& target) {
    auto type = make_type(kRowData, target);
    for (const LogicalType& logical : types) {
        type->nested.push_back(internal_type(logical, target));
        type->java_streams.push_back(java_stream_of(logical));
        type->logical_types.push_back(logical_type_words(logical));
    }
    type->structure = binary_row_type(types, type->nested);
    return type;
}

/// Names of columns; where nobody gives one it is empty.
using Names = std::vector<std::string>;

/// The SQL types under the head: one, a list or, with names, an object. `changes`: what is said of the columns where types change.
std::vector<LogicalType> sql_types(const Parts& parts, Names* names = nullptr,
                                   std::vector<FieldChange>* changes = nullptr) {
    const Node& head = parts.inside();
    if (!head.is_text() && !head.is_list() && !head.is_object()) {
        head.fail("SQL types are expected: a string, a list of them, or an object {\"name\":TYPE,…}");
    }
    std::vector<LogicalType> types;
    const std::vector<Node> nodes = head.is_text() ? std::vector<Node>{head} : head.items;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        FieldChange change;
        change.name = head.is_object() ? head.names[i] : "";
        const Node& node = changes == nullptr ? nodes[i] : parts.context.column(nodes[i], change);
        if (changes != nullptr) {
            changes->push_back(std::move(change));
        }
        const std::string& words = node.string("a SQL type");
        try {
            if (names == nullptr) {
                types.push_back(parse_logical_type(words));
                continue;
            }
            SqlColumn column = parse_column(words);
            names->push_back(head.is_object() ? head.names[types.size()] : std::move(column.name));
            types.push_back(std::move(column.type));
        } catch (const UsageError& error) {
            node.fail(error.what());
        }
    }
    return types;
}

template <class Make>
TypePtr with_place(const Parts& parts, Make&& make) {
    try {
        return make();
    } catch (const UsageError& error) {
        parts.fail(error.what());
    }
}

}  // namespace

TypePtr parse_row_data(const Parts& parts) {
    Names names;
    std::vector<FieldChange> changes;
    const std::vector<LogicalType> types = sql_types(parts, &names, &changes);
    return with_place(parts, [&] {
        const std::shared_ptr<Type> row = row_data(types, parts.context.target());
        check_column_names(names);
        set_column_names(*row, names);
        parts.context.note_fields(row->structure, std::move(changes));
        return row;
    });
}

/// NodeSerializer.NodeField: beside the row, numbers in the list and a time stamp.
TypePtr parse_multiset_node(const Parts& parts) {
    const SchemaTarget& target = parts.context.target();
    const TypePtr number = make_type(kLong, target);
    const auto nullable = make_type(kNullable, target, {number});
    nullable->padding = sizeof(std::int64_t);
    return parts.make({parts.context.type(parts.inside()), number, nullable, nullable, nullable, number});
}

TypePtr parse_sql_collection(const Parts& parts) {
    const std::vector<LogicalType> types = sql_types(parts);
    const std::size_t expected = parts.line.kind == kArrayData ? 1 : 2;
    if (types.size() != expected) {
        parts.fail(std::string(parts.line.head) + " has " + std::to_string(expected) + " SQL types in it, not " +
                   std::to_string(types.size()));
    }
    return with_place(parts, [&] { return collection(parts.line.kind, types, parts.context.target()); });
}

}  // namespace sp::schema

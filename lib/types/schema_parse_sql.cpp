// Reading of RowData's types: the LogicalTypes, and the serializers that InternalSerializers takes for them.
#include "sp/error.hpp"
#include "types/schema_forms.hpp"
#include "types/schema_parse_parts.hpp"
#include "types/schema_sql_types.hpp"

namespace sp::schema {

namespace {

using enum TypeKind;

TypePtr row_data(const std::vector<LogicalType>& types, const SchemaTarget& target);

std::shared_ptr<Type> with_precision(TypeKind kind, const LogicalType& logical, const SchemaTarget& target) {
    auto type = make_type(kind, target);
    type->precision = logical.precision;
    type->scale = logical.scale;
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
        case LogicalRoot::kArray:
        case LogicalRoot::kMap:
        case LogicalRoot::kMultiset:
            throw UsageError(
                "the serializer of " + logical_type_words(logical) +
                " cannot be made from the schema alone: the row needs the \"snapshot\" of a savepoint that "
                "has it, as sp-inspect --print-schema prints it");
        default: throw UsageError("Flink has no serializer for " + logical_type_words(logical));
    }
}

TypePtr row_data(const std::vector<LogicalType>& types, const SchemaTarget& target) {
    auto type = make_type(kRowData, target);
    for (const LogicalType& logical : types) {
        type->nested.push_back(internal_type(logical, target));
        type->java_streams.push_back(java_stream_of(logical));
        type->logical_types.push_back(logical_type_words(logical));
    }
    return type;
}

}  // namespace

TypePtr parse_row_data(const Parts& parts) {
    const Node& head = parts.inside();
    std::vector<LogicalType> types;
    const auto add = [&](const Node& node) {
        const std::string& words = node.string("a SQL type");
        try {
            types.push_back(parse_logical_type(words));
        } catch (const UsageError& error) {
            node.fail(error.what());
        }
    };
    if (head.is_text()) {
        add(head);
    } else {
        if (!head.is_list() && !head.is_object()) {
            head.fail("the fields of a row have to be a list of SQL types, or an object {\"name\":TYPE,…}");
        }
        for (const Node& node : head.items) {  // names are for people
            add(node);
        }
    }
    try {
        return row_data(types, parts.context.target());
    } catch (const UsageError& error) {
        parts.fail(error.what());
    }
}

}  // namespace sp::schema

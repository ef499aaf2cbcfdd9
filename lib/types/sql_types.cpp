#include "types/sql_types.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "sp/error.hpp"

namespace sp {
namespace {

std::shared_ptr<Type> make(TypeKind kind, std::vector<TypePtr> nested = {}) {
    auto type = std::make_shared<Type>();
    type->kind = kind;
    type->nested = std::move(nested);
    return type;
}

TypePtr value_type(const LogicalType& logical, const TypePtr& serializer);

void find_rows(const TypePtr& type, std::vector<const Type*>& rows) {
    if (type->kind == TypeKind::kRowData) {
        rows.push_back(type.get());
        return;
    }
    for (const TypePtr& nested : type->nested) {
        if (nested) {
            find_rows(nested, rows);
        }
    }
}

PojoField field(std::string name, TypePtr type) {
    PojoField result;
    result.name = std::move(name);
    result.type = std::move(type);
    return result;
}

TypePtr with_precision(TypeKind kind, const LogicalType& logical) {
    const auto type = make(kind);
    type->precision = logical.precision;
    type->scale = logical.scale;
    type->flag = logical.root == LogicalRoot::kTimestampLtz;
    return type;
}

/// Of a ROW or a structured type, whose fields have names.
TypePtr row_type(const LogicalType& logical, const TypePtr& serializer) {
    const auto type = make(TypeKind::kBinaryRow);
    const bool has_serializers = serializer != nullptr && serializer->kind == TypeKind::kRowData &&
                                 serializer->nested.size() == logical.children.size();
    for (std::size_t i = 0; i < logical.children.size(); ++i) {
        std::string name = i < logical.names.size() ? logical.names[i] : "f" + std::to_string(i);
        type->fields.push_back(
            field(std::move(name), value_type(logical.children[i], has_serializers ? serializer->nested[i] : nullptr)));
    }
    return type;
}

TypePtr value_type(const LogicalType& logical, const TypePtr& serializer) {
    switch (logical.root) {
        case LogicalRoot::kChar:
        case LogicalRoot::kVarchar: return make(TypeKind::kStringData);
        case LogicalRoot::kBoolean: return make(TypeKind::kBoolean);
        case LogicalRoot::kBinary:
        case LogicalRoot::kVarbinary: return make(TypeKind::kByteArray);
        case LogicalRoot::kDecimal: return with_precision(TypeKind::kDecimalData, logical);
        case LogicalRoot::kTinyint: return make(TypeKind::kByte);
        case LogicalRoot::kSmallint: return make(TypeKind::kShort);
        case LogicalRoot::kInteger:
        case LogicalRoot::kIntervalYearMonth: return make(TypeKind::kInt);
        case LogicalRoot::kBigint:
        case LogicalRoot::kIntervalDayTime: return make(TypeKind::kLong);
        case LogicalRoot::kFloat: return make(TypeKind::kFloat);
        case LogicalRoot::kDouble: return make(TypeKind::kDouble);
        case LogicalRoot::kDate: return make(TypeKind::kLocalDate);
        case LogicalRoot::kTime: return make(TypeKind::kLocalTime);
        case LogicalRoot::kTimestamp:
        case LogicalRoot::kTimestampLtz: return with_precision(TypeKind::kTimestampData, logical);
        case LogicalRoot::kArray: return binary_array_type(logical.children.at(0));
        case LogicalRoot::kMultiset: {
            LogicalType count;
            count.root = LogicalRoot::kInteger;
            return binary_map_type(logical.children.at(0), count);
        }
        case LogicalRoot::kMap: return binary_map_type(logical.children.at(0), logical.children.at(1));
        case LogicalRoot::kRow:
        case LogicalRoot::kStructured: return row_type(logical, serializer);
        case LogicalRoot::kDistinct: return value_type(logical.children.at(0), serializer);
        case LogicalRoot::kVariant: return make(TypeKind::kVariant);
        case LogicalRoot::kBitmap: return make(TypeKind::kBitmap);
        case LogicalRoot::kNull: return make(TypeKind::kAvroNull);
        case LogicalRoot::kRaw:
            return serializer != nullptr && serializer->kind == TypeKind::kRawData ? serializer
                                                                                   : make(TypeKind::kUnknown);
        default: return make(TypeKind::kUnknown);
    }
}

bool holds_rows(const Type& type) {
    return type.kind == TypeKind::kRowData ||
           std::ranges::any_of(type.nested, [](const TypePtr& nested) { return holds_rows(*nested); });
}

}  // namespace

TypePtr binary_row_type(std::span<const LogicalType> columns, std::span<const TypePtr> serializers) {
    const auto type = make(TypeKind::kBinaryRow);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const TypePtr serializer = i < serializers.size() ? serializers[i] : nullptr;
        type->fields.push_back(field("f" + std::to_string(i), value_type(columns[i], serializer)));
    }
    return type;
}

TypePtr binary_array_type(const LogicalType& element) {
    return make(TypeKind::kBinaryArray, {value_type(element, nullptr)});
}

TypePtr data_type(const LogicalType& logical) {
    switch (logical.root) {
        case LogicalRoot::kDate: return make(TypeKind::kDateData);
        case LogicalRoot::kTime: return make(TypeKind::kTimeData);
        case LogicalRoot::kTimestampLtz: return with_precision(TypeKind::kTimestampData, logical);
        default: return nullptr;
    }
}

TypePtr binary_map_type(const LogicalType& key, const LogicalType& value) {
    return make(TypeKind::kBinaryMap, {value_type(key, nullptr), value_type(value, nullptr)});
}

TypePtr projected_row(const TypePtr& type) {
    if (type == nullptr || type->kind != TypeKind::kRowData || type->structure == nullptr) {
        return type;
    }
    const auto structure = std::make_shared<Type>(*type->structure);
    structure->flag = true;
    const auto projected = std::make_shared<Type>(*type);
    projected->structure = structure;
    return projected;
}

TypePtr map_key_row(const TypePtr& key, const Type& value) { return holds_rows(value) ? projected_row(key) : key; }

bool has_column_names(const Type& row) {
    if (row.structure == nullptr) {
        return false;
    }
    for (std::size_t i = 0; i < row.structure->fields.size(); ++i) {
        if (row.structure->fields[i].name != "f" + std::to_string(i)) {
            return true;
        }
    }
    return false;
}

void set_column_names(Type& row, const std::vector<std::string>& names) {
    const auto structure = std::make_shared<Type>(*row.structure);
    for (std::size_t i = 0; i < structure->fields.size(); ++i) {
        if (!names.at(i).empty()) {
            structure->fields[i].name = names[i];
        }
    }
    row.structure = structure;
}

std::vector<const Type*> rows_in(const TypePtr& type) {
    std::vector<const Type*> rows;
    find_rows(type, rows);
    return rows;
}

TypePtr with_named_part(const TypePtr& type, const Type& part, const TypePtr& named) {
    if (type == nullptr) {
        return nullptr;
    }
    if (type.get() == &part) {
        return named;
    }
    std::shared_ptr<Type> copy;
    for (std::size_t i = 0; i < type->nested.size(); ++i) {
        const TypePtr nested = with_named_part(type->nested[i], part, named);
        if (nested != type->nested[i]) {
            copy = copy ? copy : std::make_shared<Type>(*type);
            copy->nested[i] = nested;
        }
    }
    return copy ? TypePtr(copy) : type;
}

TypePtr with_column_names(const TypePtr& type, const Type& row, const std::vector<std::string>& names) {
    const auto named = std::make_shared<Type>(row);
    set_column_names(*named, names);
    return with_named_part(type, row, named);
}

void check_column_names(const std::vector<std::string>& names) {
    std::set<std::string> seen;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string name = names[i].empty() ? "f" + std::to_string(i) : names[i];
        if (!seen.insert(name).second) {
            throw UsageError("two columns are called '" + name + "'");
        }
    }
}

}  // namespace sp

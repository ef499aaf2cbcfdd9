#include "report/schema_types.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "java/modified_utf8.hpp"
#include "types/schema/words.hpp"
#include "types/snapshots/snapshot_table.hpp"

namespace sp {
namespace {

using Json = nlohmann::ordered_json;

/// Kinds whose snapshots hold what only the job that wrote them has: serialized objects, schema texts in a writer's own
/// layout, registrations.
constexpr std::array kAlwaysWithSnapshot = {TypeKind::kAvro, TypeKind::kCaseClass, TypeKind::kTraversable,
                                            TypeKind::kScalaEnum, TypeKind::kTwoPhaseCommit};

/// A writer sorts fields by name (PojoTypeInfo; UTF-16 order).
bool is_plain_pojo(const Type& type) {
    const auto is_whole = [](const PojoField& field) { return field.is_present && field.type != nullptr; };
    const auto is_before = [](const PojoField& a, const PojoField& b) {
        return java::utf8_to_utf16(a.name) < java::utf8_to_utf16(b.name);
    };
    return type.registered_subclasses.empty() && type.other_subclasses.empty() &&
           std::all_of(type.fields.begin(), type.fields.end(), is_whole) &&
           std::adjacent_find(type.fields.begin(), type.fields.end(), [&](const PojoField& a, const PojoField& b) {
               return !is_before(a, b);
           }) == type.fields.end();
}

bool are_all_default(const std::vector<TypePtr>& types) {
    return std::all_of(types.begin(), types.end(),
                       [](const TypePtr& type) { return has_default_form(*type) && are_all_default(type->nested); });
}

bool is_usual_number(const TypePtr& type) { return type->kind == TypeKind::kLong && has_default_form(*type); }

/// NodeSerializer.NodeField: numbers behind the row, of which those of the neighbours in the list can be null.
bool has_usual_numbers(const Type& node) {
    const auto is_usual_neighbour = [](const TypePtr& type) {
        return type->kind == TypeKind::kNullable && has_default_form(*type) && type->padding == sizeof(std::int64_t) &&
               is_usual_number(type->nested.at(0));
    };
    const auto& parts = node.nested;
    return is_usual_number(parts.at(1)) && std::all_of(parts.begin() + 2, parts.end() - 1, is_usual_neighbour) &&
           is_usual_number(parts.back());
}

/// Parts that the words leave out must be the usual ones: the list of a view, the time stamp of TTL, flags, the numbers of a
/// multiset, all that is inside the serializers of CEP.
bool has_default_unnamed_parts(const Type& type) {
    const auto has = [&](TypeKind kind) {
        return type.nested.at(0)->kind == kind && has_default_form(*type.nested[0]);
    };
    switch (type.kind) {
        case TypeKind::kListView: return has(TypeKind::kList);
        case TypeKind::kMapView: return has(TypeKind::kMap) || has(TypeKind::kNullAwareMap);
        case TypeKind::kTtl: return has(TypeKind::kLong);
        case TypeKind::kTtlAware: return type.flag == (type.nested.at(0)->kind == TypeKind::kTtl);
        case TypeKind::kNfaState: return type.flag && are_all_default(type.nested);
        case TypeKind::kSequencedMultisetNode: return has_usual_numbers(type);
        case TypeKind::kMetaSqnInfo:
        case TypeKind::kRowSqnInfo: return std::all_of(type.nested.begin(), type.nested.end(), is_usual_number);
        case TypeKind::kNodeId:
        case TypeKind::kSharedBufferEdge:
        case TypeKind::kSharedBufferNode:
        case TypeKind::kSharedBufferNodeV2: return are_all_default(type.nested);
        default: return true;
    }
}

/// The outermost types whose snapshots are needed: those inside are part of theirs.
void find_snapshots(const Type& type, std::set<const Type*>& needed) {
    const bool is_plain = has_default_form(type) && has_default_unnamed_parts(type) &&
                          (type.kind != TypeKind::kPojo || is_plain_pojo(type));
    if (!is_plain) {
        needed.insert(&type);
        return;
    }
    for (const TypePtr& nested : type.nested) {
        find_snapshots(*nested, needed);
    }
    for (const PojoField& field : type.fields) {
        find_snapshots(*field.type, needed);
    }
}

/// JSON notations that say no more than the string expression: heads with types in them, and the parts named here.
bool is_plain(const Json& json);

bool are_plain(const Json& list) {
    return std::all_of(list.begin(), list.end(), [](const Json& item) { return is_plain(item); });
}

bool is_plain(const Json& json) {
    if (json.is_string() || json.is_number()) {
        return true;
    }
    if (json.is_array()) {
        return are_plain(json);
    }
    if (!json.is_object() || json.empty()) {
        return false;
    }
    const std::string& head = json.begin().key();
    const Json& first = json.begin().value();
    if (json.size() == 1) {
        return is_plain(first);
    }
    if (json.size() != 2) {
        return false;
    }
    const auto second = std::next(json.begin());
    return (head == "pojo" && second.key() == "fields" && are_plain(second.value())) ||
           (head == "array" && second.key() == "class" && first.is_object() &&
            first.value("pojo", Json()) == second.value() && is_plain(first)) ||
           (head == "enum" && second.key() == "values") ||
           (head == "nullable" && second.key() == "padding" && is_plain(first));
}

}  // namespace

bool has_default_form(const Type& type) {
    const SnapshotClass* line = find_snapshot_class(type.kind);
    if (line == nullptr || line->name != type.snapshot_class || !type.java_streams.empty() ||
        schema_word(type.kind).access != TypeAccess::kFromSchema ||
        std::find(kAlwaysWithSnapshot.begin(), kAlwaysWithSnapshot.end(), type.kind) != kAlwaysWithSnapshot.end()) {
        return false;
    }
    constexpr int kNewestComposite = 3;  // CompositeTypeSerializerSnapshot
    if (line->form == SnapshotForm::kComposite) {
        return type.snapshot_version == kNewestComposite && type.outer_version == line->last_version;
    }
    return type.snapshot_version == line->last_version;
}

Json schema_type(const Type& type) {
    std::set<const Type*> needed;
    find_snapshots(type, needed);
    Json json = type_json(type, [&](const Type& part) { return needed.contains(&part); });
    return is_plain(json) ? Json(type_words(type)) : json;
}

}  // namespace sp

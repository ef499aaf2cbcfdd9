#include "write/canonical_form.hpp"

#include <memory>
#include <utility>

#include "types/snapshots/snapshot_table.hpp"

namespace sp {
namespace {

constexpr std::int32_t kCompositeVersion = 3;  // CompositeTypeSerializerSnapshot since Flink 1.8

TypePtr composite(TypeKind kind, std::vector<TypePtr> nested) {
    const SnapshotClass& line = *find_snapshot_class(kind);
    auto type = std::make_shared<Type>();
    type->kind = kind;
    type->snapshot_class = line.name;
    type->snapshot_version = kCompositeVersion;
    type->outer_version = line.last_version;
    type->nested = std::move(nested);
    return type;
}

/// The value with the TtlSerializer around it that the serializer has.
TypePtr stored_value(const StateDescriptor& state) { return state.has_ttl ? state.serializer : state.value; }

/// Whether the serializer is the element's: State V2.
bool is_of_value(const StateDescriptor& state) {
    const Type* at = state.serializer.get();
    while (at != state.value.get() && (at->kind == TypeKind::kTtlAware || at->kind == TypeKind::kTtl)) {
        at = at->nested.at(at->kind == TypeKind::kTtl ? 1 : 0).get();
    }
    return at == state.value.get();
}

}  // namespace

StateDescriptor canonical_form(StateDescriptor state) {
    if (state.kind == StateKind::kTimer && !state.serializer) {
        state.serializer = composite(TypeKind::kTimer, {state.key, state.name_space});
    } else if (state.kind == StateKind::kList && is_of_value(state)) {
        state.serializer = composite(TypeKind::kList, {stored_value(state)});
    } else if (state.kind == StateKind::kMap && is_of_value(state)) {
        state.serializer = composite(TypeKind::kMap, {state.map_key, stored_value(state)});
    }
    return state;
}

}  // namespace sp

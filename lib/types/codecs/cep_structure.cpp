#include "types/codecs/cep_structure.hpp"

#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "types/snapshots/snapshot_table.hpp"

namespace sp::codec {
namespace {

using enum TypeKind;

/// A type that has the name of the serializer `of`, for messages about values at fault.
std::shared_ptr<Type> make(TypeKind kind, TypeKind of, std::vector<TypePtr> nested = {}) {
    auto type = std::make_shared<Type>();
    type->kind = kind;
    type->snapshot_class = find_snapshot_class(of)->name;
    type->nested = std::move(nested);
    return type;
}

TypePtr simple(TypeKind kind) { return make(kind, kind); }

TypePtr object(TypeKind of, std::initializer_list<std::pair<std::string_view, TypePtr>> parts) {
    auto type = make(kTuple, of);
    for (const auto& [name, part] : parts) {
        type->nested.push_back(part);
        type->field_names.emplace_back(name);
    }
    return type;
}

/// Behind a byte that is 1 if there is a value.
TypePtr optional(TypeKind of, TypePtr value) {
    auto type = make(kNullable, of, {std::move(value)});
    type->flag = true;
    return type;
}

struct Structures {
    TypePtr event_id = object(kEventId, {{"id", simple(kInt)}, {"timestamp", simple(kLong)}});
    TypePtr node_id = optional(kNodeId, object(kNodeId, {{"eventId", event_id}, {"pageName", simple(kString)}}));
    TypePtr dewey_number = simple(kDeweyNumber);
    TypePtr edge = object(kSharedBufferEdge, {{"target", node_id}, {"deweyNumber", dewey_number}});
    /// Since 1.13 a node counts the users of each of its edges.
    TypePtr node = make(kList, kSharedBufferNodeV2,
                        {object(kSharedBufferNodeV2, {{"refCounter", simple(kInt)}, {"element", edge}})});
    TypePtr nfa_state = nfa(false);
    TypePtr nfa_state_with_previous = nfa(true);

private:
    TypePtr nfa(bool has_previous_timestamp) const {
        const TypePtr name = simple(kString);
        const TypePtr time = simple(kLong);
        const TypePtr start_event = optional(kNfaState, event_id);
        const TypePtr state = has_previous_timestamp ? object(kNfaState, {{"currentStateName", name},
                                                                          {"previousBufferEntry", node_id},
                                                                          {"version", dewey_number},
                                                                          {"startTimestamp", time},
                                                                          {"previousTimestamp", time},
                                                                          {"startEventID", start_event}})
                                                     : object(kNfaState, {{"currentStateName", name},
                                                                          {"previousBufferEntry", node_id},
                                                                          {"version", dewey_number},
                                                                          {"startTimestamp", time},
                                                                          {"startEventID", start_event}});
        const TypePtr states = make(kList, kNfaState, {state});
        return object(kNfaState, {{"partialMatches", states}, {"completedMatches", states}});
    }
};

/// A kind that is written as one of the structures, if its nested serializers are of these kinds.
bool has_nested(const Type& type, std::initializer_list<TypeKind> kinds);

bool is_usual(const Type& type) {
    switch (type.kind) {
        case kEventId:
        case kDeweyNumber: return true;
        case kNodeId: return has_nested(type, {kEventId});
        case kSharedBufferEdge: return has_nested(type, {kNodeId, kDeweyNumber});
        case kSharedBufferNodeV2: return has_nested(type, {kSharedBufferEdge});
        case kNfaState: return has_nested(type, {kDeweyNumber, kNodeId, kEventId});
        default: return false;
    }
}

bool has_nested(const Type& type, std::initializer_list<TypeKind> kinds) {
    std::size_t i = 0;
    for (const TypeKind kind : kinds) {
        if (i == type.nested.size() || type.nested[i]->kind != kind || !is_usual(*type.nested[i])) {
            return false;
        }
        ++i;
    }
    return i == type.nested.size();
}

const TypePtr& structure(const Structures& all, const Type& type) {
    switch (type.kind) {
        case kEventId: return all.event_id;
        case kNodeId: return all.node_id;
        case kSharedBufferEdge: return all.edge;
        case kSharedBufferNodeV2: return all.node;
        default: return type.flag ? all.nfa_state_with_previous : all.nfa_state;
    }
}

}  // namespace

const Type* cep_structure(const Type& type) {
    switch (type.kind) {
        case kEventId:
        case kNodeId:
        case kSharedBufferEdge:
        case kSharedBufferNodeV2:
        case kNfaState: {
            static const Structures all;
            return is_usual(type) ? structure(all, type).get() : nullptr;
        }
        case kSharedBufferNode: return type.nested.at(0).get();  // up to 1.12: what the list of its edges writes
        default: return nullptr;
    }
}

}  // namespace sp::codec

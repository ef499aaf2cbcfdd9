#pragma once

// Trees of types with other parts.

#include "sp/type.hpp"

namespace sp {

/// The tree with `part`, which is told by its address, replaced. Looks into nested serializers, not into fields.
[[nodiscard]] TypePtr with_part(const TypePtr& tree, const TypePtr& part, const TypePtr& replacement);

/// The part of `renamed`, a tree of the same shape, that stands where `part` does in `tree`; null where it does not stand there.
[[nodiscard]] TypePtr same_part(const TypePtr& tree, const TypePtr& part, const TypePtr& renamed);

/// Whether some part of the type, of its fields or of its subclasses is of the kind.
[[nodiscard]] bool holds_kind(const Type& type, TypeKind kind);

/// `a` with the subclasses of POJOs that only `b` names, behind its own and at any depth: a type for the values of both, which tell
/// such a subclass by its name. Each PojoSerializer keeps a list of those that it has met (PojoSerializerSnapshot,
/// nonRegisteredSubclassSerializers), so that subtasks differ in it; a job that restores them goes on with both. Null if the types
/// differ in more than that, also in what is registered, which values tell by its position.
[[nodiscard]] TypePtr with_subclasses_of(const TypePtr& a, const TypePtr& b);

}  // namespace sp

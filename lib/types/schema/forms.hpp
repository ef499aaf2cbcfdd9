#pragma once

// New types in the form that a version of Flink writes: snapshot class, versions and flags by kind and target.

#include <memory>
#include <vector>

#include "sp/type.hpp"
#include "types/schema/target.hpp"

namespace sp::schema {

/// A type of this kind with the nested types given. UsageError if the target has no such serializer, or if none was
/// chosen and no form suits all versions.
[[nodiscard]] std::shared_ptr<Type> make_type(TypeKind kind, const SchemaTarget& target,
                                              std::vector<TypePtr> nested = {});

/// UsageError if the target has no serializer of the type's kind, or of one nested in it.
void check_target(const Type& type, const SchemaTarget& target);

/// What values of an outer version are like that says nothing else: Type::flag of Row, TwoPhaseCommit, LinkedList and
/// NfaState.
[[nodiscard]] bool default_flag(TypeKind kind, std::int32_t outer_version);

/// From this outer version on the flag can be chosen.
[[nodiscard]] std::int32_t first_version_with_flag(TypeKind kind);

/// The class of which values of the type are, as Class.getName() has it; empty where the type does not tell.
[[nodiscard]] std::string java_class_name(const Type& type);

}  // namespace sp::schema

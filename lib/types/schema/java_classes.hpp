#pragma once

// The Java classes that java<…> knows by name, and what Flink's TypeExtractor makes of them.

#include <optional>
#include <span>
#include <string_view>

#include "sp/type.hpp"

namespace sp::schema {

/// What a class without its type arguments stands for.
struct JavaClassName {
    std::string_view simple;     ///< as programs have it that import the class; empty: it has to be qualified
    std::string_view qualified;  ///< Class.getName()
    TypeKind kind;               ///< kKryo: GenericTypeInfo
};

[[nodiscard]] std::span<const JavaClassName> java_classes();

/// By simple or qualified name; null if there is none.
[[nodiscard]] const JavaClassName* find_java_class(std::string_view name);

/// The kind that the serializer of an interface with so many type arguments has since 2.0, if these are plain classes
/// (NullableMapTypeInfo and so on); kKryo for all others.
[[nodiscard]] TypeKind java_collection_kind(std::string_view qualified, std::size_t arguments);

/// The arity of Tuple1 to Tuple25, by simple or qualified name.
[[nodiscard]] std::optional<std::size_t> tuple_arity(std::string_view name);

}  // namespace sp::schema

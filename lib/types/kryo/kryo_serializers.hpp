#pragma once

// Which serializer Kryo takes for which class, of those that it and Flink bring along.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "types/kryo/kryo_class.hpp"

namespace sp::kryo {

/// Java's wrappers and arrays of primitives: classes that are what they are in any Kryo.
struct BasicClass {
    std::string_view name;
    Body body;
};
[[nodiscard]] const BasicClass* find_basic_class(std::string_view name);
/// The body of a primitive field: 'I', 'J', …
[[nodiscard]] Body primitive_body(char descriptor);

/// Default serializers, by the superclass or interface that they are for, the first that fits first.
struct DefaultBody {
    std::string_view supertype;
    std::optional<Body> kryo2;  ///< nothing: none there
    std::optional<Body> kryo5;
};
[[nodiscard]] std::optional<Body> default_body(std::string_view supertype, Generation generation, std::size_t& rank);

/// Those of flink-scala, for a class with these supertypes.
[[nodiscard]] std::optional<Body> scala_default_body(const std::vector<std::string>& supertypes);

/// The first of FlinkChillPackageRegistrar; those before it are of flink-scala.
inline constexpr std::uint32_t kFirstJavaRegistration = 73;

/// Ids that Flink registers before those of the snapshot.
struct FlinkRegistration {
    std::uint32_t id;
    std::string_view name;
    std::optional<Body> kryo2;  ///< nothing: the default serializer of the class
    std::optional<Body> kryo5;
};
[[nodiscard]] const FlinkRegistration* find_flink_registration(std::uint32_t id);
[[nodiscard]] const FlinkRegistration* find_flink_registration(std::string_view class_name);

/// What a serializer class that a job has registered writes; nothing if it is not known.
[[nodiscard]] std::optional<Body> body_of_serializer(std::string_view serializer_class, Generation generation);

/// Classes of the JDK that are found nowhere but have a default serializer: of time zones, of character sets.
[[nodiscard]] std::optional<Body> hidden_class_body(std::string_view class_name, Generation generation);

[[nodiscard]] TimeForm time_form(std::string_view class_name);
[[nodiscard]] Show show_of(std::string_view class_name);

}  // namespace sp::kryo

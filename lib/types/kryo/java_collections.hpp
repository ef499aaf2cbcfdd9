#pragma once

// What the collections and maps of java.util can hold, and when two objects are equal to Java: what KryoEncoder refuses, since the
// job could not read it or would silently have less than the rows say.

#include <string>
#include <string_view>

#include "types/kryo/kryo_class.hpp"

namespace sp::kryo {

/// What decides whether two objects of one class are equal.
enum class Equality : std::uint8_t {
    kIdentity,  ///< equals is Object's: no two are equal
    kBytes,     ///< they are written alike
    kText,      ///< their texts stand for the same: append_text_identity
    kList,      ///< of their parts, in order
    kSet,       ///< of their parts, in any order
    kMap,
};

/// What a class can hold when it is made without a comparator.
struct ContainerRules {
    bool holds_null = true;        ///< as an element, of maps as a key
    bool holds_null_value = true;  ///< maps
    bool is_sorted = false;        ///< its elements or keys are of one class, which is Comparable
    bool is_by_identity = false;   ///< maps: equal keys can be two
};

/// For a class of java.util. One that is not known holds anything.
[[nodiscard]] ContainerRules container_rules(std::string_view class_name);

/// Whether Kryo can make an object of the class and add what is in it.
[[nodiscard]] bool is_written_by_parts(std::string_view class_name);

/// For what is neither collection nor map.
[[nodiscard]] Equality value_equality(const KryoClass& type);
/// Of a class whose values have Equality::kText, what is the same for texts of equal objects. False if no object is of the text.
[[nodiscard]] bool append_text_identity(std::string& identity, const KryoClass& type, std::string_view text);
/// For a collection: as java.util.List and Set have it, or Object's.
[[nodiscard]] Equality collection_equality(bool is_set, bool is_list);

/// Whether objects of the class can be compared with each other.
[[nodiscard]] bool is_comparable(const KryoClass& type);

}  // namespace sp::kryo

#pragma once

// The Java hashCode of encoded keys, from which Flink derives key groups (java/hash_codes.hpp).
//
// It is computed, without a JVM, for all that has a hash of the content: the basic types, Flink's Value classes, tuples, Row
// (its formula changed in 1.11, 1.12 and 1.13), lists, sets, maps, Either, Scala's tuples, Option and Either, binary data
// of SQL, UUID by Kryo. The hash of a POJO, record or case class is its author's; a recipe says how it was generated:
//
// - fields count in the recipe's `order`: that in which hashCode() takes them, which the snapshot does not tell, since it
//   has them sorted by name. Fields that `order` does not name do not count. Without an order all fields count as they
//   stand in the snapshot; for Lombok the primitive ones first, then the boxed ones, then the others (1.18.30; up
//   to 1.18.12 they counted as declared: name that order).
// - `boxed` names fields of type Boolean, Double … instead of boolean, double …: `lombok` and `31-chain` hash them
//   differently, and Lombok takes them later.
// - Classes within classes hash by the same recipe. Their fields have the names "inner.name", those of a POJO in a tuple
//   "f0.name"; elements of lists and maps add nothing to a name.
// - A subclass inherits hashCode, so that the fields of the base class count, or those that `order` names.
// - Arrays count by their content (Arrays.hashCode or deepHashCode), as generators have it. In a `record` or under `guava`
//   and `scala-product` they have an identity hash, and are refused.
// - A class that extends a tuple is taken to inherit its hashCode; a Row to have its fields by position (those by name only
//   hash their names too, which no snapshot holds).
// - `31-chain` (IntelliJ before its Objects.hash template, and early Kotlin) takes a boolean as 1 or 0 and 0.0 as -0.0;
//   `objects-hash` is Eclipse's too.

#include <cstdint>
#include <optional>

#include "sp/bytes.hpp"
#include "state/key_hash_plan.hpp"

namespace sp {

class KeyHasher {
public:
    /// UnsupportedError, before any key is looked at, for types with an identity hash and where a recipe is missing;
    /// UsageError where the recipe names a field that is not there. `version` is that of the Flink which has hashed the
    /// keys, or will: the hash of Row depends on it, and Kryo's bytes.
    KeyHasher(const TypePtr& key, const std::optional<SchemaHash>& recipe, FlinkVersion version)
        : plan_(compile_hash(*key, recipe, version)) {}

    /// hashCode() of the object that these bytes stand for. InputError for bytes that are no value of the type, and for
    /// null, which is no key; UnsupportedError for a value of a subclass whose serializer is not known. Safe to call from
    /// several threads.
    [[nodiscard]] std::int32_t hash(Bytes key) const;

private:
    HashNode plan_;
};

/// Whether the key's hash is that of a user's class somewhere.
[[nodiscard]] bool needs_recipe(const Type& key);

/// A version of Flink under which the key has the hash that it has under all that can have written its serializer's
/// snapshot. Nothing if they differ: for rows of 1.11 to 1.14, and for what Kryo writes.
[[nodiscard]] std::optional<FlinkVersion> version_of_hash(const Type& key);

}  // namespace sp

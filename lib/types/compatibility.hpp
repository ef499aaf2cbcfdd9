#pragma once

// What Flink does with state when the serializer of a job is not the one that wrote it: TypeSerializerSnapshot's
// resolveSchemaCompatibility of each family. One table over the kinds of serializers says how each is judged.

#include <cstdint>
#include <string>
#include <string_view>

#include "sp/flink_version.hpp"
#include "sp/type.hpp"

namespace sp {

/// From good to bad.
enum class Compatibility : std::uint8_t {
    kAsIs,          ///< also where Flink reconfigures the new serializer: the bytes stay
    kUnknown,       ///< decided by what a savepoint does not hold: the job's own classes
    kMigratable,    ///< values are read by the old serializer and written by the new one
    kIncompatible,  ///< Flink refuses it, or cannot read the snapshot, or would read nonsense
};

/// "as is", "unknown", "migratable", "incompatible".
[[nodiscard]] std::string_view name_of(Compatibility compatibility);

struct TypeVerdict {
    Compatibility compatibility = Compatibility::kAsIs;  ///< of the worst part
    std::string path;                                    ///< of the first part that is so: "", ".f1", "[].name"
    std::string reason;                                  ///< empty: as is
};

/// What becomes of values of `stored` in a job of Flink `target` that declares `expected`, as values of a state: keys and
/// namespaces are never migrated, which is for the caller to know.
[[nodiscard]] TypeVerdict judge_type(const Type& stored, const Type& expected, FlinkVersion target);

/// Whether the kind has a rule of its own, beside the common ones for simple and for composite snapshots.
[[nodiscard]] bool has_compatibility_rule(TypeKind kind);

}  // namespace sp

#pragma once

// The one table of serializer snapshot classes: what each is called, how its snapshot is laid out, and the TypeKind that it
// gives. A new serializer is a line here, a line in the table of schema words and one in the table of codecs.

#include <cstdint>
#include <span>
#include <string_view>

#include "sp/type.hpp"
#include "types/snapshots/snapshot_bodies.hpp"

namespace sp {

enum class SnapshotForm : std::uint8_t {
    kSimple,     ///< SimpleTypeSerializerSnapshot: nothing but the class
    kComposite,  ///< CompositeTypeSerializerSnapshot: an outer body and a block of nested snapshots
    kOwn,        ///< a body of its own
};

inline constexpr int kAnyNested = -1;

struct SnapshotClass {
    std::string_view name;
    TypeKind kind;
    SnapshotForm form;
    int first_version;   ///< accepted versions; of the outer snapshot for composites
    int last_version;    ///< the newest, which is written for new types
    int nested;          ///< number of nested snapshots, or kAnyNested
    ReadBody read_body;  ///< null: empty
    WriteBody write_body;
};

[[nodiscard]] std::span<const SnapshotClass> snapshot_classes();

/// Null if the class is not in the table.
[[nodiscard]] const SnapshotClass* find_snapshot_class(std::string_view name);

/// The class whose name is this one but for one character, which is damage; a digit for another may be a later version. Null if
/// there is none.
[[nodiscard]] const SnapshotClass* find_snapshot_class_but_one(std::string_view name);

/// The first line of the kind: the class that new types of it are written with. Null for kUnknown.
[[nodiscard]] const SnapshotClass* find_snapshot_class(TypeKind kind);

}  // namespace sp

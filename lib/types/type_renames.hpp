#pragma once

// Types with other class names: what serializer snapshots say of classes, at any depth. Flink compares the names in a snapshot
// with those of the job's serializers (types/compatibility.hpp), so that state whose class has moved is restored as it is once
// the snapshot has the new name.

#include <set>
#include <string>

#include "java/class_renames.hpp"
#include "java/object_stream_renames.hpp"
#include "sp/type.hpp"

namespace sp {

/// The type as its snapshot with the new names would be read; the very type if it names no such class. Null stays null.
/// UnsupportedError where the snapshot of a class that is not known may name one.
[[nodiscard]] TypePtr with_renamed_classes(const TypePtr& type, const java::ClassRenames& renames,
                                           java::RenameCounts& counts);

/// The classes that the type names, without those of Java and Flink.
void add_class_names(const TypePtr& type, std::set<std::string>& names);

/// Whether values can hold the name of a class, or cannot be looked into.
[[nodiscard]] bool can_name_classes(const TypePtr& type);

}  // namespace sp

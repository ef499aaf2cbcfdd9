#pragma once

// Other class names in Java serialization streams: in class descriptors, the signatures of fields, the interfaces of proxies.
// Strings stay, even if they spell the name of a class; but for the keys of a KryoSerializer's registrations, by which Flink
// compares serializers.

#include <cstdint>
#include <set>
#include <string>

#include "java/class_renames.hpp"
#include "java/object_stream.hpp"

namespace sp::java {

/// What a renaming has met.
struct RenameCounts {
    std::uint64_t names = 0;  ///< places in which a class got its new name
    /// Serializable classes, by their old names, whose serialVersionUID stands beside the name.
    std::set<std::string> with_suid;

    void add(const RenameCounts& other) {
        names += other.names;
        with_suid.insert(other.with_suid.begin(), other.with_suid.end());
    }
};

/// A stream of one object, and nothing behind it, with other names. InputError, UnsupportedError as of read_object_stream.
[[nodiscard]] ByteVector with_renamed_classes(Bytes stream, const ClassRenames& renames, RenameCounts& counts);

}  // namespace sp::java

#pragma once

// What a schema is read for: the forms that serializer snapshots have in one version of Flink.

#include <optional>

#include "sp/flink_version.hpp"

namespace sp {

/// Without a version: the newest forms that Flink 1.13 to 2.3 all read.
struct SchemaTarget {
    std::optional<FlinkVersion> flink_version;
};

}  // namespace sp

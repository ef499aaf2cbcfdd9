#pragma once

// The Java class of the serializer behind a snapshot, as messages and rows name it.

#include <string>

#include "sp/type.hpp"

namespace sp {

/// The snapshot class without "$…Snapshot" or "Snapshot": "org.apache.flink.…kryo.KryoSerializer".
[[nodiscard]] std::string serializer_class(const Type& type);

}  // namespace sp

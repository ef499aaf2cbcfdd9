#pragma once

// What a schema is read for: the forms that serializer snapshots have in one version of Flink.

#include <memory>
#include <optional>

#include "sp/flink_version.hpp"
#include "types/kryo/kryo_context.hpp"

namespace sp {

/// Without a version: the newest forms that Flink 1.13 to 2.3 all read.
struct SchemaTarget {
    std::optional<FlinkVersion> flink_version;
    std::shared_ptr<const java::ClassPath> class_path = {};  ///< null: the JDK's classes

    /// What Kryo's values are written by.
    [[nodiscard]] kryo::KryoContext kryo_context() const {
        constexpr FlinkVersion kFirstWithKryo5 = {2, 0};
        const auto generation = !flink_version                      ? kryo::Generation::kUnknown
                                : *flink_version >= kFirstWithKryo5 ? kryo::Generation::kKryo5
                                                                    : kryo::Generation::kKryo2;
        return {generation, flink_version.has_value(), class_path};
    }
};

}  // namespace sp

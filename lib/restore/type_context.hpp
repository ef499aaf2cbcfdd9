#pragma once

// What a snapshot says of the values in it beyond their serializers' snapshots.

#include "metadata/snapshot_location.hpp"
#include "types/kryo/kryo_context.hpp"

namespace sp {

/// For the types in the snapshot's headers.
[[nodiscard]] inline kryo::KryoContext type_context(const Snapshot& snapshot) {
    // Flink 2.x has another Kryo, and versions of metadata of its own. Older versions can be written for it too, by tools.
    constexpr std::int32_t kFirstOfFlink2 = 5;
    const bool is_flink2 = snapshot.metadata.version >= kFirstOfFlink2;
    return {is_flink2 ? kryo::Generation::kKryo5 : kryo::Generation::kKryo2, is_flink2, snapshot.classes};
}

}  // namespace sp

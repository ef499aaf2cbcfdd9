#pragma once

// What KafkaSource keeps: splits in the readers' state (KafkaPartitionSplitSerializer, version 0) and which partitions have
// been found and assigned in the coordinator's (KafkaSourceEnumStateSerializer, versions 0 to 3); DynamicKafkaSource has both
// for each cluster (version 1). Written as well as read, so that offsets can be changed.
//
//     split             UTF topic, i32 partition, i64 starting offset, i64 stopping offset
//     enumerator 0      i32 subtasks, i32 split version, each: i32 subtask, i32 count, each: i32 length, split
//     enumerator 1      i32 count, each: UTF topic, i32 partition; all of them are assigned
//     enumerator 2      i32 count, each: UTF topic, i32 partition, i32 status; bool initial discovery finished
//     enumerator 3      i32 count, i32 split version, each: i32 length, split, i32 status; bool initial discovery finished
//     dynamic split     UTF cluster, i32 split version, split
//     dynamic enumerator
//                       i32 streams, each: UTF id, i32 clusters, each: UTF cluster, i32 topics, each UTF, UTF bootstrap servers;
//                       i32 enumerator version, i32 clusters, each: UTF cluster, i32 length, enumerator

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "io/byte_writer.hpp"
#include "types/connectors/versioned_bytes.hpp"

namespace sp::connectors {

struct KafkaSplit {
    static constexpr std::int64_t kLatest = -1;
    static constexpr std::int64_t kEarliest = -2;
    static constexpr std::int64_t kCommitted = -3;
    /// As a stopping offset: goes on for ever. As a starting offset, of enumerators of version 3 only: not known, since
    /// it comes from an older version.
    static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::min();

    std::string topic;
    std::int32_t partition = 0;
    std::int64_t starting_offset = kNone;
    std::int64_t stopping_offset = kNone;

    bool operator==(const KafkaSplit&) const = default;
};

struct KafkaEnumerator {
    struct Subtask {
        std::int32_t subtask = 0;
        std::vector<KafkaSplit> splits;

        bool operator==(const Subtask&) const = default;
    };
    struct Partition {
        KafkaSplit split;         ///< versions 1, 2: without offsets
        std::int32_t status = 0;  ///< version 1: always assigned

        bool operator==(const Partition&) const = default;
    };
    static constexpr std::int32_t kAssigned = 0;
    static constexpr std::int32_t kUnassigned = 1;

    std::int32_t version = 0;
    std::vector<Subtask> subtasks;           ///< version 0
    std::vector<Partition> partitions;       ///< the other versions
    bool initial_discovery_finished = true;  ///< versions 2, 3

    bool operator==(const KafkaEnumerator&) const = default;
};

struct DynamicKafkaSplit {
    std::string cluster;
    KafkaSplit split;

    bool operator==(const DynamicKafkaSplit&) const = default;
};

struct DynamicKafkaEnumerator {
    struct Cluster {
        std::string id;
        std::vector<std::string> topics;
        std::string bootstrap_servers;

        bool operator==(const Cluster&) const = default;
    };
    struct Stream {
        std::string id;
        std::vector<Cluster> clusters;

        bool operator==(const Stream&) const = default;
    };
    struct Enumerator {
        std::string cluster;
        KafkaEnumerator state;

        bool operator==(const Enumerator&) const = default;
    };
    std::vector<Stream> streams;
    std::int32_t enumerator_version = 0;
    std::vector<Enumerator> enumerators;

    bool operator==(const DynamicKafkaEnumerator&) const = default;
};

// Each is an InputError where the bytes are of another version or format.
[[nodiscard]] KafkaSplit read_kafka_split(std::int32_t version, BoundedReader& in);
[[nodiscard]] KafkaEnumerator read_kafka_enumerator(std::int32_t version, BoundedReader& in);
[[nodiscard]] DynamicKafkaSplit read_dynamic_kafka_split(std::int32_t version, BoundedReader& in);
[[nodiscard]] DynamicKafkaEnumerator read_dynamic_kafka_enumerator(std::int32_t version, BoundedReader& in);

// The payload in the version that it was read in.
void write(ByteWriter& out, const KafkaSplit& split);
void write(ByteWriter& out, const KafkaEnumerator& enumerator);
void write(ByteWriter& out, const DynamicKafkaSplit& split);
void write(ByteWriter& out, const DynamicKafkaEnumerator& enumerator);

}  // namespace sp::connectors

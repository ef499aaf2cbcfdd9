#include "types/connectors/kafka_source.hpp"

#include <algorithm>

#include "java/modified_utf8.hpp"

namespace sp::connectors {
namespace {

constexpr std::int32_t kSplitVersion = 0;
constexpr std::int32_t kDynamicVersion = 1;
constexpr std::size_t kSmallestPartition = 2 + 4;

/// Topics as Kafka lets them be named.
bool is_topic(std::string_view name) {
    constexpr std::size_t kLongest = 249;
    const auto is_legal = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
               c == '-';
    };
    return !name.empty() && name.size() <= kLongest && name != "." && name != ".." &&
           std::ranges::all_of(name, is_legal);
}

void read_partition(BoundedReader& in, KafkaSplit& split) {
    split.topic = java::read_utf(in, "topic");
    expect(in, "topic", is_topic(split.topic));
    split.partition = in.i32("partition");
    expect(in, "partition", split.partition >= 0);
}

bool is_starting_offset(std::int64_t offset) { return offset >= KafkaSplit::kCommitted; }
bool is_stopping_offset(std::int64_t offset) {
    return (offset >= KafkaSplit::kCommitted && offset != KafkaSplit::kEarliest) || offset == KafkaSplit::kNone;
}

enum class Start { kKnown, kMayBeNone };

KafkaSplit read_split(BoundedReader& in, Start start) {
    KafkaSplit split;
    read_partition(in, split);
    split.starting_offset = in.i64("starting offset");
    expect(in, "starting offset",
           is_starting_offset(split.starting_offset) ||
               (start == Start::kMayBeNone && split.starting_offset == KafkaSplit::kNone));
    split.stopping_offset = in.i64("stopping offset");
    expect(in, "stopping offset", is_stopping_offset(split.stopping_offset));
    return split;
}

KafkaSplit read_sized_split(BoundedReader& in, Start start) {
    BoundedReader bytes(in.length_prefixed("split"), in.source());
    KafkaSplit split = read_split(bytes, start);
    bytes.expect_end("split");
    return split;
}

void read_subtasks(BoundedReader& in, KafkaEnumerator& enumerator) {
    const std::int32_t count = in.i32("subtasks");
    expect(in, "split version", in.i32("split version") == kSplitVersion);
    expect(in, "subtasks", count >= 0 && static_cast<std::size_t>(count) <= in.remaining() / 8);
    for (std::int32_t i = 0; i < count; ++i) {
        KafkaEnumerator::Subtask& subtask = enumerator.subtasks.emplace_back();
        subtask.subtask = in.i32("subtask");
        expect(in, "subtask", subtask.subtask >= 0);
        const std::size_t splits = in.count("splits", 4);
        for (std::size_t j = 0; j < splits; ++j) {
            subtask.splits.push_back(read_sized_split(in, Start::kKnown));
        }
    }
}

std::int32_t read_status(BoundedReader& in) {
    const std::int32_t status = in.i32("assignment status");
    expect(in, "assignment status", status == KafkaEnumerator::kAssigned || status == KafkaEnumerator::kUnassigned);
    return status;
}

void read_partitions(BoundedReader& in, KafkaEnumerator& enumerator) {
    const std::size_t count = in.count("partitions", enumerator.version == 3 ? 0 : kSmallestPartition);
    if (enumerator.version == 3) {
        expect(in, "split version", in.i32("split version") == kSplitVersion);
        expect(in, "partitions", count <= in.remaining() / 8);
    }
    for (std::size_t i = 0; i < count; ++i) {
        KafkaEnumerator::Partition& partition = enumerator.partitions.emplace_back();
        if (enumerator.version == 3) {
            partition.split = read_sized_split(in, Start::kMayBeNone);
        } else {
            read_partition(in, partition.split);
        }
        partition.status = enumerator.version == 1 ? KafkaEnumerator::kAssigned : read_status(in);
    }
    if (enumerator.version >= 2) {
        enumerator.initial_discovery_finished = in.boolean("initial discovery finished");
    }
}

void write_partition(ByteWriter& out, const KafkaSplit& split) {
    java::write_utf(out, split.topic);
    out.i32(split.partition);
}

template <class T>
void write_sized(ByteWriter& out, const T& content) {
    ByteWriter bytes;
    write(bytes, content);
    out.length_prefixed(bytes.view());
}

std::string read_name(BoundedReader& in, std::string_view what) {
    std::string name = java::read_utf(in, what);
    expect(in, what, !name.empty());
    return name;
}

DynamicKafkaEnumerator::Cluster read_cluster(BoundedReader& in) {
    DynamicKafkaEnumerator::Cluster cluster;
    cluster.id = read_name(in, "cluster");
    const std::size_t topics = in.count("topics", 2);
    for (std::size_t i = 0; i < topics; ++i) {
        cluster.topics.push_back(java::read_utf(in, "topic"));
        expect(in, "topic", is_topic(cluster.topics.back()));
    }
    cluster.bootstrap_servers = java::read_utf(in, "bootstrap servers");
    return cluster;
}

}  // namespace

KafkaSplit read_kafka_split(std::int32_t version, BoundedReader& in) {
    expect(in, "split version", version == kSplitVersion);
    return read_split(in, Start::kKnown);
}

KafkaEnumerator read_kafka_enumerator(std::int32_t version, BoundedReader& in) {
    expect(in, "enumerator version", version >= 0 && version <= 3);
    KafkaEnumerator enumerator;
    enumerator.version = version;
    if (version == 0) {
        read_subtasks(in, enumerator);
    } else {
        read_partitions(in, enumerator);
    }
    return enumerator;
}

DynamicKafkaSplit read_dynamic_kafka_split(std::int32_t version, BoundedReader& in) {
    expect(in, "split version", version == kDynamicVersion);
    DynamicKafkaSplit split;
    split.cluster = read_name(in, "cluster");
    split.split = read_kafka_split(in.i32("split version"), in);
    return split;
}

DynamicKafkaEnumerator read_dynamic_kafka_enumerator(std::int32_t version, BoundedReader& in) {
    expect(in, "enumerator version", version == kDynamicVersion);
    DynamicKafkaEnumerator enumerator;
    const std::size_t streams = in.count("streams", 2 + 4);
    for (std::size_t i = 0; i < streams; ++i) {
        DynamicKafkaEnumerator::Stream& stream = enumerator.streams.emplace_back();
        stream.id = read_name(in, "stream");
        const std::size_t clusters = in.count("clusters", 2 + 4 + 2);
        for (std::size_t j = 0; j < clusters; ++j) {
            stream.clusters.push_back(read_cluster(in));
        }
    }
    enumerator.enumerator_version = in.i32("enumerator version");
    const std::size_t clusters = in.count("clusters", 2 + 4);
    for (std::size_t i = 0; i < clusters; ++i) {
        DynamicKafkaEnumerator::Enumerator& cluster = enumerator.enumerators.emplace_back();
        cluster.cluster = read_name(in, "cluster");
        BoundedReader bytes(in.length_prefixed("enumerator"), in.source());
        cluster.state = read_kafka_enumerator(enumerator.enumerator_version, bytes);
        bytes.expect_end("enumerator");
    }
    return enumerator;
}

void write(ByteWriter& out, const KafkaSplit& split) {
    write_partition(out, split);
    out.i64(split.starting_offset);
    out.i64(split.stopping_offset);
}

void write(ByteWriter& out, const KafkaEnumerator& enumerator) {
    out.count(enumerator.version == 0 ? enumerator.subtasks.size() : enumerator.partitions.size());
    if (enumerator.version == 0 || enumerator.version == 3) {
        out.i32(kSplitVersion);
    }
    for (const KafkaEnumerator::Subtask& subtask : enumerator.subtasks) {
        out.i32(subtask.subtask);
        out.count(subtask.splits.size());
        for (const KafkaSplit& split : subtask.splits) {
            write_sized(out, split);
        }
    }
    for (const KafkaEnumerator::Partition& partition : enumerator.partitions) {
        if (enumerator.version == 3) {
            write_sized(out, partition.split);
        } else {
            write_partition(out, partition.split);
        }
        if (enumerator.version >= 2) {
            out.i32(partition.status);
        }
    }
    if (enumerator.version >= 2) {
        out.boolean(enumerator.initial_discovery_finished);
    }
}

void write(ByteWriter& out, const DynamicKafkaSplit& split) {
    java::write_utf(out, split.cluster);
    out.i32(kSplitVersion);
    write(out, split.split);
}

void write(ByteWriter& out, const DynamicKafkaEnumerator& enumerator) {
    out.count(enumerator.streams.size());
    for (const DynamicKafkaEnumerator::Stream& stream : enumerator.streams) {
        java::write_utf(out, stream.id);
        out.count(stream.clusters.size());
        for (const DynamicKafkaEnumerator::Cluster& cluster : stream.clusters) {
            java::write_utf(out, cluster.id);
            out.count(cluster.topics.size());
            for (const std::string& topic : cluster.topics) {
                java::write_utf(out, topic);
            }
            java::write_utf(out, cluster.bootstrap_servers);
        }
    }
    out.i32(enumerator.enumerator_version);
    out.count(enumerator.enumerators.size());
    for (const DynamicKafkaEnumerator::Enumerator& cluster : enumerator.enumerators) {
        java::write_utf(out, cluster.cluster);
        write_sized(out, cluster.state);
    }
}

}  // namespace sp::connectors

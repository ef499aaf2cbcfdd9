#pragma once

// Where Kafka's partitions are read from, in what sources keep: splits in the readers' state and what the enumerator knows in
// the coordinator's (KafkaSource, DynamicKafkaSource, either of them inside a HybridSource), and the union state of the older
// FlinkKafkaConsumer. All can be written with other offsets and more partitions.

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "sp/entry.hpp"
#include "types/connectors/kafka_source.hpp"

namespace sp::connectors {

struct KafkaPartition {
    std::string cluster;  ///< DynamicKafkaSource only, else empty
    std::string topic;
    std::int32_t partition = 0;

    auto operator<=>(const KafkaPartition&) const = default;
};

struct KafkaOffset {
    KafkaPartition where;
    /// The first record that will be read, or one of KafkaSplit's marks; nothing: the source's own rule decides.
    std::optional<std::int64_t> offset;
    std::optional<std::int64_t> stopping_offset;  ///< nothing: it goes on for ever
};

/// An element of SourceReaderState; nothing if it is no split of Kafka's.
[[nodiscard]] std::optional<KafkaOffset> read_kafka_offset(Bytes element);
/// The same split with another offset; the stopping offset stays if `offset` has none.
[[nodiscard]] ByteVector with_kafka_offset(Bytes element, const KafkaOffset& offset);
/// A new one.
[[nodiscard]] ByteVector make_kafka_element(const KafkaOffset& offset);

/// The state of a coordinator whose enumerator is Kafka's.
class KafkaCoordinator {
public:
    /// Nothing if it is of another source.
    [[nodiscard]] static std::optional<KafkaCoordinator> read(Bytes state);

    struct Partition {
        KafkaPartition where;
        bool is_assigned = true;
        /// As far as it is kept here, which readers have of all that are assigned.
        std::optional<std::int64_t> offset;
        std::optional<std::int64_t> stopping_offset;
    };
    [[nodiscard]] std::vector<Partition> partitions() const;
    [[nodiscard]] bool is_hybrid() const { return !hybrids_.empty(); }
    [[nodiscard]] bool has_clusters() const { return std::holds_alternative<DynamicKafkaEnumerator>(enumerator_); }
    /// Whether DynamicKafkaSource has such a cluster; else true.
    [[nodiscard]] bool knows_cluster(const std::string& cluster) const;

    /// Whether the partition is one that no reader has yet and whose offset is kept here.
    [[nodiscard]] bool keeps_offset(const KafkaPartition& where) const;
    /// Other offsets of a partition, where they are kept.
    void set(const KafkaOffset& offset);
    /// The partition is known, and assigned: so it is not found anew, to be read from where the source begins. `subtask` counts
    /// for enumerators of version 0 only.
    void assign(const KafkaOffset& offset, std::int32_t subtask);

    [[nodiscard]] ByteVector bytes() const;

private:
    KafkaCoordinator() = default;

    KafkaEnumerator* enumerator_of(const KafkaPartition& where);
    [[nodiscard]] ByteVector payload() const;

    /// A HybridSource around it.
    struct Hybrid {
        std::int32_t version = 0;
        std::int32_t source_index = 0;
    };
    std::int32_t version_ = 0;  ///< of SourceCoordinator's form
    std::vector<Hybrid> hybrids_;
    std::int32_t payload_version_ = 0;
    std::variant<KafkaEnumerator, DynamicKafkaEnumerator> enumerator_;
};

/// FlinkKafkaConsumer (Flink 1.x): union state of Tuple2<KafkaTopicPartition, Long>, where the number is that of the last record
/// read. In KafkaOffset it is the next, as in all others.
[[nodiscard]] bool is_legacy_kafka_state(const StateDescriptor& state);
/// InputError for what FlinkKafkaConsumer does not write.
[[nodiscard]] KafkaOffset read_legacy_kafka_offset(Bytes element);
[[nodiscard]] ByteVector with_legacy_kafka_offset(Bytes element, const KafkaOffset& offset);
/// Of another partition; `like`: an element of the same state.
[[nodiscard]] ByteVector make_legacy_kafka_element(Bytes like, const KafkaOffset& offset);

}  // namespace sp::connectors

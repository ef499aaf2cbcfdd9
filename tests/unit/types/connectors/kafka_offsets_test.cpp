// Offsets in what the Kafka connector wrote: found, changed, and what is not an offset stays to the byte.

#include "types/connectors/kafka_offsets.hpp"

#include <fstream>

#include "catch.hpp"
#include "sp/error.hpp"
#include "types/connectors/connector_samples.hpp"
#include "types/connectors/source_states.hpp"

using namespace sp;
using namespace sp::connectors;
using namespace sp::test;

namespace {

KafkaOffset with(KafkaOffset offset, std::int64_t number) {
    offset.offset = number;
    return offset;
}

const KafkaCoordinator::Partition* find(const std::vector<KafkaCoordinator::Partition>& all,
                                        const KafkaPartition& where) {
    for (const KafkaCoordinator::Partition& partition : all) {
        if (partition.where == where) {
            return &partition;
        }
    }
    return nullptr;
}

/// The enumerator in the state of a coordinator: its version, and how many partitions of which status it has.
struct Counts {
    int elements = 0;
    int dynamic = 0;
    int coordinators = 0;
    int unassigned = 0;
    int with_offsets = 0;
};

}  // namespace

TEST_CASE("elements of readers' state") {
    Counts counts;
    for (const std::string& file : connector_files()) {
        for (const ConnectorSample& sample : connector_samples(file)) {
            if (sample.state != "SourceReaderState") {
                continue;
            }
            const std::optional<KafkaOffset> found = read_kafka_offset(sample.bytes);
            const bool is_kafka = sample.view.find("\"topic\"") != std::string::npos;
            REQUIRE(found.has_value() == is_kafka);
            if (!found) {
                continue;
            }
            ++counts.elements;
            counts.dynamic += found->where.cluster.empty() ? 0 : 1;
            CAPTURE(sample.view);
            CHECK(sample.view.find("\"topic\":\"" + found->where.topic +
                                   "\",\"partition\":" + std::to_string(found->where.partition)) != std::string::npos);
            CHECK(with_kafka_offset(sample.bytes, *found) == sample.bytes);
            KafkaOffset only_offset{found->where, 4711, std::nullopt};
            const ByteVector changed = with_kafka_offset(sample.bytes, only_offset);
            CHECK(changed.size() == sample.bytes.size());
            const std::optional<KafkaOffset> again = read_kafka_offset(changed);
            REQUIRE(again);
            CHECK(again->where == found->where);
            CHECK(again->offset == 4711);
            CHECK(again->stopping_offset == found->stopping_offset);
            CHECK(with_kafka_offset(changed, *found) == sample.bytes);
            if (sample.view.find("\"sourceIndex\"") == std::string::npos) {
                CHECK(make_kafka_element(*found) == sample.bytes);
            }
        }
    }
    CHECK(counts.elements > 5);
    CHECK(counts.dynamic > 2);
}

TEST_CASE("enumerators of all versions") {
    Counts counts;
    for (const std::string& file : connector_files()) {
        for (const ConnectorSample& sample : connector_samples(file)) {
            if (sample.state != "coordinator") {
                continue;
            }
            std::optional<KafkaCoordinator> coordinator = KafkaCoordinator::read(sample.bytes);
            if (!coordinator) {
                continue;
            }
            ++counts.coordinators;
            CAPTURE(sample.view);
            CHECK(coordinator->bytes() == sample.bytes);
            for (const KafkaCoordinator::Partition& partition : coordinator->partitions()) {
                KafkaCoordinator changed = *coordinator;
                CHECK(changed.keeps_offset(partition.where) == (!partition.is_assigned && partition.offset));
                changed.set({partition.where, 4711, std::nullopt});
                const std::vector<KafkaCoordinator::Partition> after = changed.partitions();
                REQUIRE(find(after, partition.where) != nullptr);
                if (partition.offset) {
                    CHECK(find(after, partition.where)->offset == 4711);
                    changed.set({partition.where, partition.offset, std::nullopt});
                }
                CHECK(changed.bytes() == sample.bytes);
                counts.unassigned += partition.is_assigned ? 0 : 1;
                counts.with_offsets += partition.offset ? 1 : 0;
            }
            const std::string cluster = coordinator->has_clusters() && !coordinator->partitions().empty()
                                            ? coordinator->partitions()[0].where.cluster
                                            : "";
            if (coordinator->has_clusters() && cluster.empty()) {
                continue;
            }
            CHECK(coordinator->knows_cluster(cluster));
            const std::size_t before = coordinator->partitions().size();
            const KafkaOffset added{{cluster, "added-topic", 3}, 99, std::nullopt};
            coordinator->assign(added, 0);
            const std::optional<KafkaCoordinator> again = KafkaCoordinator::read(coordinator->bytes());
            REQUIRE(again);
            CHECK(again->partitions().size() == before + 1);
            REQUIRE(find(again->partitions(), added.where) != nullptr);
            CHECK(again->partitions().size() == coordinator->partitions().size());
        }
    }
    CHECK(counts.coordinators > 10);
    CHECK(counts.unassigned > 2);
    CHECK(counts.with_offsets > 2);
}

TEST_CASE("an unassigned partition is assigned once it has an offset") {
    KafkaEnumerator enumerator;
    enumerator.version = 2;
    enumerator.partitions = {{{"t", 0, KafkaSplit::kNone, KafkaSplit::kNone}, KafkaEnumerator::kUnassigned}};
    ByteWriter payload;
    write(payload, enumerator);
    ByteWriter state;
    state.i32(1);
    state.i32(2);
    state.length_prefixed(payload.view());
    std::optional<KafkaCoordinator> coordinator = KafkaCoordinator::read(state.view());
    REQUIRE(coordinator);
    CHECK_FALSE(coordinator->partitions()[0].is_assigned);
    coordinator->assign({{"", "t", 0}, 5, std::nullopt}, 0);
    REQUIRE(coordinator->partitions().size() == 1);
    CHECK(coordinator->partitions()[0].is_assigned);
    CHECK_FALSE(coordinator->partitions()[0].offset);  // version 2 keeps none
}

TEST_CASE("FlinkKafkaConsumer counts the last record, files of offsets the next") {
    std::ifstream in(std::string(SP_FIXTURES) + "/connectors/legacy-kafka.tsv");
    int count = 0;
    for (std::string line; std::getline(in, line);) {
        std::vector<std::string> parts;
        std::istringstream fields(line);
        for (std::string part; std::getline(fields, part, '\t');) {
            parts.push_back(part);
        }
        if (parts[0] != "topic-partition-offset-states") {
            continue;
        }
        ++count;
        const ByteVector bytes = text::parse_base64(parts[2]).value();
        const KafkaOffset found = read_legacy_kafka_offset(bytes);
        CAPTURE(line);
        CHECK(parts[3].find("\"topic\":\"" + found.where.topic + "\"") != std::string::npos);
        CHECK(parts[3].find("\"partition\":" + std::to_string(found.where.partition) + ",") != std::string::npos);
        CHECK(parts[3].find("\"f1\":" + std::to_string(found.offset.value() - 1) + "}") != std::string::npos);
        CHECK(with_legacy_kafka_offset(bytes, found) == bytes);
        CHECK(read_legacy_kafka_offset(with_legacy_kafka_offset(bytes, with(found, 12))).offset == 12);
        for (const std::int64_t mark : {KafkaSplit::kEarliest, KafkaSplit::kLatest, KafkaSplit::kCommitted}) {
            CHECK(read_legacy_kafka_offset(with_legacy_kafka_offset(bytes, with(found, mark))).offset == mark);
        }
        // Made after another element it is what the connector wrote.
        KafkaOffset other = found;
        other.where = {"", "an-other.topic_with-a-name-that-is-longer-than-the-64-characters-that-kryo-marks", 17};
        CHECK(make_legacy_kafka_element(make_legacy_kafka_element(bytes, other), found) == bytes);
        ByteVector damaged = bytes;
        damaged[3] ^= 1;  // the hash
        CHECK_THROWS_AS(read_legacy_kafka_offset(damaged), InputError);
        damaged.pop_back();
        CHECK_THROWS_AS(read_legacy_kafka_offset(damaged), InputError);
    }
    CHECK(count > 0);
}

TEST_CASE("what is not Kafka's is not taken for it") {
    CHECK_FALSE(read_kafka_offset({}));
    CHECK_FALSE(KafkaCoordinator::read({}));
    const ByteVector garbage(40, 7);
    CHECK_FALSE(read_kafka_offset(garbage));
    CHECK_FALSE(KafkaCoordinator::read(garbage));
}

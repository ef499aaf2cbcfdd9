// What the Kafka connector wrote is read and written back to the byte, and changed offsets are where they should be.

#include "types/connectors/kafka_source.hpp"

#include "catch.hpp"
#include "readable_bytes.hpp"
#include "types/connectors/connector_samples.hpp"
#include "types/connectors/source_states.hpp"

using namespace sp;
using namespace sp::connectors;
using namespace sp::test;

namespace {

template <class T>
ByteVector written(const T& content) {
    ByteWriter out;
    write(out, content);
    return out.take();
}

ByteVector copy(Bytes bytes) { return {bytes.begin(), bytes.end()}; }

/// Of a known format of Kafka how often it came back as it was.
struct RoundTrips {
    int splits = 0;
    int dynamic_splits = 0;
    int enumerators[4] = {};
    int dynamic_enumerators = 0;

    void check(const ConnectorSample& sample) {
        BoundedReader in(sample.bytes, "sample");
        if (sample.state == "SourceReaderState") {
            check(read_split(read_versioned(in)));
        } else if (sample.state == "coordinator") {
            check(read_source_coordinator(in).enumerator);
        }
    }

    void check(const Versioned<Split>& split) {
        REQUIRE(split.content);
        if (const auto* kafka = std::get_if<KafkaSplit>(&*split.content)) {
            CHECK(written(*kafka) == copy(split.bytes));
            ++splits;
        } else if (const auto* dynamic = std::get_if<DynamicKafkaSplit>(&*split.content)) {
            CHECK(written(*dynamic) == copy(split.bytes));
            ++dynamic_splits;
        }
    }

    void check(const Versioned<Enumerator>& enumerator) {
        if (!enumerator.content) {
            return;  // the empty list of a savepoint
        }
        if (const auto* kafka = std::get_if<KafkaEnumerator>(&*enumerator.content)) {
            CHECK(written(*kafka) == copy(enumerator.bytes));
            ++enumerators[kafka->version];
        } else if (const auto* dynamic = std::get_if<DynamicKafkaEnumerator>(&*enumerator.content)) {
            CHECK(written(*dynamic) == copy(enumerator.bytes));
            ++dynamic_enumerators;
        }
    }
};

template <class Read>
auto read_all(std::int32_t version, const ByteVector& bytes, Read&& read) {
    return exactly(bytes, [&](BoundedReader& in) { return read(version, in); });
}

}  // namespace

TEST_CASE("Kafka's splits and enumerators come back as they were", "[connectors]") {
    RoundTrips trips;
    for (const std::string& file : connector_files()) {
        for (const ConnectorSample& sample : connector_samples(file)) {
            trips.check(sample);
        }
    }
    CHECK(trips.splits >= 2);
    CHECK(trips.dynamic_splits >= 2);
    CHECK(trips.enumerators[0] >= 2);
    CHECK(trips.enumerators[1] >= 2);
    CHECK(trips.enumerators[2] >= 2);
    CHECK(trips.dynamic_enumerators >= 2);
}

TEST_CASE("a split of Kafka has its fields", "[connectors]") {
    const ByteVector bytes = readable_bytes("<0003>t-1<0000000700000000000000638000000000000000>");
    auto split = read_all(0, bytes, read_kafka_split);
    REQUIRE(split);
    CHECK(*split == KafkaSplit{"t-1", 7, 99, KafkaSplit::kNone});
    split->starting_offset = 100;
    split->stopping_offset = 200;
    CHECK(written(*split) == readable_bytes("<0003>t-1<00000007000000000000006400000000000000C8>"));
}

TEST_CASE("enumerators of version 3 have the splits", "[connectors]") {
    const ByteVector bytes = readable_bytes(
        "<000000020000000000000019>"
        "<0003>t-1<000000070000000000000063800000000000000000000000>"
        "<000000190003>t-2<00000008800000000000000080000000000000000000000101>");
    const auto enumerator = read_all(3, bytes, read_kafka_enumerator);
    REQUIRE(enumerator);
    REQUIRE(enumerator->partitions.size() == 2);
    CHECK(enumerator->partitions[0].split == KafkaSplit{"t-1", 7, 99, KafkaSplit::kNone});
    CHECK(enumerator->partitions[1].status == KafkaEnumerator::kUnassigned);
    CHECK(written(*enumerator) == bytes);
}

TEST_CASE("what no Kafka connector writes is not taken for its", "[connectors]") {
    const auto is_split = [](std::string_view text) {
        return read_all(0, readable_bytes(text), read_kafka_split).has_value();
    };
    CHECK(is_split("<0001>t<00000000FFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFF>"));
    CHECK_FALSE(is_split("<0001>t<00000000FFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFF00>"));  // a byte behind it
    CHECK_FALSE(is_split("<0001>t<00000000FFFFFFFFFFFFFFFDFFFFFFFFFFFFFF>"));      // one too few
    CHECK_FALSE(is_split("<000000000000FFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFF>"));       // no topic
    CHECK_FALSE(is_split("<0001> <00000000FFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFF>"));    // a topic Kafka does not allow
    CHECK_FALSE(is_split("<0001>t<80000000FFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFF>"));    // partition
    CHECK_FALSE(is_split("<0001>t<00000000FFFFFFFFFFFFFFFCFFFFFFFFFFFFFFFF>"));    // starting offset -4
    CHECK_FALSE(is_split("<0001>t<000000008000000000000000FFFFFFFFFFFFFFFF>"));    // unknown, which readers never have
    CHECK_FALSE(is_split("<0001>t<00000000FFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFE>"));    // stops at the earliest
    CHECK_FALSE(read_all(1, readable_bytes("<0001>t<000000000000000000000000FFFFFFFFFFFFFFFF>"), read_kafka_split));
    CHECK_FALSE(read_all(2, readable_bytes("<000000010001>t<000000000000000201>"), read_kafka_enumerator));
    CHECK_FALSE(read_all(4, readable_bytes("<00000000>"), read_kafka_enumerator));
}

TEST_CASE("counts that nothing follows are no lists", "[connectors]") {
    for (std::int32_t version = 0; version <= 3; ++version) {
        CHECK_FALSE(read_all(version, readable_bytes("<7FFFFFFF00000000>"), read_kafka_enumerator));
        CHECK_FALSE(read_all(version, readable_bytes("<FFFFFFFF00000000>"), read_kafka_enumerator));
    }
    CHECK_FALSE(read_all(1, readable_bytes("<7FFFFFFF>"), read_dynamic_kafka_enumerator));
}

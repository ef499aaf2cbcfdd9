// Which format bytes are of: all that connectors wrote is recognized, and what could be of two formats, or of none, is not.

#include "types/connectors/operator_bytes.hpp"

#include "catch.hpp"
#include "readable_bytes.hpp"
#include "types/connectors/connector_samples.hpp"

using namespace sp;
using namespace sp::connectors;
using namespace sp::test;

namespace {

StateDescriptor bytes_state(const std::string& name, StateKind kind, TypeKind value = TypeKind::kByteArray) {
    StateDescriptor state;
    state.name = name;
    state.kind = kind;
    auto type = std::make_shared<Type>();
    type->kind = value;
    state.value = type;
    return state;
}

bool is_known(const ConnectorSample& sample) {
    BoundedReader in(sample.bytes, "sample");
    if (sample.state == "coordinator") {
        return read_source_coordinator(in).enumerator.content.has_value();
    }
    const VersionedBytes payload = read_versioned(in);
    switch (operator_bytes_of(bytes_state(sample.state, StateKind::kOperatorList)).value()) {
        case OperatorBytes::kSplit: return read_split(payload).content.has_value();
        case OperatorBytes::kWriterState: return read_writer_state(payload).content.has_value();
        case OperatorBytes::kCommitter: return read_sink_committer(payload).content.has_value();
        case OperatorBytes::kBucket: return versioned<BucketState>(payload, read_bucket_state).content.has_value();
        case OperatorBytes::kCompactor:
            return versioned<CompactorRequests>(payload, read_compactor_requests).content.has_value();
        case OperatorBytes::kCommittable:
            return versioned<FileCommittable>(payload, read_file_committable).content.has_value();
        case OperatorBytes::kCoordinator: return false;
    }
    return false;
}

Versioned<Enumerator> enumerator(std::int32_t version, const ByteVector& bytes) {
    return read_enumerator({version, bytes});
}

}  // namespace

TEST_CASE("all that connectors wrote is recognized, and nothing cut off", "[connectors]") {
    for (const std::string& file : connector_files()) {
        for (const ConnectorSample& sample : connector_samples(file)) {
            const bool is_ambiguous = sample.view.find("\"@bytes\"") != std::string::npos;
            INFO(file << ": " << sample.state << ": " << sample.view);
            CHECK(is_known(sample) == !is_ambiguous);
            ConnectorSample shorter = sample;
            shorter.bytes.pop_back();
            CHECK_THROWS_AS(is_known(shorter), InputError);
        }
    }
}

TEST_CASE("the names of states say what their byte arrays are", "[connectors]") {
    using enum StateKind;
    CHECK(operator_bytes_of(bytes_state("SourceReaderState", kOperatorList)) == OperatorBytes::kSplit);
    CHECK(operator_bytes_of(bytes_state("bucket-states", kOperatorUnion)) == OperatorBytes::kBucket);
    CHECK(operator_bytes_of(bytes_state("", kCoordinator)) == OperatorBytes::kCoordinator);
    CHECK_FALSE(operator_bytes_of(bytes_state("SourceReaderState", kOperatorList, TypeKind::kLong)));
    CHECK_FALSE(operator_bytes_of(bytes_state("SourceReaderState", kValue)));
    CHECK_FALSE(operator_bytes_of(bytes_state("SourceReaderState", kBroadcast)));
    CHECK_FALSE(operator_bytes_of(bytes_state("offsets", kOperatorList)));
}

TEST_CASE("what could be of two formats is of none", "[connectors]") {
    // No number left, or no partition found by a KafkaSource of 1.14 to 1.17
    CHECK_FALSE(enumerator(1, readable_bytes("<00000000>")).content);
    CHECK(enumerator(2, readable_bytes("<0000000000>")).content);
    CHECK_FALSE(enumerator(7, readable_bytes("<0000000000>")).content);
}

TEST_CASE("hybrid sources inside each other are read to a depth", "[connectors]") {
    ByteVector bytes = readable_bytes("<0000000000>");
    std::int32_t version = 2;
    for (int depth = 1; depth <= 10; ++depth) {
        ByteWriter out;
        out.i32(3);
        out.i32(version);
        out.length_prefixed(bytes);
        bytes = out.take();
        version = 0;
        CHECK(enumerator(0, bytes).content.has_value() == (depth <= 4));
    }
}

TEST_CASE("a hybrid source has something inside that is known", "[connectors]") {
    CHECK_FALSE(enumerator(0, readable_bytes("<0000000100000009000000020102>")).content);
    CHECK_FALSE(read_split({0, readable_bytes("<000000010001>a<00000009000000020102>")}).content);
}

TEST_CASE("one string is told from numbers", "[connectors]") {
    const auto is_text = [](std::string_view text) {
        const ByteVector bytes = readable_bytes(text);
        return read_writer_state({1, bytes}).content.has_value();
    };
    CHECK(is_text("<000A>kafka-sink"));
    CHECK_FALSE(is_text("<0002>ab"));      // an int
    CHECK_FALSE(is_text("<0006>abcdef"));  // a long
    CHECK_FALSE(is_text("<0003>ab<07>"));
    CHECK_FALSE(is_text("<0000>"));
    CHECK_FALSE(is_text("<0003>abcd"));
}

TEST_CASE("recoverables of other file systems", "[connectors]") {
    const auto hadoop = exactly(readable_bytes("<5E6C43D705000000000000000200000003000000>/a/.b"),
                                [](BoundedReader& in) { return read_recoverable(1, in); });
    REQUIRE(hadoop);
    const auto& file = std::get<FileRecoverable>(*hadoop);
    CHECK(file.is_hadoop);
    CHECK(file.offset == 5);
    CHECK(file.target_file == "/a");
    CHECK(file.temp_file == "/.b");

    const auto s3 = exactly(readable_bytes("<3214769803000000>key<02000000>up<010000000700000004000000>etag"
                                           "<0A0000000000000000000000FFFFFFFFFFFFFFFF>"),
                            [](BoundedReader& in) { return read_recoverable(1, in); });
    REQUIRE(s3);
    const auto& object = std::get<S3Recoverable>(*s3);
    CHECK(object.object_name == "key");
    CHECK(object.upload_id == "up");
    REQUIRE(object.parts.size() == 1);
    CHECK(object.parts[0].number == 7);
    CHECK(object.parts[0].etag == "etag");
    CHECK(object.bytes_in_parts == 10);
    CHECK_FALSE(object.incomplete_object_name);
    CHECK(object.incomplete_object_length == -1);

    CHECK_FALSE(exactly(readable_bytes("<0100000005000000000000000200000003000000>/a/.b"),
                        [](BoundedReader& in) { return read_recoverable(1, in); }));
}

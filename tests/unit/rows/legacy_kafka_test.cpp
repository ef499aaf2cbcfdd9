// State of FlinkKafkaConsumer and FlinkKafkaProducer (tests/fixtures/connectors/legacy-kafka.tsv: snapshots and values that their
// serializers wrote, and what they hold) is decoded without any class of the connector.

#include <fstream>
#include <sstream>

#include "catch.hpp"
#include "rows/json_printing.hpp"
#include "rows/value_bytes.hpp"
#include "types/codecs/skipper.hpp"
#include "types/codecs/text/base64.hpp"
#include "types/snapshots/snapshot_reader.hpp"

using namespace sp;
using namespace sp::test;

TEST_CASE("state of FlinkKafkaConsumer and FlinkKafkaProducer", "[kafka]") {
    std::ifstream in(std::string(SP_FIXTURES) + "/connectors/legacy-kafka.tsv");
    int count = 0;
    for (std::string line; std::getline(in, line); ++count) {
        std::istringstream fields(line);
        std::string state;
        std::string snapshot;
        std::string value;
        std::string json;
        std::getline(fields, state, '\t');
        std::getline(fields, snapshot, '\t');
        std::getline(fields, value, '\t');
        std::getline(fields, json);
        INFO(state << ": " << json);
        const ByteVector snapshot_bytes = text::parse_base64(snapshot).value();
        BoundedReader reader(snapshot_bytes, "snapshot");
        const TypePtr type = read_snapshot(reader, kryo::KryoContext{kryo::Generation::kKryo2, true, nullptr});
        const PaddedBytes bytes(text::parse_base64(value).value());
        const JsonPrinters printers(type);
        CHECK(printers.checked(bytes) == json);
        CHECK(printers.by_events(bytes) == json);
        if (state != "topic-partition-offset-states") {  // Kryo's
            CHECK(printers.bounded(bytes) == json);
            CHECK(rows::encode_json(type, json) == text::parse_base64(value));
        }
        CHECK(codec::Skipper(type).skip(bytes.begin(), bytes.end()) == bytes.end());
    }
    CHECK(count >= 12);
}

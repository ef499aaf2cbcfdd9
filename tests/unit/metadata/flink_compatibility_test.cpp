#include "metadata/flink_compatibility.hpp"

#include "catch.hpp"
#include "metadata_bytes.hpp"

using namespace sp;
using namespace sp::test;

namespace {

std::string writers_of(const SavepointMetadata& metadata) { return to_string(possible_writers(metadata)); }

}  // namespace

TEST_CASE("the Flink versions that write a metadata file") {
    OneSubtask file;
    SECTION("by the metadata version alone") {
        const char* expected[] = {"1.3 to 1.10", "1.11 to 1.15", "1.16 to 1.20", "2.0", "2.1 to 2.3"};
        for (int version = 2; version <= 6; ++version) {
            file.version = version;
            CHECK(writers_of(round_trip(file.bytes())) == expected[version - 2]);
        }
    }
    SECTION("by tags") {
        file.managed_keyed = "07 00000001 00000001 00000000000001F9 06 'b37c9a27' 0000000000000217";
        CHECK(writers_of(round_trip(file.bytes())) == "1.13 to 1.15");
        CHECK(oldest_reader(round_trip(file.bytes())) == FlinkVersion{1, 13});
    }
    SECTION("by channel handles") {
        const std::string body = "00000002 00000001 0000000000000004 000000000000002A 06 'f' 0000000000000217";
        file.input_channels = "00000001 00000003 00000001" + body;
        CHECK(writers_of(round_trip(file.bytes())) == "1.12 to 1.15");
        file.input_channels = "00000001 00000001" + body;
        CHECK(writers_of(round_trip(file.bytes())) == "1.11");
    }
    SECTION("by finished marks") {
        SavepointMetadata metadata = round_trip(file.bytes());
        metadata.operators[0].subtasks[0].is_finished = true;
        CHECK(writers_of(metadata) == "1.14 to 1.15");
    }
    SECTION("of real files") {
        CHECK(writers_of(round_trip(fixture("metadata/1.14.6-incremental"))) == "1.11 to 1.15");
        CHECK(writers_of(round_trip(fixture("metadata/1.20.3-changelog"))) == "1.16 to 1.20");
        CHECK(writers_of(round_trip(fixture("metadata/2.3.0-file-merging"))) == "2.1 to 2.3");
    }
}

TEST_CASE("the metadata version of a Flink version") {
    CHECK(metadata_version_of({1, 3}) == 2);
    CHECK(metadata_version_of({1, 10}) == 2);
    CHECK(metadata_version_of({1, 11}) == 3);
    CHECK(metadata_version_of({1, 16}) == 4);
    CHECK(metadata_version_of({1, 20}) == 4);
    CHECK(metadata_version_of({2, 0}) == 5);
    CHECK(metadata_version_of({2, 3}) == 6);
    CHECK(metadata_version_of({3, 1}) == 6);
    CHECK_THROWS_AS(metadata_version_of({1, 2}), UnsupportedError);
}

#include "catch.hpp"
#include "metadata/metadata_format.hpp"
#include "metadata_bytes.hpp"

using namespace sp;
using namespace sp::test;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string operator_start(int version) {
    return std::string(version >= 5 ? "'' ''" : "") + "1F2B5DF5A66154ACA61FCB26193792BE 00000004 00000080" +
           (version == 2 ? "00000001" : "00");
}

}  // namespace

TEST_CASE("metadata of every version from 2 to 6") {
    for (int version = 2; version <= 6; ++version) {
        CAPTURE(version);
        OneSubtask file;
        file.version = version;
        file.managed_keyed = "07 00000001 00000001 00000000000001F9 06 'b37c9a27' 0000000000000217";
        const SavepointMetadata metadata = round_trip(file.bytes());
        CHECK(metadata.version == version);
        CHECK(metadata.checkpoint_id == 7);
        const OperatorState& op = metadata.operators.at(0);
        CHECK(op.id.hex() == "1f2b5df5a66154aca61fcb26193792be");
        CHECK(op.parallelism == 4);
        CHECK(op.max_parallelism == 128);
        CHECK(op.uid == (version >= 5 ? "CheckpointingSource2" : ""));
        CHECK(op.name == (version >= 5 ? "Map" : ""));
        CHECK(op.subtasks.at(0).index == 3);
        CHECK(metadata.parsed_properties.kind ==
              (version >= 4 ? CheckpointProperties::Kind::kNull : CheckpointProperties::Kind::kAbsent));
    }
}

TEST_CASE("versions say which Flink wrote them") {
    CHECK(to_string(metadata_format::kVersions[0].written_by) == "1.3 to 1.10");
    CHECK(to_string(metadata_format::kVersions[3].written_by) == "2.0");
}

TEST_CASE("versions that are not read are refused, with the Flink that wrote them") {
    CHECK_THROWS_AS(read_metadata(bytes_of("4960672D 00000001"), "f"), UnsupportedError);
    CHECK(contains(reading_error(header(1)), "metadata version 1 was written by Flink 1.1 to 1.2"));
    CHECK_THROWS_AS(read_metadata(header(7), "f"), UnsupportedError);
    CHECK(contains(reading_error(header(7)), "metadata version 7 is newer than version 6"));
    CHECK_THROWS_AS(read_metadata(header(0), "f"), InputError);
    CHECK_THROWS_AS(read_metadata(bytes_of("4960672D FFFFFFFF"), "f"), InputError);
}

TEST_CASE("files that are no metadata are refused by what they are") {
    CHECK(contains(reading_error({}), "the file is empty"));
    CHECK(contains(reading_error(bytes_of("7B0A")), "JSON"));
    CHECK(contains(reading_error(bytes_of("7B0A20202020")), "JSON"));
    CHECK(contains(reading_error(bytes_of("ACED000570")), "Java object stream"));
    CHECK(contains(reading_error(bytes_of("0102030405")), "not the metadata of a Flink savepoint"));
    CHECK_THROWS_AS(read_metadata(bytes_of("4960"), "f"), InputError);
}

TEST_CASE("bytes behind the end are an error") {
    for (int version = 2; version <= 6; ++version) {
        CAPTURE(version);
        OneSubtask file;
        file.version = version;
        CHECK_THROWS_AS(read_metadata(file.bytes() + bytes_of("00"), "f"), InputError);
    }
}

TEST_CASE("finished subtasks and operators are told from those without state") {
    SECTION("a finished subtask has no state") {
        const SavepointMetadata metadata =
            round_trip(header(3) + bytes_of("0000000000000001 00000000 00000001" + operator_start(3) +
                                            "00000002 FFFFFFFC 00000002"
                                            "00000000 00000000 0000 00000000 00000000"));
        const auto& subtasks = metadata.operators.at(0).subtasks;
        REQUIRE(subtasks.size() == 2);
        CHECK(subtasks[0].is_finished);
        CHECK(subtasks[0].index == 3);
        CHECK_FALSE(subtasks[1].is_finished);
        CHECK(subtasks[1].index == 2);
    }
    SECTION("a fully finished operator has no subtasks") {
        for (int version = 3; version <= 6; ++version) {
            CAPTURE(version);
            const std::string end = version >= 4 ? "ACED000570" : "";
            const SavepointMetadata metadata =
                round_trip(header(version) +
                           bytes_of("0000000000000001 00000000 00000001" + operator_start(version) + "FFFFFFFF" + end));
            CHECK(metadata.operators.at(0).is_fully_finished);
            CHECK(metadata.operators.at(0).subtasks.empty());
        }
    }
    SECTION("not in version 2") {
        CHECK_THROWS_AS(
            read_metadata(header(2) + bytes_of("0000000000000001 00000000 00000001" + operator_start(2) + "FFFFFFFF"),
                          "f"),
            InputError);
    }
    SECTION("not with coordinator state") {
        const std::string start = "1F2B5DF5A66154ACA61FCB26193792BE 00000004 00000080 01 'c' 00000001 07";
        CHECK(contains(reading_error(header(3) + bytes_of("0000000000000001 00000000 00000001" + start + "FFFFFFFF")),
                       "fully finished operator cannot have coordinator state"));
    }
}

TEST_CASE("numbers out of range are refused where they stand") {
    const std::string head = "0000000000000001 00000000 00000001 1F2B5DF5A66154ACA61FCB26193792BE";
    SECTION("negative checkpoint id") {
        CHECK(contains(reading_error(header(3) + bytes_of("FFFFFFFFFFFFFFFF 00000000 00000000")), "checkpoint id"));
    }
    SECTION("parallelism above max parallelism") {
        CHECK(contains(reading_error(header(3) + bytes_of(head + "00000005 00000004 00 00000000")),
                       "max parallelism at offset 44: found 4, expected 5 to 32768"));
    }
    SECTION("parallelism 0 and above 32768") {
        CHECK_FALSE(reading_error(header(3) + bytes_of(head + "00000000 00000004 00 00000000")).empty());
        CHECK_FALSE(reading_error(header(3) + bytes_of(head + "00008001 00008001 00 00000000")).empty());
    }
    SECTION("subtask index as high as the parallelism") {
        const std::string tail = "00000004 00000004 00 00000001 00000004 00000000 00000000 0000 00000000 00000000";
        CHECK(contains(reading_error(header(3) + bytes_of(head + tail)), "subtask index"));
    }
    SECTION("more operators than bytes") {
        CHECK(
            contains(reading_error(header(3) + bytes_of("0000000000000001 00000000 7FFFFFFF")), "number of operators"));
    }
}

TEST_CASE("master states are kept, and damaged ones refused") {
    const std::string state = "C96B1696 00000014 00000003 'pravega' 00000003 AABBCC";
    const auto file = [](const std::string& states) {
        return header(3) + bytes_of("0000000000000001 00000001" + states + "00000000");
    };
    const SavepointMetadata metadata = round_trip(file(state));
    REQUIRE(metadata.master_states.size() == 1);
    CHECK(metadata.master_states[0].version == 3);
    CHECK(metadata.master_states[0].name == "pravega");
    CHECK(metadata.master_states[0].payload.size() == 3);
    CHECK(contains(reading_error(file("C96B1697 00000014 00000003 'pravega' 00000003 AABBCC")), "magic"));
    CHECK(contains(reading_error(file("C96B1696 00000013 00000003 'pravega' 00000003 AABBCC")), "length"));
}

TEST_CASE("real metadata: unaligned checkpoint of Flink 2.3") {
    const SavepointMetadata metadata = round_trip(fixture("metadata/2.3.0-unaligned"));
    CHECK(metadata.version == 6);
    CHECK(metadata.checkpoint_id == 3);
    CHECK(metadata.parsed_properties.kind == CheckpointProperties::Kind::kCheckpoint);
    CHECK(metadata.parsed_properties.name == "Checkpoint");
    std::size_t channels = 0;
    for (const OperatorState& op : metadata.operators) {
        CHECK((op.uid.empty() || hash_of_uid(op.uid) == op.id));
        for (const SubtaskState& subtask : op.subtasks) {
            channels += subtask.input_channels.size() + subtask.result_subpartitions.size();
        }
    }
    CHECK(channels > 0);
}

TEST_CASE("real metadata: file merging of Flink 2.3") {
    const SavepointMetadata metadata = round_trip(fixture("metadata/2.3.0-file-merging"));
    std::size_t segments = 0;
    for (const OperatorState& op : metadata.operators) {
        for_each_stream(op, [&](const StreamStateHandle& handle, const StreamPlace&) {
            segments += handle.tag == HandleTag::kSegmentFile ? 1 : 0;
        });
    }
    CHECK(segments > 0);
}

TEST_CASE("real metadata: changelog of Flink 1.20") {
    const SavepointMetadata metadata = round_trip(fixture("metadata/1.20.3-changelog"));
    std::size_t increments = 0;
    for (const OperatorState& op : metadata.operators) {
        for_each_stream(
            op, [&](const StreamStateHandle&, const StreamPlace& place) { increments += place.is_changelog ? 1 : 0; });
    }
    CHECK(increments == 7);
}

TEST_CASE("real metadata: incremental checkpoint of Flink 1.14") {
    const SavepointMetadata metadata = round_trip(fixture("metadata/1.14.6-incremental"));
    CHECK(metadata.version == 3);
    CHECK(metadata.dialect == MetadataDialect::kCurrent);
    std::size_t shared = 0;
    for (const OperatorState& op : metadata.operators) {
        for_each_stream(op, [&](const StreamStateHandle& handle, const StreamPlace& place) {
            if (place.is_shared) {
                ++shared;
                CHECK(place.local_path.ends_with(".sst"));
                CHECK(handle.tag == HandleTag::kFile);
            }
        });
    }
    CHECK(shared > 0);
}

TEST_CASE("real metadata: canonical savepoint of Flink 1.20") {
    const SavepointMetadata metadata = round_trip(fixture("savepoints/1.20.3-keys.h-canon/savepoint/_metadata"));
    CHECK(metadata.parsed_properties.kind == CheckpointProperties::Kind::kSavepoint);
    CHECK(metadata.parsed_properties.format == "CANONICAL");
    CHECK(metadata.parsed_properties.name == "Suspend Savepoint");
    CHECK(metadata.parsed_properties.post_checkpoint_action == "SUSPEND");
    CHECK_FALSE(metadata.parsed_properties.discard_cancelled);
    CHECK(metadata.parsed_properties.forced);
}

TEST_CASE("queries: sizes and inline state") {
    const ByteVector bytes = fixture("savepoints/1.20.3-operator-state.h-canon-inline/savepoint/_metadata");
    const SavepointMetadata metadata = read_metadata(bytes, "_metadata");
    CHECK(inline_size(metadata) > 0);
    std::int64_t total = 0;
    for (const OperatorState& op : metadata.operators) {
        CHECK(state_size(op) == checkpointed_size(op));
        CHECK(inline_size(op) == state_size(op));
        total += state_size(op);
    }
    CHECK(total == inline_size(metadata));
    CHECK(total < static_cast<std::int64_t>(bytes.size()));
}

TEST_CASE("handles can be changed through the walk") {
    SavepointMetadata metadata = read_metadata(fixture("metadata/1.14.6-incremental"), "_metadata");
    for (OperatorState& op : metadata.operators) {
        for_each_stream(op, [](StreamStateHandle& handle, const StreamPlace&) {
            if (handle.tag == HandleTag::kFile) {
                handle.path = "file:/moved/" + handle.path.substr(handle.path.rfind('/') + 1);
            }
        });
    }
    const SavepointMetadata again = read_metadata(write_metadata(metadata), "_metadata");
    for (const OperatorState& op : again.operators) {
        for_each_stream(op, [](const StreamStateHandle& handle, const StreamPlace&) {
            CHECK((handle.tag != HandleTag::kFile || handle.path.starts_with("file:/moved/")));
        });
    }
}

TEST_CASE("another version is written with what it can hold") {
    SECTION("newer: names are empty and properties null") {
        SavepointMetadata metadata = read_metadata(OneSubtask{}.bytes(), "_metadata");
        metadata.version = 6;
        const SavepointMetadata again = round_trip(write_metadata(metadata));
        CHECK(again.parsed_properties.kind == CheckpointProperties::Kind::kNull);
        CHECK(again.operators[0].uid.empty());
    }
    SECTION("older: names and properties are left out") {
        OneSubtask file;
        file.version = 6;
        SavepointMetadata metadata = read_metadata(file.bytes(), "_metadata");
        metadata.version = 3;
        CHECK(write_metadata(metadata) == OneSubtask{}.bytes());
    }
    SECTION("what an older version cannot hold is refused") {
        SavepointMetadata metadata = read_metadata(OneSubtask{}.bytes(), "_metadata");
        metadata.operators[0].subtasks[0].is_finished = true;
        metadata.version = 2;
        CHECK_THROWS_AS(write_metadata(metadata), UnsupportedError);
        metadata.operators[0].subtasks[0].is_finished = false;
        ChannelStateHandle channel;
        channel.type = ChannelHandleType::kMergedInput;
        metadata.operators[0].subtasks[0].input_channels.push_back(channel);
        CHECK_THROWS_AS(write_metadata(metadata), UnsupportedError);
        metadata.version = 5;
        CHECK_THROWS_AS(write_metadata(metadata), UnsupportedError);
        metadata.version = 7;
        CHECK_THROWS_AS(write_metadata(metadata), UnsupportedError);
    }
    SECTION("a model that contradicts itself is refused") {
        SavepointMetadata metadata = read_metadata(OneSubtask{}.bytes(), "_metadata");
        KeyGroupsStateHandle handle;
        handle.range = {0, 5};
        metadata.operators[0].subtasks[0].managed_keyed_state.value = handle;
        CHECK_THROWS_AS(write_metadata(metadata), Error);
    }
}

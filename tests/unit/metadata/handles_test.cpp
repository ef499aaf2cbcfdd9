#include "catch.hpp"
#include "metadata/handle_table.hpp"
#include "metadata_bytes.hpp"

using namespace sp;
using namespace sp::test;

namespace {

const std::string kFile6 = "06 'b37c9a27' 0000000000000217";

SubtaskState subtask_of(const OneSubtask& file) {
    SavepointMetadata metadata = round_trip(file.bytes());
    REQUIRE(metadata.operators.size() == 1);
    REQUIRE(metadata.operators[0].subtasks.size() == 1);
    return metadata.operators[0].subtasks[0];
}

template <class Kind>
Kind keyed(const std::string& notation, int version = 3) {
    OneSubtask file;
    file.version = version;
    file.managed_keyed = notation;
    return std::get<Kind>(subtask_of(file).managed_keyed_state.value);
}

/// The handle as the stream behind key groups, where every kind of stream can stand.
StreamStateHandle stream(const std::string& notation) {
    return keyed<KeyGroupsStateHandle>("07 00000001 00000001 00000000000001F9" + notation).delegate;
}

}  // namespace

TEST_CASE("handle table: all tags of Flink 2.3 with their names") {
    REQUIRE(handle_kinds().size() == 18);
    CHECK(name_of(HandleTag::kNull) == "null");
    CHECK(name_of(HandleTag::kSavepointKeyGroups) == "KeyGroupsSavepointStateHandle");
    CHECK(name_of(static_cast<HandleTag>(99)) == "unknown state handle");
    CHECK(handle_kind(HandleTag::kSegmentFile).written_by.first == FlinkVersion{1, 20});
}

TEST_CASE("stream handles are read and written by their tags") {
    SECTION("inline") {
        const StreamStateHandle handle = stream("01 'name' 00000003 010203");
        CHECK(handle.is_inline());
        CHECK(handle.path == "name");
        CHECK(handle.bytes.size() == 3);
        CHECK(handle.bytes.view()[2] == 3);
    }
    SECTION("absolute file: size, then path") {
        const StreamStateHandle handle = stream("02 0000001CBE991A14 's3://b/chk/shared/abc'");
        CHECK(handle.state_size == 0x1CBE991A14);
        CHECK(handle.path == "s3://b/chk/shared/abc");
    }
    SECTION("relative file: path, then size") {
        const StreamStateHandle handle = stream("06 'abc' 000000000000002A");
        CHECK(handle.state_size == 42);
        CHECK(handle.path == "abc");
    }
    SECTION("segment") {
        const StreamStateHandle handle =
            stream("0F 0000000000000064 0000000000000037 00000001 'file:/x/taskowned/seg' 'lid-1'");
        CHECK(handle.start_position == 100);
        CHECK(handle.state_size == 55);
        CHECK(handle.scope == 1);
        CHECK(handle.path == "file:/x/taskowned/seg");
        CHECK(handle.logical_file_id == "lid-1");
    }
    SECTION("empty segment") { CHECK(stream("10").tag == HandleTag::kEmptySegmentFile); }
    SECTION("key groups as a stream") {
        const StreamStateHandle handle = stream("03 00000001 00000001 0000000000000005" + kFile6);
        REQUIRE(handle.key_groups.size() == 1);
        CHECK(handle.key_groups[0].delegate.path == "b37c9a27");
    }
}

TEST_CASE("key groups handles are read and written by their tags") {
    SECTION("canonical savepoint (tag 7): real bytes") {
        const auto handle = keyed<KeyGroupsStateHandle>("07 00000001 00000001 00000000000001F9" + kFile6);
        CHECK(handle.tag == HandleTag::kSavepointKeyGroups);
        CHECK(handle.range == KeyGroupRange{1, 1});
        CHECK(handle.offsets == std::vector<std::int64_t>{505});
        CHECK(handle.delegate.state_size == 535);
    }
    SECTION("tag 3 has no id") { CHECK(keyed<KeyGroupsStateHandle>("03 00000000 00000000" + kFile6).range.empty()); }
    SECTION("tag 12 has an id") {
        const auto handle =
            keyed<KeyGroupsStateHandle>("0C 00000000 00000002 FFFFFFFFFFFFFFFF 0000000000000009" + kFile6 + "'the-id'");
        CHECK(handle.offsets == std::vector<std::int64_t>{-1, 9});
        CHECK(handle.state_handle_id == "the-id");
    }
}

TEST_CASE("incremental handles are read and written by their tags") {
    const std::string files = kFile6 + "00000001 '000010.sst' 02 0000000000000005 'file:/s/x'" +
                              "00000002 'CURRENT' 06 'c' 0000000000000010 'MANIFEST-000004' 06 'm' 00000000000000CA";
    SECTION("tag 5") {
        const auto handle = keyed<IncrementalStateHandle>("05 0000000000000002 'backend' 00000000 00000080" + files);
        CHECK(handle.range == KeyGroupRange{0, 128});
        REQUIRE(handle.shared_state.size() == 1);
        CHECK(handle.shared_state[0].local_path == "000010.sst");
        CHECK(handle.private_state[1].handle.state_size == 0xCA);
        CHECK(state_size(KeyedStateHandle{handle}) == 0x217 + 5 + 0x10 + 0xCA);
        CHECK(checkpointed_size(KeyedStateHandle{handle}) == state_size(KeyedStateHandle{handle}));
    }
    SECTION("tag 11: size and id") {
        const auto handle = keyed<IncrementalStateHandle>(
            "0B 0000000000000002 'backend' 00000000 00000080 0000000000002E07" + files + "'the-id'");
        CHECK(handle.checkpoint_id == 2);
        CHECK(handle.checkpointed_size == 11783);
        CHECK(handle.state_handle_id == "the-id");
        CHECK(checkpointed_size(KeyedStateHandle{handle}) == 11783);
    }
}

TEST_CASE("changelog handles of 1.15 and later") {
    const std::string materialized = "07 00000000 00000001 0000000000000005" + kFile6;
    const std::string changes =
        "09 00000000 00000080 0000000000000001 0000000000000004 00000002 FFFFFFFF 00000001 08"
        "00000005 00000002 0102 'changes-id'";
    SECTION("tag 14 with an in-memory increment") {
        const auto handle =
            keyed<ChangelogStateBackendHandle>("0E 00000000 00000080 0000000000000064 00000001" + materialized +
                                               "00000001" + changes + "0000000000000003 0000000000000009 'the-id'");
        REQUIRE(handle.materialized.size() == 1);
        CHECK(handle.materialized[0].tag() == HandleTag::kSavepointKeyGroups);
        REQUIRE(handle.non_materialized.size() == 1);
        const auto& increment = std::get<InMemoryChangelogStateHandle>(handle.non_materialized[0].value);
        CHECK(increment.to == 4);
        REQUIRE(increment.changes.size() == 2);
        CHECK(increment.changes[0].key_group == -1);
        CHECK(increment.changes[1].change.size() == 2);
        CHECK(handle.materialization_id == 3);
        CHECK(handle.checkpoint_id == 9);
        CHECK(handle.state_handle_id == "the-id");
        CHECK(state_size(KeyedStateHandle{handle}) == 0x217 + 3);
        CHECK(checkpointed_size(KeyedStateHandle{handle}) == 100);
    }
    SECTION("tag 8 has no checkpoint id") {
        const auto handle = keyed<ChangelogStateBackendHandle>(
            "08 00000000 00000080 0000000000000064 00000000 00000000 0000000000000003 'the-id'");
        CHECK(handle.materialization_id == 3);
    }
    SECTION("tag 13 names its storage, tag 10 does not") {
        const std::string body = " 00000000 00000080 00000002 0000000000000000" + kFile6 + "0000000000000027" + kFile6 +
                                 "0000000000000030 0000000000000020 'the-id'";
        const auto new_form = keyed<ChangelogStreamStateHandle>("0D" + body + "'filesystem'");
        CHECK(new_form.handles[1].offset == 39);
        CHECK(new_form.state_size == 48);
        CHECK(new_form.checkpointed_size == 32);
        CHECK(keyed<ChangelogStreamStateHandle>("0A" + body).state_handle_id == "the-id");
    }
}

TEST_CASE("operator state handles are read and written by their tags") {
    OneSubtask file;
    SECTION("tag 4: names, modes, offsets") {
        file.managed_operator =
            "00000001 04 00000002 'source-state' 00 00000004 00000000000000C6 00000000000000D7"
            "00000000000000ED 0000000000000107 'rules' 02 00000001 0000000000000200"
            "06 'a8b5a10d' 0000000000000124";
        const OperatorStateHandle handle = subtask_of(file).managed_operator_state.value();
        REQUIRE(handle.states.size() == 2);
        CHECK(handle.states[0].name == "source-state");
        CHECK(handle.states[0].mode == DistributionMode::kSplitDistribute);
        CHECK(handle.states[0].offsets == std::vector<std::int64_t>{198, 215, 237, 263});
        CHECK(handle.states[1].mode == DistributionMode::kBroadcast);
        CHECK(state_size(handle) == 292);
    }
    SECTION("tag 17 of file merging, empty") {
        file.managed_operator = "00000001 11 00000000 '/t/owned' '/t/shared' 01 10";
        const SubtaskState subtask = subtask_of(file);
        CHECK(subtask.managed_operator_state->is_empty);
        CHECK(subtask.managed_operator_state->shared_dir == "/t/shared");
        CHECK_FALSE(has_state(subtask));
    }
    SECTION("tag 17 wants a segment") {
        file.managed_operator = "00000001 11 00000000 '/t/owned' '/t/shared' 01" + kFile6;
        CHECK(reading_error(file.bytes()).find("expected a segment of a merged file") != std::string::npos);
    }
    SECTION("raw") {
        file.raw_operator = "00000001 04 00000001 '_default_' 00 00000000" + kFile6;
        CHECK(subtask_of(file).raw_operator_state->states[0].name == "_default_");
    }
}

TEST_CASE("channel handles are read and written as their version has them") {
    const std::string body = "00000002 00000001 0000000000000004 000000000000002A" + kFile6;
    OneSubtask file;
    SECTION("versions 3 to 5") {
        file.input_channels = "00000001 00000003 00000001" + body;
        const ChannelStateHandle handle = subtask_of(file).input_channels.at(0);
        CHECK(handle.subtask_index == 3);
        CHECK(handle.channels.at(0).gate_or_partition == 1);
        CHECK(handle.channels.at(0).channel_or_subpartition == 2);
    }
    SECTION("version 6: types 1 and 2") {
        file.version = 6;
        file.input_channels =
            "00000001 01 00000003 00000001 00000002 00000001 0000000000000004 000000000000002A" + kFile6;
        file.result_subpartitions = "00000001 02 00000003 00000000 00000007 00000000 0000000000000001" + kFile6;
        const SubtaskState subtask = subtask_of(file);
        CHECK(subtask.input_channels.at(0).state_size() == 42);
        CHECK(subtask.result_subpartitions.at(0).channels.at(0).channel_or_subpartition == 7);
    }
    SECTION("version 6: merged types 3 and 4") {
        const std::string merged = " 00000003 000000000000002B" + kFile6 +
                                   "00000034 00000002 00000000 00000001 000000000000002A 00000001 0000000000000004"
                                   "00000000 00000002 0000000000000001 00000000";
        file.version = 6;
        file.input_channels = "00000001 03" + merged;
        file.result_subpartitions = "00000001 04" + merged;
        const SubtaskState subtask = subtask_of(file);
        const ChannelStateHandle& handle = subtask.input_channels.at(0);
        CHECK(handle.state_size() == 43);
        REQUIRE(handle.channels.size() == 2);
        CHECK(handle.channels[0].offsets == std::vector<std::int64_t>{4});
        CHECK(handle.channels[1].channel_or_subpartition == 2);
        CHECK(subtask.result_subpartitions.at(0).type == ChannelHandleType::kMergedResult);
        CHECK(state_size(subtask) == 86);

        file.input_channels = "00000001 04" + merged;
        CHECK(reading_error(file.bytes()).find("found 4, expected 1 or 3") != std::string::npos);
    }
    SECTION("1.11 without subtask index") {
        file.input_channels = "00000001 00000001" + body;
        const SavepointMetadata metadata = round_trip(file.bytes());
        CHECK(metadata.dialect == MetadataDialect::kChannels111);
        CHECK(metadata.operators[0].subtasks[0].input_channels.at(0).channels.at(0).channel_or_subpartition == 2);
    }
}

TEST_CASE("changelog handles of 1.14") {
    OneSubtask file;
    file.managed_keyed =
        "08 00000000 00000080 00000000 00000002"
        "09 00000000 00000080 0000000000000001 0000000000000004 00000001 FFFFFFFF 00000001 08"
        "0A 00000000 00000080 00000001 0000000000000000" +
        kFile6 + "0000000000000030";
    const SavepointMetadata metadata = round_trip(file.bytes());
    CHECK(metadata.dialect == MetadataDialect::kChangelog114);
    const KeyedStateHandle& keyed = metadata.operators[0].subtasks[0].managed_keyed_state;
    REQUIRE(keyed.tag() == HandleTag::kChangelog);
    CHECK(std::get<ChangelogStateBackendHandle>(keyed.value).non_materialized.size() == 2);
    CHECK(checkpointed_size(keyed) == 1 + 48);
}

TEST_CASE("handles in wrong places and wrong handles are refused") {
    OneSubtask file;
    SECTION("unknown tag") {
        file.managed_keyed = "63";
        CHECK(reading_error(file.bytes()) ==
              "_metadata: operator 1f2b5df5a66154aca61fcb26193792be: subtask 3: managed "
              "keyed state: state handle at offset 65: unknown handle tag 99");
    }
    SECTION("a stream where keyed state belongs") {
        file.managed_keyed = kFile6;
        CHECK(reading_error(file.bytes()).find("handle tag 6 (RelativeFileStateHandle) cannot stand here") !=
              std::string::npos);
    }
    SECTION("keyed state where a stream belongs") {
        file.managed_keyed = "07 00000001 00000000 07";
        CHECK(reading_error(file.bytes()).find("cannot stand here") != std::string::npos);
    }
    SECTION("a null handle behind a presence flag") {
        file.managed_operator = "00000001 00";
        CHECK(reading_error(file.bytes()).find("cannot stand here") != std::string::npos);
    }
    SECTION("a null stream inside a handle") {
        file.managed_keyed = "07 00000001 00000000 00";
        CHECK(reading_error(file.bytes()).find("found the null handle, expected a stream") != std::string::npos);
    }
    SECTION("a coordinator's state in a file") {
        file.coordinator = kFile6;
        CHECK(reading_error(file.bytes()).find("coordinator state") != std::string::npos);
    }
    SECTION("counts that do not fit") {
        for (const char* keyed : {"07 00000000 7FFFFFFF", "07 00000000 00008000", "07 FFFFFFFF 00000001",
                                  "09 00000000 00000001 0000000000000001 0000000000000004 7FFFFFFF",
                                  "0B 0000000000000002 'b' 00000000 00000080 0000000000002E07 00 7FFFFFFF"}) {
            CAPTURE(keyed);
            file.managed_keyed = keyed;
            CHECK_THROWS_AS(read_metadata(file.bytes(), "_metadata"), InputError);
        }
    }
    SECTION("nesting without end") {
        std::string nested;
        for (int i = 0; i < 1000; ++i) {
            nested += "03 00000000 00000000 ";
        }
        file.managed_keyed = nested;
        CHECK(reading_error(file.bytes()).find("nested more than 8 deep") != std::string::npos);
    }
}

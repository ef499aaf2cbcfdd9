#include "report/snapshot_kind.hpp"

#include "catch.hpp"
#include "snapshots.hpp"

using namespace sp;
using namespace sp::test;

namespace {

std::string text_of(const std::string& folder, std::int32_t version, KeyedStateHandle handle) {
    const SnapshotKind kind = kind_of(snapshot_of(folder, version, {operator_of({std::move(handle)})}));
    return kind.text() + " / " + std::string(kind.source_word());
}

}  // namespace

TEST_CASE("properties say what a snapshot is") {
    Snapshot snapshot = snapshot_of("/x", 4, {});
    CheckpointProperties& properties = snapshot.metadata.parsed_properties;
    properties.kind = CheckpointProperties::Kind::kSavepoint;
    properties.format = "NATIVE";
    CHECK(kind_of(snapshot).text() == "native savepoint");
    CHECK(kind_of(snapshot).source_word() == "properties");
    properties.format = "CANONICAL";
    CHECK(kind_of(snapshot).format == "canonical");
    properties.kind = CheckpointProperties::Kind::kCheckpoint;
    CHECK(kind_of(snapshot).text() == "checkpoint");
    properties.kind = CheckpointProperties::Kind::kNull;
    CHECK(kind_of(snapshot).text() == "savepoint or checkpoint");
    CHECK(kind_of(snapshot).word() == "unknown");
}

TEST_CASE("without properties the handles tell") {
    const StreamStateHandle file = relative_file("f", 1);
    CHECK(text_of("/x/chk-1", 3, key_groups(HandleTag::kSavepointKeyGroups, file)) == "canonical savepoint / handles");
    CHECK(text_of("/x/s", 4, key_groups(HandleTag::kKeyGroupsV2, segment("/x/f", 0, 1))) == "checkpoint / handles");
    CHECK(text_of("/x/s", 3, KeyedStateHandle{ChangelogStateBackendHandle{}}) == "checkpoint / handles");
    IncrementalStateHandle incremental;
    incremental.meta = file;
    incremental.shared_state = {{"1.sst", absolute_file("s3://b/shared/x", 1)}};
    CHECK(text_of("/x/s", 3, KeyedStateHandle{incremental}) == "checkpoint / handles");
    OperatorState op = operator_of({KeyedStateHandle{}});
    op.subtasks[0].input_channels.emplace_back();
    CHECK(kind_of(snapshot_of("/x/s", 3, {op})).text() == "checkpoint");
}

TEST_CASE("where handles do not tell, the folder's name does") {
    const KeyedStateHandle heap = key_groups(HandleTag::kKeyGroupsV2, relative_file("f", 1));
    CHECK(text_of("/x/chk-12", 3, heap) == "checkpoint / folder name");
    CHECK(text_of("/x/chk-", 3, heap) == "savepoint or checkpoint / nothing");
    CHECK(text_of("/x/chk-1a", 3, heap) == "savepoint or checkpoint / nothing");
    CHECK(text_of("/x/savepoint-012345-abc", 4, heap) == "native savepoint / folder name");
    CHECK(text_of("/x/savepoint-012345-abc", 2, heap) == "savepoint / folder name");
    CHECK(text_of("/x/savepoint-012345-abc", 4, {}) == "savepoint / folder name");
}

TEST_CASE("a metadata version stands for releases of Flink") {
    CHECK(to_string(flink_versions_of(2)) == "1.3 to 1.10");
    CHECK(to_string(flink_versions_of(4)) == "1.16 to 1.20");
    CHECK(to_string(flink_versions_of(5)) == "2.0");
}

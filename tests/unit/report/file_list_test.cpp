#include "report/file_list.hpp"

#include "catch.hpp"
#include "snapshots.hpp"

using namespace sp;
using namespace sp::test;

namespace {

FileScope scope_of(StreamStateHandle handle) {
    const TempFolder folder;
    const Snapshot snapshot =
        snapshot_of(folder.path(), 4, {operator_of({key_groups(HandleTag::kKeyGroupsV2, std::move(handle))})});
    const std::vector<FileUse> files = list_files(snapshot, {0});
    REQUIRE(files.size() == 1);
    return files[0].scope;
}

}  // namespace

TEST_CASE("the scope of a file is read off Flink's layout") {
    CHECK(scope_of(relative_file("shared", 1)) == FileScope::kExclusive);
    CHECK(scope_of(absolute_file("s3://b/job/chk-3/x", 1)) == FileScope::kExclusive);
    CHECK(scope_of(absolute_file("s3://b/job/shared/x", 1)) == FileScope::kShared);
    CHECK(scope_of(absolute_file("s3://b/job/taskowned/x", 1)) == FileScope::kTaskOwned);
    CHECK(scope_of(absolute_file("file:/c/job/dstl/x", 1)) == FileScope::kShared);
    CHECK(scope_of(segment("file:/c/shared/job_ab_op_cd_0_2/x", 0, 1)) == FileScope::kShared);
    CHECK(scope_of(segment("file:/c/taskowned/job_ab_tm_cd/x", 0, 1)) == FileScope::kTaskOwned);
    // a savepoint before 1.11 below a folder that is called so by chance
    CHECK(scope_of(absolute_file("file:/shared/savepoint-1/x", 1)) == FileScope::kExclusive);
    CHECK(scope_of(absolute_file("x", 1)) == FileScope::kExclusive);
}

TEST_CASE("files in the shared list of an incremental handle are shared wherever they lie") {
    IncrementalStateHandle handle;
    handle.meta = relative_file("meta", 10);
    handle.shared_state = {{"000010.sst", absolute_file("s3://b/x", 100)}};
    handle.private_state = {{"CURRENT", absolute_file("s3://b/y", 16)}};
    const TempFolder folder;
    const Snapshot snapshot = snapshot_of(folder.path(), 4, {operator_of({KeyedStateHandle{handle}})});
    const std::vector<FileUse> files = list_files(snapshot, {0});
    REQUIRE(files.size() == 3);
    CHECK(files[0].scope == FileScope::kExclusive);
    CHECK(files[1].scope == FileScope::kShared);
    CHECK(files[1].local_paths.count("000010.sst") == 1);
    CHECK(files[2].scope == FileScope::kExclusive);
}

TEST_CASE("a file of several subtasks is a use of each, and counts once") {
    const TempFolder folder;
    folder.make("f", std::string(30, 'x'));
    folder.make("g", std::string(12, 'x'));
    const auto keyed = [](const char* name, std::int64_t size) {
        return key_groups(HandleTag::kKeyGroupsV2, relative_file(name, size));
    };
    OperatorState op = operator_of({keyed("f", 30), keyed("f", 30), keyed("g", 12), keyed("lost", 7)});
    op.coordinator_state = inline_state("12345");
    const Snapshot snapshot = snapshot_of(folder.path(), 4, {op});
    const std::vector<FileUse> files = list_files(snapshot, {0});
    REQUIRE(files.size() == 4);
    CHECK(files[1].subtask == 1);
    CHECK(files[2].path() == (folder.path() / "g").string());
    CHECK(files[3].path() == "lost");
    const SizeSummary sizes = sum_sizes(snapshot, files, {0});
    CHECK(sizes.inline_bytes == 5);
    CHECK(sizes.files == 3);
    CHECK(sizes.referenced_bytes == 49);
    CHECK(sizes.found_bytes == 42);
    CHECK(sizes.missing_files == 1);
    CHECK(sizes.shared_files == 0);

    InspectOutcome outcome;
    tell_missing(files, outcome);
    REQUIRE(outcome.damaged.size() == 1);
    CHECK(outcome.damaged[0].find("lost") == 0);
}

TEST_CASE("windows of a merged file add up") {
    const TempFolder folder;
    const std::string path = folder.make("merged", std::string(100, 'x')).string();
    OperatorState op = operator_of({key_groups(HandleTag::kKeyGroupsV2, segment(path, 10, 20)),
                                    key_groups(HandleTag::kKeyGroupsV2, segment(path, 50, 5))});
    op.subtasks[0].raw_keyed_state = key_groups(HandleTag::kKeyGroupsV2, segment(path, 30, 20));
    const Snapshot snapshot = snapshot_of(folder.path(), 4, {op});
    const std::vector<FileUse> files = list_files(snapshot, {0});
    REQUIRE(files.size() == 2);
    CHECK(files[0].recorded_size == 40);
    CHECK(files[0].segments == std::set<std::int64_t>{10, 30});
    CHECK(files[0].parts == std::set<StatePart>{StatePart::kManagedKeyed, StatePart::kRawKeyed});
    CHECK(files[0].found.found_size == 100);
    const SizeSummary sizes = sum_sizes(snapshot, files, {0});
    CHECK(sizes.files == 1);
    CHECK(sizes.referenced_bytes == 45);
    CHECK(sizes.found_bytes == 45);
}

TEST_CASE("a window beyond its file makes the file unusable") {
    const TempFolder folder;
    const std::string path = folder.make("merged", std::string(100, 'x')).string();
    OperatorState op = operator_of({key_groups(HandleTag::kKeyGroupsV2, segment(path, 10, 20))});
    op.subtasks[0].raw_keyed_state = key_groups(HandleTag::kKeyGroupsV2, segment(path, 90, 20));
    const Snapshot snapshot = snapshot_of(folder.path(), 4, {op});
    const std::vector<FileUse> files = list_files(snapshot, {0});
    REQUIRE(files.size() == 1);
    CHECK_FALSE(files[0].found.is_usable());
}

TEST_CASE("sizes of damaged files do not overflow") {
    std::int64_t sum = 0;
    add_size(sum, -1);
    CHECK(sum == 0);
    add_size(sum, INT64_MAX);
    add_size(sum, INT64_MAX);
    CHECK(sum == std::int64_t{1} << 60);
    const TempFolder folder;
    OperatorState op = operator_of({key_groups(HandleTag::kKeyGroupsV2, segment("/x", 0, INT64_MAX)),
                                    key_groups(HandleTag::kKeyGroupsV2, segment("/x", 1, INT64_MIN))});
    op.subtasks[0].raw_keyed_state = key_groups(HandleTag::kKeyGroupsV2, segment("/x", INT64_MAX, INT64_MAX));
    const Snapshot snapshot = snapshot_of(folder.path(), 4, {op});
    const SizeSummary sizes = sum_sizes(snapshot, list_files(snapshot, {0}), {0});
    CHECK(sizes.missing_files == 1);
    CHECK(sizes.referenced_bytes > 0);
}

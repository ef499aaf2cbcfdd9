#include "metadata/snapshot_location.hpp"

#include "catch.hpp"
#include "metadata_bytes.hpp"
#include "sp/error.hpp"
#include "temp_folder.hpp"

using namespace sp;
using namespace sp::test;
namespace fs = std::filesystem;

namespace {

std::string metadata_with_id(int id) {
    const ByteVector bytes = bytes_of("4960672D 00000003 00000000000000" + std::string(id < 16 ? "0" : "") +
                                      std::string(1, "0123456789ABCDEF"[id % 16]) + "00000000 00000000");
    return std::string(as_text(bytes));
}

std::string message_of(const std::string& argument) {
    try {
        static_cast<void>(locate_snapshot(argument));
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

void set_age(const fs::path& folder, int hours) {
    fs::last_write_time(folder / "_metadata", fs::file_time_type::clock::now() - std::chrono::hours(hours));
}

}  // namespace

TEST_CASE("snapshot arguments: folder, file, URI") {
    const TempFolder temp;
    const fs::path file = temp.make("with space/_metadata", metadata_with_id(3));
    const std::string folder = file.parent_path().string();
    const auto found = [](const std::string& argument) { return locate_snapshot(argument).metadata_file.string(); };
    CHECK(found(folder) == file.string());
    CHECK(found(folder + "/") == folder + "/_metadata");
    CHECK(found(file.string()) == file.string());
    CHECK(found("file:" + folder) == file.string());
    CHECK(found("file://" + folder) == file.string());
    CHECK(found("file://" + temp.path().string() + "/with%20space") == file.string());
    CHECK(open_snapshot(folder).metadata.checkpoint_id == 3);
    CHECK(open_snapshot(folder).files.metadata_folder() == folder);

    SECTION("a name with a percent sign is taken as it is") {
        const fs::path odd = temp.make("odd%20name/_metadata", metadata_with_id(3));
        CHECK(found("file:" + odd.parent_path().string()) == odd.string());
        CHECK_THROWS_AS(locate_snapshot(temp.path().string() + "/with%20space"), InputError);
    }
    SECTION("a metadata file of another name") {
        const fs::path other = temp.make("old/savepoint-1", metadata_with_id(3));
        const SnapshotLocation location = locate_snapshot(other.string());
        CHECK(location.metadata_file == other);
        CHECK(location.folder == other.parent_path());
    }
}

TEST_CASE("snapshot arguments that lead nowhere are refused, with what to do") {
    const TempFolder temp;
    fs::create_directories(temp.path() / "empty/chk-1");
    CHECK_THROWS_AS(locate_snapshot((temp.path() / "absent").string()), InputError);
    CHECK(message_of((temp.path() / "absent").string()).find("no such file or folder") != std::string::npos);
    CHECK(message_of((temp.path() / "empty").string()).find("no _metadata in this folder or below it") !=
          std::string::npos);
    CHECK_THROWS_AS(locate_snapshot("s3://bucket/savepoint"), UnsupportedError);
    CHECK(message_of("s3://bucket/savepoint").find("--fetch") != std::string::npos);
    temp.make("broken/_metadata", "");
    try {
        static_cast<void>(open_snapshot((temp.path() / "broken").string()));
        FAIL("nothing thrown");
    } catch (const InputError& error) {
        CHECK(std::string(error.what()).find("broken/_metadata: magic number at offset 0: the file is empty") !=
              std::string::npos);
    }
}

TEST_CASE("a file of any size that is no metadata is told by its first bytes") {
    const TempFolder temp;
    for (const char* const content : {"not", "not metadata"}) {
        const fs::path file = temp.make("huge", content);
        fs::resize_file(file, std::uintmax_t{1} << 42);  // more than there is memory
        try {
            static_cast<void>(open_snapshot(file.string()));
            FAIL("nothing thrown");
        } catch (const InputError& error) {
            CHECK(std::string(error.what()).find("huge: magic number at offset 0: expected 49 60 67 2D") !=
                  std::string::npos);
        }
    }
}

TEST_CASE("a parent folder gives the snapshots below it, newest first") {
    const TempFolder temp;
    const std::string job_a = "aaaaaa" + std::string(26, '0');
    const std::string job_b = "bbbbbb" + std::string(26, '0');
    temp.make(job_a + "/chk-9/_metadata", metadata_with_id(9));
    temp.make(job_a + "/chk-10/_metadata", metadata_with_id(10));
    temp.make(job_a + "/chk-11/unfinished", "");
    temp.make(job_b + "/chk-2/_metadata", metadata_with_id(2));
    temp.make("savepoint-bbbbbb-0123456789ab/_metadata", metadata_with_id(3));
    temp.make("broken/_metadata", "");
    set_age(temp.path() / job_a / "chk-9", 1);  // the time of a copy says nothing inside a job
    set_age(temp.path() / job_a / "chk-10", 5);
    set_age(temp.path() / job_b / "chk-2", 4);
    set_age(temp.path() / "savepoint-bbbbbb-0123456789ab", 3);
    set_age(temp.path() / "broken", 9);

    const SnapshotSearch search = find_snapshot(temp.path().string());
    CHECK_FALSE(search.is_snapshot());
    std::vector<std::string> names;
    for (const FoundSnapshot& snapshot : search.below) {
        names.push_back(fs::relative(snapshot.location.folder, temp.path()).string());
    }
    CHECK(names == std::vector<std::string>{job_a + "/chk-10", job_a + "/chk-9", "savepoint-bbbbbb-0123456789ab",
                                            job_b + "/chk-2", "broken"});
    CHECK(search.below[0].checkpoint_id == 10);
    CHECK(search.below[4].checkpoint_id == -1);

    CHECK_THROWS_AS(locate_snapshot(temp.path().string()), UsageError);
    const std::string message = message_of(temp.path().string());
    CHECK(message.find("not a snapshot itself; below it, newest first:\n  " + search.below[0].location.folder.string() +
                       "  (checkpoint id 10)") != std::string::npos);
    CHECK(message.ends_with("broken  (unreadable)"));
}

TEST_CASE("a real checkpoint that was copied finds its files") {
    const Snapshot snapshot = open_snapshot(std::string(SP_FIXTURES) +
                                            "/savepoints/1.20.3-timers-windows.h-chk/checkpoint/"
                                            "f40becd1c75f36d9ab401108d33de320/chk-2");
    require_files(snapshot.files, snapshot.metadata.operators);
    CHECK_FALSE(snapshot.metadata.operators.empty());
}

TEST_CASE("a snapshot elsewhere is fetched") {
    const TempFolder temp;
    const fs::path file = temp.make("_metadata", metadata_with_id(7));
    const FileLookup lookup{.fetch_command =
                                "test {uri} = s3://bucket/sp/_metadata && cp " + file.string() + " {file}"};
    for (const char* argument : {"s3://bucket/sp", "s3://bucket/sp/", "s3://bucket/sp/_metadata"}) {
        CAPTURE(argument);
        const SnapshotLocation location = locate_snapshot(argument, lookup);
        CHECK(location.is_remote);
        CHECK(location.folder == "s3://bucket/sp");
        CHECK(location.metadata_file == "s3://bucket/sp/_metadata");
        const Snapshot snapshot = open_snapshot(location, lookup);
        CHECK(snapshot.metadata.checkpoint_id == 7);
        CHECK(snapshot.metadata_size == fs::file_size(file));
    }
    CHECK_THROWS_AS(open_snapshot("s3://bucket/other", lookup), InputError);
    CHECK_THROWS_AS(open_snapshot(temp.path().string() + "/absent", lookup), InputError);
    CHECK_FALSE(locate_snapshot(temp.path().string(), lookup).is_remote);
}

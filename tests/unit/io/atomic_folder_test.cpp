#include "io/atomic_folder.hpp"

#include <filesystem>

#include "catch.hpp"
#include "io/temp_dir.hpp"

using namespace sp;

namespace {

void make(const std::string& path, bool overwrite, const std::string& content, bool commit = true) {
    AtomicFolder folder(path, overwrite, "_metadata");
    for (const char* const name : {"state", "_metadata"}) {
        const auto sink = folder.create(name);
        sink->write(content);
        sink->sync();
        sink->close();
    }
    CHECK(std::filesystem::exists(folder.temporary_path() + "/state"));
    if (commit) {
        folder.commit();
    }
}

}  // namespace

TEST_CASE("a folder appears when it is committed") {
    const sp_test::TempDir temp;
    make(temp.path("made/"), false, "one");
    CHECK(sp_test::TempDir::read(temp.path("made/state")) == "one");
    CHECK(temp.entries() == 1);
    make(temp.path("other"), false, "two", false);
    CHECK(temp.entries() == 1);
}

TEST_CASE("a folder is replaced only if that is asked for, and only a savepoint") {
    const sp_test::TempDir temp;
    make(temp.path("made"), false, "one");
    CHECK_THROWS_AS(make(temp.path("made"), false, "two"), UsageError);
    make(temp.path("made"), true, "two", false);
    CHECK(sp_test::TempDir::read(temp.path("made/state")) == "one");
    make(temp.path("made"), true, "two");
    CHECK(sp_test::TempDir::read(temp.path("made/state")) == "two");
    CHECK(temp.entries() == 1);

    temp.write("file", "x");
    CHECK_THROWS_AS(make(temp.path("file"), true, "two"), UsageError);
    std::filesystem::create_directory(temp.path("home"));
    make(temp.path("home"), true, "three");  // it was empty
    std::filesystem::create_directory(temp.path("else"));
    temp.write("else/important", "x");
    CHECK_THROWS_AS(make(temp.path("else"), true, "two"), UsageError);
    CHECK_THROWS_AS(make(temp.path("absent/made"), false, "two"), OutputError);
    CHECK(temp.entries() == 4);
}

TEST_CASE("files of elsewhere come into a folder as copies and as links") {
    const sp_test::TempDir temp;
    const std::string from = temp.write("from", "0123456789");
    std::filesystem::create_symlink("from", temp.path("symbolic"));
    AtomicFolder folder(temp.path("made"), false, "_metadata");
    CHECK_FALSE(folder.has("copy"));
    folder.copy_file("copy", {from, from, 2, 5});
    CHECK(folder.has("copy"));
    folder.link_file("link", from);
    folder.link_file("other", temp.path("symbolic"));  // the file, not the symbolic link
    CHECK(folder.has("link"));
    CHECK(std::filesystem::hard_link_count(from) == 3);
    CHECK_THROWS_AS(folder.copy_file("copy", {from, from, 0, 1}), OutputError);  // it is there
    CHECK_THROWS_AS(folder.link_file("copy", from), OutputError);
    folder.commit();
    CHECK(sp_test::TempDir::read(temp.path("made/copy")) == "23456");
    CHECK(sp_test::TempDir::read(temp.path("made/link")) == "0123456789");
    CHECK(std::filesystem::is_regular_file(std::filesystem::symlink_status(temp.path("made/other"))));
}

TEST_CASE("what cannot be linked is named, with the way out") {
    const sp_test::TempDir temp;
    AtomicFolder folder(temp.path("made"), false, "_metadata");
    const auto message = [&](const std::string& path) {
        try {
            folder.link_file("link", path);
        } catch (const OutputError& error) {
            return std::string(error.what());
        }
        return std::string("no error");
    };
    // No file system links folders: the error (EPERM) is that of file systems without links.
    CHECK(message(temp.path()) == temp.path() + ": cannot be linked into " + temp.path("made") +
                                      ": Operation not permitted; without --link it is copied");
    CHECK(message("/proc/self/status").find("Invalid cross-device link") != std::string::npos);
}

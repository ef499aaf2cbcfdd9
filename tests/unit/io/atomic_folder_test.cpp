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

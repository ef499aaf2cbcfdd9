#include "io/temp_folder.hpp"

#include <filesystem>
#include <fstream>

#include "catch.hpp"
#include "sp/error.hpp"
#include "temp_dir.hpp"

using namespace sp;
namespace fs = std::filesystem;

TEST_CASE("a temporary folder goes with all it holds") {
    const sp_test::TempDir temp;
    {
        const TempFolder one(temp.path());
        const TempFolder two(temp.path());
        CHECK(one.path() != two.path());
        CHECK(temp.entries() == 2);
        CHECK(fs::status(one.path()).permissions() == fs::perms::owner_all);
        fs::create_directories(one.path() + "/below/further");
        std::ofstream(one.path() + "/below/further/file") << "x";
    }
    CHECK(temp.entries() == 0);
}

TEST_CASE("a temporary folder's path is absolute") {
    const TempFolder here(".");
    CHECK(fs::path(here.path()).is_absolute());
    const TempFolder of_system("");
    CHECK(fs::path(of_system.path()).is_absolute());
}

TEST_CASE("a temporary folder that cannot be made is an OutputError") {
    const sp_test::TempDir temp;
    CHECK_THROWS_AS(TempFolder(temp.path("absent")), OutputError);
}

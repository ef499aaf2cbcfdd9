#include "io/file.hpp"

#include <array>

#include "catch.hpp"
#include "error_text.hpp"
#include "temp_dir.hpp"

using namespace sp;

TEST_CASE("a file is read at any offset") {
    const sp_test::TempDir dir;
    const File file = File::open(dir.write("data", "0123456789"));
    CHECK(file.size() == 10);
    std::array<std::uint8_t, 4> bytes = {};
    file.read_at(6, bytes);
    CHECK(std::string(bytes.begin(), bytes.end()) == "6789");
    file.read_at(10, {});
}

TEST_CASE("a read past the end says truncated and reads nothing") {
    const sp_test::TempDir dir;
    const std::string path = dir.write("data", "0123456789");
    const File file = File::open(path);
    std::array<std::uint8_t, 4> bytes = {};
    CHECK(sp_test::message_of<InputError>([&] { file.read_at(7, bytes); }) ==
          path + ": truncated: 4 bytes are needed at offset 7, but the file has 10 bytes");
    CHECK(sp_test::message_of<InputError>([&] { file.read_at(~std::uint64_t{0}, bytes); }).find("truncated") !=
          std::string::npos);
}

TEST_CASE("a file that shrinks after it was opened is truncated, not short") {
    const sp_test::TempDir dir;
    const std::string path = dir.write("data", "0123456789");
    const File file = File::open(path);
    std::filesystem::resize_file(path, 3);
    std::array<std::uint8_t, 8> bytes = {};
    CHECK(sp_test::message_of<InputError>([&] { file.read_at(0, bytes); }).find("ended at offset 3 of 10") !=
          std::string::npos);
}

TEST_CASE("what cannot be opened names the path and the reason") {
    const sp_test::TempDir dir;
    CHECK(sp_test::message_of<InputError>([&] { (void)File::open(dir.path("none")); }) ==
          dir.path("none") + ": cannot be opened: No such file or directory");
    CHECK(sp_test::message_of<InputError>([&] { (void)File::open(dir.path()); }).find("not a regular file") !=
          std::string::npos);
}

TEST_CASE("a moved file stays open in one place") {
    const sp_test::TempDir dir;
    File first = File::open(dir.write("data", "abc"));
    File second = std::move(first);
    CHECK(second.is_open());
    std::array<std::uint8_t, 3> bytes = {};
    second.read_at(0, bytes);
    CHECK(bytes[2] == 'c');
}

#include "io/zip_archive.hpp"

#include <algorithm>
#include <optional>

#include "catch.hpp"
#include "error_text.hpp"
#include "io/file.hpp"
#include "temp_dir.hpp"

using sp::ByteVector;
using sp::InputError;
using sp::UnsupportedError;
using sp::ZipArchive;
using sp_test::contains;
using sp_test::message_of;

namespace {

const std::string kJar = std::string(SP_FIXTURES) + "/classes/shapes.jar";
const std::string kEntry = "shapes/Derived.class";

ByteVector bytes_of(const std::string& path) {
    const sp::File file = sp::File::open(path);
    ByteVector bytes(file.size());
    file.read_at(0, bytes);
    return bytes;
}

void put_little_endian(ByteVector& bytes, std::size_t at, std::uint64_t value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
        bytes[at + i] = static_cast<std::uint8_t>(value >> (8 * i));
    }
}

/// Where the last of these texts begins.
std::size_t find_last(const ByteVector& bytes, std::string_view text) { return sp::as_text(bytes).rfind(text); }

void put_text(ByteVector& bytes, std::size_t at, std::string_view text) {
    std::copy(text.begin(), text.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
}

/// An archive with one empty entry, whose zip64 record says that there are `count`.
ByteVector zip64_of_one_entry(std::uint64_t count) {
    constexpr std::size_t kDirectory = 31;
    constexpr std::size_t kRecord = kDirectory + 47;
    constexpr std::size_t kLocator = kRecord + 56;
    constexpr std::size_t kEnd = kLocator + 20;
    ByteVector bytes(kEnd + 22);
    put_text(bytes, 0, "PK\x03\x04");
    put_little_endian(bytes, 26, 1, 2);
    bytes[30] = 'a';
    put_text(bytes, kDirectory, "PK\x01\x02");
    put_little_endian(bytes, kDirectory + 28, 1, 2);
    bytes[kDirectory + 46] = 'a';
    put_text(bytes, kRecord, "PK\x06\x06");
    put_little_endian(bytes, kRecord + 4, 44, 8);
    put_little_endian(bytes, kRecord + 24, count, 8);
    put_little_endian(bytes, kRecord + 32, count, 8);
    put_little_endian(bytes, kRecord + 40, kRecord - kDirectory, 8);
    put_little_endian(bytes, kRecord + 48, kDirectory, 8);
    put_text(bytes, kLocator, "PK\x06\x07");
    put_little_endian(bytes, kLocator + 8, kRecord, 8);
    put_little_endian(bytes, kLocator + 16, 1, 4);
    put_text(bytes, kEnd, "PK\x05\x06");
    put_little_endian(bytes, kEnd + 8, 0xFFFFFFFF, 4);  // numbers and places are in the record
    put_little_endian(bytes, kEnd + 12, 0xFFFFFFFFFFFFFFFF, 8);
    return bytes;
}

}  // namespace

TEST_CASE("a jar's entries are read by name") {
    const ZipArchive jar = ZipArchive::open(kJar);
    CHECK(jar.name() == kJar);
    CHECK(std::ranges::count(jar.entries(), kEntry) == 1);
    CHECK(jar.entries().size() == 13);
    CHECK(jar.read(kEntry) == bytes_of(std::string(SP_FIXTURES) + "/classes/classes/" + kEntry));
    CHECK_FALSE(jar.read("shapes/derived.class"));
    CHECK_FALSE(jar.read("shapes"));
    CHECK_FALSE(jar.read(""));
}

TEST_CASE("an archive in memory is read as one in a file") {
    const ZipArchive jar = ZipArchive::of_bytes(bytes_of(kJar), "inner.jar");
    CHECK(jar.name() == "inner.jar");
    CHECK(jar.read(kEntry) == ZipArchive::open(kJar).read(kEntry));
}

TEST_CASE("an entry beyond the limit is refused") {
    const ZipArchive jar = ZipArchive::open(kJar);
    const std::uint64_t size = jar.read(kEntry)->size();
    CHECK(jar.read(kEntry, size));
    CHECK(message_of<UnsupportedError>([&] { static_cast<void>(jar.read(kEntry, size - 1)); }) ==
          kJar + ": " + kEntry + " is larger than the " + std::to_string(size - 1) +
              " bytes that are read of one entry");
}

TEST_CASE("a damaged entry is an InputError that names it") {
    const ZipArchive jar = ZipArchive::open(std::string(SP_FIXTURES) + "/classes/damaged.jar");
    CHECK(contains(message_of<InputError>([&] { static_cast<void>(jar.read(kEntry)); }),
                   "damaged.jar: " + kEntry + ": "));
    CHECK(jar.read("shapes/Base.class"));
}

TEST_CASE("what is no archive is an InputError") {
    const sp_test::TempDir temp;
    const auto message = [](const std::string& path) {
        return message_of<InputError>([&] { static_cast<void>(ZipArchive::open(path)); });
    };
    CHECK(message(temp.write("text", "no archive")) == temp.path("text") + ": not a zip archive, or a damaged one");
    CHECK(message(temp.write("empty", "")) == temp.path("empty") + ": not a zip archive: it is empty");
    CHECK(contains(message(temp.path("absent")), "absent: cannot be opened"));
    CHECK(contains(message(temp.path()), "not a regular file"));
    ByteVector cut = bytes_of(kJar);
    cut.resize(cut.size() / 2);
    CHECK_THROWS_AS(ZipArchive::of_bytes(cut, "cut.jar"), InputError);
    CHECK_THROWS_AS(ZipArchive::of_bytes({}, "empty.jar"), InputError);
}

TEST_CASE("sizes that an archive claims allocate nothing") {
    ByteVector bytes = bytes_of(kJar);
    constexpr std::size_t kNameInDirectory = 46;  // of an entry of the central directory, which begins with PK 01 02
    const std::size_t entry = find_last(bytes, kEntry) - kNameInDirectory;
    REQUIRE(sp::as_text(bytes).substr(entry, 4) == "PK\x01\x02");
    constexpr std::size_t kSizeInDirectory = 24;
    put_little_endian(bytes, entry + kSizeInDirectory, 0xFFFFFFF0, 4);
    try {  // some versions of libzip compare it with what came out
        CHECK(ZipArchive::of_bytes(bytes, "a.jar").read(kEntry) == ZipArchive::open(kJar).read(kEntry));
    } catch (const InputError& error) {
        CHECK(contains(error.what(), "a.jar"));
    }
}

TEST_CASE("a number of entries that cannot be there is refused") {
    CHECK(ZipArchive::of_bytes(zip64_of_one_entry(1), "a.jar").read("b") == std::nullopt);
    for (const int power : {4, 26, 33, 62}) {
        CHECK_THROWS_AS(ZipArchive::of_bytes(zip64_of_one_entry(std::uint64_t{1} << power), "a.jar"), InputError);
    }
}

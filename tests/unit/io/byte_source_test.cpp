#include "io/byte_source.hpp"

#include <array>

#include "catch.hpp"
#include "error_text.hpp"
#include "temp_dir.hpp"

using namespace sp;
using sp_test::contains;
using sp_test::message_of;

namespace {

std::string read(const ByteSource& source, std::uint64_t offset, std::size_t size) {
    ByteVector bytes(size);
    source.read_at(offset, bytes);
    return std::string(as_text(bytes));
}

}  // namespace

TEST_CASE("a byte source reads a file, a part of one, or bytes in memory") {
    const sp_test::TempDir dir;
    const auto file = std::make_shared<const File>(File::open(dir.write("data", "0123456789")));
    const ByteSource whole = ByteSource::of_file(file);
    CHECK(whole.size() == 10);
    CHECK(read(whole, 7, 3) == "789");
    CHECK(whole.name() == dir.path("data"));

    const ByteSource segment = ByteSource::of_segment(file, 3, 5);
    CHECK(segment.size() == 5);
    CHECK(read(segment, 0, 5) == "34567");
    CHECK(segment.absolute(2) == 5);

    const ByteSource memory = ByteSource::of_bytes(as_bytes("abcdef"), "_metadata", 100);
    CHECK(read(memory, 2, 4) == "cdef");
    CHECK(memory.absolute(2) == 102);
    CHECK(memory.name() == "_metadata");
    CHECK(read(memory, 6, 0).empty());
}

TEST_CASE("a byte source never gives bytes from beyond its part") {
    const sp_test::TempDir dir;
    const auto file = std::make_shared<const File>(File::open(dir.write("data", "0123456789")));
    const ByteSource segment = ByteSource::of_segment(file, 3, 5);
    CHECK(contains(message_of<InputError>([&] { (void)read(segment, 3, 3); }),
                   "truncated: 3 bytes are needed at offset 6, but the data ends at 8"));
    CHECK_THROWS_AS(read(segment, ~std::uint64_t{0}, 1), InputError);
    CHECK_THROWS_AS(read(ByteSource::of_bytes(as_bytes("ab"), "m"), 1, 2), InputError);
    CHECK_THROWS_AS(ByteSource::of_segment(file, 11, 0), InputError);
    CHECK_THROWS_AS(ByteSource::of_segment(file, 5, ~std::uint64_t{0}), InputError);
    CHECK(contains(message_of<InputError>([&] { (void)ByteSource::of_segment(file, 8, 3); }), "truncated"));
}

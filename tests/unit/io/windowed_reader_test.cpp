#include "io/windowed_reader.hpp"

#include <algorithm>
#include <random>

#include "catch.hpp"
#include "error_text.hpp"
#include "io/snappy_frames.hpp"
#include "temp_dir.hpp"

using namespace sp;
using sp_test::contains;
using sp_test::message_of;

namespace {

ByteVector numbered(std::size_t size) {
    ByteVector bytes(size);
    for (std::size_t i = 0; i < size; ++i) {
        bytes[i] = static_cast<std::uint8_t>(i * 7 + i / 256);
    }
    return bytes;
}

bool has_zero_padding(const WindowedReader& reader) {
    return std::all_of(reader.window_end(), reader.window_end() + WindowedReader::kPadding,
                       [](std::uint8_t byte) { return byte == 0; });
}

/// Reads everything in records of random sizes, in every way that the reader offers.
void check_random_walk(WindowedReader& reader, const ByteVector& expected, unsigned seed, std::size_t max_record) {
    std::mt19937 random(seed);
    std::size_t at = 0;
    while (at < expected.size()) {
        REQUIRE(reader.offset() == at);
        const std::size_t n = std::min<std::size_t>(random() % max_record, expected.size() - at);
        switch (random() % 4) {
            case 0: {
                const Bytes bytes = reader.take(n, "record");
                REQUIRE(std::equal(bytes.begin(), bytes.end(), expected.begin() + static_cast<std::ptrdiff_t>(at)));
                break;
            }
            case 1: reader.skip(n, "record"); break;
            case 2:
                while (reader.available() < n) {
                    REQUIRE(reader.more());
                }
                reader.consume_to(reader.position() + n);
                break;
            default: {
                const std::uint8_t* const bytes = reader.need(n, "record");
                REQUIRE(std::equal(bytes, bytes + n, expected.begin() + static_cast<std::ptrdiff_t>(at)));
                reader.consume(n);
            }
        }
        REQUIRE(has_zero_padding(reader));
        at += n;
    }
    CHECK(reader.at_end());
    CHECK(!reader.more());
}

}  // namespace

TEST_CASE("a window of any size gives the same bytes") {
    const ByteVector bytes = numbered(30000);
    for (const std::size_t window : {1U, 7U, 64U, 1000U, 40000U}) {
        CAPTURE(window);
        WindowedReader reader(ByteSource::of_bytes(bytes, "memory"), 0, bytes.size(), window);
        check_random_walk(reader, bytes, 1, 300);
        reader.restart(0, bytes.size());
        check_random_walk(reader, bytes, 2, 5000);
    }
}

TEST_CASE("a window over Snappy frames gives the same bytes") {
    ByteVector bytes = numbered(300000);
    std::fill(bytes.begin() + 70000, bytes.begin() + 200000, std::uint8_t{0x41});
    ByteVector frames;
    SnappyFrameWriter writer(frames);
    writer.write(bytes);
    writer.flush();
    for (const std::size_t window : {64U, 1000U, 100000U, 1000000U}) {
        CAPTURE(window);
        WindowedReader reader(make_snappy_source(ByteSource::of_bytes(frames, "memory"), 0, frames.size()), window);
        check_random_walk(reader, bytes, 3, 90000);
        reader.restart(0, frames.size());
        check_random_walk(reader, bytes, 4, 900);
    }
}

TEST_CASE("a restart on a longer range gets a full window") {
    const ByteVector bytes = numbered(5000);
    WindowedReader reader(ByteSource::of_bytes(bytes, "memory"), 100, 104, 1000);
    CHECK(*reader.need(4, "start") == bytes[100]);
    CHECK(reader.available() == 4);
    reader.restart(200, 5000);
    CHECK(reader.offset() == 0);
    CHECK(*reader.need(1, "start") == bytes[200]);
    CHECK(reader.available() == 1000);
}

TEST_CASE("a demand beyond the end is an error before anything is allocated") {
    const ByteVector bytes = numbered(100);
    WindowedReader reader(ByteSource::of_bytes(bytes, "state file", 1000), 10, 90);
    reader.skip(20, "start");
    CHECK(message_of<InputError>([&] { (void)reader.need(~std::size_t{0} / 2, "a key"); }) ==
          "state file: a key at offset 1030: needs 9223372036854775807 bytes, but no more than 60 are left");
    CHECK(message_of<InputError>([&] { (void)reader.take(61, "a key"); }) ==
          "state file: a key at offset 1030: needs 61 bytes, but no more than 60 are left");
    CHECK_THROWS_AS(reader.skip(61, "a value"), InputError);
    CHECK_THROWS_AS(WindowedReader(ByteSource::of_bytes(bytes, "m"), 10, 101), InputError);
    CHECK_THROWS_AS(WindowedReader(ByteSource::of_bytes(bytes, "m"), 11, 10), InputError);
}

TEST_CASE("a demand beyond the end of frames grows no further than the data") {
    ByteVector frames;
    SnappyFrameWriter writer(frames);
    writer.write(numbered(1000));
    writer.flush();
    WindowedReader reader(make_snappy_source(ByteSource::of_bytes(frames, "state file", 5), 0, frames.size()), 100);
    CHECK_THROWS_AS(reader.need(std::size_t{1} << 40, "a key"), InputError);
    CHECK(message_of<InputError>([&] {
              (void)reader.need(1001, "a key");
          }).starts_with("state file: a key at offset 0 of the data compressed from offset 5: needs 1001 bytes"));
    CHECK(reader.take(1000, "all").size() == 1000);
}

TEST_CASE("an empty range has readable padding and no bytes") {
    WindowedReader reader(ByteSource::of_bytes({}, "memory"), 0, 0);
    CHECK(reader.at_end());
    CHECK(has_zero_padding(reader));
    CHECK(reader.need(0, "nothing") == reader.window_end());
    CHECK_THROWS_AS(reader.need(1, "something"), InputError);
}

TEST_CASE("a file is read through a window") {
    const sp_test::TempDir dir;
    const ByteVector bytes = numbered(3000000);
    const auto file = std::make_shared<const File>(File::open(dir.write("data", as_text(bytes))));
    WindowedReader reader(ByteSource::of_file(file), 0, file->size());
    check_random_walk(reader, bytes, 5, 100000);
}

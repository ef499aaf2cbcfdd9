#include "io/snappy_frames.hpp"

#include <random>

#include "catch.hpp"
#include "error_text.hpp"
#include "io/crc32c.hpp"

using namespace sp;
using sp_test::contains;
using sp_test::message_of;

namespace {

ByteVector from_hex(std::string_view hex) {
    ByteVector bytes;
    std::string digits;
    for (const char c : hex) {
        if (c != ' ') {
            digits += c;
        }
        if (digits.size() == 2) {
            bytes.push_back(static_cast<std::uint8_t>(std::stoi(digits, nullptr, 16)));
            digits.clear();
        }
    }
    return bytes;
}

ByteVector decode(const ByteVector& frames, std::size_t begin, std::size_t end) {
    WindowedReader reader(make_snappy_source(ByteSource::of_bytes(frames, "frames"), begin, end));
    ByteVector bytes;
    while (!reader.at_end()) {
        const Bytes part = reader.take(reader.available(), "part");
        bytes.insert(bytes.end(), part.begin(), part.end());
    }
    return bytes;
}

ByteVector decode(const ByteVector& frames) { return decode(frames, 0, frames.size()); }

std::string failure(const ByteVector& frames) {
    return message_of<InputError>([&] { (void)decode(frames); });
}

ByteVector encode(Bytes bytes) {
    ByteVector frames;
    SnappyFrameWriter writer(frames);
    writer.write(bytes);
    writer.flush();
    return frames;
}

// Flink 1.19, canonical savepoint, key group 1.
const ByteVector kKeyGroup = from_hex(
    "ff060000734e61507059 01 220000 d72227b6 0000 0000000a 81 0000000000000003 00 00000008 0000000000000003 ffff");
// Flink 1.19, operator state, the element at offset 198.
const ByteVector kElement = from_hex("01 15 00 00 B2 9C 14 5A 11 4865726520626520647261676f6e7321");

}  // namespace

TEST_CASE("CRC-32C of RFC 3720, by instruction and by tables") {
    CHECK(crc32c(as_bytes("123456789")) == 0xE3069283U);
    CHECK(crc32c(ByteVector(32, 0)) == 0x8A9136AAU);
    CHECK(crc32c({}) == 0);
    std::mt19937 random(1);
    ByteVector bytes(3000);
    for (auto& byte : bytes) {
        byte = static_cast<std::uint8_t>(random());
    }
    for (std::size_t size = 0; size < 100; ++size) {
        const Bytes part = Bytes(bytes).subspan(size, size * 17 + size % 8);
        REQUIRE(crc32c(part) == crc32c_portable(part));
        REQUIRE(crc32c(part.subspan(size / 2), crc32c(part.first(size / 2))) == crc32c(part));
    }
}

TEST_CASE("frames that Flink wrote are read") {
    const ByteVector group = decode(kKeyGroup);
    CHECK(group.size() == 30);
    CHECK(group == ByteVector(kKeyGroup.begin() + 18, kKeyGroup.end()));
    CHECK(as_text(decode(kElement)) == "\x11Here be dragons!");
    // Two state blocks of a heap-native key group, each with its identifier.
    const ByteVector blocks = from_hex(
        "ff060000734e61507059 01 0a0000 2c99979b 0000 00000000 ff060000734e61507059 01 0a0000 4ec9cfc8 0001 00000000");
    CHECK(decode(blocks) == from_hex("0000 00000000 0001 00000000"));
    CHECK(decode(from_hex("ff060000734e61507059")).empty());
    CHECK(decode({}).empty());
}

TEST_CASE("frames are written as Flink writes them") {
    CHECK(encode(Bytes(kKeyGroup).subspan(18)) == kKeyGroup);
    CHECK(encode({}) == from_hex("ff060000734e61507059"));
    ByteVector frames;
    SnappyFrameWriter writer(frames);
    CHECK(frames.size() == 10);
    writer.write(as_bytes("\x11Here be"));
    writer.write(as_bytes(" dragons!"));
    writer.flush();
    writer.flush();
    CHECK(ByteVector(frames.begin() + 10, frames.end()) == kElement);
}

TEST_CASE("frames of any size come back") {
    std::mt19937 random(2);
    for (const std::size_t size : {1U, 65535U, 65536U, 65537U, 131072U, 500000U}) {
        ByteVector bytes(size);
        for (std::size_t i = 0; i < size; ++i) {
            bytes[i] = static_cast<std::uint8_t>(i < size / 2 ? i / 100 : random());
        }
        const ByteVector frames = encode(bytes);
        CAPTURE(size, frames.size());
        CHECK((decode(frames) == bytes));
        ByteVector pieces;
        SnappyFrameWriter writer(pieces);
        for (std::size_t at = 0; at < size; at += 7001) {
            writer.write(Bytes(bytes).subspan(at, std::min<std::size_t>(7001, size - at)));
        }
        writer.flush();
        CHECK((pieces == frames));
    }
}

TEST_CASE("reading starts at any chunk and stops at any") {
    ByteVector frames;
    SnappyFrameWriter writer(frames);
    std::vector<std::size_t> offsets;
    for (int i = 0; i < 5; ++i) {
        offsets.push_back(frames.size());
        writer.write(as_bytes(std::string(100000, static_cast<char>('a' + i))));
        writer.flush();
    }
    CHECK((decode(frames, offsets[1], offsets[3]) ==
           decode(encode(as_bytes(std::string(100000, 'b') + std::string(100000, 'c'))))));
}

TEST_CASE("skippable chunks are skipped, reserved ones are an error") {
    ByteVector frames = from_hex("fe 030000 aabbcc 80 000000");
    frames.insert(frames.end(), kElement.begin(), kElement.end());
    frames.insert(frames.end(), {0xFD, 1, 0, 0, 9});
    CHECK(as_text(decode(frames)) == "\x11Here be dragons!");
    CHECK(failure(from_hex("02 000000")) ==
          "frames: a Snappy chunk at offset 0: type 2 is reserved, expected 0, 1 or from 128 on");
    CHECK(contains(failure(from_hex("7f 000000")), "type 127"));
    CHECK(contains(failure(from_hex("fe 040000 aabbcc")), "a skippable Snappy chunk at offset 4"));
}

TEST_CASE("damaged frames are refused with their offset") {
    ByteVector frames = kKeyGroup;
    frames[20] ^= 1;
    CHECK(contains(failure(frames), "frames: a Snappy chunk at offset 10: its data has the checksum"));
    CHECK(contains(failure(from_hex("ff 060000 734e61507058")), "not sNaPpY"));
    CHECK(contains(failure(from_hex("ff 050000 734e615070")), "not sNaPpY"));
    CHECK(contains(failure(from_hex("01 030000 000000")), "length 3, expected 4 to 65540"));
    CHECK(contains(failure(from_hex("01 050001 00")), "length 65541"));
    CHECK(contains(failure(from_hex("00 ffffff 00")), "length 16777215"));
    CHECK(contains(failure(from_hex("01 0600")), "a Snappy chunk's header at offset 0: needs 4 bytes"));
    CHECK(contains(failure(from_hex("01 090000 00000000 11")), "a Snappy chunk at offset 4: needs 9 bytes"));
    CHECK(contains(failure(from_hex("00 040000 00000000")), "does not start with a length"));
    // A length of 65537 in the compressed data.
    CHECK(contains(failure(from_hex("00 080000 00000000 81800400")), "does not start with a length"));
    CHECK(contains(failure(from_hex("00 060000 00000000 0500")),
                   "frames: a Snappy chunk at offset 0: its data is not valid Snappy"));
}

TEST_CASE("frames cut off at any byte are an error or end at a chunk") {
    const ByteVector frames = encode(as_bytes(std::string(1000, 'x')));
    for (std::size_t size = 0; size < frames.size(); ++size) {
        const ByteVector part(frames.begin(), frames.begin() + static_cast<std::ptrdiff_t>(size));
        if (size == 0 || size == 10) {
            CHECK(decode(part).empty());
        } else {
            CHECK_THROWS_AS(decode(part), InputError);
        }
    }
}

TEST_CASE("streams that follow each other are told apart by their chunks' headers") {
    ByteVector frames = from_hex("00000001");
    std::vector<std::size_t> ends = {frames.size()};
    for (const std::size_t size : {std::size_t{0}, 3 * kSnappyBlock, std::size_t{7}}) {
        SnappyFrameWriter writer(frames);
        writer.write(ByteVector(size, 5));
        writer.flush();
        ends.push_back(frames.size());
    }
    const ByteSource source = ByteSource::of_bytes(frames, "frames", 1000);
    for (std::size_t i = 1; i < ends.size(); ++i) {
        CHECK(find_snappy_stream_end(source, ends[i - 1], frames.size()) == ends[i]);
    }
    const auto failure_at = [&](std::uint64_t begin, std::uint64_t end) {
        return message_of<InputError>([&] { (void)find_snappy_stream_end(source, begin, end); });
    };
    CHECK(failure_at(0, frames.size()) ==
          "frames: a Snappy chunk at offset 1000: type 0, expected a stream identifier");
    CHECK(contains(failure_at(ends[2], ends[3] - 1), "do not end before offset"));
    CHECK(contains(failure_at(ends[2], ends[2]), "its header does not end before offset"));
    CHECK(contains(failure_at(ends[2], ends[2] + 12), "its header does not end before offset"));
}

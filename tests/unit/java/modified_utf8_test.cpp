#include "java/modified_utf8.hpp"

#include "catch.hpp"

using namespace sp;

namespace {

std::string round_trip_utf(const std::string& text) {
    ByteWriter out;
    java::write_utf(out, text);
    BoundedReader in(out.view(), "test");
    std::string back = java::read_utf(in, "text");
    in.expect_end("text");
    return back;
}

}  // namespace

TEST_CASE("modified UTF-8 keeps every Java string") {
    for (const std::string& text :
         {std::string(), std::string("abc"), std::string("a\0b", 3), std::string("h\u00e9\u20ac"),
          std::string("\U0001F600"), std::string("\xED\xA0\x80"), std::string("\xED\xB0\x80x")}) {
        CHECK(round_trip_utf(text) == text);
    }
}

TEST_CASE("modified UTF-8 has Java's bytes") {
    ByteWriter out;
    java::write_utf(out, std::string("\0", 1) + "\U0001F600");
    CHECK(out.take() == ByteVector{0, 8, 0xC0, 0x80, 0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80});
}

TEST_CASE("modified UTF-8 refuses what Java does not write") {
    for (const ByteVector& bytes :
         {ByteVector{0, 1, 0}, ByteVector{0, 2, 0xC1, 0x81}, ByteVector{0, 4, 0xF0, 0x9F, 0x98, 0x80},
          ByteVector{0, 1, 0xE9}, ByteVector{0, 2, 'a'}}) {
        BoundedReader in(bytes, "test");
        CHECK_THROWS_AS(java::read_utf(in, "text"), InputError);
    }
}

TEST_CASE("StringValue strings count UTF-16 units plus one") {
    const std::string text = "h\u00e9\u00e9\u20ac\U0001F600";
    ByteWriter out;
    java::write_string_value(out, text);
    const ByteVector bytes = out.take();
    CHECK(bytes == ByteVector{0x07, 0x68, 0xE9, 0x01, 0xE9, 0x01, 0xAC, 0x41, 0xBD, 0xB0, 0x03, 0x80, 0xBC, 0x03});
    BoundedReader in(bytes, "test");
    CHECK(java::read_string_value(in, "text") == text);
}

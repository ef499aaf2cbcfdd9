#include "java/hash_codes.hpp"

#include "catch.hpp"

using namespace sp;

TEST_CASE("key groups are Flink's") {  // formats/keyed-state section 1.1, computed by Flink itself
    struct Case {
        std::int32_t hash, of_4, of_128, of_256;
    };
    for (const Case& c : {Case{0, 2, 94, 222}, Case{1, 2, 86, 214}, Case{2, 3, 127, 127}, Case{3, 1, 113, 113},
                          Case{-1, 0, 80, 80}, Case{12345, 1, 1, 1}, Case{99162322, 3, 35, 163}}) {
        CAPTURE(c.hash);
        CHECK(java::key_group_of_hash(c.hash, 4) == c.of_4);
        CHECK(java::key_group_of_hash(c.hash, 128) == c.of_128);
        CHECK(java::key_group_of_hash(c.hash, 256) == c.of_256);
    }
}

TEST_CASE("hash codes are Java's") {
    CHECK(java::hash_of_string(u"hello") == 99162322);
    CHECK(java::hash_of_string(u"") == 0);
    CHECK(java::hash_of_long(5) == 5);
    CHECK(java::hash_of_long(-5) == 4);
}

TEST_CASE("numbers at the borders hash as Java and Scala hash them") {
    const auto big = [](std::initializer_list<std::uint8_t> bytes) {
        return java::hash_of_big_integer(ByteVector(bytes));
    };
    CHECK(big({0}) == 0);
    CHECK(big({0xFF}) == -1);
    CHECK(big({0x80, 0, 0, 0}) == java::wrapped(0x80000000U));
    CHECK(big({0, 0x80, 0, 0, 0}) == java::wrapped(0x80000000U));
    CHECK(big({1, 0, 0, 0, 2}) == 33);
    CHECK(big({0xFE, 0xFF, 0xFF, 0xFF, 0xFE}) == -33);
    CHECK(java::scala_hash_of_double(-0.0) == 0);
    CHECK(java::scala_hash_of_double(2147483647.0) == 2147483647);
    CHECK(java::scala_hash_of_double(9223372036854775808.0) == java::wrapped(0x80000000U));  // as Long.MAX_VALUE
    CHECK(java::scala_hash_of_double(0.5) == java::hash_of_float(0.5F));
    CHECK(java::scala_hash_of_double(0.1) == java::hash_of_double(0.1));
    CHECK(java::scala_hash_of_float(2147483648.0F) == 2147483647);  // as Integer.MAX_VALUE
    CHECK(java::scala_hash_of_long(-1) == -1);
}

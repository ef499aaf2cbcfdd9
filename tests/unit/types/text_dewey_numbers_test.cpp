// The text of Dewey numbers, out and in.

#include "types/codecs/text/dewey_numbers.hpp"

#include "catch.hpp"
#include "types/codecs/value_fixtures.hpp"

using namespace sp;
using namespace sp::test;

TEST_CASE("Dewey numbers are written as Flink's toString has them, and read back", "[text]") {
    for (const auto& [digits, text] : {std::pair{"", ""},
                                       {"00000001", "1"},
                                       {"000000010000000000000002", "1.0.2"},
                                       {"7fffffff80000000", "2147483647.-2147483648"},
                                       {"ffffffff", "-1"}}) {
        CHECK(text::dewey_number_text(unhex(digits)) == text);
        const auto read = text::parse_dewey_number(text);
        REQUIRE(read);
        CHECK(hex(*read) == digits);
    }
}

TEST_CASE("nothing else is a Dewey number", "[text]") {
    for (const char* const text :
         {".", "1.", ".1", "1..2", "01", "-0", "+1", "1.x", " 1", "1 ", "2147483648", "1,2", "0x1", "1.00", "-"}) {
        CAPTURE(text);
        CHECK_FALSE(text::parse_dewey_number(text));
    }
}

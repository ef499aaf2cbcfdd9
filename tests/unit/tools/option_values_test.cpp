#include "common/option_values.hpp"

#include "catch.hpp"
#include "sp/error.hpp"

using namespace sp::cli;

TEST_CASE("sizes take powers of 1024") {
    CHECK(parse_size("4096") == 4096);
    CHECK(parse_size("1K") == 1024);
    CHECK(parse_size("64M") == 64ULL << 20);
    CHECK(parse_size("16T") == 16ULL << 40);
    for (const char* bad : {"", "M", "64X", "64MB", "-1", "1.5G", "99999999T", "99999999999999999999"}) {
        CAPTURE(bad);
        CHECK_THROWS_AS(parse_size(bad), sp::UsageError);
    }
}

TEST_CASE("ranges include both ends") {
    CHECK(parse_range("3-17").first == 3);
    CHECK(parse_range("3-17").last == 17);
    CHECK(parse_range("5").first == 5);
    CHECK(parse_range("5").last == 5);
    for (const char* bad : {"", "-", "5-", "-5", "7-3", "1-2-3", "a-b"}) {
        CAPTURE(bad);
        CHECK_THROWS_AS(parse_range(bad), sp::UsageError);
    }
}

TEST_CASE("pairs split at the first separator that is not escaped") {
    using Pair = std::pair<std::string, std::string>;
    CHECK(parse_pair("a=b", '=') == Pair("a", "b"));
    CHECK(parse_pair("a=b=c", '=') == Pair("a", "b=c"));
    CHECK(parse_pair("a\\=b=c\\\\", '=') == Pair("a=b", "c\\"));
    CHECK(parse_pair("u\\/1/s", '/') == Pair("u/1", "s"));
    CHECK(parse_pair("a\\n=", '=') == Pair("a\\n", ""));
    CHECK_THROWS_AS(parse_pair("ab", '='), sp::UsageError);
    CHECK_THROWS_AS(parse_pair("a\\=b", '='), sp::UsageError);
}

TEST_CASE("operator ids are 32 hex digits in either case") {
    CHECK(parse_operator_id("9664F153167e119a55c1a759fbb076a9") == "9664f153167e119a55c1a759fbb076a9");
    CHECK_THROWS_AS(parse_operator_id("9664f153167e119a55c1a759fbb076a"), sp::UsageError);
    CHECK_THROWS_AS(parse_operator_id("9664f153167e119a55c1a759fbb076ag"), sp::UsageError);
}

TEST_CASE("a wrong word names the nearest") {
    constexpr std::string_view kWords[] = {"value", "list", "broadcast"};
    CHECK(parse_word("list", kWords) == "list");
    try {
        (void)parse_word("brodcast", kWords);
        FAIL("accepted");
    } catch (const sp::UsageError& error) {
        CHECK(std::string(error.what()) == "'brodcast' is not one of value list broadcast; did you mean broadcast?");
    }
    CHECK(nearest("zzzzzz", kWords).empty());
    CHECK(nearest("broad", kWords) == "broadcast");
}

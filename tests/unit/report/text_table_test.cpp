#include "report/text_table.hpp"

#include "catch.hpp"

using namespace sp;

TEST_CASE("names from outside cannot break lines or steer the terminal") {
    CHECK(printable("plain Ünï → 日本") == "plain Ünï → 日本");
    CHECK(printable("a\nb\tc\rd") == "a\\nb\\tc\\rd");
    CHECK(printable("\x1B[31mred\x7F") == "\\x1b[31mred\\x7f");
    CHECK(printable("\xC2\x9B"
                    "31m") == "\\x9b31m");  // CSI as one C1 control
    CHECK(printable("\xC2\xA0|\xC2") == "\xC2\xA0|\xC2");
}

TEST_CASE("sizes are exact and readable") {
    CHECK(size_words(0) == "0 bytes");
    CHECK(size_words(1) == "1 byte");
    CHECK(size_words(1023) == "1023 bytes");
    CHECK(size_words(1024) == "1024 bytes (1.0 KiB)");
    CHECK(size_words(12063) == "12063 bytes (11.8 KiB)");
    CHECK(size_words(std::int64_t{5} << 40) == "5497558138880 bytes (5.0 TiB)");
    CHECK(size_words(INT64_MAX) == "9223372036854775807 bytes (8.0 EiB)");
}

TEST_CASE("runs of numbers are joined") {
    CHECK(range_words({}).empty());
    CHECK(range_words({3}) == "3");
    CHECK(range_words({0, 1, 2, 5, 7, 8}) == "0-2, 5, 7, 8");
    CHECK(range_words({INT32_MIN, INT32_MAX}) == "-2147483648, 2147483647");
}

TEST_CASE("columns are aligned, and empty ones left out") {
    TextTable table({"NAME", "EMPTY", "TYPE"});
    CHECK(table.empty());
    CHECK(table.text() == "\n");
    table.add({"a", "", "long"});
    table.add({"größe", "", "tuple<int,int>"});
    CHECK(table.text("  ") ==
          "  NAME   TYPE\n"
          "  a      long\n"
          "  größe  tuple<int,int>\n");
    TextTable facts;
    facts.add({"kind", "checkpoint"});
    facts.add({"checkpoint id", "7"});
    CHECK(facts.text() == "kind           checkpoint\ncheckpoint id  7\n");
}

#include <bit>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <random>

#include "catch.hpp"
#include "text_tables.hpp"
#include "types/codecs/text/big_numbers.hpp"
#include "types/codecs/text/floats.hpp"
#include "types/codecs/text/integers.hpp"

using namespace sp;
using sp_test::written;

namespace {

std::string text_of(std::int64_t value) {
    return written(text::kMaxInt, [&](char* out) { return text::write_int(out, value); });
}

std::string text_of(double value) {
    return written(text::kMaxFloat, [&](char* out) { return text::write_double(out, value); });
}

std::string text_of(float value) {
    return written(text::kMaxFloat, [&](char* out) { return text::write_float(out, value); });
}

std::string text_of_integer(Bytes bytes) {
    return written(text::max_big_integer(bytes.size()), [&](char* out) { return text::write_big_integer(out, bytes); });
}

std::string text_of_decimal(Bytes unscaled, std::int32_t scale) {
    return written(text::max_big_decimal(unscaled.size()),
                   [&](char* out) { return text::write_big_decimal(out, unscaled, scale); });
}

float read_back(const char* text, float) { return std::strtof(text, nullptr); }
double read_back(const char* text, double) { return std::strtod(text, nullptr); }

int significant_digits(std::string_view text) {
    std::string digits;
    for (const char c : text.substr(0, text.find('e'))) {
        if (c >= '0' && c <= '9') {
            digits += c;
        }
    }
    const std::size_t first = digits.find_first_not_of('0');
    const std::size_t last = digits.find_last_not_of('0');
    return first == std::string::npos ? 1 : static_cast<int>(last - first + 1);
}

/// The rules of design.md for a finite number, judged without our own code: reads back, not longer than needed, notation.
template <class Number>
std::string problem_of(Number value) {
    const std::string text = text_of(value);
    if (std::signbit(value) != (text.front() == '-')) {
        return text + ": sign";
    }
    if (read_back(text.c_str(), value) != value) {
        return text + ": does not read back";
    }
    const int digits = significant_digits(text);
    char shorter[64];
    std::snprintf(shorter, sizeof shorter, "%.*e", std::max(digits - 2, 0), static_cast<double>(value));
    if (digits > 1 && read_back(shorter, value) == value) {
        return text + ": longer than " + shorter;
    }
    const std::size_t e = text.find('e');
    const bool plain_wanted =
        value == 0 || (std::fabs(value) >= static_cast<Number>(1e-5) && std::fabs(value) < static_cast<Number>(1e16));
    const std::size_t point = text.find('.');
    if (plain_wanted != (e == std::string::npos) || (plain_wanted && point == std::string::npos) ||
        text.back() == '.' || text.find('+') != std::string::npos) {
        return text + ": notation";
    }
    return "";
}

}  // namespace

TEST_CASE("integers of every length are written like std::to_chars does") {
    std::mt19937_64 random(1);
    std::vector<std::int64_t> values = {0, std::numeric_limits<std::int64_t>::min(),
                                        std::numeric_limits<std::int64_t>::max(), 4294967295, 4294967296};
    for (std::int64_t power = 1; power < 1000000000000000000; power *= 10) {
        values.insert(values.end(), {power - 1, power, power + 1, power * 5});
    }
    for (int i = 0; i < 100000; ++i) {
        values.push_back(static_cast<std::int64_t>(random() >> (random() % 64)));
    }
    for (const std::int64_t value : values) {
        for (const std::int64_t signed_value :
             {value, static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(value))}) {
            if (text_of(signed_value) != std::to_string(signed_value)) {
                FAIL(text_of(signed_value) << " for " << signed_value);
            }
        }
    }
    CHECK(written(20, [](char* out) { return text::write_uint(out, ~std::uint64_t{0}); }) == "18446744073709551615");
    CHECK(written(20, [](char* out) { return text::write_uint(out, 10000000000000000000U); }) ==
          "10000000000000000000");
}

TEST_CASE("doubles have one notation") {
    const std::pair<double, const char*> cases[] = {{0.0, "0.0"},
                                                    {-0.0, "-0.0"},
                                                    {1.0, "1.0"},
                                                    {-1.5, "-1.5"},
                                                    {400000.0, "400000.0"},
                                                    {0.1, "0.1"},
                                                    {1e-5, "0.00001"},
                                                    {9.999e-6, "9.999e-6"},
                                                    {1.5e-7, "1.5e-7"},
                                                    {1e16, "1e16"},
                                                    {1e15, "1000000000000000.0"},
                                                    {1.5e16, "1.5e16"},
                                                    {9999999999999998.0, "9999999999999998.0"},
                                                    {123456789012345680.0, "1.2345678901234568e17"},
                                                    {5e-324, "5e-324"},
                                                    {1.7976931348623157e308, "1.7976931348623157e308"},
                                                    {0.0625, "0.0625"},
                                                    {-8589934591.9375, "-8589934591.9375"},
                                                    {8589934592.0, "8589934592.0"},
                                                    {8589934592.0625, "8589934592.0625"},
                                                    {1e23, "1e23"},
                                                    {0.03125, "0.03125"},
                                                    {1234.5678, "1234.5678"},
                                                    {-0.000012345678901234567, "-0.000012345678901234568"},
                                                    {std::numeric_limits<double>::quiet_NaN(), "\"NaN\""},
                                                    {std::numeric_limits<double>::infinity(), "\"Infinity\""},
                                                    {-std::numeric_limits<double>::infinity(), "\"-Infinity\""}};
    for (const auto& [value, expected] : cases) {
        CHECK(text_of(value) == expected);
    }
    CHECK(written(text::kMaxFloat, [](char* out) {
              return text::write_double_bare(out, -std::numeric_limits<double>::infinity());
          }) == "-Infinity");
}

TEST_CASE("floats have the digits of a float") {
    const std::pair<float, const char*> cases[] = {{0.1F, "0.1"},
                                                   {-0.0F, "-0.0"},
                                                   {3.4028235e38F, "3.4028235e38"},
                                                   {1e-45F, "1e-45"},
                                                   {16777215.0F, "16777215.0"},
                                                   {16777216.0F, "16777216.0"},
                                                   {1e16F, "1e16"},
                                                   {1e15F, "1000000000000000.0"},
                                                   {1e-5F, "0.00001"},
                                                   {0.3F, "0.3"},
                                                   {33554432.0F, "33554432.0"},
                                                   {8388608.0F, "8388608.0"},
                                                   {1.5F, "1.5"},
                                                   {std::numeric_limits<float>::quiet_NaN(), "\"NaN\""}};
    for (const auto& [value, expected] : cases) {
        CHECK(text_of(value) == expected);
    }
}

TEST_CASE("floating-point text reads back and is never longer than needed") {
    std::mt19937_64 random(2);
    std::size_t checked = 0;
    const auto check = [&](auto value) {
        if (std::isfinite(value)) {
            const std::string problem = problem_of(value);
            if (!problem.empty()) {
                FAIL(problem);
            }
            ++checked;
        }
    };
    for (int i = 0; i < 50000; ++i) {
        check(std::bit_cast<double>(random()));
        check(std::bit_cast<float>(static_cast<std::uint32_t>(random())));
        check(static_cast<double>(static_cast<std::int64_t>(random())) / static_cast<double>(1LL << random() % 60));
        check(static_cast<double>(random() % 100000000) / 100);
        check(static_cast<float>(random() % 100000000) / 100);
        check(static_cast<float>(random() % (1U << 25)));
        check(static_cast<float>(random() % 2000000) / 1000);
        check(static_cast<double>(random() % 2000000000000000) / 10000);
        check(std::nextafter(static_cast<double>(random() % 1000000000000) / 10000, 0.0));
        check(std::nextafter(static_cast<float>(random() % 1000000) / 100, 0.0F));
    }
    CHECK(checked > 250000);
    for (const sp_test::Fields& fields : sp_test::read_table("floats.tsv")) {
        const std::uint64_t bits = std::stoull(fields[1], nullptr, 16);
        const bool is_float = fields[0] == "float";
        const auto narrow = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        const auto wide = std::bit_cast<double>(bits);
        const std::string ours = is_float ? text_of(narrow) : text_of(wide);
        CAPTURE(ours, fields[2]);
        if (!std::isfinite(is_float ? static_cast<double>(narrow) : wide)) {
            CHECK(ours == '"' + fields[2] + '"');
        } else {
            CHECK((is_float ? problem_of(narrow) : problem_of(wide)).empty());
            CHECK(significant_digits(ours) <= significant_digits(fields[2].substr(0, fields[2].find('E'))));
        }
    }
}

TEST_CASE("big numbers have Java's text, and the text gives Java's bytes") {
    for (const sp_test::Fields& fields : sp_test::read_table("big_numbers.tsv")) {
        const ByteVector bytes = sp_test::from_hex(fields[1]);
        CAPTURE(fields[1], fields[2]);
        if (fields[0] == "integer") {
            CHECK(text_of_integer(bytes) == fields[2]);
            CHECK(text::parse_big_integer(fields[2]) == bytes);
            continue;
        }
        const std::int32_t scale = std::stoi(fields[2]);
        CHECK(text_of_decimal(bytes, scale) == fields[3]);
        if (bytes.size() <= 8) {
            std::int64_t unscaled = bytes[0] >= 0x80 ? -1 : 0;
            for (const std::uint8_t byte : bytes) {
                unscaled = static_cast<std::int64_t>(static_cast<std::uint64_t>(unscaled) << 8 | byte);
            }
            CHECK(written(text::max_big_decimal(8),
                          [&](char* out) { return text::write_big_decimal(out, unscaled, scale); }) == fields[3]);
        }
        const std::optional<text::BigDecimal> parsed = text::parse_big_decimal(fields[3]);
        // 0E-2147483647 and the like have an exponent that Java prints but cannot read back as a scale.
        if (parsed) {
            CHECK(parsed->unscaled == bytes);
            CHECK(parsed->scale == scale);
        } else {
            CHECK(std::abs(std::int64_t{scale}) > 2000000000);
        }
    }
}

TEST_CASE("long and padded two's complement forms") {
    CHECK(text_of_integer(ByteVector(40, 0)) == "0");
    CHECK(text_of_integer(ByteVector(40, 0xFF)) == "-1");
    CHECK(text_of_integer(ByteVector{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5}) == "5");
    CHECK(text_of_integer({}) == "(none)");
    CHECK(text_of_integer(ByteVector(text::kMaxBigNumberBytes + 1, 1)) == "(none)");
}

TEST_CASE("big integers of many sizes come back from their text") {
    std::mt19937_64 random(3);
    for (std::size_t size = 1; size < 3000; size = size * 5 / 4 + 1) {
        ByteVector bytes(size);
        for (auto& byte : bytes) {
            byte = static_cast<std::uint8_t>(random());
        }
        bytes[0] = static_cast<std::uint8_t>(size % 2 == 0 ? 0x81 : 0x41);
        CAPTURE(size);
        CHECK((text::parse_big_integer(text_of_integer(bytes)) == bytes));
    }
}

TEST_CASE("the longest number that is printed takes little time") {
    ByteVector bytes(text::kMaxBigNumberBytes, 0x5A);
    const std::clock_t start = std::clock();  // of the processor: other tests may be running
    const std::string text = text_of_integer(bytes);
    CHECK((text::parse_big_integer(text) == bytes));
    CHECK(std::clock() - start < 10 * CLOCKS_PER_SEC);
}

TEST_CASE("number texts that Java does not take are refused") {
    for (const char* text : {"", "+", "-", "1.0", "0x1", " 1", "1 ", "--1", "1e3"}) {
        CAPTURE(text);
        CHECK(!text::parse_big_integer(text));
    }
    for (const char* text : {"", ".", "-.", "e5", "1e", "1e+", "1.2.3", "1e99999999999", "1e2147483649", "NaN", "1 "}) {
        CAPTURE(text);
        CHECK(!text::parse_big_decimal(text));
    }
    CHECK(text::parse_big_integer("+007") == ByteVector{7});
    CHECK(text::parse_big_integer("-0") == ByteVector{0});
    CHECK(text::parse_big_decimal("-1.50e+3")->scale == -1);
    CHECK(text::parse_big_decimal("5.")->scale == 0);
    CHECK(text::parse_big_decimal(".5")->scale == 1);
    CHECK(text::parse_big_decimal("1e-0000000000000002")->scale == 2);
}

// Parts alone and inside of a tuple, which has no short cuts: the same bytes, or both refused.

#include "rows/import/part_encoder.hpp"

#include <algorithm>
#include <random>
#include <tuple>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "sp/error.hpp"
#include "types/schema/parser.hpp"

using namespace sp;
using namespace sp::rows;

namespace {

TypePtr type_of(const std::string& words) { return parse_type(nlohmann::ordered_json(words), {}); }

/// The bytes, or why there are none, as a text that tells.
std::string encoded(const PartEncoder& encoder, const RowField& field) {
    ByteVector bytes = {'=', '>'};  // of the part before
    try {
        encoder.append(field, bytes);
    } catch (const InputError& error) {
        return std::string("refused: ") + error.what();
    }
    return std::string(as_text(bytes));
}

class Pair {
public:
    explicit Pair(const std::string& words, Exactness exactness = Exactness::kExact)
        : alone_(type_of(words), exactness), inside_(type_of("tuple<" + words + ">"), exactness) {}

    void check(const std::string& json) {
        const std::string alone =
            encoded(alone_, {json == "null" ? RowField::Form::kNull : RowField::Form::kJson, json});
        std::string inside = encoded(inside_, {RowField::Form::kJson, "{\"f0\":" + json + "}"});
        const std::string path = "refused: .f0";
        CAPTURE(json, alone, inside);
        if (alone.starts_with("refused: ") || inside.starts_with("refused: ")) {
            ++refused_;
            REQUIRE(alone.starts_with("refused: "));
            REQUIRE(inside.starts_with("refused: "));
        } else {
            ++taken_;
            REQUIRE(alone == inside);
        }
    }

    [[nodiscard]] std::size_t refused() const { return refused_; }
    [[nodiscard]] std::size_t taken() const { return taken_; }

private:
    PartEncoder alone_;
    PartEncoder inside_;
    std::size_t refused_ = 0;
    std::size_t taken_ = 0;
};

std::string random_digits(std::mt19937_64& random, std::size_t most) {
    std::string digits;
    for (std::size_t size = 1 + random() % most; size > 0; --size) {
        digits += static_cast<char>('0' + random() % 10);
    }
    return digits;
}

std::string random_number(std::mt19937_64& random) {
    std::string text = random() % 3 == 0 ? "-" : "";
    std::string digits = random_digits(random, random() % 4 == 0 ? 22 : 5);
    text += random() % 20 == 0 ? digits : digits.substr(std::min(digits.find_first_not_of('0'), digits.size() - 1));
    if (random() % 4 == 0) {
        text += "." + (random() % 2 == 0 ? "0" : random_digits(random, 4));
    }
    if (random() % 6 == 0) {
        text += (random() % 2 == 0 ? "e" : "E") + std::string(random() % 2 == 0 ? "-" : "") + random_digits(random, 2);
    }
    return random() % 10 == 0 ? "\"" + text + "\"" : text;
}

const char* const kOdd[] = {"null",
                            "true",
                            "{}",
                            "[]",
                            "\"\"",
                            "\"x\"",
                            "-",
                            "+1",
                            "1.",
                            ".5",
                            "01",
                            "-0",
                            "-0.0",
                            "0x1",
                            "1e",
                            "NaN",
                            "\"NaN\"",
                            "\"Infinity\"",
                            "\"-Infinity\"",
                            "\"+1\"",
                            "\" 1\"",
                            "1 ",
                            " 1",
                            "1,",
                            "1}",
                            "\"1",
                            "127",
                            "128",
                            "-128",
                            "-129",
                            "32767",
                            "32768",
                            "-32769",
                            "2147483647",
                            "2147483648",
                            "-2147483648",
                            "-2147483649",
                            "9223372036854775807",
                            "9223372036854775808",
                            "-9223372036854775808",
                            "-9223372036854775809",
                            "18446744073709551616",
                            "1e400",
                            "\"1e2\"",
                            "1e2",
                            "1.0",
                            "1.5"};

}  // namespace

TEST_CASE("numbers alone are what they are inside of a value") {
    std::mt19937_64 random(21);
    for (const char* const words :
         {"byte", "short", "int", "long", "float", "double", "int-value", "long-value", "double-value", "biginteger",
          "bigdecimal", "int?", "long?", "double?", "boolean", "string", "date"}) {
        for (const Exactness exactness : {Exactness::kExact, Exactness::kLossyFloats}) {
            CAPTURE(words);
            Pair pair(words, exactness);
            for (const char* const text : kOdd) {
                pair.check(text);
            }
            for (int i = 0; i < 2000; ++i) {
                pair.check(random_number(random));
            }
            CHECK(pair.refused() > 0);
            CHECK((pair.taken() > 100 || std::string(words) == "boolean" || std::string(words) == "date"));
        }
    }
}

TEST_CASE("texts alone are what they are inside of a value") {
    std::mt19937_64 random(22);
    // With what ends short cuts: escapes, other letters than ASCII, controls.
    const std::vector<std::string> pieces = {
        "a", "b ",  "\\n", "\\\"", "\\\\",    "\\u0041", "\\u0000", "\\ud83d\\ude00", "\\ud800", "é", "😀",
        "/", "\\/", "{",   "\x7f", "\\u00ff", "\\x",     "\n"};
    for (const char* const words : {"string", "string?", "string-value", "char", "enum a.B{a,b}", "instant"}) {
        CAPTURE(words);
        Pair pair(words);
        for (int i = 0; i < 3000; ++i) {
            std::string text = "\"";
            for (std::size_t size = random() % 6; size > 0; --size) {
                text += pieces[random() % (random() % 3 == 0 ? pieces.size() : 2)];
            }
            pair.check(text + "\"");
        }
        for (const std::size_t size : {126, 127, 128, 129, 16382, 16383, 16384, 70000}) {  // the length in more bytes
            pair.check("\"" + std::string(size, 'a') + "\"");
            pair.check("\"" + std::string(size, 'a') + "é\"");
        }
        for (const char* const text : kOdd) {
            pair.check(text);
        }
        CHECK(pair.refused() > 10);
    }
}

TEST_CASE("bare texts of CSV and JSON give the same bytes") {
    for (const auto& [words, bare, json] : {std::tuple<const char*, const char*, const char*>{"long", "-7", "-7"},
                                            {"string", "a\"b", "\"a\\\"b\""},
                                            {"double", "1.5", "1.5"},
                                            {"boolean", "true", "true"},
                                            {"tuple<int,string>", R"({"f0":1,"f1":"x"})", R"({"f0":1,"f1":"x"})"},
                                            {"list<int>", "[1,2]", "[1,2]"},
                                            {"string", "", "\"\""},
                                            {"string", "null", "\"null\""},
                                            {"int?", "5", "5"}}) {
        const PartEncoder encoder(type_of(words));
        CAPTURE(words, bare);
        const std::string bytes = encoded(encoder, {RowField::Form::kBare, bare});
        CHECK(bytes == encoded(encoder, {RowField::Form::kJson, json}));
        CHECK(bytes.starts_with("=>"));  // behind what was there
    }
    CHECK(encoded(PartEncoder(type_of("int?")), {RowField::Form::kNull, ""}) ==
          encoded(PartEncoder(type_of("int?")), {RowField::Form::kJson, "null"}));
    CHECK(encoded(PartEncoder(type_of("int")), {RowField::Form::kBare, "x"}) ==
          "refused: expected an int, found \"x\"");
    CHECK(encoded(PartEncoder(type_of("string")), {RowField::Form::kBare, "\xff"}).starts_with("refused: "));
}

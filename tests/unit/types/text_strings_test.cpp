#include <random>

#include "catch.hpp"
#include "java/modified_utf8.hpp"
#include "text_tables.hpp"
#include "types/codecs/text/base64.hpp"
#include "types/codecs/text/strings.hpp"

using namespace sp;
using sp_test::written;

namespace {

using StringWriter = text::StringResult (*)(const std::uint8_t*, const std::uint8_t*, char*);

struct Written {
    std::string text;
    std::size_t consumed;
    text::StringStatus status;
};

/// Runs a writer on bytes in a buffer that ends with the padding, and checks its promises about the two bounds.
Written run(StringWriter writer, Bytes bytes) {
    ByteVector input(bytes.begin(), bytes.end());
    input.resize(bytes.size() + text::kReadPadding, '"');
    Written result = {};
    result.text = written(text::max_string(bytes.size()), [&](char* out) {
        const text::StringResult end = writer(input.data(), input.data() + bytes.size(), out);
        result.consumed = static_cast<std::size_t>(end.in - input.data());
        result.status = end.status;
        return end.out;
    });
    return result;
}

ByteVector string_value(std::u16string_view units) {
    ByteWriter out;
    const auto varint = [&](std::uint32_t value) {
        for (; value >= 0x80; value >>= 7) {
            out.u8(static_cast<std::uint8_t>(value | 0x80));
        }
        out.u8(static_cast<std::uint8_t>(value));
    };
    varint(static_cast<std::uint32_t>(units.size() + 1));
    for (const char16_t unit : units) {
        varint(unit);
    }
    return out.take();
}

/// One unit after the other, as plainly as possible.
std::string expected_json(std::u16string_view units) {
    std::string json = "\"";
    for (std::size_t i = 0; i < units.size(); ++i) {
        const char16_t unit = units[i];
        const std::string_view short_escapes = "\"\"\\\\\bb\ff\nn\rr\tt";
        const bool is_high = unit >= 0xD800 && unit < 0xDC00;
        const bool is_surrogate = unit >= 0xD800 && unit < 0xE000;
        std::size_t escape = std::string_view::npos;
        for (std::size_t j = 0; j < short_escapes.size(); j += 2) {
            escape = unit == static_cast<char16_t>(short_escapes[j]) ? j : escape;
        }
        if (escape != std::string_view::npos) {
            json += '\\';
            json += short_escapes[escape + 1];
        } else if (is_high && i + 1 < units.size() && units[i + 1] >= 0xDC00 && units[i + 1] < 0xE000) {
            json += java::utf16_to_utf8(units.substr(i++, 2));
        } else if (unit < 0x20 || is_surrogate) {
            char hex[8];
            std::snprintf(hex, sizeof hex, "\\u%04x", static_cast<unsigned>(unit));
            json += hex;
        } else {
            json += java::utf16_to_utf8(units.substr(i, 1));
        }
    }
    return json + '"';
}

std::u16string random_units(std::mt19937& random) {
    static constexpr char16_t kOdd[] = {0,      8,      9,      10,     12,     13,     31,     '"',
                                        '\\',   127,    128,    0xFF,   0x7FF,  0x800,  0x3FFF, 0x4000,
                                        0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF};
    const unsigned odds = 1U << random() % 7;
    std::u16string units(random() % 80, u'x');
    for (char16_t& unit : units) {
        unit = random() % odds == 0 ? kOdd[random() % std::size(kOdd)] : static_cast<char16_t>('a' + random() % 26);
    }
    return units;
}

}  // namespace

TEST_CASE("StrV becomes the JSON string of its units") {
    std::mt19937 random(1);
    for (int i = 0; i < 20000; ++i) {
        const std::u16string units = random_units(random);
        const ByteVector bytes = string_value(units);
        const Written json = run(text::write_json_string_value, bytes);
        const std::string wtf8 = java::utf16_to_utf8(units);
        const Written raw = run(text::copy_string_value, bytes);
        const std::string from_wtf8 =
            written(text::max_string(wtf8.size()), [&](char* out) { return text::write_json_string(out, wtf8); });
        const std::string expected = expected_json(units);
        if (json.text != expected || json.consumed != bytes.size() || json.status != text::StringStatus::kOk ||
            raw.text != wtf8 || raw.consumed != bytes.size() || from_wtf8 != expected) {
            FAIL(json.text << " / " << raw.text << " / " << from_wtf8 << ", expected " << expected);
        }
    }
}

TEST_CASE("StrV becomes the UTF-8 that Java makes of it") {
    for (const sp_test::Fields& fields : sp_test::read_table("strings.tsv")) {
        std::u16string units;
        for (std::size_t i = 0; i < fields[0].size(); i += 4) {
            units += static_cast<char16_t>(std::stoi(fields[0].substr(i, 4), nullptr, 16));
        }
        const ByteVector utf8 = sp_test::from_hex(fields[1]);
        CHECK(run(text::copy_string_value, string_value(units)).text == as_text(utf8));
    }
}

TEST_CASE("StrV at its borders") {
    const auto status = [](const ByteVector& bytes) { return run(text::write_json_string_value, bytes).status; };
    const Written null = run(text::write_json_string_value, ByteVector{0, 'a'});
    CHECK(null.status == text::StringStatus::kNull);
    CHECK(null.consumed == 1);
    CHECK(null.text.empty());
    CHECK(run(text::write_json_string_value, ByteVector{1, 'a'}).text == "\"\"");
    CHECK(run(text::write_json_string_value, ByteVector{3, 'a', 0x7F, 'b'}).consumed == 3);
    // Over-long varints are read (serializers.md 3.2), here for the count and a unit.
    CHECK(run(text::write_json_string_value, ByteVector{0x82, 0x80, 0x00, 0xC1, 0x80, 0x00}).text == "\"A\"");
    CHECK(status({}) == text::StringStatus::kTruncated);
    CHECK(status({3, 'a'}) == text::StringStatus::kTruncated);
    CHECK(status({2, 0x80}) == text::StringStatus::kTruncated);
    CHECK(status({3, 0xE9, 0x01}) == text::StringStatus::kTruncated);
    CHECK(status({3, 0xBD, 0xB0, 0x03, 0x80}) == text::StringStatus::kTruncated);
    CHECK(status({0x80}) == text::StringStatus::kTruncated);
    CHECK(status({0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 'a'}) == text::StringStatus::kTruncated);
    CHECK(status({0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01}) == text::StringStatus::kBadUnit);
    CHECK(status({2, 0x80, 0x80, 0x04}) == text::StringStatus::kBadUnit);
    CHECK(status({2, 0xFF, 0xFF, 0x03}) == text::StringStatus::kOk);
}

TEST_CASE("StrV cut off at any byte is truncated") {
    const ByteVector bytes = string_value(u"plain text of more than sixteen\u20ac units \U0001F600");
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        CHECK(run(text::write_json_string_value, Bytes(bytes).first(size)).status == text::StringStatus::kTruncated);
    }
}

TEST_CASE("broken UTF-8 becomes U+FFFD in JSON") {
    const auto json = [](std::string_view text) {
        return written(text::max_string(text.size()), [&](char* out) { return text::write_json_string(out, text); });
    };
    CHECK(json("a\xFF"
               "b") == "\"a\uFFFDb\"");
    CHECK(json("\xC0\x80") == "\"\uFFFD\uFFFD\"");
    CHECK(json("\xE2\x82") == "\"\uFFFD\uFFFD\"");
    CHECK(json("\xF4\x90\x80\x80") == "\"\uFFFD\uFFFD\uFFFD\uFFFD\"");
    CHECK(json("\xED\xA0\x80") == "\"\\ud800\"");
    CHECK(json(std::string_view("\0", 1)) == "\"\\u0000\"");
}

TEST_CASE("a char is a string of one unit") {
    const auto json = [](char16_t unit) {
        return written(text::kMaxChar, [&](char* out) { return text::write_json_char(out, unit); });
    };
    CHECK(json(u'x') == "\"x\"");
    CHECK(json(u'"') == "\"\\\"\"");
    CHECK(json(u'\u20ac') == "\"\u20ac\"");
    CHECK(json(0xDC00) == "\"\\udc00\"");
    CHECK(json(0x1F) == "\"\\u001f\"");
}

TEST_CASE("CSV fields are quoted only where RFC 4180 wants it") {
    const std::pair<const char16_t*, const char*> cases[] = {
        {u"", "\"\""},
        {u"plain", "plain"},
        {u"a,b", "\"a,b\""},
        {u"say \"hi\"", "\"say \"\"hi\"\"\""},
        {u"two\nlines", "\"two\nlines\""},
        {u"\u20ac;\t", "\u20ac;\t"},
        {u"a\r", "\"a\r\""},
        {u"long enough for a block, with \"quotes\" and \u20ac",
         "\"long enough for a block, with \"\"quotes\"\" and \u20ac\""}};
    for (const auto& [units, expected] : cases) {
        CHECK(run(text::write_csv_string_value, string_value(units)).text == expected);
        const std::string utf8 = java::utf16_to_utf8(units);
        CHECK(written(2 * utf8.size() + 2, [&](char* out) { return text::write_csv_field(out, utf8); }) == expected);
    }
    CHECK(run(text::write_csv_string_value, ByteVector{3, 'a'}).status == text::StringStatus::kTruncated);
}

TEST_CASE("base64 of RFC 4648") {
    const std::pair<const char*, const char*> cases[] = {{"", ""},
                                                         {"f", "Zg=="},
                                                         {"fo", "Zm8="},
                                                         {"foo", "Zm9v"},
                                                         {"foob", "Zm9vYg=="},
                                                         {"fooba", "Zm9vYmE="},
                                                         {"foobar", "Zm9vYmFy"},
                                                         {"\xFB\xFF\xFE", "+//+"}};
    for (const auto& [bytes, expected] : cases) {
        const std::string_view view = bytes;
        CHECK(written(text::base64_size(view.size()),
                      [&](char* out) { return text::write_base64(out, as_bytes(view)); }) == expected);
        CHECK(as_text(text::parse_base64(expected).value()) == view);
    }
    for (const char* wrong :
         {"Zg", "Zg=", "Zg===", "Z===", "====", "Zh==", "Zm9=", "Zm9v\n", "Zm 9", "Zm-_", "Zg==Zg==", "=Zg="}) {
        CAPTURE(wrong);
        CHECK(!text::parse_base64(wrong));
    }
}

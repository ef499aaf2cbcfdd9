// The three ways to print a value must agree, keep to the bound of their program, and be read back as the same bytes.

#include "catch.hpp"
#include "rows/json_printing.hpp"
#include "rows/value_bytes.hpp"
#include "sp/error.hpp"
#include "types/codecs/golden_values.hpp"
#include "types/codecs/random_values.hpp"
#include "types/codecs/value_encoder.hpp"

using namespace sp;
using namespace sp::test;

namespace {

/// All printers' text, which must be the same.
std::string json_of(const TypePtr& type, Bytes bytes, codec::JsonOptions options = {}) {
    const JsonPrinters printers(type, options);
    const PaddedBytes padded(bytes);
    const std::string text = printers.by_events(padded);
    CHECK(printers.is_exact());
    CHECK(printers.checked(padded) == text);
    CHECK(printers.is_exact());
    if (printers.is_bounded()) {
        CHECK(printers.bounded(padded) == text);
        CHECK(printers.is_exact());
    }
    return text;
}

std::string json_of(const TypePtr& type, const char* hex_bytes, codec::JsonOptions options = {}) {
    return json_of(type, unhex(hex_bytes), options);
}

/// StringValue form of UTF-16 units.
ByteVector string_value(const std::u16string& units) {
    ByteVector bytes;
    const auto put = [&](std::uint32_t value) {
        for (; value >= 0x80; value >>= 7) {
            bytes.push_back(static_cast<std::uint8_t>(value | 0x80));
        }
        bytes.push_back(static_cast<std::uint8_t>(value));
    };
    put(static_cast<std::uint32_t>(units.size() + 1));
    for (const char16_t unit : units) {
        put(unit);
    }
    return bytes;
}

}  // namespace

TEST_CASE("Flink's own values print as they should and are read back", "[json]") {
    for (const GoldenValue& golden : golden_values()) {
        INFO(golden.name);
        CHECK(json_of(golden.type, golden.bytes) == golden.json);
        CHECK(hex(rows::encode_json(golden.type, golden.json)) == hex(unhex(golden.bytes)));
    }
}

TEST_CASE("random values print alike in every way and are read back", "[json]") {
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const TypePtr type = random_type(random, static_cast<int>(random.below(4)));
        const JsonPrinters printers(type, {}, "{\"value\":");
        const JsonPrinters plain(type);
        ByteVector bytes;
        codec::ValueEncoder encoder(type, bytes);
        for (int i = 0; i < 4; ++i) {
            bytes.clear();
            RandomValues(random, encoder).value(*type);
            encoder.finish();
            const PaddedBytes padded(bytes);
            const std::string text = printers.by_events(padded);
            REQUIRE(printers.checked(padded) == text);
            REQUIRE(printers.is_exact());
            if (printers.is_bounded()) {
                REQUIRE(printers.bounded(padded) == text);
                REQUIRE(printers.is_exact());
            }
            const std::string json = plain.by_events(padded);
            REQUIRE("{\"value\":" + json == text);
            CAPTURE(json);
            REQUIRE(hex(rows::encode_json(type, json)) == hex(bytes));
        }
    }
}

TEST_CASE("cut and damaged values stay inside their bound", "[json]") {
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const TypePtr type = random_type(random, 3);
        const JsonPrinters printers(type);
        ByteVector bytes;
        codec::ValueEncoder encoder(type, bytes);
        RandomValues(random, encoder).value(*type);
        encoder.finish();
        for (std::size_t size = 0; size < bytes.size() && size < 150; ++size) {
            const PaddedBytes cut(Bytes(bytes).first(size));
            REQUIRE_THROWS_AS(printers.checked(cut), codec::DecodeFault);
            if (printers.is_bounded()) {
                REQUIRE_THROWS_AS(printers.bounded(cut), codec::DecodeFault);
            }
        }
        for (int i = 0; i < 30 && !bytes.empty(); ++i) {
            ByteVector damaged = bytes;
            damaged[random.below(damaged.size())] = static_cast<std::uint8_t>(random.bits());
            const PaddedBytes padded(damaged);
            std::string checked = "fault";
            try {
                checked = printers.checked(padded);
            } catch (const codec::DecodeFault&) {
            }
            if (printers.is_bounded()) {
                std::string bounded = "fault";
                try {
                    bounded = printers.bounded(padded);
                } catch (const codec::DecodeFault&) {
                }
                REQUIRE(bounded == checked);
            }
            if (checked != "fault") {
                REQUIRE(printers.by_events(padded) == checked);
            }
        }
    }
}

TEST_CASE("maps are objects as long as all keys are strings", "[json]") {
    const TypePtr map = type_of(TypeKind::kMap, {type_of(TypeKind::kString), type_of(TypeKind::kInt)});
    const TypePtr boxed = type_of(TypeKind::kMap, {nullable_of(type_of(TypeKind::kString)), type_of(TypeKind::kInt)});
    CHECK(json_of(map, "00000000") == "{}");
    CHECK(json_of(map,
                  "00000002"
                  "0261"
                  "0000000001"
                  "01"
                  "0000000002") == "{\"a\":1,\"\":2}");
    CHECK(json_of(map,
                  "00000002"
                  "0261"
                  "0000000001"
                  "00"
                  "0000000002") == R"([{"key":"a","value":1},{"key":null,"value":2}])");
    CHECK(json_of(boxed,
                  "00000002"
                  "000261"
                  "0000000001"
                  "01"
                  "0000000002") == R"([{"key":"a","value":1},{"key":null,"value":2}])");
    // @class and the like are ours: users' own sign is doubled.
    CHECK(json_of(map,
                  "00000002"
                  "024000"
                  "00000001"
                  "04406261"
                  "01") == R"({"@@":1,"@@ba":null})");
    CHECK(hex(rows::encode_json(map, R"({"@@":1,"@@ba":null})")) == "00000002024000000000010440626101");
    const TypePtr lists = type_of(TypeKind::kMap, {type_of(TypeKind::kString), map});
    CHECK(json_of(lists,
                  "00000001"
                  "0240"
                  "00"
                  "00000001"
                  "00"
                  "0000000002") == R"({"@@":[{"key":null,"value":2}]})");
}

TEST_CASE("maps in maps take neither room nor time that doubles with each level", "[json]") {
    const TypePtr text = type_of(TypeKind::kString);
    TypePtr type = type_of(TypeKind::kInt);
    ByteVector bytes = unhex("00000007");
    std::string json = "7";
    for (int level = 0; level < 60; ++level) {
        type = type_of(TypeKind::kMap, {text, type});
        const ByteVector inner = std::exchange(bytes, unhex("00000002"
                                                            "026b"
                                                            "00"));  // {"k": inner, null: null}
        bytes.insert(bytes.end(), inner.begin(), inner.end());
        bytes.insert(bytes.end(), {0, 1});
        json = R"([{"key":"k","value":)" + json + R"(},{"key":null,"value":null}])";
    }
    CHECK(json_of(type, bytes) == json);
    CHECK(codec::compile_json(type, "").ops.size() < 1000);
}

TEST_CASE("lists of objects that can be null keep a narrow bound", "[json]") {
    std::vector<std::pair<std::string, TypePtr>> fields;
    for (int i = 0; i < 20; ++i) {
        fields.emplace_back("a_field_with_a_name_of_its_own_" + std::to_string(i), type_of(TypeKind::kInt));
    }
    const TypePtr person = pojo_of("P", fields);
    CHECK(codec::compile_json(person, "").min_size > 15);
    // About 100 characters for the name and value of a field, which takes a byte at least.
    CHECK(codec::compile_json(type_of(TypeKind::kList, {person}), "").text_ratio < 250);
    CHECK(codec::compile_json(type_of(TypeKind::kList, {nullable_of(person)}), "").text_ratio < 250);
    CHECK(codec::compile_json(type_of(TypeKind::kSet, {type_of(TypeKind::kString)}), "").text_ratio < 200);
}

TEST_CASE("long strings are printed in pieces that do not show", "[json]") {
    const TypePtr type = type_of(TypeKind::kString);
    for (const std::size_t before : {16382U, 16383U, 16384U, 16385U, 32767U, 70000U}) {
        for (const std::u16string& middle :
             {std::u16string(u"\xD83D\xDE00"), std::u16string(u"\xD83D\xD83D\xDE00"), std::u16string(u"\xD83D"),
              std::u16string(u"\"\\\n"), std::u16string(u"\x20AC\xE9")}) {
            CAPTURE(before, middle.size());
            std::u16string units(before, u'x');
            units += middle;
            units += std::u16string(40000, u'y');
            const ByteVector bytes = string_value(units);
            const std::string text = json_of(type, bytes);
            CHECK(rows::encode_json(type, text) == bytes);
        }
    }
    const TypePtr map = type_of(TypeKind::kMap, {type, type});
    ByteVector bytes = unhex("00000001");
    const ByteVector key = string_value(u"@" + std::u16string(100000, u'k'));
    bytes.insert(bytes.end(), key.begin(), key.end());
    bytes.push_back(0);
    bytes.insert(bytes.end(), key.begin(), key.end());
    const std::string text = json_of(map, bytes);
    CHECK(text.starts_with("{\"@@kk"));
    CHECK(rows::encode_json(map, text) == bytes);
}

TEST_CASE("integers that a double cannot hold are strings on demand", "[json]") {
    codec::JsonOptions options;
    options.int64_as_string = true;
    const TypePtr type = type_of(TypeKind::kLong);
    CHECK(json_of(type, "0020000000000000", options) == "9007199254740992");
    CHECK(json_of(type, "0020000000000001", options) == "\"9007199254740993\"");
    CHECK(json_of(type, "8000000000000000", options) == "\"-9223372036854775808\"");
    CHECK(json_of(type, "0020000000000001") == "9007199254740993");
    CHECK(json_of(type_of(TypeKind::kLongArray),
                  "00000001"
                  "7fffffffffffffff",
                  options) == "[\"9223372036854775807\"]");
    CHECK(json_of(type_of(TypeKind::kTimeWindow),
                  "7fffffffffffffff"
                  "0000000000000001",
                  options) == R"({"start":"9223372036854775807","end":1})");
    CHECK(hex(rows::encode_json(type, "\"9007199254740993\"")) == "0020000000000001");
}

TEST_CASE("subclasses carry @class", "[json]") {
    const TypePtr sub = pojo_of("com.acme.S", {{"n", type_of(TypeKind::kInt)}});
    const TypePtr base = pojo_of("com.acme.Base", {{"@id", type_of(TypeKind::kInt)}}, {subclass_of("com.acme.S", sub)},
                                 {subclass_of("com.acme.T", pojo_of("com.acme.T", {}))});
    CHECK(json_of(base,
                  "02"
                  "0000000001") == R"({"@@id":1})");
    CHECK(json_of(base,
                  "0800"
                  "020000000005") == R"({"@class":"com.acme.S","n":5})");
    CHECK(json_of(base,
                  "04000a636f6d2e61636d652e54"
                  "02") == R"({"@class":"com.acme.T"})");
    CHECK(json_of(type_of(TypeKind::kList, {base}),
                  "00000002"
                  "080001"
                  "02"
                  "0000000001") == R"([null,{"@@id":1}])");
    for (const char* json : {R"({"@class":"com.acme.S","n":5})", R"({"n":5,"@class":"com.acme.S"})"}) {
        CHECK(hex(rows::encode_json(base, json)) == "0800020000000005");
    }
}

TEST_CASE("what a value held before it could not be decoded is closed", "[json]") {
    const auto closed = [](const TypePtr& type, std::string_view bytes) {
        const PaddedBytes padded(unhex(bytes));
        std::string text;
        rows::JsonVisitor visitor(text);
        try {
            static_cast<void>(codec::EventDecoder(type).decode(padded.begin(), padded.end(), visitor));
            FAIL("decoded");
        } catch (const codec::DecodeFault& fault) {
            CHECK(fault.reason == codec::DecodeFault::Reason::kOpaque);
        }
        visitor.close_all();
        return text;
    };
    const TypePtr an_int = type_of(TypeKind::kInt);
    CHECK(closed(type_of(TypeKind::kTuple, {an_int, type_of(TypeKind::kList, {opaque_type()})}),
                 "00000001 00000002 aabb") == R"({"f0":1,"f1":[]})");
    // A member or key without its value is no part of it: null would be a value.
    CHECK(closed(type_of(TypeKind::kTuple, {an_int, opaque_type()}), "00000001 aabb") == R"({"f0":1})");
    CHECK(closed(type_of(TypeKind::kTuple, {opaque_type(), an_int}), "aabb") == "{}");
    CHECK(closed(type_of(TypeKind::kMap, {an_int, opaque_type()}), "00000002 00000001 00 aabb") == "[]");
    CHECK(closed(type_of(TypeKind::kEither, {an_int, opaque_type()}), "00 aabb") == "{}");
}

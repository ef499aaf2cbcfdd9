// The encoder against the decoder, over random types and values, and its refusals.

#include "types/codecs/value_encoder.hpp"

#include "catch.hpp"
#include "sp/error.hpp"
#include "types/codecs/events.hpp"
#include "types/codecs/random_values.hpp"
#include "types/codecs/skipper.hpp"

using namespace sp;
using namespace sp::test;
using codec::ValueEncoder;

namespace {

template <class Send>
std::string refusal(const TypePtr& type, Send&& send) {
    ByteVector bytes;
    ValueEncoder encoder(type, bytes);
    try {
        send(encoder);
        encoder.finish();
    } catch (const InputError& error) {
        return error.what();
    } catch (const UnsupportedError& error) {
        return std::string("unsupported: ") + error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("random values are decoded as they were encoded, and cut off nowhere", "[codecs]") {
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const TypePtr type = random_type(random, static_cast<int>(random.below(4)));
        const codec::Skipper skipper(type);
        const codec::EventDecoder decoder(type);
        ByteVector bytes;
        ValueEncoder encoder(type, bytes);
        for (int i = 0; i < 3; ++i) {
            bytes.clear();
            EventText given;
            Tee both(given, encoder);
            RandomValues(random, both).value(*type);
            encoder.finish();

            const PaddedBytes padded(bytes);
            REQUIRE(skipper.skip(padded.begin(), padded.end()) == padded.end());
            EventText found;
            REQUIRE(decoder.decode(padded.begin(), padded.end(), found) == padded.end());
            REQUIRE(found.text() == given.text());
            if (codec::encoded_size(*type) >= 0) {
                REQUIRE(codec::encoded_size(*type) == static_cast<std::int64_t>(bytes.size()));
            }

            for (std::size_t size = 0; size < bytes.size() && size < 200; ++size) {
                const PaddedBytes cut(Bytes(bytes).first(size));
                EventText events;
                REQUIRE_THROWS_AS(skipper.skip(cut.begin(), cut.end()), codec::DecodeFault);
                REQUIRE_THROWS_AS(decoder.decode(cut.begin(), cut.end(), events), codec::DecodeFault);
            }
        }
    }
}

TEST_CASE("damaged values fault or mean something else", "[codecs]") {
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const TypePtr type = random_type(random, 3);
        const codec::EventDecoder decoder(type);
        const codec::Skipper skipper(type);
        ByteVector bytes;
        ValueEncoder encoder(type, bytes);
        RandomValues(random, encoder).value(*type);
        encoder.finish();
        for (int i = 0; i < 20 && !bytes.empty(); ++i) {
            ByteVector damaged = bytes;
            damaged[random.below(damaged.size())] = static_cast<std::uint8_t>(random.bits());
            const PaddedBytes padded(damaged);
            for (const bool skips : {true, false}) {
                EventText events;
                try {
                    const std::uint8_t* end = skips ? skipper.skip(padded.begin(), padded.end())
                                                    : decoder.decode(padded.begin(), padded.end(), events);
                    REQUIRE(end <= padded.end());
                } catch (const codec::DecodeFault& fault) {
                    REQUIRE(fault.at >= padded.begin());
                    REQUIRE(fault.at <= padded.end());
                }
            }
        }
    }
}

TEST_CASE("an event that does not fit is refused with its place", "[codecs]") {
    const TypePtr person = pojo_of("com.acme.P", {{"age", type_of(TypeKind::kInt)},
                                                  {"tags", type_of(TypeKind::kList, {type_of(TypeKind::kString)})}});
    const TypePtr nested = type_of(TypeKind::kTuple, {type_of(TypeKind::kInt), type_of(TypeKind::kList, {person})});
    CHECK(refusal(nested, [&](ValueVisitor& v) {
              v.begin_object(*nested, 0);
              v.field(0, "f0");
              v.integer(1);
              v.field(1, "f1");
              v.begin_array(1);
              v.begin_object(*person, 0);
              v.field(0, "age");
              v.string("seven");
          }) == ".f1[0].age: expected an int, found a string");
    const TypePtr map = type_of(TypeKind::kMap, {type_of(TypeKind::kString), type_of(TypeKind::kByte)});
    CHECK(refusal(map, [&](ValueVisitor& v) {
              v.begin_map(*map, 1);
              v.string("a");
              v.integer(128);
          }) == "[0].value: expected a byte, found 128, which is out of range");
    CHECK(refusal(type_of(TypeKind::kInt), [](ValueVisitor& v) { v.null(); }) == "expected an int, found null");
    CHECK(refusal(type_of(TypeKind::kInt), [](ValueVisitor& v) { v.integer(-2147483649); }) ==
          "expected an int, found -2147483649, which is out of range");
    CHECK(refusal(type_of(TypeKind::kInt), [](ValueVisitor&) {}) == "the value is not complete");
    CHECK(refusal(type_of(TypeKind::kInt), [](ValueVisitor& v) {
              v.integer(1);
              v.integer(2);
          }) == "a second value");
    CHECK(refusal(person, [&](ValueVisitor& v) {
              v.begin_object(*person, 0);
              v.field(1, "tags");
          }) == "expected age, found the field tags");
    CHECK(refusal(person, [&](ValueVisitor& v) {
              v.begin_object(*person, 0);
              v.field(0, "age");
              v.integer(1);
              v.end_object();
          }) == "an object with 1 of its 2 parts");
    const TypePtr list = type_of(TypeKind::kList, {type_of(TypeKind::kInt)});
    CHECK(refusal(list, [](ValueVisitor& v) {
              v.begin_array(1);
              v.integer(1);
              v.integer(1);
          }) == "[0]: more than the 1 parts that were announced");
    CHECK(refusal(enum_of({"RED"}), [](ValueVisitor& v) { v.enumeration(0, "GREEN"); }) ==
          "expected a constant of com.acme.Color, found 'GREEN'");
    CHECK(refusal(person, [](ValueVisitor& v) { v.subclass("com.acme.Q"); }) ==
          "expected an object of com.acme.P, found an object of com.acme.Q, which is not among the subclasses in the "
          "snapshot");
    CHECK(refusal(row_of({}, 4, false), [](ValueVisitor& v) { v.begin_object(Type{}, 1); }) ==
          "a row kind where the serializer stores none");
    CHECK(refusal(
              type_of(TypeKind::kList, {opaque_type()}),
              [](ValueVisitor& v) {
        v.begin_array(1);
        v.string("x");
              }) ==
          "unsupported: [0]: a value of org.apache.flink.api.java.typeutils.runtime.kryo.KryoSerializer cannot be "
          "written");
}

TEST_CASE("an enum constant is found by its name", "[codecs]") {
    ByteVector bytes;
    ValueEncoder encoder(enum_of({"NEW", "RED", "BLUE"}), bytes);
    encoder.enumeration(0, "BLUE");
    encoder.finish();
    CHECK(hex(bytes) == "00000002");
}

TEST_CASE("subclasses go by tag or by name", "[codecs]") {
    const TypePtr sub = pojo_of("com.acme.S", {{"n", type_of(TypeKind::kInt)}});
    const TypePtr base = pojo_of("com.acme.Base", {}, {subclass_of("com.acme.R", sub), subclass_of("com.acme.S", sub)},
                                 {subclass_of("com.acme.T", sub), subclass_of("com.acme.Lost", nullptr)});
    const auto encode = [&](const char* name) {
        ByteVector bytes;
        ValueEncoder encoder(base, bytes);
        encoder.subclass(name);
        encoder.begin_object(*sub, 0);
        encoder.field(0, "n");
        encoder.integer(5);
        encoder.end_object();
        encoder.finish();
        return hex(bytes);
    };
    CHECK(encode("com.acme.S") ==
          "0801"
          "020000000005");
    CHECK(encode("com.acme.T") ==
          "04"
          "000a636f6d2e61636d652e54"
          "020000000005");
    CHECK_THROWS_AS(encode("com.acme.Lost"), UnsupportedError);
    CHECK_THROWS_AS(encode("com.acme.Unknown"), InputError);

    using Reason = codec::DecodeFault::Reason;
    const auto reason = [&](const char* bytes) {
        const PaddedBytes padded(unhex(bytes));
        EventText events;
        try {
            static_cast<void>(codec::EventDecoder(base).decode(padded.begin(), padded.end(), events));
        } catch (const codec::DecodeFault& fault) {
            return static_cast<int>(fault.reason);
        }
        return -1;
    };
    CHECK(reason("0800020000000005") == -1);
    CHECK(reason("0802020000000005") == static_cast<int>(Reason::kInvalid));
    CHECK(reason("04000158020000000005") == static_cast<int>(Reason::kOpaque));
    CHECK(reason("04000d636f6d2e61636d652e4c6f7374"
                 "02") == static_cast<int>(Reason::kOpaque));
    CHECK(reason("04000d63") == static_cast<int>(Reason::kTruncated));
    CHECK(reason("00") == static_cast<int>(Reason::kInvalid));
}

TEST_CASE("a count of elements without bytes is bounded", "[codecs]") {
    const TypePtr nothing = type_of(TypeKind::kTuple, {type_of(TypeKind::kNullValue)});
    for (const TypePtr& type : {type_of(TypeKind::kList, {type_of(TypeKind::kNullValue)}),
                                type_of(TypeKind::kArrayList, {nothing}), type_of(TypeKind::kList, {row_of({}, 2)})}) {
        const PaddedBytes huge(unhex("7fffffff"));
        EventText events;
        CHECK_THROWS_AS(codec::Skipper(type).skip(huge.begin(), huge.end()), codec::DecodeFault);
        CHECK_THROWS_AS(codec::EventDecoder(type).decode(huge.begin(), huge.end(), events), codec::DecodeFault);
        const PaddedBytes large(unhex("00010000"));
        CHECK(codec::Skipper(type).skip(large.begin(), large.end()) == large.end());
    }
    // The bound is that of the whole value.
    const TypePtr lists = type_of(TypeKind::kList, {type_of(TypeKind::kList, {type_of(TypeKind::kNullValue)})});
    const PaddedBytes many(
        unhex("00000003"
              "00008000"
              "00008000"
              "00000001"));
    CHECK_THROWS_AS(codec::Skipper(lists).skip(many.begin(), many.end()), codec::DecodeFault);
}

TEST_CASE("values whose only form prints as null are not null", "[codecs]") {
    const TypePtr map = type_of(TypeKind::kMap, {type_of(TypeKind::kInt), type_of(TypeKind::kNullValue)});
    for (const char* bytes : {"00000001"
                              "00000005"
                              "00",
                              "00000001"
                              "00000005"
                              "01"}) {
        const PaddedBytes padded(unhex(bytes));
        ByteVector written;
        ValueEncoder encoder(map, written);
        REQUIRE(codec::EventDecoder(map).decode(padded.begin(), padded.end(), encoder) == padded.end());
        CHECK(hex(written) == bytes);
    }
}

TEST_CASE("types that nest too deep are refused", "[codecs]") {
    TypePtr type = type_of(TypeKind::kInt);
    for (int i = 0; i < 10000; ++i) {
        type = type_of(TypeKind::kList, {type});
    }
    CHECK_THROWS_AS(codec::compile_skip(type), UnsupportedError);
    CHECK(codec::encoded_size(*type) == -1);
    // Frees the chain without the recursion of destructors.
    while (!type->nested.empty()) {
        const TypePtr inner = type->nested[0];
        type = inner;
    }
}

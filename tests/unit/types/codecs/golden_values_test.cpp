// Values that real Flink wrote: skipped and decoded to their last byte, and written back as they were.

#include "types/codecs/golden_values.hpp"

#include "catch.hpp"
#include "types/codecs/events.hpp"
#include "types/codecs/skipper.hpp"
#include "types/codecs/value_encoder.hpp"

using namespace sp;
using namespace sp::test;

TEST_CASE("Flink's own values end where they end and come back identical", "[codecs]") {
    for (const GoldenValue& golden : golden_values()) {
        INFO(golden.name);
        const ByteVector bytes = unhex(golden.bytes);
        const PaddedBytes padded(bytes);
        CHECK(codec::Skipper(golden.type).skip(padded.begin(), padded.end()) == padded.end());
        ByteVector written;
        codec::ValueEncoder encoder(golden.type, written);
        CHECK(codec::EventDecoder(golden.type).decode(padded.begin(), padded.end(), encoder) == padded.end());
        encoder.finish();
        CHECK(hex(written) == hex(bytes));
    }
}

TEST_CASE("a part of a value is told from a damaged one", "[codecs]") {
    for (const GoldenValue& golden : golden_values()) {
        INFO(golden.name);
        const ByteVector bytes = unhex(golden.bytes);
        const codec::Skipper skipper(golden.type);
        const codec::EventDecoder decoder(golden.type);
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            CAPTURE(size);
            const PaddedBytes cut(Bytes(bytes).first(size));
            EventText events;
            for (const bool skips : {true, false}) {
                bool is_truncated = false;
                try {
                    static_cast<void>(skips ? skipper.skip(cut.begin(), cut.end())
                                            : decoder.decode(cut.begin(), cut.end(), events));
                } catch (const codec::DecodeFault& fault) {
                    is_truncated = fault.reason == codec::DecodeFault::Reason::kTruncated;
                }
                CHECK(is_truncated);
            }
        }
    }
}

TEST_CASE("the long form of a cached big number comes back short", "[codecs]") {
    struct Case {
        TypeKind kind;
        const char* bytes;
        const char* written;
    };
    for (const Case& c : {Case{TypeKind::kBigInteger,
                               "00000005"
                               "01",
                               "00000002"},
                          {TypeKind::kBigInteger,
                           "00000005"
                           "00",
                           "00000001"},
                          {TypeKind::kBigInteger,
                           "00000005"
                           "0a",
                           "00000003"},
                          {TypeKind::kBigDecimal,
                           "00000005"
                           "0a"
                           "00000001",
                           "00000003"
                           "00000001"},
                          {TypeKind::kBigInteger,
                           "00000005"
                           "02",
                           "00000005"
                           "02"}}) {
        const TypePtr type = type_of(c.kind);
        const PaddedBytes padded(unhex(c.bytes));
        ByteVector written;
        codec::ValueEncoder encoder(type, written);
        REQUIRE(codec::EventDecoder(type).decode(padded.begin(), padded.end(), encoder) == padded.end());
        CHECK(hex(written) == c.written);
    }
}

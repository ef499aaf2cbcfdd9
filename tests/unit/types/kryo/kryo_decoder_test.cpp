// Which choices a decoder makes, and what it says of values that it does not decode.

#include "types/kryo/kryo_decoder.hpp"

#include "catch.hpp"
#include "types/codecs/events.hpp"
#include "types/codecs/skipper.hpp"
#include "types/kryo/kryo_samples.hpp"

using namespace sp;
using namespace sp::test;

namespace {

/// The events of a value, or what is wrong with it.
std::string events_of(const TypePtr& type, Bytes value) {
    const PaddedBytes bytes(value);
    EventText events;
    try {
        const std::uint8_t* const end = codec::EventDecoder(type).decode(bytes.begin(), bytes.end(), events, true);
        return events.text() + (end == bytes.end() ? "" : "and bytes behind it");
    } catch (const codec::DecodeFault& fault) {
        const bool is_cut = fault.reason == codec::DecodeFault::Reason::kTruncated;
        return (is_cut ? "truncated" : fault.is_failure ? "failure: " : "unknown: ") + fault.why;
    }
}

std::string events_of(const TypePtr& type, std::string_view bytes) { return events_of(type, unhex(bytes)); }

const kryo::KryoContext kUnknown = {kryo::Generation::kUnknown, false, nullptr};

}  // namespace

TEST_CASE("a part of a Kryo value is told from a damaged one", "[kryo]") {
    const std::pair<const char*, kryo::KryoContext> files[] = {
        {"kryo2.tsv", kryo2_context()},
        {"kryo5.tsv", kryo5_context()},
        {"kryo2-scala.tsv", kryo2_context("scala-samples.jar")},
        {"subclasses1.tsv", kryo2_context("subclasses.jar")},
        {"subclasses2.tsv", kryo5_context("subclasses.jar")},
    };
    for (const auto& [file, context] : files) {
        const KryoSamples samples(file);
        const TypePtr type = samples.type(context);
        const codec::Skipper skipper(type);
        for (const KryoSample& sample : samples.samples) {
            for (std::size_t size = 0; size < std::min<std::size_t>(sample.bytes.size(), 300); ++size) {
                const PaddedBytes cut(Bytes(sample.bytes).first(size));
                bool is_truncated = false;
                try {
                    static_cast<void>(skipper.skip(cut.begin(), cut.end()));
                } catch (const codec::DecodeFault& fault) {
                    is_truncated = fault.reason == codec::DecodeFault::Reason::kTruncated;
                }
                INFO(samples.file << ": " << sample.name << " of " << size << " bytes");
                CHECK(is_truncated);
            }
        }
    }
}

TEST_CASE("the generation is found out where nothing says it", "[kryo]") {
    const KryoSamples kryo2("kryo2.tsv");
    const KryoSamples kryo5("kryo5.tsv");
    const TypePtr type = kryo5.type(kUnknown);
    // ArrayList ["a","b"]: the flag of Kryo 5 is a length of more than there is in Kryo 2
    CHECK(events_of(type, kryo5["list2"].bytes) == "[ 2\nstring a\nstring b\n]\n");
    // Decided: the bytes of 1.5 in Kryo 2 would be another number
    CHECK(events_of(type, kryo5["dbl"].bytes) == events_of(kryo5.type(kryo5_context()), kryo5["dbl"].bytes));
    const TypePtr other = kryo2.type(kUnknown);
    CHECK(events_of(other, kryo2["list2"].bytes) == "[ 2\nstring a\nstring b\n]\n");
    CHECK(events_of(other, kryo2["dbl"].bytes) == events_of(kryo2.type(kryo2_context()), kryo2["dbl"].bytes));
}

TEST_CASE("a value of the other generation is taken only if it cannot be one of the expected", "[kryo]") {
    const KryoSamples kryo5("kryo5.tsv");
    const TypePtr likely2 = kryo5.type({kryo::Generation::kKryo2, false, nullptr});
    CHECK(events_of(likely2, kryo5["list2"].bytes) == "[ 2\nstring a\nstring b\n]\n");
    const TypePtr certainly2 = kryo5.type({kryo::Generation::kKryo2, true, nullptr});
    CHECK(events_of(certainly2, kryo5["list2"].bytes) == "truncated");
    CHECK(events_of(likely2, kryo5["uuid"].bytes) == "string 00000000-0000-0001-0000-000000000002\n");

    // Nor after one that is of the expected alone: ["other"] of a damaged length would be the value of the other generation.
    const std::string list = "01 00 6a6176612e7574696c2e41727261794c6973f4 01 ";
    const TypePtr surely2 = kryo5.type({kryo::Generation::kKryo2, false, nullptr});
    CHECK(events_of(surely2, list + "02 03 01 82 61 00") == "[ 2\nstring a\nnull\n]\n");
    CHECK(events_of(surely2, list + "02 03 01 6f746865f2") == "truncated");
    const TypePtr perhaps2 = kryo5.type({kryo::Generation::kKryo2, false, nullptr});
    CHECK(events_of(perhaps2, list + "02 03 01 6f746865f2") == "[ 1\nstring other\n]\n");
}

TEST_CASE("a class that is not found is asked for", "[kryo]") {
    const KryoSamples samples("kryo2.tsv");
    const TypePtr type = samples.type({kryo::Generation::kKryo2, true, nullptr});
    CHECK(events_of(type, samples["item"].bytes) == "unknown: class Samples$Item: give --classpath");
    // Whether classes of elements are written depends on whether they can have subclasses.
    CHECK(events_of(type, samples["finsA"].bytes) == "unknown: class Samples$Fin: give --classpath");
    CHECK(events_of(type, samples["enum"].bytes) == "unknown: class Samples$Color: give --classpath");
}

TEST_CASE("a Scala object is known by its class, and the class is asked for", "[kryo]") {
    const KryoSamples samples("kryo2-scala.tsv");
    const TypePtr type = samples.type({kryo::Generation::kKryo2, true, nullptr});
    CHECK(events_of(type, samples["object"].bytes) == "unknown: class Red$: give --classpath");
    CHECK(events_of(type, samples["enum"].bytes) == "unknown: class Weekday$: give --classpath");
    CHECK(events_of(type, samples["some3"].bytes) ==
          events_of(samples.type(kryo2_context("scala-samples.jar")), samples["some3"].bytes));
}

TEST_CASE("what a serializer of Protobuf or of the user wrote is named, and no failure", "[kryo]") {
    const KryoSamples samples("kryo2-libraries.tsv");
    const TypePtr type = samples.type({kryo::Generation::kKryo2, true, nullptr});
    const std::string why =
        "unknown: class com.google.protobuf.StringValue is written by the Kryo serializer "
        "com.twitter.chill.protobuf.ProtobufSerializer, which is not decoded";
    CHECK(events_of(type, samples["protobuf"].bytes) == why);
    CHECK(events_of(type, samples["protobufs"].bytes) == why);  // what was decoded before it is no value
    const std::vector<KryoDefaultSerializer> defaults = kryo_default_serializers(*type);
    REQUIRE(defaults.size() == 1);
    CHECK(defaults[0].class_name == "org.apache.thrift.TBase");
    CHECK(defaults[0].serializer_class == "com.twitter.chill.thrift.TBaseSerializer");
}

TEST_CASE("tuples and objects of Scala that come again", "[kryo]") {
    const KryoSamples samples("kryo2-scala.tsv");
    const TypePtr type = samples.type(kryo2_context("scala-samples.jar"));
    const std::string list = "01 00 7363616c612e636f6c6c656374696f6e2e696d6d757461626c652e24636f6c6f6e24636f6c6fee 01 ";
    // A map of one, whose tuple is an element before it, and the tuple again
    CHECK(events_of(type, list + "03 27 01 03 01 82 61 02 02 1a 01 01 27 03 27 03") ==
          "[ 3\ndynamic { \nfield 0 _1\nstring a\nfield 1 _2\ninteger 1\n}\ndynamic map 1\nstring a\ninteger 1\n"
          "end map\nreference 1\n]\n");
    // Only what the map has of the tuple is there
    CHECK(events_of(type, list + "01 1a 01 01 27 09") ==
          "failure: the bytes do not fit the classes: expected a reference to an object before it");
    CHECK(events_of(type, list + "01 1a 01 01 27 02") ==
          "failure: the bytes do not fit the classes: expected a reference to a tuple");
    CHECK(events_of(type, list + "01 1a 01 01 03 01 82 61") ==
          "failure: the bytes do not fit the classes: expected a tuple of two");
}

TEST_CASE("bytes that do not fit are failures", "[kryo]") {
    const KryoSamples samples("kryo2.tsv");
    const TypePtr type = samples.type(kryo2_context());
    CHECK(events_of(type, "ff 01") ==
          "failure: the bytes do not fit the classes: expected the id of a registered class");
    CHECK(events_of(type, "03 05") ==
          "failure: the bytes do not fit the classes: expected a reference to an object before it");
    CHECK(events_of(type, "01 07 81") ==
          "failure: the bytes do not fit the classes: expected the number of a class name");
    CHECK(events_of(type, "05 02") == "failure: the bytes do not fit the classes: expected a boolean");
}

TEST_CASE("depth and numbers that no bytes bound are bounded", "[kryo]") {
    const KryoSamples samples("kryo5.tsv");
    const TypePtr type = samples.type(kryo5_context());
    // A list that holds nothing but nulls takes no bytes for them.
    CHECK(events_of(type, "01 00 6a6176612e7574696c2e41727261794c6973f4 01 ffffff7f 00").starts_with("failure: "));
    std::string deep = "01 00 6a6176612e7574696c2e41727261794c6973f4 01 82";
    for (int i = 0; i < 2000; ++i) {
        deep += " 0100 00 01 82";  // the same class, no null, a new object of one element
    }
    CHECK(events_of(type, deep).starts_with("failure: objects nested deeper than"));
}

TEST_CASE("Kryo values nested deeper than is followed are a failure, not a crash", "[kryo]") {
    constexpr int kLevels = 100'000;
    const auto comparators = [](std::string_view level) {
        std::string bytes = "01 00 6a6176612e7574696c2e547265655365f4 ";  // java.util.TreeSet by name
        for (int i = 0; i < kLevels; ++i) {
            bytes += level;
        }
        return bytes;
    };
    const KryoSamples kryo2("kryo2.tsv");
    CHECK(
        events_of(kryo2.type(kryo2_context()), comparators("01 01 00 ")).starts_with("failure: objects nested deeper"));
    const KryoSamples kryo5("kryo5.tsv");
    CHECK(events_of(kryo5.type(kryo5_context()), comparators("01 02 01 00 "))
              .starts_with("failure: objects nested deeper"));

    // A ZonedDateTime whose zone refers to the date and time itself, which is not complete yet.
    const std::string zoned =
        "01006a6176612e74696d652e5a6f6e65644461746554696de5 01 01 01 0002 0001 d01f 01 01 0100 01 0100 01 0002";
    CHECK(events_of(kryo2.type(kryo2_context()), zoned).starts_with("failure: "));
}

// What Flink makes of classes, compared with the snapshots of what it made (tests/fixtures/kryo).

#include "types/java_class_types.hpp"

#include <fstream>

#include "catch.hpp"
#include "types/codecs/skipper.hpp"
#include "types/kryo/kryo_samples.hpp"
#include "types/schema/words.hpp"

using namespace sp;
using namespace sp::test;

namespace {

std::string made(const std::string& class_name, const kryo::KryoContext& context) {
    std::string problem;
    const TypePtr type = java_class_type(class_name, {context, nullptr, nullptr}, problem);
    return type == nullptr ? "unknown: " + problem : type_words(*type);
}

void check_types(const std::string& file, const kryo::KryoContext& context) {
    std::ifstream in(std::string(SP_FIXTURES) + "/kryo/" + file);
    int count = 0;
    for (std::string line; std::getline(in, line); ++count) {
        const std::size_t tab = line.find('\t');
        const std::string class_name = line.substr(0, tab);
        const ByteVector snapshot = unhex(line.substr(tab + 1));
        BoundedReader reader(snapshot, class_name);
        INFO(file << ": " << class_name);
        CHECK(made(class_name, context) == type_words(*read_snapshot(reader, context)));
    }
    CHECK(count == 23);
}

/// What is wrong with a value.
std::string fault_of(const TypePtr& type, Bytes value) {
    const PaddedBytes bytes(value);
    try {
        const std::uint8_t* const end = codec::Skipper(type).skip(bytes.begin(), bytes.end(), true);
        return end == bytes.end() ? "nothing" : "bytes behind it";
    } catch (const codec::DecodeFault& fault) {
        return (fault.is_failure ? "failure: " : "") + (fault.why.empty() ? fault.expected : fault.why);
    }
}

}  // namespace

TEST_CASE("classes have the serializers that TypeExtractor makes for them") {
    check_types("subclasses1-types.tsv", kryo2_context("subclasses.jar"));
    check_types("subclasses2-types.tsv", kryo5_context("subclasses.jar"));
}

TEST_CASE("classes of the JDK in fields") {
    const kryo::KryoContext context = kryo2_context("subclasses.jar");
    CHECK(made("java.util.TimeZone", context) == "java.util.TimeZone{ID:string}");
    CHECK(made("java.time.DayOfWeek", context).starts_with("enum java.time.DayOfWeek{MONDAY,"));
    CHECK(made("java.util.concurrent.CopyOnWriteArrayList", context) ==
          "kryo<java.util.concurrent.CopyOnWriteArrayList>");
    CHECK(made("java.math.BigDecimal", context) == "bigdecimal");
}

TEST_CASE("what a class is made of has to be there") {
    CHECK(made("Subclasses$Missing", kryo2_context("subclasses.jar")) ==
          "unknown: class Subclasses$Missing: give --classpath");
    CHECK(made("Subclasses$Plain", {kryo::Generation::kKryo2, true, nullptr}) ==
          "unknown: class Subclasses$Plain: give --classpath");
}

TEST_CASE("a subclass that no snapshot names is asked for, and its bytes have to fit") {
    const KryoSamples samples("subclasses1.tsv");
    const TypePtr without = samples.type({kryo::Generation::kKryo2, true, nullptr});
    CHECK(fault_of(without, samples["plain"].bytes) == "class Subclasses$Plain: give --classpath");
    CHECK(fault_of(without, samples["noconstructor"].bytes) == "class Subclasses$NoConstructor: give --classpath");
    const TypePtr type = samples.type(kryo2_context("subclasses.jar"));
    ByteVector damaged = samples["nulls"].bytes;
    CHECK(fault_of(type, damaged) == "nothing");
    damaged.pop_back();
    CHECK(fault_of(type, damaged) == "failure: the bytes do not fit class Subclasses$Plain: expected more bytes");
    damaged.push_back(7);
    CHECK(fault_of(type, damaged) == "failure: the bytes do not fit class Subclasses$Plain: expected a flag of 0 or 1");
}

TEST_CASE("subclasses inside each other are bounded") {
    const KryoSamples samples("subclasses1.tsv");
    const TypePtr type = samples.type(kryo2_context("subclasses.jar"));
    // A Ping holds a Pong, which holds the next Ping.
    std::string bytes;
    for (int i = 0; i < 300; ++i) {
        bytes +=
            "04 000f 537562636c61737365732450696e67 02 00 00000001 00 04 000f 537562636c617373657324506f6e67 02 00 ";
    }
    CHECK(fault_of(type, unhex(bytes)) ==
          "failure: the bytes do not fit class Subclasses$Pong: expected at most 200 subclasses inside each other");
}

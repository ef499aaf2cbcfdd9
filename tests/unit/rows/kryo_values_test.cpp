// Values that Flink's KryoSerializer wrote, of Kryo 2.24 and of Kryo 5.6, with the text that they are printed as
// (tests/fixtures/kryo says how they were made). All ways to walk over one agree.

#include "catch.hpp"
#include "rows/json_sink.hpp"
#include "rows/json_visitor.hpp"
#include "types/codecs/events.hpp"
#include "types/codecs/skipper.hpp"
#include "types/kryo/kryo_samples.hpp"

using namespace sp;
using namespace sp::test;

namespace {

std::string why(const codec::DecodeFault& fault, const std::uint8_t* begin) {
    return "at " + std::to_string(fault.at - begin) + ": " + (fault.why.empty() ? fault.expected : fault.why);
}

std::string sink_text(const codec::Program& program, const PaddedBytes& bytes) {
    rows::GrowingText growing;
    rows::JsonSink<true> sink(growing.begin(1), &growing);
    sink.bind(program);
    codec::Interpreter<rows::JsonSink<true>> interpreter(program, sink);
    try {
        const std::uint8_t* const end = interpreter.run(bytes.begin(), bytes.end());
        return std::string(growing.text(sink.out())) + (end == bytes.end() ? "" : " and bytes behind it");
    } catch (const codec::DecodeFault& fault) {
        return why(fault, bytes.begin());
    }
}

std::string visitor_text(const TypePtr& type, const PaddedBytes& bytes) {
    std::string text;
    rows::JsonVisitor visitor(text);
    try {
        const std::uint8_t* const end = codec::EventDecoder(type).decode(bytes.begin(), bytes.end(), visitor);
        return text + (end == bytes.end() ? "" : " and bytes behind it");
    } catch (const codec::DecodeFault& fault) {
        return why(fault, bytes.begin());
    }
}

void check_samples(const std::string& file, const kryo::KryoContext& context) {
    const KryoSamples samples(file);
    REQUIRE(samples.samples.size() >= 5);
    for (const KryoSample& sample : samples.samples) {
        const TypePtr type = samples.type(context);
        INFO(file << ": " << sample.name << ": " << hex(sample.bytes));
        const PaddedBytes bytes(sample.bytes);
        CHECK(sink_text(codec::compile_json(type, {}), bytes) == sample.json);
        CHECK(visitor_text(type, bytes) == sample.json);
        CHECK(codec::Skipper(type).skip(bytes.begin(), bytes.end()) == bytes.end());
    }
}

}  // namespace

TEST_CASE("values of Flink 1.x are printed", "[kryo]") { check_samples("kryo2.tsv", kryo2_context()); }

TEST_CASE("values of Flink 2.x are printed", "[kryo]") { check_samples("kryo5.tsv", kryo5_context()); }

TEST_CASE("values of registered classes are printed", "[kryo]") {
    check_samples("kryo2-registered.tsv", kryo2_context());
    check_samples("kryo5-registered.tsv", kryo5_context());
}

TEST_CASE("values of flink-scala are printed", "[kryo]") {
    check_samples("kryo2-scala.tsv", kryo2_context("scala-samples.jar"));
}

TEST_CASE("values of POJOs are printed whose subclasses no snapshot names", "[kryo]") {
    check_samples("subclasses1.tsv", kryo2_context("subclasses.jar"));
    check_samples("subclasses2.tsv", kryo5_context("subclasses.jar"));
}

TEST_CASE("longs beyond 2^53 can be strings", "[kryo]") {
    const KryoSamples samples("kryo2.tsv");
    const codec::Program program = codec::compile_json(samples.type(kryo2_context()), {}, {.int64_as_string = true});
    CHECK(sink_text(program, PaddedBytes(samples["long.min"].bytes)) == "\"-9223372036854775808\"");
    CHECK(sink_text(program, PaddedBytes(samples["long"].bytes)) == "300");
}

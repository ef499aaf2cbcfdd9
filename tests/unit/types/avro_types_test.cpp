#include "types/avro_types.hpp"

#include <memory>
#include <string>

#include "catch.hpp"
#include "sp/error.hpp"
#include "types/codecs/events.hpp"
#include "types/codecs/skipper.hpp"
#include "types/codecs/value_encoder.hpp"
#include "types/codecs/value_fixtures.hpp"

using namespace sp;
using namespace sp::test;

namespace {

/// As AvroSerializer's snapshot gives it.
TypePtr avro(const std::string& schema) {
    auto type = std::make_shared<Type>();
    type->kind = TypeKind::kAvro;
    type->text = schema;
    type->structure = avro_type(schema);
    return type;
}

struct Decoded {
    std::string events;
    ByteVector again;  ///< encoded from the events
};

Decoded decode(const TypePtr& type, const ByteVector& bytes) {
    PaddedBytes padded(bytes);
    EventText text;
    Decoded decoded;
    codec::ValueEncoder encoder(type, decoded.again);
    Tee tee(text, encoder);
    const std::uint8_t* const stop = codec::EventDecoder(type).decode(padded.begin(), padded.end(), tee);
    CHECK(stop == padded.end());
    encoder.finish();
    CHECK(codec::Skipper(type).skip(padded.begin(), padded.end()) == padded.end());
    decoded.events = text.text();
    return decoded;
}

bool is_refused(const std::string& schema, const std::string& why) {
    try {
        static_cast<void>(avro_type(schema));
    } catch (const InputError& error) {
        return std::string(error.what()).find(why) != std::string::npos;
    }
    return false;
}

bool is_invalid(const TypePtr& type, const std::string& hex) {
    PaddedBytes padded(unhex(hex));
    try {
        EventText text;
        codec::EventDecoder(type).decode(padded.begin(), padded.end(), text);
    } catch (const codec::DecodeFault& fault) {
        return fault.reason == codec::DecodeFault::Reason::kInvalid;
    }
    return false;
}

const std::string kEvent = R"({"type":"record","name":"Ev","namespace":"corpus","fields":[{"name":"id","type":"long"},
    {"name":"name","type":["null","string"],"default":null},{"name":"xs","type":{"type":"array","items":"int"}},
    {"name":"m","type":{"type":"map","values":"double"}},{"name":"b","type":"bytes"},{"name":"ok","type":"boolean"}]})";

}  // namespace

TEST_CASE("a record that AvroSerializer wrote") {
    // Of a savepoint of Flink 1.20.3.
    const ByteVector bytes = unhex(
        "0000011f71fb04dc"
        "00000001"
        "00000003"
        "6e3137"
        "02"
        "00000011"
        "00000012"
        "00"
        "01"
        "00000001"
        "6b"
        "4011000000000000"
        "00"
        "00000002"
        "0f16"
        "00");
    const Decoded decoded = decode(avro(kEvent), bytes);
    CHECK(decoded.again == bytes);
    CHECK(
        decoded.events ==
        "{ 0\nfield 0 id\ninteger 1234567890140\nfield 1 name\nstring n17\nfield 2 xs\n[ 2\ninteger 17\ninteger 18\n]\n"
        "field 3 m\nmap 1\nstring k\ndouble 0000000000001140\nend map\nfield 4 b\nbytes 0f16\nfield 5 ok\nfalse\n}\n");
}

TEST_CASE("Avro: a name stands for the type around it, at any depth") {
    const TypePtr tree = avro(R"({"type":"record","name":"T","fields":[{"name":"n","type":"int"},
        {"name":"below","type":{"type":"array","items":"T"}}]})");
    const ByteVector bytes = unhex(
        "00000001"
        "02"
        "00000002"
        "00"
        "00000003"
        "01"
        "00000004"
        "00"
        "00"
        "00");
    const Decoded decoded = decode(tree, bytes);
    CHECK(decoded.again == bytes);
    CHECK(decoded.events.find("integer 4") != std::string::npos);

    std::string deep;
    for (int i = 0; i < 2000; ++i) {
        deep += "0000000101";
    }
    PaddedBytes padded(unhex(deep));
    CHECK_THROWS_AS(codec::Skipper(tree).skip(padded.begin(), padded.end()), codec::DecodeFault);
}

TEST_CASE("Avro: branches of a union have their names, unless there is one beside null") {
    const TypePtr many = avro(R"(["null","string",{"type":"fixed","name":"a.F","size":2}])");
    CHECK(decode(many, unhex("00000000")).events == "null\n");
    CHECK(decode(many, unhex("00000001"
                             "00000001"
                             "78"))
              .events == "( 1 string\nstring x\n)\n");
    const Decoded fixed = decode(many, unhex("00000002"
                                             "0102"));
    CHECK(fixed.events == "( 2 a.F\nbytes 0102\n)\n");
    CHECK(fixed.again == unhex("000000020102"));

    const TypePtr nullable = avro(R"(["int","null"])");
    CHECK(decode(nullable, unhex("00000000"
                                 "00000007"))
              .events == "integer 7\n");
    CHECK(decode(nullable, unhex("00000001")).again == unhex("00000001"));
}

TEST_CASE("Avro: enums, and values without bytes") {
    const TypePtr color = avro(R"({"type":"enum","name":"Color","symbols":["RED","GREEN"]})");
    CHECK(decode(color, unhex("00000001")).events == "enum 1 GREEN\n");
    CHECK(is_invalid(color, "00000002"));
    CHECK(decode(avro(R"({"type":"array","items":"null"})"), unhex("0300")).events == "[ 3\nnull\nnull\nnull\n]\n");
    CHECK(is_invalid(avro(R"({"type":"array","items":"null"})"), "ffffff7f00"));
}

TEST_CASE("Avro: bytes that no writer of Flink makes") {
    CHECK(is_invalid(avro(R"(["null","int"])"), "00000002"));
    CHECK(is_invalid(avro(R"({"type":"array","items":"int"})"),
                     "01"
                     "00000001"
                     "01"
                     "00000002"
                     "00"));  // two blocks
    CHECK(is_invalid(avro(R"("string")"), "ffffffff"));
    CHECK(is_invalid(avro(R"("string")"),
                     "00000001"
                     "ff"));
    CHECK(is_invalid(avro(R"({"type":"map","values":"int"})"), "ffffffffff7f"));
}

TEST_CASE("Avro: names have the namespace around them") {
    const TypePtr outer = avro_type(R"({"type":"record","name":"x.y.Outer","fields":[
        {"name":"a","type":{"type":"record","name":"Inner","fields":[]}},{"name":"b","type":"Inner"},
        {"name":"c","type":"x.y.Inner"},{"name":"d","type":{"type":"enum","name":"E","namespace":"z","symbols":[]}},
        {"name":"e","type":{"type":"string"}},{"name":"f","type":{"type":["null","z.E"]}}]})");
    CHECK(outer->fields[0].type->class_name == "x.y.Inner");
    CHECK(outer->fields[1].type->target.lock() == outer->fields[0].type);
    CHECK(outer->fields[2].type->target.lock() == outer->fields[0].type);
    CHECK(outer->fields[3].type->class_name == "z.E");
    CHECK(outer->fields[4].type->kind == TypeKind::kAvroString);
    CHECK(avro_branch_name(*outer->fields[5].type->nested[1]) == "z.E");
}

TEST_CASE("what is no schema of Avro is refused") {
    CHECK(is_refused("{oops", "no JSON"));
    CHECK(is_refused(R"("a.B")", "the type a.B is not known"));
    CHECK(is_refused("7", "expected a name"));
    CHECK(is_refused("{}", "without \"type\""));
    CHECK(is_refused(R"({"type":"array"})", "\"items\" is missing"));
    CHECK(is_refused(R"({"type":"record","name":"A"})", "\"fields\" is missing"));
    CHECK(is_refused(R"({"type":"record","name":"A","fields":[{"name":"a","type":"int"},{"name":"a","type":"int"}]})",
                     "stands twice"));
    CHECK(is_refused(R"({"type":"fixed","name":"A","size":-1})", "the size of A"));
    CHECK(is_refused(R"(["int","int"])", "stands twice"));
    CHECK(is_refused(R"(["int",["null"]])", "a union in a union"));
    CHECK(is_refused(
        R"({"type":"record","name":"A","fields":[{"name":"a","type":{"type":"record","name":"A","fields":[]}}]})",
        "defined twice"));
    CHECK(is_refused(std::string(100'000, '['), "nested deeper"));
}

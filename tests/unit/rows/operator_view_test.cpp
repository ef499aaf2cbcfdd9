// The views of what connectors wrote (tests/fixtures/connectors, by Flink's own serializers, with what they hold as the harness
// of tests/interop says it).

#include "rows/operator_view.hpp"

#include "catch.hpp"
#include "io/byte_writer.hpp"
#include "readable_bytes.hpp"
#include "types/connectors/connector_samples.hpp"

using namespace sp;
using namespace sp::test;

namespace {

std::string view(const std::string& name, const ByteVector& bytes, bool int64_as_string = false) {
    StateDescriptor state;
    state.name = name;
    state.kind = name == "coordinator" ? StateKind::kCoordinator : StateKind::kOperatorList;
    auto type = std::make_shared<Type>();
    type->kind = TypeKind::kByteArray;
    state.value = type;
    const rows::PrintView print = rows::view_printer_of(state);
    REQUIRE(print != nullptr);
    ByteWriter value;
    if (state.kind != StateKind::kCoordinator) {
        value.count(bytes.size());
    }
    value.bytes(bytes);
    return print(value.view(), int64_as_string);
}

}  // namespace

TEST_CASE("views of what connectors wrote", "[view]") {
    std::size_t count = 0;
    for (const std::string& file : connector_files()) {
        for (const ConnectorSample& sample : connector_samples(file)) {
            INFO(file);
            CHECK(view(sample.state, sample.bytes) == sample.view);
            ++count;
        }
    }
    CHECK(count >= 40);
}

TEST_CASE("bytes of no known format are shown as such", "[view]") {
    CHECK(view("SourceReaderState", readable_bytes("<00000003000000020102>")) ==
          R"({"version":3,"length":2,"@bytes":"AQI="})");
    CHECK(view("SourceReaderState", readable_bytes("<0000000300000002010203>")) ==
          R"({"length":11,"@bytes":"AAAAAwAAAAIBAgM="})");
    CHECK(view("SourceReaderState", {}) == R"({"length":0,"@bytes":""})");
    CHECK(view("coordinator", readable_bytes("<0000000100000009000000010A>")) ==
          R"({"version":1,"enumerator":{"version":9,"length":1,"@bytes":"Cg=="}})");
    CHECK(view("coordinator", readable_bytes("<0102>")) == R"({"length":2,"@bytes":"AQI="})");
}

TEST_CASE("integers of views obey --int64", "[view]") {
    const ByteVector split = readable_bytes("<00000001000000130001>1<00000000000000057FFFFFFFFFFFFFFF>");
    CHECK(view("SourceReaderState", split, true) ==
          R"({"version":1,"split":{"id":"1","from":5,"to":"9223372036854775807"}})");
}

TEST_CASE("only states of byte arrays have views", "[view]") {
    StateDescriptor state;
    state.name = "SourceReaderState";
    state.kind = StateKind::kOperatorList;
    CHECK(rows::view_printer_of(state) == nullptr);
}

#include "state/state_meta_info.hpp"

#include "catch.hpp"
#include "io/byte_writer.hpp"
#include "java/modified_utf8.hpp"
#include "state/test_types.hpp"

using namespace sp;
using namespace sp::test;

namespace {

const char* const kLongSnapshot = "org.apache.flink.api.common.typeutils.base.LongSerializer$LongSerializerSnapshot";
const char* const kVoidSnapshot =
    "org.apache.flink.runtime.state.VoidNamespaceSerializer$VoidNamespaceSerializerSnapshot";

void write_snapshot_of(ByteWriter& out, std::string_view snapshot_class) {
    out.i32(2);
    java::write_utf(out, snapshot_class);
    out.i32(3);
}

/// The layout of formats/keyed-state section 2.5: a key of type long and VALUE states of type long.
ByteVector header(const std::vector<std::string>& snapshot_of_state) {
    ByteWriter out;
    out.i32(6);
    out.boolean(false);
    write_snapshot_of(out, kLongSnapshot);
    out.i16(static_cast<std::int16_t>(snapshot_of_state.size()));
    for (std::size_t i = 0; i < snapshot_of_state.size(); ++i) {
        java::write_utf(out, "state-" + std::to_string(i));
        out.i32(0);
        out.i32(1);
        java::write_utf(out, "KEYED_STATE_TYPE");
        java::write_utf(out, "VALUE");
        out.i32(2);
        java::write_utf(out, "VALUE_SERIALIZER");
        write_snapshot_of(out, snapshot_of_state[i]);
        java::write_utf(out, "NAMESPACE_SERIALIZER");
        write_snapshot_of(out, kVoidSnapshot);
    }
    return out.take();
}

}  // namespace

TEST_CASE("a keyed header names its states") {
    const ByteVector bytes = header({kLongSnapshot, kLongSnapshot});
    BoundedReader in(bytes, "file");
    const KeyedStateHeader read = read_keyed_state_header(in, {});
    CHECK(in.at_end());
    CHECK_FALSE(read.failure);
    REQUIRE(read.states.size() == 2);
    const StateDescriptor state = describe_state(read.states[1], read.key, 7);
    CHECK(state.name == "state-1");
    CHECK(state.kind == StateKind::kValue);
    CHECK(state.operator_index == 7);
    CHECK(state.value->kind == TypeKind::kLong);
    CHECK(state.name_space->kind == TypeKind::kVoidNamespace);
}

TEST_CASE("states before a snapshot of the job's own are known") {
    const ByteVector bytes = header({kLongSnapshot, "com.acme.MySnapshot", kLongSnapshot});
    BoundedReader in(bytes, "file");
    const KeyedStateHeader read = read_keyed_state_header(in, {});
    CHECK(read.state_count == 3);
    REQUIRE(read.states.size() == 1);
    REQUIRE(read.failure);
    CHECK(std::string(read.failure->what()).find("com.acme.MySnapshot") != std::string::npos);
}

TEST_CASE("every cut of a header is an error") {
    const ByteVector bytes = header({kLongSnapshot});
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        BoundedReader in(Bytes(bytes).first(size), "file");
        CHECK_THROWS_AS(read_keyed_state_header(in, {}), InputError);
    }
}

TEST_CASE("other header versions are refused by name") {
    ByteVector bytes = header({kLongSnapshot});
    bytes[3] = 5;
    BoundedReader old(bytes, "file");
    CHECK_THROWS_AS(read_keyed_state_header(old, {}), UnsupportedError);
    bytes[3] = 7;
    BoundedReader unknown(bytes, "file");
    CHECK_THROWS_AS(read_keyed_state_header(unknown, {}), InputError);
}

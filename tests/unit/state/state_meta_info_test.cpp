#include "state/state_meta_info.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "catch.hpp"
#include "io/byte_writer.hpp"
#include "java/modified_utf8.hpp"
#include "state/test_types.hpp"
#include "types/snapshots/serializer_name.hpp"
#include "types/snapshots/snapshot_writer.hpp"

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

ByteVector fixture_bytes(const std::string& name) {
    std::ifstream file(std::string(SP_FIXTURES "/") + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// A snapshot of the job's own, with a body.
void write_own_snapshot(ByteWriter& out, std::string_view body) {
    java::write_utf(out, "com.acme.MySnapshot");
    out.i32(7);
    java::write_utf(out, body);
}

/// The layout of formats/keyed-state section 2.5: a key of type long and VALUE states of type long.
ByteVector header(const std::vector<std::string>& snapshot_of_state, const std::string& key = kLongSnapshot) {
    ByteWriter out;
    out.i32(6);
    out.boolean(false);
    write_snapshot_of(out, key);
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

TEST_CASE("a snapshot of the job's own ends where the next name of Flink's begins") {
    const ByteVector bytes = header({kLongSnapshot, "com.acme.MySnapshot", kLongSnapshot}, "com.acme.KeySnapshot");
    BoundedReader in(bytes, "file");
    const KeyedStateHeader read = read_keyed_state_header(in, {});
    CHECK(in.at_end());
    CHECK_FALSE(read.failure);
    REQUIRE(read.states.size() == 3);
    CHECK(read.key->kind == TypeKind::kUnknown);
    CHECK(read.key->snapshot_class == "com.acme.KeySnapshot");
    const StateDescriptor state = describe_state(read.states[1], read.key, 7);
    CHECK(state.value->kind == TypeKind::kUnknown);
    CHECK(state.value->snapshot_class == "com.acme.MySnapshot");
    CHECK(state.value->snapshot.size() == 2 + std::string("com.acme.MySnapshot").size() + 4);
    CHECK(state.value->text.find("is the job's own") != std::string::npos);
    CHECK(state.name_space->kind == TypeKind::kVoidNamespace);
    CHECK(describe_state(read.states[2], read.key, 7).value->kind == TypeKind::kLong);
}

TEST_CASE("a snapshot of the job's own may be the last inside one that is known") {
    ByteWriter out;
    out.i32(6);
    out.boolean(true);
    out.i16(1);
    java::write_utf(out, "elements");
    out.i32(1);
    out.i32(1);
    java::write_utf(out, "OPERATOR_STATE_DISTRIBUTION_MODE");
    java::write_utf(out, "SPLIT_DISTRIBUTE");
    out.i32(1);
    java::write_utf(out, "VALUE_SERIALIZER");
    out.i32(2);
    java::write_utf(out, "org.apache.flink.api.common.typeutils.base.ListSerializerSnapshot");
    for (const std::int32_t number : {3, 911108, 1, 1333245, 1, 1}) {
        out.i32(number);
    }
    write_own_snapshot(out, "any VALUE_SERIALIZER");
    out.i16(1);
    java::write_utf(out, "broadcast");
    out.i32(2);
    out.i32(1);
    java::write_utf(out, "OPERATOR_STATE_DISTRIBUTION_MODE");
    java::write_utf(out, "BROADCAST");
    out.i32(2);
    java::write_utf(out, "KEY_SERIALIZER");
    out.i32(2);
    write_own_snapshot(out, "a body");
    java::write_utf(out, "VALUE_SERIALIZER");
    out.i32(2);
    write_own_snapshot(out, "the last");
    const ByteVector bytes = out.take();
    BoundedReader in(bytes, "file");
    const OperatorStateHeader read = read_operator_state_header(in, {});
    CHECK_FALSE(read.failure);
    REQUIRE(read.list_states.size() == 1);
    const TypePtr list = read.list_states[0].serializer("VALUE_SERIALIZER");
    CHECK(list->kind == TypeKind::kList);
    CHECK(list->nested.at(0)->kind == TypeKind::kUnknown);
    CHECK(list->nested.at(0)->snapshot_class == "com.acme.MySnapshot");
    REQUIRE(read.broadcast_states.size() == 1);
    CHECK(read.broadcast_states[0].serializer("KEY_SERIALIZER")->snapshot_version == 7);
    CHECK(read.broadcast_states[0].serializer("VALUE_SERIALIZER")->kind == TypeKind::kUnknown);
}

// tests/interop/legacy: Flink 1.16 wrote it.
TEST_CASE("serializers with a TypeSerializerConfigSnapshot are passed over") {
    const ByteVector bytes = fixture_bytes("snapshots/legacy-config.header");
    BoundedReader in(bytes, "file");
    const KeyedStateHeader read = read_keyed_state_header(in, {});
    CHECK(in.at_end());
    CHECK_FALSE(read.failure);
    REQUIRE(read.states.size() == 5);
    const auto type = [&](std::size_t state) { return read.states[state].serializer("VALUE_SERIALIZER"); };
    CHECK(type(1)->kind == TypeKind::kUnknown);
    CHECK(serializer_class(*type(1)) == "LegacyHeader$WithoutParameters");
    CHECK(type(2)->kind == TypeKind::kList);
    CHECK(serializer_class(*type(2)->nested.at(0)) == "LegacyHeader$WithoutParameters");
    CHECK(type(3)->kind == TypeKind::kUnknown);
    CHECK(serializer_class(*type(3)) == "LegacyHeader$WithConfig");
    CHECK(type(4)->kind == TypeKind::kLong);
    for (std::size_t state = 0; state < read.states.size(); ++state) {
        CAPTURE(state);
        ByteWriter out;
        write_snapshot(out, *type(state));
        CHECK(out.take() == type(state)->snapshot);
    }
}

TEST_CASE("every cut and change of a header with a TypeSerializerConfigSnapshot is read or refused") {
    const ByteVector bytes = fixture_bytes("snapshots/legacy-config.header");
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        CAPTURE(size);
        BoundedReader in(Bytes(bytes).first(size), "file");
        bool is_refused = false;
        try {
            is_refused = read_keyed_state_header(in, {}).failure.has_value();
        } catch (const InputError&) {
            is_refused = true;
        }
        CHECK(is_refused);
        ByteVector changed = bytes;
        changed[size] ^= 0xFF;
        BoundedReader again(changed, "file");
        try {
            static_cast<void>(read_keyed_state_header(again, {}));
        } catch (const Error&) {
        }
    }
}

TEST_CASE("states before a snapshot whose end cannot be told are known") {
    ByteVector bytes = header({kLongSnapshot, "com.acme.MySnapshot", kLongSnapshot});
    const std::string_view name = "NAMESPACE_SERIALIZER";
    const auto second = std::search(std::search(bytes.begin(), bytes.end(), name.begin(), name.end()) + 1, bytes.end(),
                                    name.begin(), name.end());
    for (auto at = second; at != bytes.end(); ++at) {  // this name, and those behind it
        *at = *at == 'N' || *at == 'V' ? 'X' : *at;
    }
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

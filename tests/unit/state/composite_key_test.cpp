#include "state/composite_key.hpp"

#include "catch.hpp"
#include "state/test_types.hpp"

using namespace sp;
using namespace sp::test;

namespace {

const TypePtr kString = type_of(TypeKind::kString);
const TypePtr kVoid = type_of(TypeKind::kVoidNamespace);
const TypePtr kKryo = type_of(TypeKind::kKryo);

Entry split(const StateDescriptor& state, const Padded& composite) {
    const CompositeKey key(state);
    REQUIRE(key.unsupported().empty());
    Entry entry;
    key.split(composite.view(), entry);
    return entry;
}

}  // namespace

// The composite keys are from a real 1.20 savepoint (formats/keyed-state section 5.8), behind their key-group byte.

TEST_CASE("a key and the void namespace have no lengths") {
    const Padded bytes("066b65792d33 00");
    const Entry entry = split(state_of(StateKind::kValue, kString, kVoid, type_of(TypeKind::kLong)), bytes);
    CHECK(copy(entry.key) == from_hex("066b65792d33"));
    CHECK(copy(entry.name_space) == from_hex("00"));
}

TEST_CASE("a map key runs to the end") {
    const Padded bytes("066b65792d33 00 037531");
    const Entry entry = split(state_of(StateKind::kMap, kString, kVoid, kString, kString), bytes);
    CHECK(copy(entry.map_key) == from_hex("037531"));
}

TEST_CASE("a variable key and a variable namespace are followed by their lengths") {
    SECTION("short") {
        const Padded bytes("066b65792d33 06 0261 02");
        const Entry entry = split(state_of(StateKind::kValue, kString, kString, type_of(TypeKind::kLong)), bytes);
        CHECK(copy(entry.key) == from_hex("066b65792d33"));
        CHECK(copy(entry.name_space) == from_hex("0261"));
    }
    SECTION("with a map key behind them") {
        const Padded bytes("066b65792d33 06 0261 02 04756b31");
        const Entry entry = split(state_of(StateKind::kMap, kString, kString, kString, kString), bytes);
        CHECK(copy(entry.map_key) == from_hex("04756b31"));
    }
    SECTION("a namespace of 304 bytes has a length of two bytes, low byte first") {
        std::string hex = "066b65792d33 06 af02";
        for (int i = 0; i < 302; ++i) {
            hex += "7a";
        }
        const Padded bytes(hex + "3001");
        const Entry entry = split(state_of(StateKind::kValue, kString, kString, type_of(TypeKind::kLong)), bytes);
        CHECK(entry.name_space.size() == 304);
    }
    SECTION("a wrong length is a fault") {
        const Padded bytes("066b65792d33 05 0261 02");
        CHECK_THROWS_AS(split(state_of(StateKind::kValue, kString, kString, kString), bytes), codec::DecodeFault);
    }
}

TEST_CASE("timers are time stamp, key, namespace") {
    const StateDescriptor timers = state_of(StateKind::kTimer, type_of(TypeKind::kLong), type_of(TypeKind::kLong));
    const Padded bytes("8000019b6951a4d8 0000000000000003 0000000000000003");
    const Entry entry = split(timers, bytes);
    CHECK(entry.timestamp == 0x19b6951a4d8);
    CHECK(copy(entry.key) == from_hex("0000000000000003"));
    const Padded oldest("000000000000000a 0000000000000003 0000000000000003");
    CHECK(split(timers, oldest).timestamp == std::numeric_limits<std::int64_t>::min() + 10);
}

TEST_CASE("an undecodable key is found from behind, or not at all") {
    const Padded bytes("0906 00");
    const Entry entry = split(state_of(StateKind::kValue, kKryo, kVoid, kString), bytes);
    CHECK(copy(entry.key) == from_hex("0906"));
    CHECK(copy(entry.name_space) == from_hex("00"));

    CHECK_FALSE(CompositeKey(state_of(StateKind::kMap, kKryo, kVoid, kString, kString)).unsupported().empty());
    CHECK_FALSE(CompositeKey(state_of(StateKind::kValue, kKryo, kString, kString)).unsupported().empty());
}

TEST_CASE("what follows a key is a fault") {
    const StateDescriptor state = state_of(StateKind::kValue, kString, kVoid, kString);
    const Padded longer("066b65792d33 00 00");
    const Padded cut("066b6579");
    CHECK_THROWS_AS(split(state, longer), codec::DecodeFault);
    CHECK_THROWS_AS(split(state, cut), codec::DecodeFault);
}

TEST_CASE("a key of an unknown subclass is found from behind, or is opaque") {
    auto person = std::make_shared<Type>(*type_of(TypeKind::kPojo));
    person->class_name = "com.acme.Person";
    person->fields = {{"name", "com.acme.Person", true, kString}};
    const Padded declared("02 00 0261 00");
    const Padded subclass("04 0003 612e42 02 00 0261 00");  // PojoSerializer: a subclass by name, "a.B"
    const StateDescriptor value = state_of(StateKind::kValue, person, kVoid, kString);
    CHECK(copy(split(value, declared).key) == from_hex("02 00 0261"));
    CHECK(copy(split(value, subclass).key) == from_hex("04 0003 612e42 02 00 0261"));
    const StateDescriptor map = state_of(StateKind::kMap, person, kVoid, kString, kString);
    try {
        static_cast<void>(split(map, subclass));
        FAIL("the end of the key cannot be known");
    } catch (const codec::DecodeFault& fault) {
        CHECK(fault.reason == codec::DecodeFault::Reason::kOpaque);
    }
}

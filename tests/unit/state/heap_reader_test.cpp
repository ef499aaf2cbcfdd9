#include "state/heap_reader.hpp"

#include <limits>
#include <string>

#include "catch.hpp"
#include "io/byte_writer.hpp"
#include "io/snappy_frames.hpp"
#include "java/modified_utf8.hpp"
#include "sp/error.hpp"
#include "state/test_types.hpp"

using namespace sp;
using namespace sp::test;

namespace {

const TypePtr kLong = type_of(TypeKind::kLong);
const TypePtr kString = type_of(TypeKind::kString);
const TypePtr kVoid = type_of(TypeKind::kVoidNamespace);

/// Key group 1 of operator "timely_stateful_operator" in a native savepoint of Flink 2.2 (formats/keyed-state section 4).
const char* const kRealGroup =
    "00000001"
    "0000 00000001 0000000000000003 0000000000000003 0000000000000003"
    "0002 00000001 000000000000000a 0000000000000003 0000000000000003"
    "0001 00000001 8000019b6951aa17 0000000000000003 0000000000000003";

struct RealStates {
    StateDescriptor value = state_of(StateKind::kValue, kLong, kLong, kLong);
    StateDescriptor processing = state_of(StateKind::kTimer, kLong, kLong);
    StateDescriptor event = state_of(StateKind::kTimer, kLong, kLong);

    [[nodiscard]] std::vector<StateInStream> all(StateUse use = StateUse::kRead) const {
        return {{&value, use}, {&processing, use}, {&event, use}};
    }
};

HeapReader reader_of(const ByteVector& stream, std::vector<StateInStream> states, bool is_compressed = false) {
    return HeapReader(KeyedStream{ByteSource::of_bytes(stream, "file"), is_compressed, 128, std::move(states)});
}

/// What a test looks at, copied out of the batches.
struct Row {
    const StateDescriptor* state;
    ByteVector key;
    ByteVector name_space;
    ByteVector map_key;
    ByteVector value;
    bool is_null;
    std::int64_t timestamp;
};

std::vector<Row> read_group(HeapReader& reader, std::int32_t key_group, std::uint64_t offset, std::uint64_t end) {
    std::vector<Row> rows;
    EntryBatch batch;
    reader.open_key_group(key_group, offset, end);
    while (reader.next(batch)) {
        CHECK_FALSE(batch.entries.empty());
        CHECK(batch.key_group == key_group);
        for (const Entry& e : batch.entries) {
            rows.push_back({batch.state, copy(e.key), copy(e.name_space), copy(e.map_key), copy(e.value),
                            e.is_null_value, e.timestamp});
        }
    }
    return rows;
}

std::vector<Row> read_group(const ByteVector& stream, std::vector<StateInStream> states, bool is_compressed = false) {
    HeapReader reader = reader_of(stream, std::move(states), is_compressed);
    return read_group(reader, 1, 0, stream.size());
}

std::string message_of(const ByteVector& stream, const std::vector<StateInStream>& states, bool is_compressed = false) {
    try {
        static_cast<void>(read_group(stream, states, is_compressed));
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

/// The blocks of a key group, each in a stream of its own.
ByteVector compressed(std::initializer_list<const char*> blocks) {
    ByteVector stream = from_hex("00000001");
    for (const char* block : blocks) {
        SnappyFrameWriter frames(stream);
        frames.write(from_hex(block));
        frames.flush();
    }
    return stream;
}

/// Every prefix, and every byte changed in some ways: rows, or an error of ours.
void damage(const ByteVector& good, const std::vector<StateInStream>& states, bool is_compressed) {
    for (std::size_t size = 0; size < good.size(); ++size) {
        CAPTURE(size);
        CHECK_FALSE(message_of(ByteVector(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)), states,
                               is_compressed)
                        .empty());
    }
    for (std::size_t at = 0; at < good.size(); ++at) {
        for (const unsigned flip : {0x01U, 0x80U, 0xFFU}) {
            ByteVector bad = good;
            bad[at] = static_cast<std::uint8_t>(bad[at] ^ flip);
            static_cast<void>(message_of(bad, states, is_compressed));
        }
    }
}

}  // namespace

TEST_CASE("heap: a real key group is read whole") {
    const RealStates states;
    const std::vector<Row> rows = read_group(from_hex(kRealGroup), states.all());
    const ByteVector three = from_hex("0000000000000003");
    REQUIRE(rows.size() == 3);
    CHECK(rows[0].state == &states.value);
    CHECK(rows[0].key == three);
    CHECK(rows[0].name_space == three);
    CHECK(rows[0].value == three);
    CHECK(rows[1].state == &states.event);
    CHECK(rows[1].timestamp == std::numeric_limits<std::int64_t>::min() + 10);
    CHECK(rows[2].state == &states.processing);
    CHECK(rows[2].timestamp == 0x19b6951aa17);
    CHECK(rows[2].key == three);
    CHECK(rows[2].name_space == three);
}

TEST_CASE("heap: states that are not wanted are walked over") {
    const RealStates states;
    std::vector<StateInStream> some = states.all(StateUse::kPassOver);
    some[1].use = StateUse::kRead;
    const std::vector<Row> rows = read_group(from_hex(kRealGroup), some);
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].state == &states.processing);
    CHECK(read_group(from_hex(kRealGroup), states.all(StateUse::kWalk)).empty());
}

TEST_CASE("heap: a real compressed key group, whose blocks are streams of their own") {
    // 1.19 native savepoint, key group 1, two states, both empty.
    const ByteVector stream = from_hex(
        "00000001 ff060000734e61507059 010a0000 2c99979b 0000 00000000 ff060000734e61507059 010a0000 4ec9cfc8 0001 "
        "00000000");
    const RealStates states;
    const std::vector<StateInStream> two = {{&states.value, StateUse::kRead}, {&states.event, StateUse::kRead}};
    CHECK(read_group(stream, two, true).empty());
    damage(stream, two, true);
}

TEST_CASE("heap: compressed, a state without a descriptor is passed over") {
    const RealStates states;
    const ByteVector good =
        compressed({"0001 00000001 99", "0000 00000001 0000000000000003 0000000000000003 0000000000000007"});
    const std::vector<Row> rows = read_group(good, {{&states.value, StateUse::kRead}, {}}, true);
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].value == from_hex("0000000000000007"));
}

TEST_CASE("heap: lists become canonical, and empty ones are no entries") {
    const StateDescriptor fixed = state_of(StateKind::kList, kLong, kVoid, type_of(TypeKind::kInt));
    const StateDescriptor strings = state_of(StateKind::kList, kLong, kVoid, kString);
    const ByteVector stream = from_hex(
        "00000001"
        "0000 00000003 00 0000000000000001 00000003 0000002c 00000000 2c2c2c2c"
        "              00 0000000000000002 00000000"
        "              00 0000000000000003 00000001 00000005"
        "0001 00000002 00 0000000000000001 00000003 0361 2c 01 0362 2c"
        "              00 0000000000000002 00000001 01");
    const std::vector<Row> rows = read_group(stream, {{&fixed, StateUse::kRead}, {&strings, StateUse::kRead}});
    REQUIRE(rows.size() == 4);
    CHECK(rows[0].value == from_hex("0000002c 2c 00000000 2c 2c2c2c2c"));
    CHECK(rows[1].key == from_hex("0000000000000003"));
    CHECK(rows[1].value == from_hex("00000005"));
    CHECK(rows[2].value == from_hex("03612c 2c 01 2c 03622c"));
    CHECK(rows[3].value == from_hex("01"));
    damage(stream, {{&fixed, StateUse::kRead}, {&strings, StateUse::kRead}}, false);
}

TEST_CASE("heap: lists with a TTL keep the stamp of each element") {
    StateDescriptor state = state_of(StateKind::kList, kString, kVoid, kString);
    state.has_ttl = true;
    const ByteVector stream =
        from_hex("00000001 0000 00000001 00 0261 00000002 000001a22833abbe 022c 000001a22833abbf 02 62");
    const std::vector<Row> rows = read_group(stream, {{&state, StateUse::kRead}});
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].value == from_hex("000001a22833abbe 022c 2c 000001a22833abbf 0262"));
}

TEST_CASE("heap: maps come entry by entry, nulls by their mark") {
    const StateDescriptor state = state_of(StateKind::kMap, kString, kString, kLong, kString);
    const ByteVector stream = from_hex(
        "00000001"
        "0000 00000003 0261 036b31 00000002 0278 00 0000000000000001 0279 01"
        "              0262 036b32 00000000"
        "              01   036b33 00000001 00   00 0000000000000002");
    const std::vector<StateInStream> states = {{&state, StateUse::kRead}};
    const std::vector<Row> rows = read_group(stream, states);
    REQUIRE(rows.size() == 3);
    CHECK(rows[0].name_space == from_hex("0261"));
    CHECK(rows[0].key == from_hex("036b31"));
    CHECK(rows[0].map_key == from_hex("0278"));
    CHECK(rows[0].value == from_hex("0000000000000001"));
    CHECK_FALSE(rows[0].is_null);
    CHECK(rows[1].map_key == from_hex("0279"));
    CHECK(rows[1].is_null);
    CHECK(rows[1].value.empty());
    CHECK(rows[2].key == from_hex("036b33"));
    CHECK(rows[2].map_key == from_hex("00"));
    damage(stream, states, false);
}

TEST_CASE("heap: a map of any size is read in a window that does not grow to it") {
    constexpr std::uint32_t kEntries = 60000;
    const ByteVector filler(100, 7);
    ByteWriter out;
    out.u32(1);
    for (std::uint16_t id = 0; id < 2; ++id) {  // two states: one is read, one walked over
        out.u16(id);
        out.u32(2);
        for (std::uint64_t key = 1; key <= 2; ++key) {
            out.u8(0);
            out.u64(key);
            out.u32(kEntries);
            for (std::uint32_t i = 0; i < kEntries; ++i) {
                out.u32(i);
                out.u8(i % 3 == 0 ? 1 : 0);
                if (i % 3 != 0) {
                    out.length_prefixed(filler);
                }
            }
        }
    }
    const ByteVector stream = out.take();
    const StateDescriptor state =
        state_of(StateKind::kMap, kLong, kVoid, type_of(TypeKind::kByteArray), type_of(TypeKind::kInt));
    HeapReader reader = reader_of(stream, {{&state, StateUse::kRead}, {&state, StateUse::kWalk}});
    reader.open_key_group(1, 0, stream.size());
    EntryBatch batch;
    std::uint32_t next = 0;
    while (reader.next(batch)) {
        for (const Entry& entry : batch.entries) {
            REQUIRE(load_u64(entry.key.data()) == next / kEntries + 1);
            REQUIRE(entry.name_space.size() == 1);
            REQUIRE(load_u32(entry.map_key.data()) == next % kEntries);
            REQUIRE(entry.is_null_value == (next % kEntries % 3 == 0));
            REQUIRE(entry.value.size() == (entry.is_null_value ? 0 : 104));
            ++next;
        }
    }
    CHECK(next == 2 * kEntries);
}

TEST_CASE("heap: values and lists of many windows come in order and whole") {
    ByteWriter out;
    out.u32(1);
    constexpr std::uint32_t kCount = 1500;
    for (std::uint16_t id = 0; id < 2; ++id) {
        out.u16(id);
        out.u32(kCount);
        for (std::uint32_t i = 0; i < kCount; ++i) {
            out.u8(0);
            out.u64(i);
            if (id == 1) {
                out.u32(2);
                out.length_prefixed(ByteVector(2 * i, static_cast<std::uint8_t>(i)));
            }
            out.length_prefixed(ByteVector(2 * i, static_cast<std::uint8_t>(i)));
        }
    }
    const ByteVector stream = out.take();
    const TypePtr bytes = type_of(TypeKind::kByteArray);
    const StateDescriptor values = state_of(StateKind::kValue, kLong, kVoid, bytes);
    const StateDescriptor lists = state_of(StateKind::kList, kLong, kVoid, bytes);
    const std::vector<Row> rows = read_group(stream, {{&values, StateUse::kRead}, {&lists, StateUse::kRead}});
    REQUIRE(rows.size() == 2 * kCount);
    for (std::uint32_t i = 0; i < 2 * kCount; ++i) {
        const std::uint32_t n = i % kCount;
        REQUIRE(load_u64(rows[i].key.data()) == n);
        REQUIRE(rows[i].value.size() == (i < kCount ? 4 + 2 * n : 9 + 4 * n));
        REQUIRE(rows[i].value.back() == (n == 0 ? 0 : static_cast<std::uint8_t>(n)));
    }
}

TEST_CASE("heap: lists longer than a window are joined all the same, and keep their key") {
    constexpr std::uint32_t kCount = 300000;
    ByteWriter out;
    out.u32(1);
    ByteVector joined[2];
    for (std::uint16_t id = 0; id < 2; ++id) {
        out.u16(id);
        out.u32(3);
        for (std::uint64_t key = 1; key <= 3; ++key) {
            out.u8(0);
            out.u64(key);
            out.u32(key == 2 ? kCount : 1);
            ByteWriter elements;
            for (std::uint32_t i = 0; i < (key == 2 ? kCount : 1); ++i) {
                ByteWriter element;
                if (id == 0) {
                    element.u64(i);
                } else {
                    element.u32(4);
                    element.u32(i);
                }
                elements.bytes(element.view());
                if (key == 2) {
                    joined[id].insert(joined[id].end(), element.view().begin(), element.view().end());
                    joined[id].push_back(0x2C);
                }
            }
            out.bytes(elements.view());
        }
        joined[id].pop_back();
    }
    const ByteVector stream = out.take();
    const StateDescriptor longs = state_of(StateKind::kList, kLong, kVoid, kLong);
    const StateDescriptor bytes = state_of(StateKind::kList, kLong, kVoid, type_of(TypeKind::kByteArray));
    const std::vector<Row> rows = read_group(stream, {{&longs, StateUse::kRead}, {&bytes, StateUse::kRead}});
    REQUIRE(rows.size() == 6);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        CHECK(load_u64(rows[i].key.data()) == i % 3 + 1);
        CHECK(rows[i].name_space.size() == 1);
        CHECK((i % 3 == 1 || rows[i].value.size() == 8));
    }
    CHECK((rows[1].value == joined[0]));
    CHECK((rows[4].value == joined[1]));
}

TEST_CASE("heap: a state can be given up in the middle of a map") {
    constexpr std::uint32_t kEntries = 1000;
    ByteWriter out;
    out.u32(1);
    out.u16(0);
    out.u32(1);
    out.u8(0);
    out.u64(1);
    out.u32(kEntries);
    for (std::uint32_t i = 0; i < kEntries; ++i) {
        out.u32(i);
        out.u8(0);
        out.u32(i);
    }
    const TypePtr number = type_of(TypeKind::kInt);
    const StateDescriptor state = state_of(StateKind::kMap, kLong, kVoid, number, number);
    const ByteVector stream = out.take();
    HeapReader reader = reader_of(stream, {{&state, StateUse::kRead}});
    reader.open_key_group(1, 0, stream.size());
    EntryBatch batch;
    REQUIRE(reader.next(batch));
    reader.skip_state(state);
    CHECK_FALSE(reader.next(batch));
}

TEST_CASE("heap: key groups that follow each other, and one apart") {
    const RealStates states;
    ByteVector stream = from_hex(kRealGroup);
    const std::size_t size = stream.size();
    ByteVector second = stream;
    second[3] = 2;
    stream.insert(stream.end(), second.begin(), second.end());
    HeapReader reader = reader_of(stream, states.all());
    CHECK(read_group(reader, 1, 0, size).size() == 3);
    CHECK(read_group(reader, 2, size, stream.size()).size() == 3);
    CHECK(read_group(reader, 1, 0, size).size() == 3);
}

TEST_CASE("heap: a subclass that the header does not name is no damage") {
    auto pojo = std::make_shared<Type>();
    pojo->kind = TypeKind::kPojo;
    pojo->snapshot_class = "org.apache.flink.api.java.typeutils.runtime.PojoSerializerSnapshot";
    pojo->fields = {{"n", "com.acme.Base", true, type_of(TypeKind::kInt)}};
    const StateDescriptor state = state_of(StateKind::kValue, kLong, kVoid, pojo);
    CHECK(may_hold_unknown_subclasses(state));
    CHECK_FALSE(undecodable_part(state));
    ByteVector stream =
        from_hex("00000001 0000 00000002 00 0000000000000001 02 00 00000007 00 0000000000000002 04 0003");
    for (const char c : std::string("Sub")) {
        stream.push_back(static_cast<std::uint8_t>(c));
    }
    for (const StateUse use : {StateUse::kRead, StateUse::kWalk}) {
        try {
            static_cast<void>(read_group(stream, {{&state, use}}));
            CHECK(false);
        } catch (const UndecodableValue& fault) {
            CHECK(&fault.state() == &state);
            CHECK(std::string(fault.what()) ==
                  "cannot decode the value of state 's' in key group 1: at its byte 0 expected a subclass whose "
                  "serializer is in "
                  "the snapshot by org.apache.flink.api.java.typeutils.runtime.PojoSerializer");
        }
    }
}

TEST_CASE("heap: damage is told with its offset") {
    const RealStates states;
    const ByteVector good = from_hex(kRealGroup);
    const auto told = [&](std::size_t at, std::uint8_t byte) {
        ByteVector bad = good;
        bad[at] = byte;
        return message_of(bad, states.all());
    };
    CHECK(told(3, 2) == "file: key group id at offset 0: found 2, expected 1");
    CHECK(told(5, 9) == "file: state id at offset 4: found 9, but the header has 3 states");
    CHECK(told(6, 0x80) == "file: number of elements at offset 6: found -2147483647");
    ByteVector longer = good;
    longer.push_back(0);
    CHECK(message_of(longer, states.all()) ==
          "file: end of key group 1 at offset 94: the group should have ended at offset 95");
    damage(good, states.all(), false);
    damage(compressed(
               {"0000 00000001 0000000000000003 0000000000000003 0000000000000007", "0001 00000000", "0002 00000000"}),
           states.all(), true);
}

TEST_CASE("heap: counts of elements without bytes are bounded") {
    const TypePtr nothing = type_of(TypeKind::kNullValue);
    const StateDescriptor list = state_of(StateKind::kList, kLong, kVoid, nothing);
    CHECK(message_of(from_hex("00000001 0000 00000001 00 0000000000000001 7fffffff"), {{&list, StateUse::kRead}})
              .find("takes no bytes") != std::string::npos);
    CHECK(message_of(from_hex("00000001 0000 00000001 00 0000000000000001 7fffffff"), {{&list, StateUse::kWalk}})
              .find("takes no bytes") != std::string::npos);
    const StateDescriptor empty = state_of(StateKind::kValue, nothing, nothing, nothing);
    CHECK(message_of(from_hex("00000001 0000 7fffffff"), {{&empty, StateUse::kRead}}).find("takes no bytes") !=
          std::string::npos);
    CHECK(message_of(from_hex("00000001 0000 7fffffff"), {{&empty, StateUse::kWalk}}).find("takes no bytes") !=
          std::string::npos);
}

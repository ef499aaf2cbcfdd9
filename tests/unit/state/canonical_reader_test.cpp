#include "state/canonical_reader.hpp"

#include "catch.hpp"
#include "io/byte_writer.hpp"
#include "io/snappy_frames.hpp"
#include "sp/error.hpp"
#include "state/test_types.hpp"

using namespace sp;
using namespace sp::test;

namespace {

const TypePtr kLong = type_of(TypeKind::kLong);

/// Key group 1 of operator "timely_stateful_operator", written by Flink 2.2 (formats/keyed-state section 3.5).
const char* const kRealGroup =
    "0000 00000019 81 8000019b6951a4d8 0000000000000003 0000000000000003 00000000"
    "0001 00000019 81 000000000000000a 0000000000000003 0000000000000003 00000000"
    "0002 00000011 81 0000000000000003 0000000000000003 00000008 0000000000000003"
    "ffff";

struct RealStates {
    StateDescriptor processing = state_of(StateKind::kTimer, kLong, kLong);
    StateDescriptor event = state_of(StateKind::kTimer, kLong, kLong);
    StateDescriptor value = state_of(StateKind::kValue, kLong, kLong, kLong);
    [[nodiscard]] std::vector<const StateDescriptor*> all() const { return {&processing, &event, &value}; }
};

std::vector<std::pair<const StateDescriptor*, Entry>> read_all(CanonicalReader& reader) {
    std::vector<std::pair<const StateDescriptor*, Entry>> entries;
    EntryBatch batch;
    while (reader.next(batch)) {
        CHECK_FALSE(batch.entries.empty());
        for (const Entry& entry : batch.entries) {
            entries.emplace_back(batch.state, entry);
        }
    }
    return entries;
}

std::string message_of(const ByteVector& stream, std::int32_t key_group = 1) {
    const RealStates states;
    CanonicalReader reader(ByteSource::of_bytes(stream, "file"), false, 4, states.all());
    try {
        reader.open_key_group(key_group, 0, stream.size());
        EntryBatch batch;
        while (reader.next(batch)) {
        }
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a real key group is read whole") {
    const ByteVector stream = from_hex(kRealGroup);
    const RealStates states;
    CanonicalReader reader(ByteSource::of_bytes(stream, "file"), false, 4, states.all());
    reader.open_key_group(1, 0, stream.size());
    const auto entries = read_all(reader);
    REQUIRE(entries.size() == 3);
    CHECK(entries[0].first == &states.processing);
    CHECK(entries[0].second.timestamp == 0x19b6951a4d8);
    CHECK(entries[1].second.timestamp == std::numeric_limits<std::int64_t>::min() + 10);
    CHECK(entries[2].first == &states.value);
}

TEST_CASE("unwanted states are passed over") {
    const ByteVector stream = from_hex(kRealGroup);
    const RealStates states;
    CanonicalReader reader(ByteSource::of_bytes(stream, "file"), false, 4, {nullptr, nullptr, &states.value});
    reader.open_key_group(1, 0, stream.size());
    EntryBatch batch;
    REQUIRE(reader.next(batch));
    CHECK(batch.state == &states.value);
    CHECK(batch.key_group == 1);
    REQUIRE(batch.entries.size() == 1);
    CHECK(copy(batch.entries[0].key) == from_hex("0000000000000003"));
    CHECK(copy(batch.entries[0].value) == from_hex("0000000000000003"));
    CHECK_FALSE(reader.next(batch));
}

TEST_CASE("a compressed key group is the same") {
    ByteVector stream = from_hex("00112233");  // some header
    const std::uint64_t offset = stream.size();
    SnappyFrameWriter frames(stream);
    frames.write(from_hex(kRealGroup));
    frames.flush();
    const RealStates states;
    CanonicalReader reader(ByteSource::of_bytes(stream, "file"), true, 4, states.all());
    reader.open_key_group(1, offset, stream.size());
    CHECK(read_all(reader).size() == 3);
}

TEST_CASE("entries of many windows come in order and whole") {
    // 3000 entries with values of 0 to 5999 bytes: the window moves often, at every place of an entry.
    ByteWriter out;
    out.u16(0);
    constexpr std::uint32_t kCount = 3000;
    for (std::uint32_t i = 0; i < kCount; ++i) {
        out.u32(10);
        out.u8(i + 1 == kCount ? 0x81 : 0x01);
        out.u64(i);
        out.u8(0);
        const ByteVector value(2 * i, static_cast<std::uint8_t>(i));
        out.length_prefixed(value);
    }
    out.u16(0xFFFF);
    const ByteVector stream = out.take();
    const StateDescriptor state =
        state_of(StateKind::kValue, kLong, type_of(TypeKind::kVoidNamespace), type_of(TypeKind::kByteArray));
    CanonicalReader reader(ByteSource::of_bytes(stream, "file"), false, 128, {&state});
    reader.open_key_group(1, 0, stream.size());
    EntryBatch batch;
    std::uint32_t next = 0;
    while (reader.next(batch)) {
        for (const Entry& entry : batch.entries) {
            REQUIRE(load_u64(entry.key.data()) == next);
            REQUIRE(copy(entry.value) == ByteVector(2 * next, static_cast<std::uint8_t>(next)));
            ++next;
        }
    }
    CHECK(next == kCount);
}

TEST_CASE("two-byte prefixes, flags and map nulls") {
    const ByteVector stream = from_hex(
        "0000 0000000c 8123 0000000000000003 00 07 00000001 01"    // null mark alone, as RocksDB writes it
        "0000 0000000c 0123 0000000000000003 00 08 00000002 0100"  // and with the serializer's null behind it (HashMap)
        "     0000000c 8123 0000000000000003 00 09 00000002 0005"
        "ffff");
    const StateDescriptor state = state_of(StateKind::kMap, kLong, type_of(TypeKind::kVoidNamespace),
                                           type_of(TypeKind::kByte), type_of(TypeKind::kByte));
    CanonicalReader reader(ByteSource::of_bytes(stream, "file"), false, 300, {&state});
    reader.open_key_group(0x123, 0, stream.size());
    const auto entries = read_all(reader);
    REQUIRE(entries.size() == 3);
    CHECK(entries[0].second.is_null_value);
    CHECK(entries[1].second.is_null_value);
    CHECK(entries[1].second.value.empty());
    CHECK_FALSE(entries[2].second.is_null_value);
    CHECK(copy(entries[2].second.value) == from_hex("05"));
}

TEST_CASE("damage in a key group is told with its offset") {
    const ByteVector good = from_hex(kRealGroup);
    CHECK(message_of(good).empty());
    CHECK(message_of(good, 2) == "file: key-group prefix at offset 2: found 1 in key group 2");
    for (std::size_t size = 0; size < good.size(); ++size) {
        CAPTURE(size);
        CHECK(message_of(ByteVector(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)))
                  .starts_with("file: "));
    }
    ByteVector longer = good;
    longer.push_back(0);
    CHECK(message_of(longer) == "file: end of key group 1 at offset 107: the group should have ended at offset 108");
    ByteVector state_id = good;
    state_id[1] = 9;
    CHECK(message_of(state_id).starts_with("file: state id at offset"));
    ByteVector huge = good;
    huge[2] = 0x7F;
    CHECK(message_of(huge).starts_with("file: key at offset 2: needs 2130706465 bytes"));
}

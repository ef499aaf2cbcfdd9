#include "state/raw_timer_reader.hpp"

#include <deque>
#include <limits>

#include "catch.hpp"
#include "readable_bytes.hpp"
#include "sp/error.hpp"
#include "state/test_types.hpp"

using namespace sp;
using namespace sp::test;

namespace {

/// Written by Flink 1.8: key Tuple1<Long>, namespace Long (formats/metadata section 7.2).
const char* const kService =
    "<0005>timer<0043>org.apache.flink.api.java.typeutils.runtime.TupleSerializerSnapshot<00000003000de704000000020026>"
    "org.apache.flink.api.java.tuple.Tuple1<001457fd00000001000000010050>"
    "org.apache.flink.api.common.typeutils.base.LongSerializer$LongSerializerSnapshot<000000030050>"
    "org.apache.flink.api.common.typeutils.base.LongSerializer$LongSerializerSnapshot<00000003>";
const char* const kTimers =
    "<0000000100000000000000030000000000000003800000000000000A>"
    "<00000001000000000000000300000000000000030000016A19A12875>";

ByteVector real_group() { return readable_bytes(std::string("<F1CD859F0000000200000001>") + kService + kTimers); }

struct Timers {
    std::deque<StateDescriptor> states;
    StateUse use = StateUse::kRead;

    RawTimerReader reader(const ByteVector& stream) {
        const auto keep = [this](StateDescriptor state) {
            states.push_back(std::move(state));
            return StateInStream{&states.back(), use};
        };
        return RawTimerReader(ByteSource::of_bytes(stream, "file"), 7, keep, {});
    }
};

struct Row {
    const StateDescriptor* state;
    ByteVector key;
    ByteVector name_space;
    std::int64_t timestamp;
};

std::vector<Row> read_group(RawTimerReader& reader, std::int32_t key_group, std::uint64_t offset, std::uint64_t end) {
    std::vector<Row> rows;
    EntryBatch batch;
    reader.open_key_group(key_group, offset, end);
    while (reader.next(batch)) {
        CHECK_FALSE(batch.entries.empty());
        for (const Entry& entry : batch.entries) {
            rows.push_back({batch.state, copy(entry.key), copy(entry.name_space), entry.timestamp});
        }
    }
    return rows;
}

std::string message_of(const ByteVector& stream) {
    Timers timers;
    try {
        RawTimerReader reader = timers.reader(stream);
        static_cast<void>(read_group(reader, 3, 0, stream.size()));
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

bool is_timers(const char* hex, std::vector<std::int64_t> offsets) {
    KeyGroupsStateHandle handle;
    handle.range = {0, static_cast<std::int32_t>(offsets.size())};
    handle.offsets = std::move(offsets);
    const ByteVector stream = from_hex(hex);
    return holds_raw_timers(handle, ByteSource::of_bytes(stream, "file"));
}

}  // namespace

TEST_CASE("raw timers: a real key group") {
    const ByteVector stream = real_group();
    Timers timers;
    RawTimerReader reader = timers.reader(stream);
    const std::vector<Row> rows = read_group(reader, 3, 0, stream.size());
    REQUIRE(rows.size() == 2);
    CHECK(rows[0].state->name == "_timer_state/event_timer");
    CHECK(rows[0].state->timer_domain == TimerDomain::kEventTime);
    CHECK(rows[0].state->timer_service == "timer");
    CHECK(rows[0].state->kind == StateKind::kTimer);
    CHECK(rows[0].state->operator_index == 7);
    CHECK(rows[0].key == from_hex("0000000000000003"));
    CHECK(rows[0].name_space == from_hex("0000000000000003"));
    CHECK(rows[0].timestamp == std::numeric_limits<std::int64_t>::min() + 10);
    CHECK(rows[1].state->name == "_timer_state/processing_timer");
    CHECK(rows[1].state->timer_domain == TimerDomain::kProcessingTime);
    CHECK(rows[1].timestamp == 0x16A19A12875);
}

TEST_CASE("raw timers: key groups share the descriptors of their services") {
    ByteVector stream = real_group();
    const std::size_t size = stream.size();
    const ByteVector copy = stream;
    stream.insert(stream.end(), copy.begin(), copy.end());
    Timers timers;
    RawTimerReader reader = timers.reader(stream);
    const std::vector<Row> first = read_group(reader, 3, 0, size);
    const std::vector<Row> second = read_group(reader, 4, size, UINT64_MAX);
    CHECK(timers.states.size() == 2);
    REQUIRE(second.size() == 2);
    CHECK(first[0].state == second[0].state);
    reader.skip_state(*first[0].state);
    CHECK(read_group(reader, 3, 0, size).size() == 1);
}

TEST_CASE("raw timers: many of them move the window") {
    constexpr std::uint32_t kCount = 100000;
    ByteVector stream = readable_bytes(std::string("<F1CD859F0000000200000001>") + kService + "<000186a0>");
    for (std::uint32_t i = 0; i < kCount; ++i) {
        for (const std::uint64_t word : {std::uint64_t{i}, std::uint64_t{1}, std::uint64_t{2} * i}) {
            for (int shift = 56; shift >= 0; shift -= 8) {
                stream.push_back(static_cast<std::uint8_t>(word >> shift));
            }
        }
    }
    stream.resize(stream.size() + 4);
    Timers timers;
    RawTimerReader reader = timers.reader(stream);
    const std::vector<Row> rows = read_group(reader, 3, 0, stream.size());
    REQUIRE(rows.size() == kCount);
    for (std::uint32_t i = 0; i < kCount; ++i) {
        REQUIRE(load_u64(rows[i].key.data()) == i);
        REQUIRE(rows[i].timestamp == 2 * i);
    }
}

TEST_CASE("raw timers: a key that cannot be decoded is not supported") {
    std::string service = kService;
    const std::string known =
        "org.apache.flink.api.common.typeutils.base.LongSerializer$LongSerializerSnapshot<000000030050>";
    service.replace(service.find(known), known.size(),
                    "com.acme.LongSerializer$ThatNobodyKnowsAndIsJustAsLongAsTheOtherClassNameIsSnaps<000000030050>");
    const ByteVector stream = readable_bytes("<F1CD859F0000000200000001>" + service + kTimers);
    Timers timers;
    RawTimerReader reader = timers.reader(stream);
    CHECK_THROWS_AS(read_group(reader, 3, 0, stream.size()), UnsupportedError);
    ByteVector old = real_group();
    old[7] = 1;
    RawTimerReader reader_of_old = timers.reader(old);
    CHECK_THROWS_AS(read_group(reader_of_old, 3, 0, old.size()), UnsupportedError);
}

TEST_CASE("raw timers: what begins with their magic number") {
    CHECK(is_timers("f1cd859f 00000002", {0}));
    CHECK(is_timers("0000 f1cd859f 00000002", {-1, 2, -1}));
    CHECK_FALSE(is_timers("f1cd859e 00000002", {0}));
    CHECK_FALSE(is_timers("f1cd", {0}));
    CHECK_FALSE(is_timers("f1cd859f", {-1, -1}));
    CHECK_FALSE(is_timers("f1cd859f", {900}));
    CHECK_FALSE(is_timers("", {}));
}

TEST_CASE("raw timers: damage is an error of ours") {
    const ByteVector good = real_group();
    CHECK(message_of(good).empty());
    for (std::size_t size = 0; size < good.size(); ++size) {
        CAPTURE(size);
        CHECK_FALSE(message_of(ByteVector(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size))).empty());
    }
    for (std::size_t at = 0; at < good.size(); ++at) {
        for (const unsigned flip : {0x01U, 0x80U, 0xFFU}) {
            ByteVector bad = good;
            bad[at] = static_cast<std::uint8_t>(bad[at] ^ flip);
            static_cast<void>(message_of(bad));
        }
    }
    ByteVector magic = good;
    magic[0] = 0;
    CHECK(message_of(magic) == "file: magic number of timers in key group 3 at offset 0: expected f1cd859f");
    ByteVector longer = good;
    longer.push_back(0);
    CHECK(message_of(longer).starts_with("file: end of the timers of key group 3 at offset "));
}

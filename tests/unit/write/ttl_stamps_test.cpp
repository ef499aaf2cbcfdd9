// Time stamps of values with time to live, in each kind of keyed state.

#include "write/ttl_stamps.hpp"

#include <limits>

#include "catch.hpp"
#include "sp/error.hpp"
#include "types/snapshots/snapshot_table.hpp"
#include "write/writing.hpp"

using namespace sp;
using sp_test::big_endian;
using sp_test::message_of;
using sp_test::state_of;

namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

ByteVector operator+(ByteVector a, const ByteVector& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

ByteVector stamped(std::int64_t stamp, const ByteVector& value = {}) { return big_endian(stamp, 8) + value; }

/// As StringSerializer writes it.
ByteVector written(const std::string& content) {
    return ByteVector{static_cast<std::uint8_t>(content.size() + 1)} + ByteVector(content.begin(), content.end());
}

ByteVector list_of(const std::vector<ByteVector>& elements) {
    ByteVector list;
    for (const ByteVector& element : elements) {
        list = list.empty() ? element : list + ByteVector{','} + element;
    }
    return list;
}

ByteVector shifted(const TtlStamps& stamps, ByteVector value, std::int64_t delta) {
    stamps.shift(value, delta);
    return value;
}

ByteVector inherited(const TtlStamps& stamps, ByteVector value, const ByteVector& base) {
    stamps.inherit(value, base);
    return value;
}

const StateDescriptor kValue = state_of(R"({"name":"s","kind":"value","type":"string","ttl":true})");
const StateDescriptor kNumbers = state_of(R"({"name":"s","kind":"list","type":"int","ttl":true})");
const StateDescriptor kTexts = state_of(R"({"name":"s","kind":"list","type":"string","ttl":true})");
const StateDescriptor kMap = state_of(R"({"name":"s","kind":"map","mapKey":"int","type":"string","ttl":true})");

}  // namespace

TEST_CASE("the stamp of a value is shifted, and nothing else of it") {
    const TtlStamps stamps(kValue);
    CHECK(shifted(stamps, stamped(1000, written("a")), 660'000) == stamped(661'000, written("a")));
    CHECK(shifted(stamps, stamped(1000, written("a")), -1001) == stamped(-1, written("a")));
    CHECK(shifted(stamps, stamped(kMost - 1, written("")), 1) == stamped(kMost, written("")));
    for (const std::int64_t sign : {1, -1}) {
        ByteVector value = stamped(sign * (kMost - 1), written("a"));
        CHECK(message_of<InputError>([&] { stamps.shift(value, sign * 3); }) ==
              "state 's': the time stamp " + std::to_string(sign * (kMost - 1)) + " cannot be shifted by " +
                  std::to_string(sign * 3) + " ms");
    }
}

TEST_CASE("each element of a list has its stamp, also where bytes look like delimiters") {
    const TtlStamps numbers(kNumbers);
    const ByteVector commas = big_endian(0x2C2C2C2C, 4);
    CHECK(shifted(numbers, list_of({stamped(1, commas), stamped(0x2C2C, commas), stamped(3, commas)}), 10) ==
          list_of({stamped(11, commas), stamped(0x2C2C + 10, commas), stamped(13, commas)}));
    const TtlStamps texts(kTexts);
    CHECK(shifted(texts, list_of({stamped(1, written("key,,")), stamped(2, written("")), stamped(3, written(","))}),
                  10) == list_of({stamped(11, written("key,,")), stamped(12, written("")), stamped(13, written(","))}));
    CHECK(shifted(texts, {}, 10).empty());
}

TEST_CASE("a null of a map state has no stamp") {
    const TtlStamps entries(kMap);
    CHECK(shifted(entries, {}, 5).empty());
    CHECK(shifted(entries, stamped(1, written("a")), 5) == stamped(6, written("a")));
    CHECK_FALSE(entries.has_missing(Bytes()));
    CHECK(inherited(entries, stamped(kNoStamp, written("a")), {}) == stamped(kNoStamp, written("a")));
    CHECK(inherited(entries, {}, stamped(7, written("a"))).empty());

    const TtlStamps stored(kMap, TtlStamps::Form::kStored);
    const ByteVector mark = {0};
    const ByteVector null = {1};
    CHECK(shifted(stored, null, 5) == null);
    CHECK(shifted(stored, mark + stamped(1, written("a")), 5) == mark + stamped(6, written("a")));
    CHECK(inherited(stored, mark + stamped(kNoStamp, written("a")), mark + stamped(7, written("b"))) ==
          mark + stamped(7, written("a")));
    CHECK(inherited(stored, mark + stamped(kNoStamp, written("a")), null) == mark + stamped(kNoStamp, written("a")));
    CHECK_FALSE(stored.has_missing(null));
    CHECK(message_of<InputError>([&] { shifted(stored, {}, 1); }) == "state 's': a value has no null mark");
}

TEST_CASE("the form makes a difference to map states only") {
    const TtlStamps stored(kValue, TtlStamps::Form::kStored);
    CHECK(shifted(stored, stamped(1, written("a")), 5) == stamped(6, written("a")));
}

TEST_CASE("a missing stamp becomes that of the value that is replaced") {
    const TtlStamps stamps(kValue);
    CHECK(inherited(stamps, stamped(kNoStamp, written("new")), stamped(7, written("old"))) ==
          stamped(7, written("new")));
    CHECK(inherited(stamps, stamped(9, written("new")), stamped(7, written("old"))) == stamped(9, written("new")));
    CHECK(stamps.has_missing(stamped(kNoStamp, written("a"))));
    CHECK_FALSE(stamps.has_missing(stamped(kNoStamp + 1, written("a"))));
}

TEST_CASE("elements of lists inherit by position, and behind the end the latest stamp") {
    const TtlStamps stamps(kTexts);
    const ByteVector base = list_of({stamped(5, written("a,")), stamped(90, written("b")), stamped(6, written("c"))});
    const ByteVector none = stamped(kNoStamp, written("n"));
    CHECK(inherited(stamps, list_of({none, none, none, none, none}), base) ==
          list_of({stamped(5, written("n")), stamped(90, written("n")), stamped(6, written("n")),
                   stamped(90, written("n")), stamped(90, written("n"))}));
    CHECK(inherited(stamps, list_of({none, stamped(1, written("x")), none}), base) ==
          list_of({stamped(5, written("n")), stamped(1, written("x")), stamped(6, written("n"))}));
    CHECK(inherited(stamps, none, {}) == none);
    CHECK(stamps.has_missing(list_of({stamped(1, written("a")), none})));
    CHECK_FALSE(stamps.has_missing(base));
    // What has no gap does not look at base.
    CHECK(inherited(stamps, base, {1}) == base);
}

TEST_CASE("states without time to live are left as they are") {
    const TtlStamps stamps(state_of(R"({"name":"s","kind":"value","type":"long"})"));
    const ByteVector value = big_endian(kNoStamp, 8);
    CHECK(shifted(stamps, value, 5) == value);
    CHECK(inherited(stamps, value, big_endian(1, 8)) == value);
    CHECK_FALSE(stamps.has_missing(value));
}

TEST_CASE("values without a stamp, and lists that cannot be cut, are refused") {
    const TtlStamps value(kValue);
    CHECK(message_of<InputError>([&] {
              shifted(value, {1, 2, 3}, 1);
          }) == "state 's': a value of 3 bytes is shorter than its time stamp");
    const TtlStamps texts(kTexts);
    CHECK(message_of<InputError>([&] {
              shifted(texts, stamped(1, written("a")) + ByteVector{',', 0, 0}, 1);
          }) == "state 's': a list ends within the time stamp at its byte 11");
    CHECK(message_of<InputError>([&] {
              shifted(texts, stamped(1, {5, 'a'}), 1);
          }).starts_with("state 's': a list at its byte "));
    for (const ByteVector& behind : {ByteVector{','}, ByteVector{';', 0}}) {
        CHECK(message_of<InputError>([&] { shifted(texts, stamped(1, written("a")) + behind, 1); }) ==
              "state 's': a list at its byte 10 expected its end, or a delimiter and another element");
    }
    StateDescriptor opaque = state_of(R"({"name":"s","kind":"list","type":"long","ttl":true})");
    Type own;
    own.kind = TypeKind::kValue;
    own.snapshot_class = find_snapshot_class(TypeKind::kValue)->name;
    own.class_name = "com.acme.K";
    opaque.value = std::make_shared<const Type>(std::move(own));
    CHECK(message_of<UnsupportedError>([&] { TtlStamps{opaque}; }) ==
          "state 's': the time stamps of its list cannot be found: its elements are written by "
          "org.apache.flink.api.java.typeutils.runtime.ValueSerializer of com.acme.K, which is not decoded");
    StateDescriptor one = opaque;
    one.kind = StateKind::kValue;
    CHECK(shifted(TtlStamps(one), stamped(1, {1, 2}), 1) == stamped(2, {1, 2}));
}

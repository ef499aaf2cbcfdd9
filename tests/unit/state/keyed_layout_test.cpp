#include "state/keyed_layout.hpp"

#include "catch.hpp"
#include "sp/error.hpp"
#include "state/test_types.hpp"

using namespace sp;
using namespace sp::test;

namespace {

KeyedLayout sniff(const char* hex, std::int32_t first, std::vector<std::int64_t> offsets,
                  std::int32_t max_parallelism = 128) {
    KeyGroupsStateHandle handle;
    handle.tag = HandleTag::kKeyGroupsV2;
    handle.range = {first, static_cast<std::int32_t>(offsets.size())};
    handle.offsets = std::move(offsets);
    const ByteVector stream = from_hex(hex);
    return sniff_keyed_layout(handle, ByteSource::of_bytes(stream, "file"), max_parallelism);
}

}  // namespace

TEST_CASE("layout: an empty key group is canonical") {
    CHECK(sniff("00000006 00", 0, {0, 0}) == KeyedLayout::kCanonical);
    CHECK(sniff("00000006 00 00000001", 1, {5, 0}) == KeyedLayout::kCanonical);
}

TEST_CASE("layout: heap-native key groups begin with their number") {
    CHECK(sniff("00000006 00 00000003 000000000000 00000004 000000000000", 3, {5, 15}) == KeyedLayout::kHeapNative);
    // The real groups of formats/keyed-state sections 3.5 and 4.
    CHECK(sniff("00000006 00 0000 00000019 81 8000019b6951a4d8", 1, {5}) == KeyedLayout::kCanonical);
    CHECK(sniff("00000006 01 ff060000734e61507059", 1, {5}) == KeyedLayout::kCanonical);
    // State 0 and a key of 65536 bytes begin as heap-native key group 1 does; the other groups tell.
    CHECK(sniff("00000006 00 00000001 00000000 00000000", 1, {5, 9, 13}) == KeyedLayout::kCanonical);
    // One damaged number does not make it canonical.
    CHECK(sniff("00000006 00 00000001 00000002 00000007", 1, {5, 9, 13}) == KeyedLayout::kHeapNative);
}

TEST_CASE("layout: key group 0 alone is walked") {
    const char* const canonical = "00000006 00 0000 0000000a 80 0000000000000003 00 00000002 0102 ffff";
    CHECK(sniff(canonical, 0, {5}) == KeyedLayout::kCanonical);
    CHECK(sniff("00000006 00 0000 0000000b 8000 0000000000000003 00 00000000 ffff", 0, {5}, 300) ==
          KeyedLayout::kCanonical);
    // Two entries, the second of another state.
    CHECK(sniff("00000006 00 0000 00000002 8001 00000000 0001 00000002 0001 00000000 00000002 8002 00000000 ffff", 0,
                {5}) == KeyedLayout::kCanonical);
    CHECK(sniff("00000006 00 00000000 0000 00000001 0000000000000003 00 0000000000000003", 0, {5}) ==
          KeyedLayout::kHeapNative);
    CHECK(sniff("00000006 00 00000000 0000 00000000", 0, {5}) == KeyedLayout::kHeapNative);
    CHECK(sniff("00000006 00 00000000 0005 00000000 0000 00000000", 0, {5}) == KeyedLayout::kHeapNative);
    CHECK(sniff("00000006 01 ff060000734e61507059", 0, {5}) == KeyedLayout::kCanonical);
    CHECK(sniff("00000006 01 00000000 ff060000734e61507059", 0, {5}) == KeyedLayout::kHeapNative);
    // A canonical group that does not end where it should is none.
    CHECK(sniff("00000006 00 0000 0000000a 80 0000000000000003 00 00000002 0102 ffff 00", 0, {5}) ==
          KeyedLayout::kHeapNative);
}

TEST_CASE("layout: offsets outside the stream are damage") {
    CHECK_THROWS_AS(sniff("00000006 00 00000003", 3, {500}), InputError);
}

#include <cstdint>
#include <limits>

#include "catch.hpp"
#include "types/codecs/text/sql_times.hpp"

using namespace sp;

namespace {

constexpr std::int64_t kLongMin = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kLongMax = std::numeric_limits<std::int64_t>::max();

/// The milliseconds that come back of those written; what java.time does not have may lie outside of a long.
void check_there_and_back(std::int64_t millis, std::uint32_t nanos) {
    for (const bool is_zoned : {false, true}) {
        const auto parts = text::timestamp_parts(text::timestamp_of(millis, nanos, is_zoned));
        INFO(millis << " " << nanos << " " << is_zoned);
        REQUIRE(parts);
        CHECK(parts->millis == millis);
        CHECK(parts->nanos == nanos);
    }
}

}  // namespace

TEST_CASE("timestamps of SQL keep their milliseconds, before 1970 too", "[sql_times]") {
    check_there_and_back(0, 0);
    check_there_and_back(-1, 999999);
    check_there_and_back(-86'400'000, 1);
    check_there_and_back(86'399'999, 999999);
    check_there_and_back(253402300799999, 0);
}

TEST_CASE("the first and the last millisecond of a long have a day and a time of day", "[sql_times]") {
    const Temporal first = text::timestamp_of(kLongMin, 0, false);
    CHECK(first.year == -292275055);
    CHECK(first.month == 5);
    CHECK(first.day == 16);
    CHECK(first.hour == 16);
    CHECK(first.minute == 47);
    CHECK(first.second == 4);
    CHECK(first.nanos == 192000000);
    const Temporal last = text::timestamp_of(kLongMax, 999999, false);
    CHECK(last.year == 292278994);
    CHECK(last.nanos == 807999999);
    CHECK(text::timestamp_of(kLongMin, 0, true).epoch == -9223372036854776);
    CHECK(text::timestamp_of(kLongMin, 0, true).nanos == 192000000);
}

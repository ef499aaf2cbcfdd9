#include "report/statistics/time_buckets.hpp"

#include <numeric>

#include "catch.hpp"

using namespace sp::statistics;

namespace {

constexpr std::int64_t kHour = 3600000;

std::uint64_t sum(const TimeBuckets& times) {
    std::uint64_t sum = 0;
    for (const TimeBucket& bucket : times.buckets()) {
        sum += bucket.count;
    }
    return sum;
}

}  // namespace

TEST_CASE("no timers, no buckets; one timer, one bucket") {
    TimeBuckets times;
    CHECK(times.buckets().empty());
    times.add(1234567);
    CHECK(times.width() == 1);
    REQUIRE(times.buckets().size() == 1);
    CHECK(times.buckets()[0].from == 1234567);
    CHECK(times.buckets()[0].to == 1234568);
}

TEST_CASE("the last possible time is never") {
    TimeBuckets times;
    times.add(INT64_MAX);
    times.add(INT64_MAX);
    times.add(5);
    CHECK(times.never() == 2);
    CHECK(times.count() == 1);
    CHECK(times.last() == 5);
}

TEST_CASE("a day of timers is told by hours, also before 1970") {
    for (const std::int64_t begin : {std::int64_t{0}, -24 * kHour, std::int64_t{1700000000} * 1000 / kHour * kHour}) {
        CAPTURE(begin);
        TimeBuckets times;
        for (std::int64_t second = 0; second < 24 * 3600; ++second) {  // more times than are counted one by one
            times.add(begin + second * 1000);
        }
        CHECK(times.width() == kHour);
        const std::vector<TimeBucket> buckets = times.buckets();
        REQUIRE(buckets.size() == 24);
        for (std::size_t i = 0; i < buckets.size(); ++i) {
            CHECK(buckets[i].from == begin + static_cast<std::int64_t>(i) * kHour);
            CHECK(buckets[i].to == buckets[i].from + kHour);
            CHECK(buckets[i].count == 3600);
        }
        times.add(begin + 24 * kHour);
        CHECK(times.width() == 6 * kHour);
        CHECK(sum(times) == 24 * 3600 + 1);
    }
}

TEST_CASE("what several have counted adds up") {
    TimeBuckets fine;
    TimeBuckets coarse;
    TimeBuckets whole;
    for (std::int64_t i = 0; i < 10; ++i) {
        fine.add(i);
        whole.add(i);
    }
    for (std::int64_t i = 0; i < 10000; ++i) {
        coarse.add(-i * 977);
        whole.add(-i * 977);
    }
    TimeBuckets other = coarse;
    other.absorb(fine);
    fine.absorb(coarse);
    for (const TimeBuckets* times : {&fine, &other}) {
        CHECK(times->width() == whole.width());
        CHECK(times->first() == whole.first());
        CHECK(times->last() == 9);
        REQUIRE(times->buckets().size() == whole.buckets().size());
        for (std::size_t i = 0; i < whole.buckets().size(); ++i) {
            CHECK(times->buckets()[i].from == whole.buckets()[i].from);
            CHECK(times->buckets()[i].count == whole.buckets()[i].count);
        }
    }
}

TEST_CASE("all of Java's time fits") {
    TimeBuckets times;
    times.add(INT64_MIN);
    times.add(-1);
    times.add(0);
    times.add(INT64_MAX - 1);
    const std::vector<TimeBucket> buckets = times.buckets();
    CHECK(static_cast<std::int64_t>(buckets.size()) <= TimeBuckets::kMostBuckets);
    CHECK(buckets.front().from == INT64_MIN);
    CHECK(buckets.back().to == INT64_MAX);
    CHECK(sum(times) == 4);
}

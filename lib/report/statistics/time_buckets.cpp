#include "report/statistics/time_buckets.hpp"

#include <algorithm>
#include <iterator>
#include <map>

namespace sp::statistics {
namespace {

constexpr std::size_t kMostCounts = 4096;

constexpr std::int64_t kSecond = 1000;
constexpr std::int64_t kMinute = 60 * kSecond;
constexpr std::int64_t kHour = 60 * kMinute;
constexpr std::int64_t kDay = 24 * kHour;

/// Each divides the next. With the last of them all of Java's time is no more than kMostBuckets.
constexpr std::int64_t kWidths[] = {1,
                                    5,
                                    10,
                                    50,
                                    100,
                                    500,
                                    kSecond,
                                    5 * kSecond,
                                    10 * kSecond,
                                    30 * kSecond,
                                    kMinute,
                                    5 * kMinute,
                                    10 * kMinute,
                                    30 * kMinute,
                                    kHour,
                                    6 * kHour,
                                    12 * kHour,
                                    kDay,
                                    5 * kDay,
                                    10 * kDay,
                                    50 * kDay,
                                    100 * kDay,
                                    500 * kDay,
                                    1000 * kDay,
                                    5000 * kDay,
                                    10000 * kDay,
                                    50000 * kDay,
                                    100000 * kDay,
                                    1000000 * kDay,
                                    10000000 * kDay,
                                    100000000 * kDay,
                                    1000000000 * kDay,
                                    10000000000 * kDay};

constexpr bool widths_divide_each_other() {
    for (std::size_t i = 1; i < std::size(kWidths); ++i) {
        if (kWidths[i] % kWidths[i - 1] != 0) {
            return false;
        }
    }
    return INT64_MAX / kWidths[std::size(kWidths) - 1] * 2 + 2 <= TimeBuckets::kMostBuckets;
}
static_assert(widths_divide_each_other());

std::int64_t floor_divide(std::int64_t value, std::int64_t width) {
    return value / width - (value % width < 0 ? 1 : 0);
}

}  // namespace

void TimeBuckets::add(std::int64_t timestamp) {
    if (timestamp == INT64_MAX) {
        ++never_;
        return;
    }
    ++count_;
    first_ = std::min(first_, timestamp);
    last_ = std::max(last_, timestamp);
    add(floor_divide(timestamp, kWidths[width_]), 1);
}

void TimeBuckets::add(std::int64_t bucket, std::uint64_t count) {
    counts_[bucket] += count;
    while (counts_.size() > kMostCounts) {
        widen();
    }
}

void TimeBuckets::widen() {
    const std::int64_t factor = kWidths[width_ + 1] / kWidths[width_];
    ++width_;
    std::unordered_map<std::int64_t, std::uint64_t> wider;
    for (const auto& [bucket, count] : counts_) {
        wider[floor_divide(bucket, factor)] += count;
    }
    counts_ = std::move(wider);
}

void TimeBuckets::absorb(const TimeBuckets& other) {
    while (width_ < other.width_) {
        widen();
    }
    for (const auto& [bucket, count] : other.counts_) {
        add(floor_divide(bucket, kWidths[width_] / kWidths[other.width_]), count);
    }
    count_ += other.count_;
    never_ += other.never_;
    first_ = std::min(first_, other.first_);
    last_ = std::max(last_, other.last_);
}

/// Never less than the width of the counts: where these are as many as they may be, they are too many for buckets.
std::int64_t TimeBuckets::width() const {
    std::size_t width = 0;
    const auto buckets_between = [&] {
        return static_cast<std::uint64_t>(floor_divide(last_, kWidths[width])) -
               static_cast<std::uint64_t>(floor_divide(first_, kWidths[width]));
    };
    while (count_ > 0 && buckets_between() >= static_cast<std::uint64_t>(kMostBuckets)) {
        ++width;
    }
    return kWidths[width];
}

std::vector<TimeBucket> TimeBuckets::buckets() const {
    const std::int64_t width = this->width();
    std::map<std::int64_t, std::uint64_t> counts;
    for (const auto& [bucket, count] : counts_) {
        counts[floor_divide(bucket, width / kWidths[width_])] += count;
    }
    std::vector<TimeBucket> buckets;
    for (const auto& [bucket, count] : counts) {
        const std::int64_t from = bucket < INT64_MIN / width ? INT64_MIN : bucket * width;
        const std::int64_t to = bucket >= INT64_MAX / width ? INT64_MAX : (bucket + 1) * width;
        buckets.push_back({from, to, count});
    }
    return buckets;
}

}  // namespace sp::statistics

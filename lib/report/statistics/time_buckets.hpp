#pragma once

// When timers fire: counts for equal spans of time, whose width follows from the first and the last of them. Widths divide
// each other, so that counts of narrow buckets add up to those of wide ones while the timers are still coming.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace sp::statistics {

/// Timers with from <= timestamp < to.
struct TimeBucket {
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::uint64_t count = 0;
};

class TimeBuckets {
public:
    static constexpr std::int64_t kMostBuckets = 24;

    void add(std::int64_t timestamp);
    void absorb(const TimeBuckets& other);

    /// Timers of the last possible time, which Flink takes for "never": they are in no bucket.
    [[nodiscard]] std::uint64_t never() const { return never_; }
    /// Those in buckets.
    [[nodiscard]] std::uint64_t count() const { return count_; }
    [[nodiscard]] std::int64_t first() const { return first_; }  ///< if count() > 0
    [[nodiscard]] std::int64_t last() const { return last_; }

    /// The width of buckets(), in ms: the smallest with which they are no more than kMostBuckets.
    [[nodiscard]] std::int64_t width() const;
    /// Those that are not empty, ascending; their borders are multiples of the width.
    [[nodiscard]] std::vector<TimeBucket> buckets() const;

private:
    void add(std::int64_t bucket, std::uint64_t count);
    void widen();

    std::size_t width_ = 0;                                   ///< position in the list of widths
    std::unordered_map<std::int64_t, std::uint64_t> counts_;  ///< by timestamp / width, rounded down
    std::uint64_t count_ = 0;
    std::uint64_t never_ = 0;
    std::int64_t first_ = INT64_MAX;
    std::int64_t last_ = INT64_MIN;
};

}  // namespace sp::statistics

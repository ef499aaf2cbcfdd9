#pragma once

// A version of Flink as far as snapshots care: major and minor ("1.20"). Plain data, so that tables can be constexpr.

#include <compare>
#include <string>

namespace sp {

struct FlinkVersion {
    int major = 0;
    int minor = 0;

    friend constexpr auto operator<=>(const FlinkVersion&,
                                      const FlinkVersion&) = default;  // NOLINT(modernize-use-nullptr)
};

[[nodiscard]] inline std::string to_string(FlinkVersion version) {
    return std::to_string(version.major) + "." + std::to_string(version.minor);
}

struct FlinkVersionRange {
    FlinkVersion first;
    FlinkVersion last;

    [[nodiscard]] constexpr bool contains(FlinkVersion version) const { return first <= version && version <= last; }
};

/// "1.11 to 1.15", or "2.0" for a range of one.
[[nodiscard]] inline std::string to_string(const FlinkVersionRange& range) {
    return range.first == range.last ? to_string(range.first) : to_string(range.first) + " to " + to_string(range.last);
}

}  // namespace sp

// Windows and their timers, compared with what an exhaustive search in 128 bits finds.

#include "rows/import/window_rule.hpp"

#include <algorithm>
#include <limits>
#include <random>

#include "catch.hpp"
#include "sp/error.hpp"

using namespace sp;
using sp::rows::TimeWindow;
using sp::rows::WindowRule;

namespace {

__extension__ using Wide = __int128;
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

SchemaWindow tumbling(std::int64_t size, std::int64_t offset = 0) {
    SchemaWindow window;
    window.size = size;
    window.offset = offset;
    return window;
}

SchemaWindow sliding(std::int64_t size, std::int64_t slide, std::int64_t offset = 0) {
    SchemaWindow window = tumbling(size, offset);
    window.assigner = WindowAssigner::kSliding;
    window.slide = slide;
    return window;
}

SchemaWindow session(std::int64_t gap) {
    SchemaWindow window = tumbling(gap);
    window.assigner = WindowAssigner::kSession;
    return window;
}

std::vector<std::pair<std::int64_t, std::int64_t>> windows_of(const SchemaWindow& window, std::int64_t timestamp) {
    std::vector<TimeWindow> windows = {{1, 2}};  // to be replaced
    WindowRule(window).assign(timestamp, windows);
    std::vector<std::pair<std::int64_t, std::int64_t>> found;
    for (const TimeWindow& each : windows) {
        found.emplace_back(each.start, each.end);
    }
    return found;
}

/// All windows [offset + k * step, + size) that hold the timestamp, the latest first; false if one does not fit 64 bits.
bool search(const SchemaWindow& window, std::int64_t timestamp,
            std::vector<std::pair<std::int64_t, std::int64_t>>& found) {
    const Wide step = window.assigner == WindowAssigner::kSliding ? window.slide : window.size;
    Wide start = window.offset + (Wide{timestamp} - window.offset) / step * step + step;  // behind it, or at it
    found.clear();
    for (; start + window.size > timestamp; start -= step) {
        if (start > timestamp) {
            continue;
        }
        if (start < kLeast || start + window.size > kMost) {
            return false;
        }
        found.emplace_back(static_cast<std::int64_t>(start), static_cast<std::int64_t>(start + window.size));
    }
    return true;
}

std::vector<std::int64_t> timers_of(const SchemaWindow& window, TimeWindow of) {
    std::vector<std::int64_t> times = {1, 2, 3};
    WindowRule(window).timers(of, times);
    return times;
}

}  // namespace

TEST_CASE("tumbling and sliding windows are those that hold the time, also before the epoch and with offsets") {
    std::mt19937_64 random(15);
    std::vector<std::pair<std::int64_t, std::int64_t>> expected;
    for (int i = 0; i < 20000; ++i) {
        const auto size = static_cast<std::int64_t>(1 + random() % (i % 2 == 0 ? 12 : 100000));
        const auto slide = static_cast<std::int64_t>(1 + random() % (i % 3 == 0 ? 2 * size : size));
        const std::int64_t step = i % 5 == 0 ? slide : size;
        const auto offset = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(2 * step - 1)) - step + 1;
        const SchemaWindow window = i % 5 == 0 && size / slide < 1000
                                        ? sliding(size, slide, offset)
                                        : tumbling(size, i % 5 == 0 ? offset % size : offset);
        const auto timestamp = static_cast<std::int64_t>(random()) >> (2 + random() % 61);
        CAPTURE(size, slide, offset, timestamp);
        REQUIRE(search(window, timestamp, expected));
        REQUIRE(windows_of(window, timestamp) == expected);
    }
}

TEST_CASE("windows by hand") {
    using Windows = std::vector<std::pair<std::int64_t, std::int64_t>>;
    CHECK(windows_of(tumbling(1000), 0) == Windows{{0, 1000}});
    CHECK(windows_of(tumbling(1000), 999) == Windows{{0, 1000}});
    CHECK(windows_of(tumbling(1000), 1000) == Windows{{1000, 2000}});
    CHECK(windows_of(tumbling(1000), -1) == Windows{{-1000, 0}});
    CHECK(windows_of(tumbling(1000), -1000) == Windows{{-1000, 0}});
    CHECK(windows_of(tumbling(1000, -300), 0) == Windows{{-300, 700}});
    CHECK(windows_of(tumbling(1000, 300), 0) == Windows{{-700, 300}});
    CHECK(windows_of(sliding(10, 5), 7) == Windows{{5, 15}, {0, 10}});
    CHECK(windows_of(sliding(10, 5), -1) == Windows{{-5, 5}, {-10, 0}});
    CHECK(windows_of(sliding(10, 4), 8) == Windows{{8, 18}, {4, 14}, {0, 10}});
    CHECK(windows_of(sliding(5, 10), 7).empty());  // a slide that leaves times out
    CHECK(windows_of(sliding(5, 10), 4) == Windows{{0, 5}});
    CHECK(windows_of(session(30), -7) == Windows{{-7, 23}});
}

TEST_CASE("windows that do not fit 64 bits are refused, never wrong") {
    std::mt19937_64 random(16);
    std::vector<std::pair<std::int64_t, std::int64_t>> expected;
    std::size_t refused = 0;
    for (int i = 0; i < 20000; ++i) {
        const auto size = static_cast<std::int64_t>(1 + random() % 1000);
        const auto slide = static_cast<std::int64_t>(1 + random() % 1000);
        const bool is_sliding = i % 2 == 0;
        const std::int64_t offset = static_cast<std::int64_t>(random() % 2000) % (is_sliding ? slide : size);
        const SchemaWindow window = is_sliding ? sliding(size, slide, i % 4 < 2 ? offset : -offset)
                                               : tumbling(size, i % 4 < 2 ? offset : -offset);
        const auto near = static_cast<std::int64_t>(random() % 4000);
        const std::int64_t timestamp = random() % 2 == 0 ? kMost - near : kLeast + near;
        CAPTURE(is_sliding, size, slide, window.offset, timestamp);
        const bool fits = search(window, timestamp, expected);
        try {
            const auto found = windows_of(window, timestamp);
            REQUIRE(fits);
            REQUIRE(found == expected);
        } catch (const InputError& error) {
            ++refused;
            REQUIRE(std::string(error.what()) ==
                    "event_timestamp: the window of " + std::to_string(timestamp) + " is out of range");
            REQUIRE(near <= 3000);  // size, slide and offset away from the border at most
        }
    }
    CHECK(refused > 1000);
    CHECK_THROWS_AS(windows_of(session(1), kMost), InputError);
    CHECK(windows_of(session(1), kMost - 1).size() == 1);
    CHECK_THROWS_AS(windows_of(session(kMost), 1), InputError);
    CHECK(windows_of(session(kMost), 0).size() == 1);
    CHECK_THROWS_AS(windows_of(tumbling(kMost), kMost), InputError);
    CHECK(windows_of(tumbling(kMost), kMost - 1).size() == 1);
}

TEST_CASE("a window fires at its last millisecond, and is cleaned up after the lateness") {
    using Times = std::vector<std::int64_t>;
    SchemaWindow window = tumbling(10);
    CHECK(timers_of(window, {0, 10}) == Times{9});
    CHECK(timers_of(window, {-10, 0}) == Times{-1});
    window.lateness = 5;
    CHECK(timers_of(window, {0, 10}) == Times{9, 14});
    CHECK(timers_of(window, {-20, -10}) == Times{-11, -6});
    window.lateness = kMost - 9;  // the cleanup at Long.MAX_VALUE is no timer
    CHECK(timers_of(window, {0, 10}) == Times{9});
    window.lateness = kMost - 10;
    CHECK(timers_of(window, {0, 10}) == Times{9, kMost - 1});
    window.lateness = kMost;
    CHECK(timers_of(window, {0, 10}) == Times{9});
    window.lateness = 5;
    window.time = TimerDomain::kProcessingTime;  // which knows no lateness
    CHECK(timers_of(window, {0, 10}) == Times{9});
    CHECK(WindowRule(window).domain() == TimerDomain::kProcessingTime);
    CHECK(WindowRule(tumbling(1)).domain() == TimerDomain::kEventTime);
    CHECK(WindowRule(session(1)).has_sessions());
    CHECK(!WindowRule(sliding(2, 1)).has_sessions());
}

TEST_CASE("windows in bytes are two big-endian longs") {
    ByteVector bytes = {7};
    TimeWindow{-2, 0x0102030405060708}.append_to(bytes);
    CHECK(bytes == ByteVector{7, 255, 255, 255, 255, 255, 255, 255, 254, 1, 2, 3, 4, 5, 6, 7, 8});
    for (const std::int64_t start : {kLeast, std::int64_t{-1}, std::int64_t{0}, kMost}) {
        bytes.clear();
        TimeWindow{start, kMost}.append_to(bytes);
        CHECK(bytes.size() == TimeWindow::kSize);
        CHECK(TimeWindow::parse(bytes).start == start);
        CHECK(TimeWindow::parse(bytes).end == kMost);
    }
}

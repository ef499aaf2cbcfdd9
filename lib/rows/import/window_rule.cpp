#include "rows/import/window_rule.hpp"

#include <limits>

#include "io/big_endian.hpp"
#include "sp/error.hpp"

namespace sp::rows {
namespace {

[[noreturn]] void fail(std::int64_t timestamp) {
    throw InputError("event_timestamp: the window of " + std::to_string(timestamp) + " is out of range");
}

std::int64_t sum(std::int64_t a, std::int64_t b, std::int64_t timestamp) {
    std::int64_t result = 0;
    if (__builtin_add_overflow(a, b, &result)) {
        fail(timestamp);
    }
    return result;
}

/// TimeWindow.getWindowStartWithOffset.
std::int64_t start_of(std::int64_t timestamp, std::int64_t offset, std::int64_t size) {
    std::int64_t remainder = 0;
    if (__builtin_sub_overflow(timestamp, offset, &remainder)) {
        fail(timestamp);
    }
    remainder %= size;
    return sum(timestamp, remainder < 0 ? -(remainder + size) : -remainder, timestamp);
}

}  // namespace

void TimeWindow::append_to(ByteVector& out) const {
    for (const std::int64_t part : {start, end}) {
        append_big_endian(out, static_cast<std::uint64_t>(part), sizeof part);
    }
}

TimeWindow TimeWindow::parse(Bytes bytes) {
    return {static_cast<std::int64_t>(load_u64(bytes.data())), static_cast<std::int64_t>(load_u64(bytes.data() + 8))};
}

void WindowRule::assign(std::int64_t timestamp, std::vector<TimeWindow>& windows) const {
    windows.clear();
    switch (window_.assigner) {
        case sp::WindowAssigner::kTumbling: {
            const std::int64_t start = start_of(timestamp, window_.offset, window_.size);
            windows.push_back({start, sum(start, window_.size, timestamp)});
            return;
        }
        case sp::WindowAssigner::kSession:
            windows.push_back({timestamp, sum(timestamp, window_.size, timestamp)});
            return;
        case sp::WindowAssigner::kSliding:
            for (std::int64_t start = start_of(timestamp, window_.offset, window_.slide);
                 start > sum(timestamp, -window_.size, timestamp); start = sum(start, -window_.slide, timestamp)) {
                windows.push_back({start, sum(start, window_.size, timestamp)});
            }
            return;
    }
}

void WindowRule::timers(const TimeWindow& window, std::vector<std::int64_t>& times) const {
    times.assign(1, window.max_timestamp());
    if (window_.time == TimerDomain::kEventTime && window_.lateness > 0) {
        std::int64_t cleanup = 0;  // one that overflows is Long.MAX_VALUE, for which there is no timer
        if (!__builtin_add_overflow(window.max_timestamp(), window_.lateness, &cleanup) &&
            cleanup != std::numeric_limits<std::int64_t>::max()) {
            times.push_back(cleanup);
        }
    }
}

}  // namespace sp::rows

#pragma once

// The windows that an element belongs to and the timers that a window needs, as Flink's window operator would have made them
// (TumblingEventTimeWindows, SlidingEventTimeWindows, EventTimeSessionWindows and their likes for processing time;
// WindowOperator.registerCleanupTimer, EventTimeTrigger, ProcessingTimeTrigger; Flink 1.20).

#include <cstdint>
#include <vector>

#include "sp/bytes.hpp"
#include "types/schema/document.hpp"

namespace sp::rows {

/// Milliseconds; the end does not belong to it.
struct TimeWindow {
    std::int64_t start = 0;
    std::int64_t end = 0;

    [[nodiscard]] std::int64_t max_timestamp() const { return end - 1; }

    /// TimeWindow.Serializer.
    void append_to(ByteVector& out) const;
    /// From those bytes.
    [[nodiscard]] static TimeWindow parse(Bytes bytes);

    static constexpr std::size_t kSize = 16;
};

class WindowRule {
public:
    explicit WindowRule(const SchemaWindow& window) : window_(window) {}

    [[nodiscard]] bool has_sessions() const { return window_.assigner == sp::WindowAssigner::kSession; }
    [[nodiscard]] TimerDomain domain() const { return window_.time; }

    /// Replaces `windows` by those of an element; of sessions its own, which is to be merged with its neighbours. InputError
    /// if they do not fit 64 bits.
    void assign(std::int64_t timestamp, std::vector<TimeWindow>& windows) const;

    /// Replaces `times` by those at which the window fires and, with lateness, is cleaned up.
    void timers(const TimeWindow& window, std::vector<std::int64_t>& times) const;

private:
    SchemaWindow window_;
};

}  // namespace sp::rows

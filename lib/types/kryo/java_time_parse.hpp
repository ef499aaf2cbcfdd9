#pragma once

// Classes of java.time back from the text of their toString, which java_time_text.hpp and types/codecs/text/times.hpp write.

#include <cstdint>
#include <string>
#include <string_view>

#include "sp/value_events.hpp"
#include "types/kryo/kryo_class.hpp"

namespace sp::kryo {

/// The parts of a date or time, as far as its class has them.
struct JavaTime {
    std::int64_t seconds = 0;  ///< Instant, Duration
    std::int32_t year = 0;     ///< years and months of a Period too
    std::int32_t month = 0;
    std::int32_t day = 0;
    std::int32_t hour = 0;
    std::int32_t minute = 0;
    std::int32_t second = 0;
    std::int32_t nanos = 0;
    std::int32_t offset = 0;
    bool has_offset = false;  ///< ZonedDateTime: the text has one
    std::string zone;         ///< of a region; empty: the offset is the zone
};

[[nodiscard]] JavaTime java_time_of(const Temporal& value);

/// False if the text is no value of the class.
[[nodiscard]] bool parse_java_time(std::string_view text, TimeForm form, JavaTime& time);

}  // namespace sp::kryo

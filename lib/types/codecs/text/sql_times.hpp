#pragma once

// The dates and times of SQL as the Table runtime keeps them: numbers of days and milliseconds.

#include <cstdint>
#include <optional>

#include "sp/value_events.hpp"

namespace sp::text {

/// TimestampData: a LocalDateTime, or as `is_zoned` an Instant. `nanos` are those of the millisecond.
[[nodiscard]] Temporal timestamp_of(std::int64_t millis, std::uint32_t nanos, bool is_zoned);
/// DATE: days since 1970-01-01.
[[nodiscard]] Temporal local_date_of(std::int32_t days);
/// TIME: milliseconds of the day; outside of it a Temporal that java.time does not have.
[[nodiscard]] Temporal local_time_of(std::int32_t millis);

struct TimestampParts {
    std::int64_t millis = 0;
    std::uint32_t nanos = 0;  ///< of the millisecond
};
/// Of a LocalDateTime or Instant; nothing if the milliseconds do not fit.
[[nodiscard]] std::optional<TimestampParts> timestamp_parts(const Temporal& value);
/// Of a LocalDate; nothing if they do not fit.
[[nodiscard]] std::optional<std::int32_t> days_of(const Temporal& date);
/// Of a LocalTime; nothing if it has a fraction of a millisecond.
[[nodiscard]] std::optional<std::int32_t> millis_of_day(const Temporal& time);

}  // namespace sp::text

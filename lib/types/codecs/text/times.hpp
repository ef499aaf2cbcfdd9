#pragma once

// Dates and times as the text of java.time (toString of LocalDate, LocalTime, LocalDateTime, Instant), without quotes,
// and back. Legacy types use the same texts in UTC: java.util.Date and java.sql.Timestamp that of Instant; java.sql.Date
// and Time a date or time of day, or that of Instant where this would lose something (design.md, Values).
//
// A writer returns nullptr if the fields are not a value of the Java class: java.time would refuse to read them.

#include <cstdint>
#include <string_view>

#include "sp/value_events.hpp"

namespace sp::text {

/// The longest is "-1000000000-12-31T23:59:59.999999999Z".
inline constexpr std::size_t kMaxTime = 40;

char* write_local_date(char* out, std::int32_t year, int month, int day);
char* write_local_time(char* out, int hour, int minute, int second, std::int32_t nanos);
char* write_local_date_time(char* out, std::int32_t year, int month, int day, int hour, int minute, int second,
                            std::int32_t nanos);
char* write_instant(char* out, std::int64_t epoch_seconds, std::int32_t nanos);

/// java.util.Date.
char* write_date(char* out, std::int64_t epoch_millis);
/// java.sql.Timestamp: as in Java the nanoseconds replace the milliseconds' fraction.
char* write_sql_timestamp(char* out, std::int64_t epoch_millis, std::int32_t nanos);
char* write_sql_date(char* out, std::int64_t epoch_millis);
char* write_sql_time(char* out, std::int64_t epoch_millis);

/// Any of the above, by value.kind.
char* write_temporal(char* out, const Temporal& value);

/// The mirror of write_temporal for the kind wanted; false if the text is not exactly one of its forms (fractions may
/// have 1 to 9 digits) or the value is out of the class's range. `value` then holds the fields that its kind stores.
[[nodiscard]] bool parse_temporal(std::string_view text, TypeKind kind, Temporal& value);

struct CivilDate {
    std::int64_t year;
    int month;
    int day;
};
/// The date so many days after 1970-01-01, of the same calendar as below.
[[nodiscard]] CivilDate civil_from_days(std::int64_t days);

/// The days from 1970-01-01 to a date of the proleptic Gregorian calendar.
[[nodiscard]] std::int64_t days_from_civil(std::int64_t year, int month, int day);

}  // namespace sp::text

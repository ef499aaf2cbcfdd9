#include "types/codecs/text/sql_times.hpp"

#include <limits>

#include "types/codecs/text/times.hpp"

namespace sp::text {
namespace {

constexpr std::int64_t kMillisPerDay = 86'400'000;
constexpr std::int32_t kNanosPerMilli = 1'000'000;

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

/// What a floor_div leaves, 0 ≤ it < b; the product of the quotient may be below the smallest long.
std::int64_t floor_mod(std::int64_t a, std::int64_t b) { return a % b + (a % b < 0 ? b : 0); }

void set_date(Temporal& value, std::int64_t days) {
    const CivilDate date = civil_from_days(days);
    value.year = static_cast<std::int32_t>(date.year);
    value.month = static_cast<std::int8_t>(date.month);
    value.day = static_cast<std::int8_t>(date.day);
}

/// `millis` of a day.
void set_time(Temporal& value, std::int64_t millis, std::int32_t nanos) {
    value.hour = static_cast<std::int8_t>(millis / 3'600'000);
    value.minute = static_cast<std::int8_t>(millis / 60'000 % 60);
    value.second = static_cast<std::int8_t>(millis / 1000 % 60);
    value.nanos = static_cast<std::int32_t>(millis % 1000) * kNanosPerMilli + nanos;
}

}  // namespace

Temporal timestamp_of(std::int64_t millis, std::uint32_t nanos, bool is_zoned) {
    Temporal value;
    value.kind = is_zoned ? TypeKind::kInstant : TypeKind::kLocalDateTime;
    if (is_zoned) {
        value.epoch = floor_div(millis, 1000);
        value.nanos =
            static_cast<std::int32_t>(floor_mod(millis, 1000)) * kNanosPerMilli + static_cast<std::int32_t>(nanos);
        return value;
    }
    set_date(value, floor_div(millis, kMillisPerDay));
    set_time(value, floor_mod(millis, kMillisPerDay), static_cast<std::int32_t>(nanos));
    return value;
}

Temporal local_date_of(std::int32_t days) {
    Temporal value;
    value.kind = TypeKind::kLocalDate;
    set_date(value, days);
    return value;
}

Temporal local_time_of(std::int32_t millis) {
    Temporal value;
    value.kind = TypeKind::kLocalTime;
    if (millis < 0 || millis >= kMillisPerDay) {
        value.hour = -1;
        return value;
    }
    set_time(value, millis, 0);
    return value;
}

std::optional<TimestampParts> timestamp_parts(const Temporal& value) {
    TimestampParts parts;
    parts.nanos = static_cast<std::uint32_t>(value.nanos % kNanosPerMilli);
    std::int64_t seconds = value.epoch;
    if (value.kind == TypeKind::kLocalDateTime) {
        seconds = days_from_civil(value.year, value.month, value.day) * 86'400 + value.hour * 3600 + value.minute * 60 +
                  value.second;
    }
    if (__builtin_mul_overflow(seconds, std::int64_t{1000}, &parts.millis) ||
        __builtin_add_overflow(parts.millis, std::int64_t{value.nanos / kNanosPerMilli}, &parts.millis)) {
        return std::nullopt;
    }
    return parts;
}

std::optional<std::int32_t> days_of(const Temporal& date) {
    const std::int64_t days = days_from_civil(date.year, date.month, date.day);
    if (days < std::numeric_limits<std::int32_t>::min() || days > std::numeric_limits<std::int32_t>::max()) {
        return std::nullopt;
    }
    return static_cast<std::int32_t>(days);
}

std::optional<std::int32_t> millis_of_day(const Temporal& time) {
    if (time.nanos % kNanosPerMilli != 0) {
        return std::nullopt;
    }
    return (time.hour * 3600 + time.minute * 60 + time.second) * 1000 + time.nanos / kNanosPerMilli;
}

}  // namespace sp::text

#pragma once

// What toString says of classes of java.time that have no place among Temporals.

#include <cstdint>
#include <string>

namespace sp::kryo {

[[nodiscard]] std::string duration_text(std::int64_t seconds, std::int32_t nanos);
[[nodiscard]] std::string period_text(std::int32_t years, std::int32_t months, std::int32_t days);
/// "Z", "+01:00", "-00:30:15".
[[nodiscard]] std::string offset_text(std::int32_t seconds);
[[nodiscard]] std::string year_text(std::int32_t year);
/// "2024-05", "-0044-03".
[[nodiscard]] std::string year_month_text(std::int32_t year, std::int32_t month);
[[nodiscard]] std::string month_day_text(std::int32_t month, std::int32_t day);

}  // namespace sp::kryo

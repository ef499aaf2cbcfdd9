#include "types/kryo/java_time_text.hpp"

#include <cstdlib>

namespace sp::kryo {
namespace {

std::string padded(std::int64_t value, std::size_t digits) {
    std::string text = std::to_string(value);
    return text.size() < digits ? std::string(digits - text.size(), '0') + text : text;
}

/// Nine digits without the zeros at the end.
std::string fraction(std::int32_t nanos) {
    std::string text = padded(nanos, 9);
    text.erase(text.find_last_not_of('0') + 1);
    return text;
}

}  // namespace

std::string duration_text(std::int64_t seconds, std::int32_t nanos) {
    if (seconds == 0 && nanos == 0) {
        return "PT0S";
    }
    const bool borrows = seconds < 0 && nanos > 0;  // -0.5 s is stored as -1 s and 500 ms
    const std::int64_t whole = seconds + (borrows ? 1 : 0);
    const std::int64_t hours = whole / 3600;
    const auto minutes = static_cast<int>(whole % 3600 / 60);
    const auto left = static_cast<int>(whole % 60);
    std::string text = "PT";
    if (hours != 0) {
        text += std::to_string(hours) + "H";
    }
    if (minutes != 0) {
        text += std::to_string(minutes) + "M";
    }
    if (left == 0 && nanos == 0) {
        return text;
    }
    text += borrows && left == 0 ? "-0" : std::to_string(left);
    if (nanos > 0) {
        text += "." + fraction(borrows ? 1'000'000'000 - nanos : nanos);
    }
    return text + "S";
}

std::string period_text(std::int32_t years, std::int32_t months, std::int32_t days) {
    if (years == 0 && months == 0 && days == 0) {
        return "P0D";
    }
    std::string text = "P";
    const auto add = [&](std::int32_t value, char unit) {
        if (value != 0) {
            text += std::to_string(value) + unit;
        }
    };
    add(years, 'Y');
    add(months, 'M');
    add(days, 'D');
    return text;
}

std::string offset_text(std::int32_t seconds) {
    if (seconds == 0) {
        return "Z";
    }
    const int magnitude = std::abs(seconds);
    std::string text = (seconds < 0 ? "-" : "+") + padded(magnitude / 3600, 2) + ":" + padded(magnitude / 60 % 60, 2);
    return magnitude % 60 == 0 ? text : text + ":" + padded(magnitude % 60, 2);
}

std::string year_text(std::int32_t year) { return std::to_string(year); }

std::string year_month_text(std::int32_t year, std::int32_t month) {
    std::string text = year < 0 ? "-" : "";
    text += padded(std::abs(static_cast<std::int64_t>(year)), 4);
    return text + "-" + padded(month, 2);
}

std::string month_day_text(std::int32_t month, std::int32_t day) {
    return "--" + padded(month, 2) + "-" + padded(day, 2);
}

}  // namespace sp::kryo

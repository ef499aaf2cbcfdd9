#include "types/kryo/java_time_parse.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

#include "types/codecs/text/times.hpp"

namespace sp::kryo {
namespace {

constexpr std::int32_t kMostOffset = 18 * 3600;
constexpr std::int32_t kMostYear = 999'999'999;

/// Digits with a sign, all of them; nothing if there is anything else or it is out of range.
template <class Number>
std::optional<Number> number(std::string_view text) {
    if (text.starts_with('+')) {
        text.remove_prefix(1);
        if (text.starts_with('-')) {
            return std::nullopt;
        }
    }
    Number value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_all = error == std::errc() && stop == text.data() + text.size();
    return is_all ? std::optional(value) : std::nullopt;
}

std::optional<std::int32_t> two_digits(std::string_view text, std::size_t at, std::int32_t first, std::int32_t last) {
    if (at + 2 > text.size() || text[at] < '0' || text[at] > '9' || text[at + 1] < '0' || text[at + 1] > '9') {
        return std::nullopt;
    }
    const std::int32_t value = (text[at] - '0') * 10 + (text[at + 1] - '0');
    return value >= first && value <= last ? std::optional(value) : std::nullopt;
}

bool parse_offset(std::string_view text, std::int32_t& offset) {
    if (text == "Z") {
        offset = 0;
        return true;
    }
    const bool has_seconds = text.size() == 9;
    if ((text.size() != 6 && !has_seconds) || (text[0] != '+' && text[0] != '-') || text[3] != ':' ||
        (has_seconds && text[6] != ':')) {
        return false;
    }
    const auto hours = two_digits(text, 1, 0, 18);
    const auto minutes = two_digits(text, 4, 0, 59);
    const auto seconds = has_seconds ? two_digits(text, 7, 0, 59) : std::optional(0);
    if (!hours || !minutes || !seconds) {
        return false;
    }
    const std::int32_t total = *hours * 3600 + *minutes * 60 + *seconds;
    offset = text[0] == '-' ? -total : total;
    return total <= kMostOffset;
}

bool parse_temporal_part(std::string_view text, TypeKind kind, JavaTime& time) {
    Temporal value;
    value.kind = kind;
    if (!text::parse_temporal(text, kind, value)) {
        return false;
    }
    value.kind = kind;
    const JavaTime parts = java_time_of(value);
    time.seconds = parts.seconds;
    time.year = parts.year;
    time.month = parts.month;
    time.day = parts.day;
    time.hour = parts.hour;
    time.minute = parts.minute;
    time.second = parts.second;
    time.nanos = parts.nanos;
    return true;
}

/// A time, with or without a date, and an offset behind it.
bool parse_with_offset(std::string_view text, TypeKind kind, JavaTime& time, bool needs_offset) {
    const std::size_t begin = kind == TypeKind::kLocalTime ? 0 : std::min(text.find('T'), text.size());
    const std::size_t at = text.find_first_of("Z+-", begin);
    time.has_offset = at != std::string_view::npos;
    if (!time.has_offset) {
        return !needs_offset && parse_temporal_part(text, kind, time);
    }
    return parse_temporal_part(text.substr(0, at), kind, time) && parse_offset(text.substr(at), time.offset);
}

bool parse_zoned(std::string_view text, JavaTime& time) {
    const std::size_t bracket = text.find('[');
    if (bracket != std::string_view::npos) {
        if (!text.ends_with(']') || text.size() - bracket < 3) {
            return false;
        }
        time.zone = text.substr(bracket + 1, text.size() - bracket - 2);
        text = text.substr(0, bracket);
    }
    return parse_with_offset(text, TypeKind::kLocalDateTime, time, time.zone.empty());
}

/// ZoneId.of's regions.
bool is_region(std::string_view text) {
    const auto is_letter = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
    const auto fits = [&](char c) {
        return is_letter(c) || (c >= '0' && c <= '9') || c == '/' || c == '.' || c == '_' || c == '~' || c == '+' ||
               c == '-' || c == ':';
    };
    return text.size() >= 2 && is_letter(text.front()) && std::all_of(text.begin(), text.end(), fits);
}

/// The next number of a duration or period and the letter behind it.
bool next_amount(std::string_view& text, std::string_view& amount, char& unit) {
    const std::size_t at = text.find_first_not_of("+-.0123456789");
    if (at == 0 || at == std::string_view::npos) {
        return false;
    }
    amount = text.substr(0, at);
    unit = text[at];
    text.remove_prefix(at + 1);
    return true;
}

/// Adds `amount` times `unit` seconds; false if Java cannot hold it.
bool add_seconds(std::string_view amount, std::int64_t unit, std::int64_t& seconds) {
    const auto value = number<std::int64_t>(amount);
    std::int64_t product = 0;
    return value && !__builtin_mul_overflow(*value, unit, &product) &&
           !__builtin_add_overflow(seconds, product, &seconds);
}

/// The nanoseconds of digits behind the point, with the sign in front of it.
bool read_fraction(std::string_view digits, bool is_negative, std::int32_t& nanos) {
    if (digits.size() > 9 || digits.find_first_not_of("0123456789") != std::string_view::npos) {
        return false;
    }
    nanos = 0;
    for (std::size_t i = 0; i < 9; ++i) {
        nanos = nanos * 10 + (i < digits.size() ? digits[i] - '0' : 0);
    }
    nanos = is_negative ? -nanos : nanos;
    return true;
}

/// The part behind the P and its units, the largest first.
bool add_amounts(std::string_view text, JavaTime& time) {
    bool is_time = false;
    std::string_view units = "DHMS";  // those that can still come
    while (!text.empty()) {
        if (!is_time && text.starts_with('T')) {
            is_time = true;
            text.remove_prefix(1);
            if (text.empty()) {
                return false;
            }
            continue;
        }
        std::string_view amount;
        char unit = 0;
        if (!next_amount(text, amount, unit) || (unit == 'D') == is_time) {
            return false;
        }
        const std::size_t at = units.find(unit);
        if (at == std::string_view::npos) {
            return false;
        }
        units.remove_prefix(at + 1);
        if (unit == 'S') {
            const std::size_t point = std::min(amount.find('.'), amount.size());
            if (point < amount.size() &&
                !read_fraction(amount.substr(point + 1), amount.starts_with('-'), time.nanos)) {
                return false;
            }
            amount = amount.substr(0, point);
        }
        if (!add_seconds(amount, unit == 'D' ? 86400 : unit == 'H' ? 3600 : unit == 'M' ? 60 : 1, time.seconds)) {
            return false;
        }
    }
    return true;
}

bool parse_duration(std::string_view text, JavaTime& time) {
    const bool is_negative = text.starts_with('-');
    text.remove_prefix(is_negative || text.starts_with('+') ? 1 : 0);
    if (!text.starts_with('P') || text.size() < 2 || !add_amounts(text.substr(1), time)) {
        return false;
    }
    if (is_negative) {
        time.nanos = -time.nanos;
        if (__builtin_sub_overflow(std::int64_t{0}, time.seconds, &time.seconds)) {
            return false;
        }
    }
    if (time.nanos < 0) {
        time.nanos += 1'000'000'000;
        return !__builtin_sub_overflow(time.seconds, std::int64_t{1}, &time.seconds);
    }
    return true;
}

bool parse_period(std::string_view text, JavaTime& time) {
    const bool is_negative = text.starts_with('-');
    text.remove_prefix(is_negative || text.starts_with('+') ? 1 : 0);
    if (!text.starts_with('P') || text.size() < 2) {
        return false;
    }
    text.remove_prefix(1);
    std::string_view units = "YMWD";
    std::int64_t days = 0;
    while (!text.empty()) {
        std::string_view amount;
        char unit = 0;
        const bool has_next = next_amount(text, amount, unit);
        const std::size_t at = has_next ? units.find(unit) : std::string_view::npos;
        const auto value = has_next ? number<std::int32_t>(amount) : std::nullopt;
        if (at == std::string_view::npos || !value) {
            return false;
        }
        units.remove_prefix(at + 1);
        const std::int64_t signed_value = is_negative ? -static_cast<std::int64_t>(*value) : *value;
        if (signed_value > std::numeric_limits<std::int32_t>::max()) {
            return false;
        }
        switch (unit) {
            case 'Y': time.year = static_cast<std::int32_t>(signed_value); break;
            case 'M': time.month = static_cast<std::int32_t>(signed_value); break;
            default: days += signed_value * (unit == 'W' ? 7 : 1);
        }
    }
    time.day = static_cast<std::int32_t>(days);
    return time.day == days;
}

bool parse_year(std::string_view text, JavaTime& time) {
    const auto year = number<std::int32_t>(text);
    time.year = year.value_or(0);
    return year && time.year <= kMostYear && time.year >= -kMostYear;
}

bool parse_year_month(std::string_view text, JavaTime& time) {
    const std::size_t dash = text.rfind('-');
    if (dash == std::string_view::npos || dash < 4 || dash + 3 != text.size()) {
        return false;
    }
    const auto month = two_digits(text, dash + 1, 1, 12);
    time.month = month.value_or(0);
    return month && parse_year(text.substr(0, dash), time);
}

bool parse_month_day(std::string_view text, JavaTime& time) {
    static constexpr std::int32_t kDays[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const auto month = text.size() == 7 && text.starts_with("--") ? two_digits(text, 2, 1, 12) : std::nullopt;
    if (!month || text[4] != '-') {
        return false;
    }
    const auto day = two_digits(text, 5, 1, kDays[*month - 1]);
    time.month = *month;
    time.day = day.value_or(0);
    return day.has_value();
}

}  // namespace

JavaTime java_time_of(const Temporal& value) {
    JavaTime time;
    time.seconds = value.epoch;
    time.year = value.year;
    time.month = value.month;
    time.day = value.day;
    time.hour = value.hour;
    time.minute = value.minute;
    time.second = value.second;
    time.nanos = value.nanos;
    return time;
}

bool parse_java_time(std::string_view text, TimeForm form, JavaTime& time) {
    time = {};
    switch (form) {
        case TimeForm::kLocalDate: return parse_temporal_part(text, TypeKind::kLocalDate, time);
        case TimeForm::kLocalTime: return parse_temporal_part(text, TypeKind::kLocalTime, time);
        case TimeForm::kLocalDateTime: return parse_temporal_part(text, TypeKind::kLocalDateTime, time);
        case TimeForm::kInstant: return parse_temporal_part(text, TypeKind::kInstant, time);
        case TimeForm::kDuration: return parse_duration(text, time);
        case TimeForm::kPeriod: return parse_period(text, time);
        case TimeForm::kYear: return parse_year(text, time);
        case TimeForm::kYearMonth: return parse_year_month(text, time);
        case TimeForm::kMonthDay: return parse_month_day(text, time);
        case TimeForm::kZoneOffset: return parse_offset(text, time.offset);
        case TimeForm::kZoneRegion: time.zone = text; return is_region(text);
        case TimeForm::kOffsetTime: return parse_with_offset(text, TypeKind::kLocalTime, time, true);
        case TimeForm::kOffsetDateTime: return parse_with_offset(text, TypeKind::kLocalDateTime, time, true);
        case TimeForm::kZonedDateTime: return parse_zoned(text, time) && (time.zone.empty() || is_region(time.zone));
        case TimeForm::kNone: return false;
    }
    return false;
}

}  // namespace sp::kryo

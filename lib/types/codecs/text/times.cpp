#include "types/codecs/text/times.hpp"

#include "types/codecs/text/integers.hpp"

namespace sp::text {

namespace {

constexpr std::int64_t kSecondsPerDay = 86400;
constexpr std::int64_t kMillisPerDay = kSecondsPerDay * 1000;
constexpr std::int32_t kMaxNanos = 999999999;

// java.time.Year.MIN_VALUE and MAX_VALUE; an Instant reaches a year further on either side.
constexpr std::int64_t kMaxYear = 999999999;
constexpr std::int64_t kMinInstant = -31557014167219200;  // -1000000000-01-01T00:00Z
constexpr std::int64_t kMaxInstant = 31556889864403199;   // +1000000000-12-31T23:59:59Z

std::int64_t floor_div(std::int64_t value, std::int64_t by) { return value / by - (value % by < 0 ? 1 : 0); }
std::int64_t floor_mod(std::int64_t value, std::int64_t by) { return value % by + (value % by < 0 ? by : 0); }

bool is_leap_year(std::int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

int days_in_month(std::int64_t year, int month) {
    static constexpr std::int8_t kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month == 2 && is_leap_year(year) ? 29 : kDays[month - 1];
}

bool is_date(std::int64_t year, int month, int day) {
    return month >= 1 && month <= 12 && day >= 1 && day <= days_in_month(year, month);
}

bool is_year(std::int64_t year) { return year >= -kMaxYear && year <= kMaxYear; }

bool is_time(int hour, int minute, int second, std::int32_t nanos) {
    return hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60 && nanos >= 0 &&
           nanos <= kMaxNanos;
}

/// Years are counted from March, so that the leap day is the last of its year, in eras of 400 years of 146097 days.
CivilDate civil_of(std::int64_t days) {
    days += 719468;
    const std::int64_t era = floor_div(days, 146097);
    const std::int64_t day_of_era = days - era * 146097;
    const std::int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    const std::int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    const std::int64_t march_month = (5 * day_of_year + 2) / 153;
    const int month = static_cast<int>(march_month < 10 ? march_month + 3 : march_month - 9);
    return {year_of_era + era * 400 + (month <= 2 ? 1 : 0), month,
            static_cast<int>(day_of_year - (153 * march_month + 2) / 5 + 1)};
}

/// At least four digits; years of more have a '+'. LocalDate and ISO_INSTANT agree in this.
char* write_date_fields(char* out, std::int64_t year, int month, int day) {
    const auto magnitude = static_cast<std::uint64_t>(year < 0 ? -year : year);
    if (year < 0) {
        *out++ = '-';
    } else if (year > 9999) {
        *out++ = '+';
    }
    if (magnitude > 9999) {
        out = write_uint(out, magnitude);
    } else {
        write_padded(out, magnitude, 4);
        out += 4;
    }
    *out++ = '-';
    write_padded(out, static_cast<std::uint64_t>(month), 2);
    out[2] = '-';
    write_padded(out + 3, static_cast<std::uint64_t>(day), 2);
    return out + 5;
}

enum class Seconds : std::uint8_t { kAlways, kUnlessZero };

/// Nanoseconds in groups of three, as few as hold them.
char* write_time_fields(char* out, int hour, int minute, int second, std::int32_t nanos, Seconds seconds) {
    write_padded(out, static_cast<std::uint64_t>(hour), 2);
    out[2] = ':';
    write_padded(out + 3, static_cast<std::uint64_t>(minute), 2);
    out += 5;
    if (seconds == Seconds::kUnlessZero && second == 0 && nanos == 0) {
        return out;
    }
    *out++ = ':';
    write_padded(out, static_cast<std::uint64_t>(second), 2);
    out += 2;
    if (nanos != 0) {
        unsigned digits = 9;
        while (nanos % 1000 == 0) {
            nanos /= 1000;
            digits -= 3;
        }
        *out++ = '.';
        write_padded(out, static_cast<std::uint64_t>(nanos), digits);
        out += digits;
    }
    return out;
}

char* write_second_of_day(char* out, std::int64_t second, std::int32_t nanos) {
    return write_time_fields(out, static_cast<int>(second / 3600), static_cast<int>(second / 60 % 60),
                             static_cast<int>(second % 60), nanos, Seconds::kAlways);
}

char* write_instant_fields(char* out, std::int64_t epoch_seconds, std::int32_t nanos) {
    const CivilDate date = civil_of(floor_div(epoch_seconds, kSecondsPerDay));
    out = write_date_fields(out, date.year, date.month, date.day);
    *out++ = 'T';
    out = write_second_of_day(out, floor_mod(epoch_seconds, kSecondsPerDay), nanos);
    *out++ = 'Z';
    return out;
}

}  // namespace

CivilDate civil_from_days(std::int64_t days) { return civil_of(days); }

std::int64_t days_from_civil(std::int64_t year, int month, int day) {
    year -= month <= 2 ? 1 : 0;
    const std::int64_t era = floor_div(year, 400);
    const std::int64_t year_of_era = year - era * 400;
    const std::int64_t day_of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719468;
}

char* write_local_date(char* out, std::int32_t year, int month, int day) {
    return is_year(year) && is_date(year, month, day) ? write_date_fields(out, year, month, day) : nullptr;
}

char* write_local_time(char* out, int hour, int minute, int second, std::int32_t nanos) {
    return is_time(hour, minute, second, nanos)
               ? write_time_fields(out, hour, minute, second, nanos, Seconds::kUnlessZero)
               : nullptr;
}

char* write_local_date_time(char* out, std::int32_t year, int month, int day, int hour, int minute, int second,
                            std::int32_t nanos) {
    out = write_local_date(out, year, month, day);
    if (out == nullptr) {
        return nullptr;
    }
    *out++ = 'T';
    return write_local_time(out, hour, minute, second, nanos);
}

char* write_instant(char* out, std::int64_t epoch_seconds, std::int32_t nanos) {
    const bool is_valid =
        epoch_seconds >= kMinInstant && epoch_seconds <= kMaxInstant && nanos >= 0 && nanos <= kMaxNanos;
    return is_valid ? write_instant_fields(out, epoch_seconds, nanos) : nullptr;
}

char* write_date(char* out, std::int64_t epoch_millis) {
    return write_instant_fields(out, floor_div(epoch_millis, 1000),
                                static_cast<std::int32_t>(floor_mod(epoch_millis, 1000)) * 1000000);
}

char* write_sql_timestamp(char* out, std::int64_t epoch_millis, std::int32_t nanos) {
    return nanos >= 0 && nanos <= kMaxNanos ? write_instant_fields(out, floor_div(epoch_millis, 1000), nanos) : nullptr;
}

char* write_sql_date(char* out, std::int64_t epoch_millis) {
    if (epoch_millis % kMillisPerDay != 0) {
        return write_date(out, epoch_millis);
    }
    const CivilDate date = civil_of(epoch_millis / kMillisPerDay);
    return write_date_fields(out, date.year, date.month, date.day);
}

char* write_sql_time(char* out, std::int64_t epoch_millis) {
    if (epoch_millis < 0 || epoch_millis >= kMillisPerDay || epoch_millis % 1000 != 0) {
        return write_date(out, epoch_millis);
    }
    return write_second_of_day(out, epoch_millis / 1000, 0);
}

char* write_temporal(char* out, const Temporal& value) {
    switch (value.kind) {
        case TypeKind::kDate: return write_date(out, value.epoch);
        case TypeKind::kSqlDate: return write_sql_date(out, value.epoch);
        case TypeKind::kSqlTime: return write_sql_time(out, value.epoch);
        case TypeKind::kSqlTimestamp: return write_sql_timestamp(out, value.epoch, value.nanos);
        case TypeKind::kInstant: return write_instant(out, value.epoch, value.nanos);
        case TypeKind::kLocalDate: return write_local_date(out, value.year, value.month, value.day);
        case TypeKind::kLocalTime: return write_local_time(out, value.hour, value.minute, value.second, value.nanos);
        case TypeKind::kLocalDateTime:
            return write_local_date_time(out, value.year, value.month, value.day, value.hour, value.minute,
                                         value.second, value.nanos);
        default: return nullptr;
    }
}

namespace {

class TimeParser {
public:
    explicit TimeParser(std::string_view text) : text_(text) {}

    [[nodiscard]] bool at_end() const { return text_.empty(); }

    bool take(char c) {
        if (text_.empty() || text_.front() != c) {
            return false;
        }
        text_.remove_prefix(1);
        return true;
    }

    /// yyyy-MM-dd; more than four digits of the year need a sign, a '+' needs more than four.
    bool date(Temporal& value, std::int64_t max_year) {
        const bool plus = take('+');
        const bool minus = !plus && take('-');
        const std::size_t digits = count_leading_digits();
        std::int64_t year = 0;
        const bool is_padded =
            digits >= 4 && digits <= 10 && (digits == 4 || ((plus || minus) && text_.front() != '0'));
        if (!is_padded || (plus && digits == 4) || !number(digits, year) || (minus && year == 0)) {
            return false;
        }
        year = minus ? -year : year;
        std::int64_t month = 0;
        std::int64_t day = 0;
        if (!take('-') || !number(2, month) || !take('-') || !number(2, day) || year > max_year || year < -max_year ||
            !is_date(year, static_cast<int>(month), static_cast<int>(day))) {
            return false;
        }
        value.year = static_cast<std::int32_t>(year);
        value.month = static_cast<std::int8_t>(month);
        value.day = static_cast<std::int8_t>(day);
        return true;
    }

    bool time(Temporal& value, Seconds seconds) {
        std::int64_t hour = 0;
        std::int64_t minute = 0;
        std::int64_t second = 0;
        std::int64_t nanos = 0;
        if (!number(2, hour) || !take(':') || !number(2, minute)) {
            return false;
        }
        if (take(':')) {
            if (!number(2, second) || (take('.') && !fraction(nanos))) {
                return false;
            }
        } else if (seconds == Seconds::kAlways) {
            return false;
        }
        value.hour = static_cast<std::int8_t>(hour);
        value.minute = static_cast<std::int8_t>(minute);
        value.second = static_cast<std::int8_t>(second);
        value.nanos = static_cast<std::int32_t>(nanos);
        return is_time(value.hour, value.minute, value.second, value.nanos);
    }

private:
    [[nodiscard]] std::size_t count_leading_digits() const {
        std::size_t n = 0;
        while (n < text_.size() && text_[n] >= '0' && text_[n] <= '9') {
            ++n;
        }
        return n;
    }

    bool number(std::size_t digits, std::int64_t& value) {
        if (count_leading_digits() < digits) {
            return false;
        }
        value = 0;
        for (std::size_t i = 0; i < digits; ++i) {
            value = value * 10 + (text_[i] - '0');
        }
        text_.remove_prefix(digits);
        return true;
    }

    bool fraction(std::int64_t& nanos) {
        const std::size_t digits = count_leading_digits();
        if (digits == 0 || digits > 9 || !number(digits, nanos)) {
            return false;
        }
        for (std::size_t i = digits; i < 9; ++i) {
            nanos *= 10;
        }
        return true;
    }

    std::string_view text_;
};

bool parse_instant(std::string_view text, Temporal& value) {
    TimeParser parser(text);
    Temporal fields;
    if (!parser.date(fields, kMaxYear + 1) || !parser.take('T') || !parser.time(fields, Seconds::kAlways) ||
        !parser.take('Z') || !parser.at_end()) {
        return false;
    }
    value.epoch = days_from_civil(fields.year, fields.month, fields.day) * kSecondsPerDay + fields.hour * 3600 +
                  fields.minute * 60 + fields.second;
    value.nanos = fields.nanos;
    return value.epoch >= kMinInstant && value.epoch <= kMaxInstant;
}

/// An instant as milliseconds; `nanos` keeps the fraction. False if the milliseconds do not fit.
bool parse_millis(std::string_view text, Temporal& value) {
    if (!parse_instant(text, value)) {
        return false;
    }
    std::int64_t millis = 0;
    if (__builtin_mul_overflow(value.epoch, std::int64_t{1000}, &millis) ||
        __builtin_add_overflow(millis, std::int64_t{value.nanos / 1000000}, &millis)) {
        // The earliest second of the range has its start below the smallest long, its end not.
        if (value.epoch >= 0 || __builtin_mul_overflow(value.epoch + 1, std::int64_t{1000}, &millis) ||
            __builtin_sub_overflow(millis, std::int64_t{1000 - value.nanos / 1000000}, &millis)) {
            return false;
        }
    }
    value.epoch = millis;
    return true;
}

/// java.util.Date, java.sql.Date and Time have milliseconds only.
bool parse_whole_millis(std::string_view text, Temporal& value) {
    const bool parsed = parse_millis(text, value) && value.nanos % 1000000 == 0;
    value.nanos = 0;
    return parsed;
}

bool parse_sql_date(std::string_view text, Temporal& value) {
    TimeParser parser(text);
    Temporal fields;
    if (!parser.date(fields, kMaxYear) || !parser.at_end()) {
        return parse_whole_millis(text, value);
    }
    return !__builtin_mul_overflow(days_from_civil(fields.year, fields.month, fields.day), kMillisPerDay, &value.epoch);
}

bool parse_sql_time(std::string_view text, Temporal& value) {
    TimeParser parser(text);
    Temporal fields;
    if (!parser.time(fields, Seconds::kAlways) || !parser.at_end()) {
        return parse_whole_millis(text, value);
    }
    value.epoch =
        (fields.hour * 3600 + fields.minute * 60 + fields.second) * std::int64_t{1000} + fields.nanos / 1000000;
    return fields.nanos % 1000000 == 0;
}

}  // namespace

bool parse_temporal(std::string_view text, TypeKind kind, Temporal& value) {
    value = {};
    value.kind = kind;
    TimeParser parser(text);
    switch (kind) {
        case TypeKind::kDate: return parse_whole_millis(text, value);
        case TypeKind::kSqlDate: return parse_sql_date(text, value);
        case TypeKind::kSqlTime: return parse_sql_time(text, value);
        case TypeKind::kSqlTimestamp: return parse_millis(text, value);
        case TypeKind::kInstant: return parse_instant(text, value);
        case TypeKind::kLocalDate: return parser.date(value, kMaxYear) && parser.at_end();
        case TypeKind::kLocalTime: return parser.time(value, Seconds::kUnlessZero) && parser.at_end();
        case TypeKind::kLocalDateTime:
            return parser.date(value, kMaxYear) && parser.take('T') && parser.time(value, Seconds::kUnlessZero) &&
                   parser.at_end();
        default: return false;
    }
}

}  // namespace sp::text

#include "types/codecs/text/number_input.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "types/codecs/text/big_numbers.hpp"

namespace sp::text {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Moves `at` behind digits; false if there are none.
bool take_digits(std::string_view text, std::size_t& at) {
    const std::size_t start = at;
    while (at < text.size() && is_digit(text[at])) {
        ++at;
    }
    return at > start;
}

bool is_one_of(std::string_view text, std::size_t at, std::string_view chars) {
    return at < text.size() && chars.find(text[at]) != std::string_view::npos;
}

/// A number in JSON's grammar as digits without zeros at either end, times a power of ten.
struct Decimal {
    bool is_negative = false;
    std::string digits;
    std::int64_t exponent = 0;
};

constexpr std::int64_t kMaxExponent = 1'000'000'000'000;  // so that sums do not overflow

Decimal split(std::string_view number) {
    Decimal decimal;
    decimal.is_negative = number.front() == '-';
    std::size_t at = decimal.is_negative ? 1 : 0;
    bool in_fraction = false;
    for (; at < number.size() && number[at] != 'e' && number[at] != 'E'; ++at) {
        if (number[at] == '.') {
            in_fraction = true;
        } else {
            decimal.digits += number[at];
            decimal.exponent -= in_fraction ? 1 : 0;
        }
    }
    if (at < number.size()) {
        at += number[at + 1] == '+' ? 2 : 1;
        std::int64_t exponent = 0;
        const auto [end, error] = std::from_chars(number.data() + at, number.data() + number.size(), exponent);
        static_cast<void>(end);
        if (error != std::errc() || exponent > kMaxExponent || exponent < -kMaxExponent) {
            exponent = number[at] == '-' ? -kMaxExponent : kMaxExponent;
        }
        decimal.exponent += exponent;
    }
    decimal.digits.erase(0, std::min(decimal.digits.find_first_not_of('0'), decimal.digits.size()));
    while (!decimal.digits.empty() && decimal.digits.back() == '0') {
        decimal.digits.pop_back();
        ++decimal.exponent;
    }
    return decimal;
}

template <class Float>
NumberStatus parse(std::string_view text, Float& value) {
    using Limits = std::numeric_limits<Float>;
    if (text == "NaN") {
        value = Limits::quiet_NaN();
        return NumberStatus::kOk;
    }
    if (text == "Infinity" || text == "-Infinity") {
        value = text.front() == '-' ? -Limits::infinity() : Limits::infinity();
        return NumberStatus::kOk;
    }
    if (!is_json_number(text)) {
        return NumberStatus::kNotANumber;
    }
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_zero =
        std::all_of(text.begin(), std::find_if(text.begin(), text.end(), [](char c) { return c == 'e' || c == 'E'; }),
                    [](char c) { return c == '0' || c == '.' || c == '-'; });
    if (is_zero) {
        value = text.front() == '-' ? -Float{0} : Float{0};
        return NumberStatus::kOk;
    }
    if (error != std::errc() || end != text.data() + text.size() || std::isinf(value) || value == 0) {
        return NumberStatus::kOutOfRange;
    }
    if (text.find_first_of(".eE") == std::string_view::npos && std::fabs(value) >= Float{1 << 24}) {
        char exact[Limits::max_exponent10 + 8];
        const auto written = std::to_chars(exact, exact + sizeof exact, value, std::chars_format::fixed, 0);
        if (std::string_view(exact, static_cast<std::size_t>(written.ptr - exact)) != text) {
            return NumberStatus::kLossy;
        }
    }
    return NumberStatus::kOk;
}

}  // namespace

bool is_json_number(std::string_view text) {
    std::size_t at = is_one_of(text, 0, "-") ? 1 : 0;
    const std::size_t first = at;
    if (!take_digits(text, at) || (text[first] == '0' && at > first + 1)) {
        return false;
    }
    if (is_one_of(text, at, ".") && !take_digits(text, ++at)) {
        return false;
    }
    if (is_one_of(text, at, "eE")) {
        ++at;
        at += is_one_of(text, at, "+-") ? 1 : 0;
        if (!take_digits(text, at)) {
            return false;
        }
    }
    return at == text.size();
}

NumberStatus parse_whole_number(std::string_view text, std::string& digits) {
    if (!is_json_number(text)) {
        return NumberStatus::kNotANumber;
    }
    Decimal decimal = split(text);
    if (decimal.digits.empty()) {
        digits = "0";
        return NumberStatus::kOk;
    }
    if (decimal.exponent < 0) {
        return NumberStatus::kLossy;
    }
    constexpr std::int64_t kMaxDigits = static_cast<std::int64_t>(max_big_integer(kMaxBigNumberBytes));
    if (decimal.exponent + static_cast<std::int64_t>(decimal.digits.size()) > kMaxDigits) {
        return NumberStatus::kOutOfRange;
    }
    digits = decimal.is_negative ? "-" : "";
    digits += decimal.digits;
    digits.append(static_cast<std::size_t>(decimal.exponent), '0');
    return NumberStatus::kOk;
}

NumberStatus parse_integer(std::string_view text, int bytes, std::int64_t& value) {
    const char* const end = text.data() + text.size();
    const auto plain = std::from_chars(text.data(), end, value);
    // Anything but plain digits ("7.0", "1e3", "007") takes the longer way.
    const std::size_t sign = text.starts_with('-') ? 1 : 0;
    if (plain.ec != std::errc() || plain.ptr != end || (text.size() > sign + 1 && text[sign] == '0')) {
        std::string digits;
        if (const NumberStatus status = parse_whole_number(text, digits); status != NumberStatus::kOk) {
            return status;
        }
        const auto whole = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (whole.ec != std::errc()) {
            return NumberStatus::kOutOfRange;
        }
    }
    const std::int64_t max = std::numeric_limits<std::int64_t>::max() >> (64 - 8 * bytes);
    return value > max || value < -max - 1 ? NumberStatus::kOutOfRange : NumberStatus::kOk;
}

NumberStatus parse_float(std::string_view text, float& value) { return parse(text, value); }
NumberStatus parse_float(std::string_view text, double& value) { return parse(text, value); }

}  // namespace sp::text

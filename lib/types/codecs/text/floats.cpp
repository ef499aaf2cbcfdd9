#include "types/codecs/text/floats.hpp"

#include <algorithm>
#include <charconv>

namespace sp::text::detail {

namespace {

/// The shortest digits "ddd" of a finite, non-zero magnitude, and the exponent of the first: d.dd * 10^exponent.
struct Digits {
    char text[20];
    int count;
    int exponent;
};

template <class Number>
Digits shortest_digits(Number magnitude) {
    char buffer[32];
    const char* const end = std::to_chars(buffer, buffer + sizeof buffer, magnitude, std::chars_format::scientific).ptr;
    Digits digits = {};
    const char* at = buffer;
    for (; *at != 'e'; ++at) {
        if (*at != '.') {
            digits.text[digits.count++] = *at;
        }
    }
    ++at;
    at += *at == '+' ? 1 : 0;
    std::from_chars(at, end, digits.exponent);
    return digits;
}

char* put(char* out, const char* text, int count) { return std::copy_n(text, count, out); }

char* write_scientific(char* out, const Digits& digits) {
    *out++ = digits.text[0];
    if (digits.count > 1) {
        *out++ = '.';
        out = put(out, digits.text + 1, digits.count - 1);
    }
    *out++ = 'e';
    return write_int(out, digits.exponent);
}

char* write_plain(char* out, const Digits& digits) {
    if (digits.exponent < 0) {
        out = put(out, "0.0000000", 1 - digits.exponent);
        return put(out, digits.text, digits.count);
    }
    const int whole = digits.exponent + 1;
    if (digits.count > whole) {
        out = put(out, digits.text, whole);
        *out++ = '.';
        return put(out, digits.text + whole, digits.count - whole);
    }
    out = put(out, digits.text, digits.count);
    out = std::fill_n(out, whole - digits.count, '0');
    return put(out, ".0", 2);
}

/// Numbers that people write, with few decimals: 12.34 is the quotient of two exactly held numbers, and division rounds
/// correctly, so 1234 / 100 == 12.34 proves that the digits read back. No other decimal of at most 15 (float: 6) digits
/// reads back as the same number, so they are the shortest, too.
template <class Number>
struct FewDecimals;

template <>
struct FewDecimals<double> {
    static constexpr unsigned kDecimals = 4;
    static constexpr double kScale = 10000;
    static constexpr double kLimit = 1e11;
};

template <>
struct FewDecimals<float> {
    static constexpr unsigned kDecimals = 2;
    static constexpr float kScale = 100;
    static constexpr float kLimit = 1e4F;
};

/// nullptr if the magnitude is no such number.
template <class Number>
char* write_few_decimals(char* out, Number magnitude) {
    using Few = FewDecimals<Number>;
    if (!(magnitude < Few::kLimit)) {
        return nullptr;
    }
    const auto scaled = static_cast<std::int64_t>(magnitude * Few::kScale + Number{0.5});
    if (static_cast<Number>(scaled) / Few::kScale != magnitude) {
        return nullptr;
    }
    const auto digits = static_cast<std::uint64_t>(scaled);
    constexpr auto kScale = static_cast<std::uint64_t>(Few::kScale);
    out = write_uint(out, digits / kScale);
    *out++ = '.';
    write_padded(out, digits % kScale, Few::kDecimals);
    char* end = out + Few::kDecimals;
    while (end > out + 1 && end[-1] == '0') {
        --end;
    }
    return end;
}

template <class Number>
char* write_any(char* out, Number value) {
    if (!std::isfinite(value)) {
        const bool is_nan = std::isnan(value);
        return is_nan      ? put(out, "\"NaN\"", 5)
               : value < 0 ? put(out, "\"-Infinity\"", 11)
                           : put(out, "\"Infinity\"", 10);
    }
    if (std::signbit(value)) {
        *out++ = '-';
    }
    if (value == 0) {
        return put(out, "0.0", 3);
    }
    const Number magnitude = std::fabs(value);
    if (char* const end = write_few_decimals(out, magnitude)) {
        return end;
    }
    const Digits digits = shortest_digits(magnitude);
    return digits.exponent < -5 || digits.exponent > 15 ? write_scientific(out, digits) : write_plain(out, digits);
}

}  // namespace

char* write_general(char* out, double value) { return write_any(out, value); }
char* write_general(char* out, float value) { return write_any(out, value); }

}  // namespace sp::text::detail

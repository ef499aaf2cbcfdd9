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

template <class Number>
char* write_any(char* out, Number value) {
    if (!std::isfinite(value)) {
        const bool is_nan = std::isnan(value);
        return is_nan ? put(out, "\"NaN\"", 5) : value < 0 ? put(out, "\"-Infinity\"", 11) : put(out, "\"Infinity\"", 10);
    }
    if (std::signbit(value)) {
        *out++ = '-';
    }
    if (value == 0) {
        return put(out, "0.0", 3);
    }
    const Digits digits = shortest_digits(std::fabs(value));
    return digits.exponent < -5 || digits.exponent > 15 ? write_scientific(out, digits) : write_plain(out, digits);
}

}  // namespace

char* write_general(char* out, double value) { return write_any(out, value); }
char* write_general(char* out, float value) { return write_any(out, value); }

}  // namespace sp::text::detail

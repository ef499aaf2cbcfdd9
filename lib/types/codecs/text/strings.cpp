#include "types/codecs/text/strings.hpp"

#include <algorithm>

namespace sp::text {

namespace {

constexpr char kHexDigits[] = "0123456789abcdef";

bool is_high_surrogate(std::uint32_t unit) { return (unit & 0xFC00) == 0xD800; }
bool is_low_surrogate(std::uint32_t unit) { return (unit & 0xFC00) == 0xDC00; }
bool is_surrogate(std::uint32_t unit) { return (unit & 0xF800) == 0xD800; }

char* write_unicode_escape(char* out, std::uint32_t unit) {
    *out++ = '\\';
    *out++ = 'u';
    for (int shift = 12; shift >= 0; shift -= 4) {
        *out++ = kHexDigits[unit >> shift & 0xF];
    }
    return out;
}

/// Any code point, surrogates too (WTF-8).
char* write_utf8(char* out, std::uint32_t point) {
    const auto tail = [&](int shift) { *out++ = static_cast<char>(0x80 | (point >> shift & 0x3F)); };
    if (point < 0x80) {
        *out++ = static_cast<char>(point);
    } else if (point < 0x800) {
        *out++ = static_cast<char>(0xC0 | point >> 6);
        tail(0);
    } else if (point < 0x10000) {
        *out++ = static_cast<char>(0xE0 | point >> 12);
        tail(6);
        tail(0);
    } else {
        *out++ = static_cast<char>(0xF0 | point >> 18);
        tail(12);
        tail(6);
        tail(0);
    }
    return out;
}

char* write_json_ascii(char* out, std::uint32_t c) {
    char letter = 0;
    switch (c) {
        case '"':
        case '\\': letter = static_cast<char>(c); break;
        case '\b': letter = 'b'; break;
        case '\f': letter = 'f'; break;
        case '\n': letter = 'n'; break;
        case '\r': letter = 'r'; break;
        case '\t': letter = 't'; break;
        default:
            if (c < 0x20) {
                return write_unicode_escape(out, c);
            }
            *out++ = static_cast<char>(c);
            return out;
    }
    *out++ = '\\';
    *out++ = letter;
    return out;
}

/// One code point or lone surrogate in the given form.
template <class Form>
char* write_point(char* out, std::uint32_t point) {
    if constexpr (std::is_same_v<Form, detail::JsonForm>) {
        if (point < 0x80) {
            return write_json_ascii(out, point);
        }
        if (is_surrogate(point)) {
            return write_unicode_escape(out, point);
        }
    } else if constexpr (std::is_same_v<Form, detail::CsvForm>) {
        if (point == '"') {
            *out++ = '"';
        }
    }
    return write_utf8(out, point);
}

/// A 7-bit varint of up to nine bytes, as java::read_string_value takes it.
StringStatus read_varint(const std::uint8_t*& in, const std::uint8_t* end, std::uint64_t& value) {
    value = 0;
    for (int shift = 0; shift < 63; shift += 7) {
        if (in == end) {
            return StringStatus::kTruncated;
        }
        const std::uint8_t byte = *in++;
        value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
        if (byte < 0x80) {
            return StringStatus::kOk;
        }
    }
    return StringStatus::kBadUnit;
}

StringStatus read_unit(const std::uint8_t*& in, const std::uint8_t* end, std::uint32_t& unit) {
    std::uint64_t value = 0;
    const StringStatus status = read_varint(in, end, value);
    unit = static_cast<std::uint32_t>(value);
    return status == StringStatus::kOk && value > 0xFFFF ? StringStatus::kBadUnit : status;
}

}  // namespace

namespace detail {

StringResult read_long_count(const std::uint8_t* in, const std::uint8_t* end, std::size_t& count) {
    std::uint64_t value = 0;
    const StringStatus status = read_varint(in, end, value);
    count = static_cast<std::size_t>(value);
    return {in, nullptr, status};
}

template <class Form>
StringResult write_odd_units(const std::uint8_t* in, const std::uint8_t* end, char* out, std::size_t left) {
    while (left > 0) {
        if (left > static_cast<std::size_t>(end - in)) {
            return {in, out, StringStatus::kTruncated};
        }
        if (!Form::is_odd(*in)) {
            const std::size_t plain = std::min<std::size_t>(copy_block<Form>(in, out), left);
            in += plain;
            out += plain;
            left -= plain;
            continue;
        }
        std::uint32_t point = 0;
        StringStatus status = read_unit(in, end, point);
        if (status != StringStatus::kOk) {
            return {in, out, status};
        }
        --left;
        if (is_high_surrogate(point) && left > 0) {
            const std::uint8_t* next = in;
            std::uint32_t low = 0;
            status = read_unit(next, end, low);
            if (status != StringStatus::kOk) {
                return {next, out, status};
            }
            if (is_low_surrogate(low)) {
                point = 0x10000 + ((point & 0x3FF) << 10 | (low & 0x3FF));
                in = next;
                --left;
            }
        }
        out = write_point<Form>(out, point);
    }
    return {in, out, StringStatus::kOk};
}

template StringResult write_odd_units<JsonForm>(const std::uint8_t*, const std::uint8_t*, char*, std::size_t);
template StringResult write_odd_units<RawForm>(const std::uint8_t*, const std::uint8_t*, char*, std::size_t);
template StringResult write_odd_units<CsvForm>(const std::uint8_t*, const std::uint8_t*, char*, std::size_t);

}  // namespace detail

bool needs_csv_quotes(std::string_view text) {
    return text.empty() || text.find_first_of(std::string_view("\",\r\n", 4)) != std::string_view::npos;
}

StringResult write_csv_string_value(const std::uint8_t* in, const std::uint8_t* end, char* out) {
    const StringResult bare = copy_string_value(in, end, out);
    if (bare.status != StringStatus::kOk || !needs_csv_quotes({out, static_cast<std::size_t>(bare.out - out)})) {
        return bare;
    }
    return detail::write_string_value<detail::CsvForm>(in, end, out);
}

char* write_csv_field(char* out, std::string_view text) {
    if (!needs_csv_quotes(text)) {
        return std::copy(text.begin(), text.end(), out);
    }
    *out++ = '"';
    for (const char c : text) {
        if (c == '"') {
            *out++ = '"';
        }
        *out++ = c;
    }
    *out++ = '"';
    return out;
}

char* write_json_char(char* out, char16_t unit) {
    *out++ = '"';
    out = write_point<detail::JsonForm>(out, unit);
    *out++ = '"';
    return out;
}

namespace {

/// The code point at the start of WTF-8 text, of two to four bytes; size 0 if there is none.
struct Point {
    std::uint32_t value;
    std::size_t size;
};

Point decode_wtf8(const std::uint8_t* in, std::size_t left) {
    const std::uint32_t first = in[0];
    const std::size_t size = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (size == 0 || size > left) {
        return {0, 0};
    }
    std::uint32_t value = first & (0xFFU >> (size + 1));
    for (std::size_t i = 1; i < size; ++i) {
        if ((in[i] & 0xC0) != 0x80) {
            return {0, 0};
        }
        value = value << 6 | (in[i] & 0x3F);
    }
    const bool is_shortest = size == 2 || (size == 3 && value >= 0x800) || (size == 4 && value >= 0x10000);
    return is_shortest && value <= 0x10FFFF ? Point{value, size} : Point{0, 0};
}

}  // namespace

char* write_json_string(char* out, std::string_view text) {
    const auto* in = reinterpret_cast<const std::uint8_t*>(text.data());
    const std::uint8_t* const end = in + text.size();
    *out++ = '"';
    while (in != end) {
        const auto left = static_cast<std::size_t>(end - in);
        if (left >= detail::kBlock) {
            const unsigned plain = detail::copy_block<detail::JsonForm>(in, out);
            in += plain;
            out += plain;
            if (plain > 0) {
                continue;
            }
        }
        if (*in < 0x80) {
            out = write_json_ascii(out, *in++);
            continue;
        }
        const Point point = decode_wtf8(in, left);
        out = write_point<detail::JsonForm>(out, point.size == 0 ? 0xFFFD : point.value);
        in += std::max<std::size_t>(point.size, 1);
    }
    *out++ = '"';
    return out;
}

}  // namespace sp::text

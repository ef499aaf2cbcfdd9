#pragma once

// Strings as JSON and CSV, straight from the form in which they are stored: Flink's StringValue form (StrV: a count of
// UTF-16 units plus one, then each unit as a 7-bit varint) or WTF-8. Plain runs are tested and copied 16 bytes at a
// time; a unit that needs more leaves the fast path.
//
// Bare pointers: the output has max_string(n) bytes free, where n is the number of bytes of input. Input given as a
// pointer and an end must have kReadPadding readable bytes after the end, because blocks are loaded whole.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace sp::text {

/// Bytes that must be readable after the end of the input.
inline constexpr std::size_t kReadPadding = 32;

/// A block is stored whole, so this much after the text is overwritten too.
inline constexpr std::size_t kStringSlack = 16;

/// Each unit or byte becomes at most \u00XX; two quotes; the slack.
[[nodiscard]] constexpr std::size_t max_string(std::size_t input_bytes) { return 6 * input_bytes + 2 + kStringSlack; }

/// A character in quotes: "\u00XX".
inline constexpr std::size_t kMaxChar = 8;

enum class StringStatus : std::uint8_t {
    kOk,
    kNull,       ///< the null string: its one byte is consumed, nothing is written
    kTruncated,  ///< the string does not end before the input does
    kBadUnit,    ///< a unit above 65535, or a varint of more than nine bytes
};

/// Where reading and writing stopped. With kTruncated and kBadUnit `in` is near the damage.
struct StringResult {
    const std::uint8_t* in;
    char* out;
    StringStatus status;
};

namespace detail {

inline constexpr std::size_t kBlock = 16;

/// What a text form has to change. `odd(block)` is a mask of the bytes of a block that cannot be copied as they are.
struct JsonForm {
    static constexpr bool kQuoted = true;
    static constexpr bool is_odd(std::uint8_t c) { return c < 0x20 || c >= 0x80 || c == '"' || c == '\\'; }
#if defined(__SSE2__)
    static __m128i odd(__m128i block) {
        // Signed: bytes from 0x80 on are negative, so one comparison finds both them and the controls.
        return _mm_or_si128(
            _mm_cmplt_epi8(block, _mm_set1_epi8(0x20)),
            _mm_or_si128(_mm_cmpeq_epi8(block, _mm_set1_epi8('"')), _mm_cmpeq_epi8(block, _mm_set1_epi8('\\'))));
    }
#endif
};

struct RawForm {
    static constexpr bool kQuoted = false;
    static constexpr bool is_odd(std::uint8_t c) { return c >= 0x80; }
#if defined(__SSE2__)
    static __m128i odd(__m128i block) { return block; }
#endif
};

struct CsvForm {
    static constexpr bool kQuoted = true;
    static constexpr bool is_odd(std::uint8_t c) { return c >= 0x80 || c == '"'; }
#if defined(__SSE2__)
    static __m128i odd(__m128i block) { return _mm_or_si128(block, _mm_cmpeq_epi8(block, _mm_set1_epi8('"'))); }
#endif
};

/// Copies a block and tells how many of its leading bytes are plain (0 to 16).
template <class Form>
inline unsigned copy_block(const std::uint8_t* in, char* out) {
#if defined(__SSE2__)
    const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out), block);
    return static_cast<unsigned>(
        std::countr_zero(static_cast<unsigned>(_mm_movemask_epi8(Form::odd(block))) | 1U << kBlock));
#else
    std::memcpy(out, in, kBlock);
    unsigned plain = 0;
    while (plain < kBlock && !Form::is_odd(in[plain])) {
        ++plain;
    }
    return plain;
#endif
}

/// The rest of a string from its first odd unit on: `left` units, without the closing quote.
template <class Form>
StringResult write_odd_units(const std::uint8_t* in, const std::uint8_t* end, char* out, std::size_t left);

/// A count of 128 and more.
StringResult read_long_count(const std::uint8_t* in, const std::uint8_t* end, std::size_t& count);

template <class Form>
inline StringResult write_units(const std::uint8_t* in, const std::uint8_t* end, char* out, std::size_t left) {
    if (left > static_cast<std::size_t>(end - in)) {
        return {in, out, StringStatus::kTruncated};
    }
    if constexpr (Form::kQuoted) {
        *out++ = '"';
    }
    for (;;) {
        const unsigned plain = copy_block<Form>(in, out);
        if (left <= plain) {
            in += left;
            out += left;
            break;
        }
        in += plain;
        out += plain;
        left -= plain;
        if (plain < kBlock) {
            const StringResult rest = write_odd_units<Form>(in, end, out, left);
            if (rest.status != StringStatus::kOk) {
                return rest;
            }
            in = rest.in;
            out = rest.out;
            break;
        }
    }
    if constexpr (Form::kQuoted) {
        *out++ = '"';
    }
    return {in, out, StringStatus::kOk};
}

template <class Form>
inline StringResult write_string_value(const std::uint8_t* in, const std::uint8_t* end, char* out) {
    if (in == end) {
        return {in, out, StringStatus::kTruncated};
    }
    std::size_t count = *in;
    if (count < 0x80) {
        ++in;
    } else {
        const StringResult header = read_long_count(in, end, count);
        if (header.status != StringStatus::kOk) {
            return {header.in, out, header.status};
        }
        in = header.in;
    }
    if (count == 0) {
        return {in, out, StringStatus::kNull};
    }
    return write_units<Form>(in, end, out, count - 1);
}

}  // namespace detail

/// StrV as a JSON string: surrogate pairs joined, lone surrogates as \uXXXX, only what must be escaped is.
inline StringResult write_json_string_value(const std::uint8_t* in, const std::uint8_t* end, char* out) {
    return detail::write_string_value<detail::JsonForm>(in, end, out);
}

/// `units` varints without a count as a JSON string (StringValue of org.apache.flink.types counts without the plus one).
inline StringResult write_json_units(const std::uint8_t* in, const std::uint8_t* end, char* out, std::size_t units) {
    return detail::write_units<detail::JsonForm>(in, end, out, units);
}

/// StrV as bare WTF-8.
inline StringResult copy_string_value(const std::uint8_t* in, const std::uint8_t* end, char* out) {
    return detail::write_string_value<detail::RawForm>(in, end, out);
}

/// StrV as a CSV field: bare, or in quotes if it is empty or holds a comma, a quote or a line end. Lone surrogates come
/// out in their three-byte form.
StringResult write_csv_string_value(const std::uint8_t* in, const std::uint8_t* end, char* out);

/// WTF-8 as a JSON string. A byte that is not part of WTF-8 becomes U+FFFD. No padding is needed.
char* write_json_string(char* out, std::string_view text);

/// Any text as a CSV field, copied byte by byte except for doubled quotes; needs 2 * size + 2 bytes.
char* write_csv_field(char* out, std::string_view text);
[[nodiscard]] bool needs_csv_quotes(std::string_view text);

/// One UTF-16 unit as a JSON string (char); kMaxChar bytes.
char* write_json_char(char* out, char16_t unit);

}  // namespace sp::text

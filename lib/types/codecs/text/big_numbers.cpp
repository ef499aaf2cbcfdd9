#include "types/codecs/text/big_numbers.hpp"

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <iterator>
#include <limits>
#include <string>

#include "types/codecs/text/integers.hpp"

namespace sp::text {

namespace {

__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Up to 16 bytes, sign-extended.
Int128 read_small(Bytes bytes) {
    Uint128 value = bytes.front() >= 0x80 ? ~Uint128{0} : Uint128{0};
    for (const std::uint8_t byte : bytes) {
        value = value << 8 | byte;
    }
    return static_cast<Int128>(value);
}

char* write_uint128(char* out, Uint128 value) {
    constexpr std::uint64_t kTenTo19 = 10000000000000000000U;
    if (value < kTenTo19) {
        return write_uint(out, static_cast<std::uint64_t>(value));
    }
    out = write_uint(out, static_cast<std::uint64_t>(value / kTenTo19));
    write_padded(out, static_cast<std::uint64_t>(value % kTenTo19), 19);
    return out + 19;
}

using boost::multiprecision::cpp_int;

cpp_int read_large(Bytes twos_complement) {
    const bool is_negative = twos_complement.front() >= 0x80;
    ByteVector magnitude(twos_complement.begin(), twos_complement.end());
    cpp_int value;
    if (is_negative) {
        for (std::uint8_t& byte : magnitude) {
            byte = static_cast<std::uint8_t>(~byte);
        }
    }
    import_bits(value, magnitude.begin(), magnitude.end(), 8);
    return is_negative ? value + 1 : value;
}

/// The digits of the magnitude.
char* write_magnitude(char* out, Bytes twos_complement) {
    if (twos_complement.size() <= sizeof(Int128)) {
        const Int128 value = read_small(twos_complement);
        return write_uint128(out, value < 0 ? 0 - static_cast<Uint128>(value) : static_cast<Uint128>(value));
    }
    const std::string digits = read_large(twos_complement).str();
    std::memcpy(out, digits.data(), digits.size());
    return out + digits.size();
}

bool is_writable(Bytes twos_complement) {
    return !twos_complement.empty() && twos_complement.size() <= kMaxBigNumberBytes;
}

/// Puts point, zeros and exponent around the digits [digits, end); BigDecimal.layoutChars of Java 8 to 21.
char* lay_out_decimal(char* digits, char* end, std::int32_t scale) {
    if (scale == 0) {
        return end;
    }
    const std::int64_t count = end - digits;
    const std::int64_t adjusted = count - 1 - std::int64_t{scale};
    if (scale > 0 && adjusted >= -6) {
        const std::int64_t zeros = scale - count;
        if (zeros < 0) {
            char* const point = end - scale;
            std::memmove(point + 1, point, static_cast<std::size_t>(scale));
            *point = '.';
            return end + 1;
        }
        std::memmove(digits + zeros + 2, digits, static_cast<std::size_t>(count));
        std::memcpy(digits, "0.000000", static_cast<std::size_t>(zeros + 2));
        return end + zeros + 2;
    }
    if (count > 1) {
        std::memmove(digits + 2, digits + 1, static_cast<std::size_t>(count - 1));
        digits[1] = '.';
        ++end;
    }
    if (adjusted != 0) {
        *end++ = 'E';
        if (adjusted > 0) {
            *end++ = '+';
        }
        end = write_int(end, adjusted);
    }
    return end;
}

}  // namespace

char* write_big_integer(char* out, Bytes twos_complement) {
    if (!is_writable(twos_complement)) {
        return nullptr;
    }
    if (twos_complement.front() >= 0x80) {
        *out++ = '-';
    }
    return write_magnitude(out, twos_complement);
}

char* write_big_decimal(char* out, Bytes unscaled, std::int32_t scale) {
    if (!is_writable(unscaled)) {
        return nullptr;
    }
    if (unscaled.front() >= 0x80) {
        *out++ = '-';
    }
    return lay_out_decimal(out, write_magnitude(out, unscaled), scale);
}

char* write_big_decimal(char* out, std::int64_t unscaled, std::int32_t scale) {
    auto magnitude = static_cast<std::uint64_t>(unscaled);
    if (unscaled < 0) {
        *out++ = '-';
        magnitude = 0 - magnitude;
    }
    return lay_out_decimal(out, write_uint(out, magnitude), scale);
}

namespace {

/// The minimal two's complement bytes.
ByteVector to_bytes(const cpp_int& magnitude, bool negative) {
    negative = negative && !magnitude.is_zero();
    ByteVector bytes;
    export_bits(negative ? cpp_int(magnitude - 1) : magnitude, std::back_inserter(bytes), 8);
    if (bytes.empty() || bytes.front() >= 0x80) {
        bytes.insert(bytes.begin(), 0);  // the sign bit
    }
    if (negative) {  // -n is ~(n - 1)
        for (std::uint8_t& byte : bytes) {
            byte = static_cast<std::uint8_t>(~byte);
        }
    }
    return bytes;
}

ByteVector to_bytes(std::string_view digits, bool negative) {
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));  // for cpp_int they would mean octal
    return to_bytes(cpp_int(digits.empty() ? std::string("0") : std::string(digits)), negative);
}

bool take_sign(std::string_view& text) {
    const bool negative = !text.empty() && text.front() == '-';
    if (negative || (!text.empty() && text.front() == '+')) {
        text.remove_prefix(1);
    }
    return negative;
}

std::string_view take_digits(std::string_view& text) {
    const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
    const std::string_view digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    text.remove_prefix(digits.size());
    return digits;
}

/// A number of kMaxBigNumberBytes has no more digits: 256 is less than 10 to the 2.409.
constexpr std::size_t kMaxDigits = kMaxBigNumberBytes * 2409 / 1000 + 1;

/// An exponent after its 'e': a sign and up to ten digits besides leading zeros, as in Java.
std::optional<std::int64_t> parse_exponent(std::string_view text) {
    const bool negative = take_sign(text);
    std::string_view digits = take_digits(text);
    if (digits.empty() || !text.empty()) {
        return std::nullopt;
    }
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size() - 1));
    std::int64_t exponent = 0;
    if (digits.size() > 10 ||
        std::from_chars(digits.data(), digits.data() + digits.size(), exponent).ec != std::errc()) {
        return std::nullopt;
    }
    return negative ? -exponent : exponent;
}

}  // namespace

std::optional<ByteVector> parse_big_integer(std::string_view text) {
    const bool negative = take_sign(text);
    const std::string_view digits = take_digits(text);
    if (digits.empty() || digits.size() > kMaxDigits || !text.empty()) {
        return std::nullopt;
    }
    return to_bytes(digits, negative);
}

std::optional<BigDecimal> parse_big_decimal(std::string_view text) {
    const bool negative = take_sign(text);
    const std::string_view whole = take_digits(text);
    std::string_view fraction;
    if (!text.empty() && text.front() == '.') {
        text.remove_prefix(1);
        fraction = take_digits(text);
    }
    if (whole.empty() && fraction.empty()) {
        return std::nullopt;
    }
    std::int64_t exponent = 0;
    if (!text.empty()) {
        const std::optional<std::int64_t> parsed =
            text.front() == 'e' || text.front() == 'E' ? parse_exponent(text.substr(1)) : std::nullopt;
        if (!parsed) {
            return std::nullopt;
        }
        exponent = *parsed;
    }
    const std::int64_t scale = static_cast<std::int64_t>(fraction.size()) - exponent;
    if (whole.size() + fraction.size() > kMaxDigits || scale < std::numeric_limits<std::int32_t>::min() ||
        scale > std::numeric_limits<std::int32_t>::max()) {
        return std::nullopt;
    }
    std::string digits(whole);
    digits.append(fraction);
    return BigDecimal{to_bytes(digits, negative), static_cast<std::int32_t>(scale)};
}

std::optional<ByteVector> rescaled(Bytes unscaled, std::int32_t scale, std::int32_t precision, std::int32_t new_scale) {
    if (unscaled.empty() || unscaled.size() > kMaxBigNumberBytes) {
        return std::nullopt;
    }
    cpp_int magnitude = read_large(unscaled);
    const std::int64_t shift = magnitude.is_zero() ? 0 : std::int64_t{new_scale} - scale;
    // So far a number of the precision can be shifted; to the right as many digits as there are.
    if (shift > precision || -shift > static_cast<std::int64_t>(max_big_integer(unscaled.size()))) {
        return std::nullopt;
    }
    const cpp_int factor = pow(cpp_int(10), static_cast<unsigned>(shift < 0 ? -shift : shift));
    if (shift < 0 && magnitude % factor != 0) {
        return std::nullopt;
    }
    magnitude = shift < 0 ? cpp_int(magnitude / factor) : cpp_int(magnitude * factor);
    if (magnitude >= pow(cpp_int(10), static_cast<unsigned>(precision))) {
        return std::nullopt;
    }
    return to_bytes(magnitude, unscaled.front() >= 0x80);
}

}  // namespace sp::text

#include "types/codecs/text/dewey_numbers.hpp"

#include <algorithm>
#include <charconv>

#include "io/big_endian.hpp"

namespace sp::text {

char* write_dewey_number(char* out, Bytes digits) {
    for (std::size_t at = 0; at + 4 <= digits.size(); at += 4) {
        if (at != 0) {
            *out++ = '.';
        }
        out = write_int(out, static_cast<std::int32_t>(load_u32(digits.data() + at)));
    }
    return out;
}

std::string dewey_number_text(Bytes digits) {
    std::string text(max_dewey_number(digits.size()), '\0');
    text.resize(static_cast<std::size_t>(write_dewey_number(text.data(), digits) - text.data()));
    return text;
}

std::optional<ByteVector> parse_dewey_number(std::string_view text) {
    ByteVector digits;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
        std::int32_t digit = 0;
        const auto [stop, error] = std::from_chars(at, end, digit);
        if (error != std::errc() || (stop != end && (*stop != '.' || stop + 1 == end))) {
            return std::nullopt;
        }
        append_big_endian(digits, static_cast<std::uint32_t>(digit), 4);
        at = stop == end ? end : stop + 1;
    }
    if (dewey_number_text(digits) != text) {  // "01", "-0"
        return std::nullopt;
    }
    return digits;
}

}  // namespace sp::text

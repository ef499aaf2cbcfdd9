#include "types/codecs/text/base64.hpp"

#include <array>
#include <cstring>

namespace sp::text {

namespace {

constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Twelve bits to two characters: half the look-ups of one character a time.
constexpr auto kPairs = [] {
    std::array<char, 8192> pairs{};
    for (std::size_t i = 0; i < 4096; ++i) {
        pairs[2 * i] = kAlphabet[i >> 6];
        pairs[2 * i + 1] = kAlphabet[i & 63];
    }
    return pairs;
}();

constexpr std::uint8_t kNoDigit = 0xFF;

constexpr auto kValues = [] {
    std::array<std::uint8_t, 256> values{};
    values.fill(kNoDigit);
    for (std::uint8_t i = 0; i < 64; ++i) {
        values[static_cast<std::uint8_t>(kAlphabet[i])] = i;
    }
    return values;
}();

}  // namespace

char* write_base64(char* out, Bytes bytes) {
    const std::uint8_t* in = bytes.data();
    std::size_t left = bytes.size();
    for (; left >= 3; left -= 3, in += 3, out += 4) {
        const std::uint32_t bits =
            static_cast<std::uint32_t>(in[0]) << 16 | static_cast<std::uint32_t>(in[1]) << 8 | in[2];
        std::memcpy(out, &kPairs[2 * (bits >> 12)], 2);
        std::memcpy(out + 2, &kPairs[2 * (bits & 0xFFF)], 2);
    }
    if (left > 0) {
        const std::uint32_t bits =
            static_cast<std::uint32_t>(in[0]) << 16 | (left > 1 ? static_cast<std::uint32_t>(in[1]) << 8 : 0);
        std::memcpy(out, &kPairs[2 * (bits >> 12)], 2);
        out[2] = left > 1 ? kAlphabet[bits >> 6 & 63] : '=';
        out[3] = '=';
        out += 4;
    }
    return out;
}

std::optional<ByteVector> parse_base64(std::string_view text) {
    if (text.size() % 4 != 0) {
        return std::nullopt;
    }
    std::size_t padding = 0;
    while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') {
        ++padding;
    }
    ByteVector bytes;
    bytes.reserve(text.size() / 4 * 3);
    std::uint32_t bits = 0;
    std::size_t count = 0;
    for (const char c : text.substr(0, text.size() - padding)) {
        const std::uint8_t value = kValues[static_cast<std::uint8_t>(c)];
        if (value == kNoDigit) {
            return std::nullopt;
        }
        bits = bits << 6 | value;
        if (++count % 4 == 0) {
            bytes.insert(bytes.end(), {static_cast<std::uint8_t>(bits >> 16), static_cast<std::uint8_t>(bits >> 8),
                                       static_cast<std::uint8_t>(bits)});
        }
    }
    if (padding == 1) {
        bytes.insert(bytes.end(), {static_cast<std::uint8_t>(bits >> 10), static_cast<std::uint8_t>(bits >> 2)});
    } else if (padding == 2) {
        bytes.push_back(static_cast<std::uint8_t>(bits >> 4));
    }
    const std::uint32_t unused = padding == 1 ? bits & 3 : padding == 2 ? bits & 15 : 0;
    return unused == 0 ? std::optional(std::move(bytes)) : std::nullopt;
}

}  // namespace sp::text

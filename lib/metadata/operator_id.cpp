// OperatorId and the hash that makes one of a uid (Flink: AbstractID, StreamGraphHasherV2, Guava's murmur3_128).

#include <algorithm>
#include <bit>
#include <string>

#include "io/hex.hpp"
#include "sp/metadata.hpp"

namespace sp {

namespace {

constexpr std::uint64_t kC1 = 0x87C37B91114253D5;
constexpr std::uint64_t kC2 = 0x4CF5AD432745937F;

std::uint64_t little_endian(const std::uint8_t* at, std::size_t n) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < n; ++i) {
        value |= static_cast<std::uint64_t>(at[i]) << (8 * i);
    }
    return value;
}

std::uint64_t mixed_1(std::uint64_t k) { return std::rotl(k * kC1, 31) * kC2; }
std::uint64_t mixed_2(std::uint64_t k) { return std::rotl(k * kC2, 33) * kC1; }

std::uint64_t finished(std::uint64_t k) {
    k = (k ^ (k >> 33)) * 0xFF51AFD7ED558CCD;
    k = (k ^ (k >> 33)) * 0xC4CEB9FE1A85EC53;
    return k ^ (k >> 33);
}

/// MurmurHash3 x64 128 with seed 0; the digest is h1 and h2, each little-endian.
std::array<std::uint8_t, 16> murmur3_x64_128(Bytes data) {
    std::uint64_t h1 = 0;
    std::uint64_t h2 = 0;
    const std::size_t whole = data.size() / 16 * 16;
    for (std::size_t at = 0; at < whole; at += 16) {
        h1 = (std::rotl(h1 ^ mixed_1(little_endian(data.data() + at, 8)), 27) + h2) * 5 + 0x52DCE729;
        h2 = (std::rotl(h2 ^ mixed_2(little_endian(data.data() + at + 8, 8)), 31) + h1) * 5 + 0x38495AB5;
    }
    const std::size_t tail = data.size() - whole;
    h1 ^= mixed_1(little_endian(data.data() + whole, std::min<std::size_t>(tail, 8)));
    h2 ^= mixed_2(tail > 8 ? little_endian(data.data() + whole + 8, tail - 8) : 0);

    h1 ^= data.size();
    h2 ^= data.size();
    h1 += h2;
    h2 += h1;
    h1 = finished(h1);
    h2 = finished(h2);
    h1 += h2;
    h2 += h1;

    std::array<std::uint8_t, 16> digest{};
    for (std::size_t i = 0; i < 8; ++i) {
        digest[i] = static_cast<std::uint8_t>(h1 >> (8 * i));
        digest[8 + i] = static_cast<std::uint8_t>(h2 >> (8 * i));
    }
    return digest;
}

/// String.getBytes(UTF_8) of Java: a lone surrogate becomes a question mark.
std::string java_utf8(std::string_view wtf8) {
    std::string text;
    for (std::size_t i = 0; i < wtf8.size(); ++i) {
        const bool is_surrogate = static_cast<std::uint8_t>(wtf8[i]) == 0xED && i + 2 < wtf8.size() &&
                                  static_cast<std::uint8_t>(wtf8[i + 1]) >= 0xA0;
        if (is_surrogate) {
            text += '?';
            i += 2;
        } else {
            text += wtf8[i];
        }
    }
    return text;
}

}  // namespace

std::string OperatorId::hex() const {
    std::string text;
    for (const std::uint8_t byte : bytes) {
        text += kHexDigits[byte >> 4];
        text += kHexDigits[byte & 15];
    }
    return text;
}

std::optional<OperatorId> OperatorId::from_hex(std::string_view text) {
    OperatorId id;
    if (text.size() != 2 * id.bytes.size()) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < id.bytes.size(); ++i) {
        const int high = hex_digit(text[2 * i]);
        const int low = hex_digit(text[2 * i + 1]);
        if (high < 0 || low < 0) {
            return std::nullopt;
        }
        id.bytes[i] = static_cast<std::uint8_t>(high << 4 | low);
    }
    return id;
}

OperatorId hash_of_uid(std::string_view uid) { return {murmur3_x64_128(as_bytes(java_utf8(uid)))}; }

}  // namespace sp

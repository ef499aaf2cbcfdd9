#include "io/crc32c.hpp"

#include <array>
#include <cstddef>
#include <cstring>

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace sp {

namespace {

/// kTables[k][b]: the effect of byte b followed by k zero bytes.
constexpr auto kTables = [] {
    std::array<std::array<std::uint32_t, 256>, 8> tables{};
    for (std::uint32_t b = 0; b < 256; ++b) {
        std::uint32_t crc = b;
        for (int bit = 0; bit < 8; ++bit) {
            crc = crc >> 1 ^ ((crc & 1) != 0 ? 0x82F63B78U : 0);
        }
        tables[0][b] = crc;
    }
    for (std::size_t k = 1; k < 8; ++k) {
        for (std::size_t b = 0; b < 256; ++b) {
            tables[k][b] = tables[k - 1][b] >> 8 ^ tables[0][tables[k - 1][b] & 0xFF];
        }
    }
    return tables;
}();

std::uint32_t load_little_endian(const std::uint8_t* at) {
    return static_cast<std::uint32_t>(at[0]) | static_cast<std::uint32_t>(at[1]) << 8 |
           static_cast<std::uint32_t>(at[2]) << 16 | static_cast<std::uint32_t>(at[3]) << 24;
}

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) std::uint32_t crc32c_sse42(Bytes bytes, std::uint32_t crc) {
    std::uint64_t state = ~crc;
    const std::uint8_t* at = bytes.data();
    std::size_t left = bytes.size();
    for (; left >= 8; left -= 8, at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, at, 8);
        state = _mm_crc32_u64(state, word);
    }
    auto tail = static_cast<std::uint32_t>(state);
    for (; left > 0; --left) {
        tail = _mm_crc32_u8(tail, *at++);
    }
    return ~tail;
}
#endif

}  // namespace

std::uint32_t crc32c_portable(Bytes bytes, std::uint32_t crc) {
    crc = ~crc;
    const std::uint8_t* at = bytes.data();
    std::size_t left = bytes.size();
    for (; left >= 8; left -= 8, at += 8) {
        const std::uint32_t low = crc ^ load_little_endian(at);
        const std::uint32_t high = load_little_endian(at + 4);
        crc = 0;
        for (unsigned i = 0; i < 4; ++i) {
            crc ^= kTables[7 - i][low >> 8 * i & 0xFF] ^ kTables[3 - i][high >> 8 * i & 0xFF];
        }
    }
    for (; left > 0; --left) {
        crc = crc >> 8 ^ kTables[0][(crc ^ *at++) & 0xFF];
    }
    return ~crc;
}

std::uint32_t crc32c(Bytes bytes, std::uint32_t crc) {
#if defined(__x86_64__)
    static const bool has_instruction = __builtin_cpu_supports("sse4.2") != 0;
    if (has_instruction) {
        return crc32c_sse42(bytes, crc);
    }
#endif
    return crc32c_portable(bytes, crc);
}

}  // namespace sp

#pragma once

// Java's hashCode of keys and the key group that Flink derives from it (KeyGroupRangeAssignment, MathUtils.murmurHash).

#include <cstdint>
#include <string_view>

namespace sp::java {

/// Long.hashCode.
[[nodiscard]] constexpr std::int32_t hash_of_long(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(bits ^ bits >> 32));
}

/// String.hashCode, over UTF-16 code units.
[[nodiscard]] constexpr std::int32_t hash_of_string(std::u16string_view units) {
    std::uint32_t hash = 0;
    for (const char16_t unit : units) {
        hash = 31 * hash + unit;
    }
    return static_cast<std::int32_t>(hash);
}

/// Boolean.hashCode.
[[nodiscard]] constexpr std::int32_t hash_of_boolean(bool value) { return value ? 1231 : 1237; }

/// KeyGroupRangeAssignment.computeKeyGroupForKeyHash: 0 to max_parallelism - 1.
[[nodiscard]] constexpr std::int32_t key_group_of_hash(std::int32_t hash, std::int32_t max_parallelism) {
    const auto rotate = [](std::uint32_t value, int bits) { return value << bits | value >> (32 - bits); };
    std::uint32_t code = static_cast<std::uint32_t>(hash) * 0xcc9e2d51U;
    code = rotate(code, 15) * 0x1b873593U;
    code = rotate(code, 13) * 5 + 0xe6546b64U;
    code ^= 4;
    code ^= code >> 16;
    code *= 0x85ebca6bU;
    code ^= code >> 13;
    code *= 0xc2b2ae35U;
    code ^= code >> 16;
    const auto signed_code = static_cast<std::int32_t>(code);
    const std::int32_t positive = signed_code >= 0 ? signed_code : code == 0x80000000U ? 0 : -signed_code;
    return positive % max_parallelism;
}

}  // namespace sp::java

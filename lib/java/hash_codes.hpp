#pragma once

// hashCode of the JDK's and of Flink's own value classes, and the key group that Flink derives from it
// (KeyGroupRangeAssignment, MathUtils.murmurHash). Formulas only: what bytes they come from is state/key_hasher.hpp's.

#include <bit>
#include <cstdint>
#include <string_view>

#include "sp/bytes.hpp"

namespace sp::java {

/// Two's complement wrap-around, as Java's int arithmetic has it.
[[nodiscard]] constexpr std::int32_t wrapped(std::uint32_t value) { return static_cast<std::int32_t>(value); }

/// r = 31 * r + h, the step of List.hashCode, Arrays.hashCode, Objects.hash and most generated code.
[[nodiscard]] constexpr std::int32_t chain(std::int32_t result, std::int32_t hash, std::uint32_t factor = 31) {
    return wrapped(static_cast<std::uint32_t>(result) * factor + static_cast<std::uint32_t>(hash));
}

[[nodiscard]] constexpr std::int32_t sum(std::int32_t a, std::int32_t b) { return chain(a, b, 1); }

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

/// Float.hashCode: every NaN has the one of the canonical NaN.
[[nodiscard]] constexpr std::int32_t hash_of_float(float value) {
    return value != value ? 0x7fc00000 : std::bit_cast<std::int32_t>(value);
}

/// Double.hashCode.
[[nodiscard]] constexpr std::int32_t hash_of_double(double value) {
    return hash_of_long(value != value ? 0x7ff8000000000000 : std::bit_cast<std::int64_t>(value));
}

/// BigInteger.hashCode of a two's complement, big-endian number of any length.
[[nodiscard]] std::int32_t hash_of_big_integer(Bytes twos_complement);

/// BigDecimal.hashCode. The short form that the JDK keeps for numbers below 2^63 hashes as the long one does.
[[nodiscard]] inline std::int32_t hash_of_big_decimal(Bytes unscaled, std::int32_t scale) {
    return chain(hash_of_big_integer(unscaled), scale);
}

/// LocalDate.hashCode.
[[nodiscard]] constexpr std::int32_t hash_of_local_date(std::int32_t year, std::int32_t month, std::int32_t day) {
    const auto y = static_cast<std::uint32_t>(year);
    const std::uint32_t low = (y << 11) + (static_cast<std::uint32_t>(month) << 6) + static_cast<std::uint32_t>(day);
    return wrapped((y & 0xFFFFF800U) ^ low);
}

/// LocalTime.hashCode.
[[nodiscard]] constexpr std::int32_t hash_of_local_time(std::int64_t hour, std::int64_t minute, std::int64_t second,
                                                        std::int64_t nanos) {
    return hash_of_long(((hour * 60 + minute) * 60 + second) * 1'000'000'000 + nanos);
}

/// Instant.hashCode.
[[nodiscard]] constexpr std::int32_t hash_of_instant(std::int64_t seconds, std::int32_t nanos) {
    return chain(nanos, hash_of_long(seconds), 51);
}

/// TimeWindow.hashCode (MathUtils.longToIntWithBitMixing).
[[nodiscard]] constexpr std::int32_t hash_of_time_window(std::int64_t start, std::int64_t end) {
    std::uint64_t mixed = static_cast<std::uint64_t>(start) + static_cast<std::uint64_t>(end);
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebU;
    return wrapped(static_cast<std::uint32_t>(mixed ^ mixed >> 31));
}

// Murmur3 (32 bits), in Flink's key groups, in the Table API's binary data and in Scala's products.

[[nodiscard]] constexpr std::uint32_t murmur_mix_last(std::uint32_t hash, std::uint32_t block) {
    return hash ^ std::rotl(block * 0xcc9e2d51U, 15) * 0x1b873593U;
}

[[nodiscard]] constexpr std::uint32_t murmur_mix(std::uint32_t hash, std::uint32_t block) {
    return std::rotl(murmur_mix_last(hash, block), 13) * 5 + 0xe6546b64U;
}

[[nodiscard]] constexpr std::uint32_t murmur_end(std::uint32_t hash, std::uint32_t length) {
    hash ^= length;
    hash = (hash ^ hash >> 16) * 0x85ebca6bU;
    hash = (hash ^ hash >> 13) * 0xc2b2ae35U;
    return hash ^ hash >> 16;
}

/// KeyGroupRangeAssignment.computeKeyGroupForKeyHash: 0 to max_parallelism - 1.
[[nodiscard]] constexpr std::int32_t key_group_of_hash(std::int32_t hash, std::int32_t max_parallelism) {
    const std::uint32_t code = murmur_end(murmur_mix(0, static_cast<std::uint32_t>(hash)), 4);
    const auto signed_code = static_cast<std::int32_t>(code);
    const std::int32_t positive = signed_code >= 0 ? signed_code : code == 0x80000000U ? 0 : -signed_code;
    return positive % max_parallelism;
}

/// BinaryRowData, BinaryArrayData and BinaryMapData.hashCode (MurmurHashUtils.hashBytesByWords), and that of
/// BinaryStringData and BinaryRawValueData (hashBytes): words first, then each byte that is left over.
[[nodiscard]] std::int32_t hash_of_binary_data(Bytes bytes);

/// TimestampData.hashCode.
[[nodiscard]] constexpr std::int32_t hash_of_timestamp_data(std::int64_t ms, std::int32_t nano_of_ms) {
    return chain(hash_of_long(ms), nano_of_ms);
}

// Scala 2.11 and 2.12, which are those that Flink's Scala API exists for.

/// Statics.longHash, doubleHash and floatHash: `##` gives equal numbers of different types one hash.
[[nodiscard]] std::int32_t scala_hash_of_long(std::int64_t value);
[[nodiscard]] std::int32_t scala_hash_of_double(double value);
[[nodiscard]] std::int32_t scala_hash_of_float(float value);

/// MurmurHash3.productSeed. A product mixes the `##` of its elements into it and ends with their number.
inline constexpr std::uint32_t kScalaProductSeed = 0xcafebabe;

}  // namespace sp::java

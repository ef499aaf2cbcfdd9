#include "java/hash_codes.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

namespace sp::java {

std::int32_t hash_of_big_integer(Bytes twos_complement) {
    // The magnitude of a negative number: all bytes inverted before the last that is not 0, that one negated.
    const bool is_negative = !twos_complement.empty() && twos_complement.front() >= 0x80;
    std::size_t last = twos_complement.size();
    if (is_negative) {
        while (twos_complement[last - 1] == 0) {  // the first byte is not 0
            --last;
        }
    }
    std::uint32_t hash = 0;
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < twos_complement.size(); ++i) {
        std::uint8_t byte = twos_complement[i];
        if (is_negative && i < last) {
            byte = static_cast<std::uint8_t>(i + 1 == last ? -byte : ~byte);
        }
        word = word << 8 | byte;
        if ((twos_complement.size() - i) % 4 == 1) {
            hash = 31 * hash + word;
            word = 0;
        }
    }
    return wrapped(is_negative ? 0U - hash : hash);
}

std::int32_t hash_of_binary_data(Bytes bytes) {
    std::uint32_t hash = 42;
    std::size_t i = 0;
    for (; i + 4 <= bytes.size(); i += 4) {
        std::uint32_t word;  // in the order of the host that ran Flink, which is little-endian everywhere by now
        std::memcpy(&word, bytes.data() + i, sizeof word);
        hash = murmur_mix(hash, word);
    }
    for (; i < bytes.size(); ++i) {
        hash = murmur_mix(hash, static_cast<std::uint32_t>(static_cast<std::int8_t>(bytes[i])));
    }
    return wrapped(murmur_end(hash, static_cast<std::uint32_t>(bytes.size())));
}

namespace {

/// Java's cast of a floating point number: towards 0, to the nearest bound where it does not fit, NaN to 0.
template <class Integer, class Floating>
Integer java_cast(Floating value) {
    constexpr auto kBound = -static_cast<Floating>(std::numeric_limits<Integer>::min());  // 2^31 or 2^63, exact
    if (value != value) {
        return 0;
    }
    if (value >= kBound) {
        return std::numeric_limits<Integer>::max();
    }
    return value < -kBound ? std::numeric_limits<Integer>::min() : static_cast<Integer>(value);
}

}  // namespace

std::int32_t scala_hash_of_long(std::int64_t value) {
    const auto as_int = static_cast<std::int32_t>(value);
    return as_int == value ? as_int : hash_of_long(value);
}

std::int32_t scala_hash_of_double(double value) {
    if (const auto as_int = java_cast<std::int32_t>(value); static_cast<double>(as_int) == value) {
        return as_int;
    }
    if (const auto as_long = java_cast<std::int64_t>(value); static_cast<double>(as_long) == value) {
        return hash_of_long(as_long);
    }
    const auto as_float = static_cast<float>(value);
    return static_cast<double>(as_float) == value ? hash_of_float(as_float) : hash_of_double(value);
}

std::int32_t scala_hash_of_float(float value) {
    if (const auto as_int = java_cast<std::int32_t>(value); static_cast<float>(as_int) == value) {
        return as_int;
    }
    if (const auto as_long = java_cast<std::int64_t>(value); static_cast<float>(as_long) == value) {
        return hash_of_long(as_long);
    }
    return hash_of_float(value);
}

}  // namespace sp::java

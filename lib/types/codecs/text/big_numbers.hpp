#pragma once

// BigInteger and BigDecimal: decimal text of two's complement big-endian bytes as java.math prints it, without quotes,
// and back. The time grows with the square of the size, so sizes beyond kMaxBigNumberBytes are refused: they are
// damage or attack, not data.

#include <cstdint>
#include <optional>
#include <string_view>

#include "sp/bytes.hpp"

namespace sp::text {

inline constexpr std::size_t kMaxBigNumberBytes = std::size_t{1} << 16;

/// At most so many characters for a BigInteger of so many bytes: a byte has 2.41 decimal digits.
[[nodiscard]] constexpr std::size_t max_big_integer(std::size_t bytes) { return bytes * 5 / 2 + 24; }

/// java.math.BigInteger.toString(). nullptr if there are no bytes or more than kMaxBigNumberBytes.
char* write_big_integer(char* out, Bytes twos_complement);

/// At most so many characters for a BigDecimal, of any scale.
[[nodiscard]] constexpr std::size_t max_big_decimal(std::size_t bytes) { return max_big_integer(bytes) + 24; }

/// java.math.BigDecimal.toString(): scientific if the scale is negative or the adjusted exponent below -6. nullptr as above.
char* write_big_decimal(char* out, Bytes unscaled, std::int32_t scale);
/// max_big_decimal(8) bytes.
char* write_big_decimal(char* out, std::int64_t unscaled, std::int32_t scale);

struct BigDecimal {
    ByteVector unscaled;  ///< two's complement, big-endian, minimal (BigInteger.toByteArray)
    std::int32_t scale = 0;
};

/// What java.math.BigInteger(String) takes, ASCII digits only; minimal two's complement bytes.
[[nodiscard]] std::optional<ByteVector> parse_big_integer(std::string_view text);

/// What java.math.BigDecimal(String) takes, ASCII digits only: "1.50", "-1E+3", ".5", "5.".
[[nodiscard]] std::optional<BigDecimal> parse_big_decimal(std::string_view text);

/// The unscaled value for another scale, minimal; nothing if the number then is not the same, or has more than `precision` digits.
[[nodiscard]] std::optional<ByteVector> rescaled(Bytes unscaled, std::int32_t scale, std::int32_t precision,
                                                 std::int32_t new_scale);

}  // namespace sp::text

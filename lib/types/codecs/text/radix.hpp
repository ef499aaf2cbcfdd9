#pragma once

// Converts long natural numbers between base 2^32 and base 10^9: halves are converted and joined by multiplication in
// the target base (Karatsuba), so that a megabyte takes a second or two and not minutes, and nothing is ever divided.

#include <cstdint>
#include <vector>

namespace sp::text {

/// Least significant first; zero may be empty or have zeros on top.
using Limbs = std::vector<std::uint32_t>;

/// Base 2^32 to base 10^9, without zeros on top.
[[nodiscard]] Limbs binary_to_decimal(const Limbs& binary);

/// Base 10^9 to base 2^32, without zeros on top.
[[nodiscard]] Limbs decimal_to_binary(const Limbs& decimal);

}  // namespace sp::text

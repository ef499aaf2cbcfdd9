#pragma once

// Numbers from text, as input rows hold them: JSON's grammar, nothing lost without a word. "7.0" and "1e3" are integers;
// digits that a float or double cannot hold are an error where they were written as an integer, since only fractions are
// expected to be rounded.

#include <cstdint>
#include <string>
#include <string_view>

namespace sp::text {

enum class NumberStatus : std::uint8_t { kOk, kNotANumber, kLossy, kOutOfRange };

/// True for a number in JSON's grammar and nothing around it.
[[nodiscard]] bool is_json_number(std::string_view text);

/// The value as an integer of at most `bytes` bytes (1, 2, 4, 8).
[[nodiscard]] NumberStatus parse_integer(std::string_view text, int bytes, std::int64_t& value);

/// The value as an integer of any size: its digits, with '-' if it is negative.
[[nodiscard]] NumberStatus parse_whole_number(std::string_view text, std::string& digits);

/// Numbers, "NaN", "Infinity" and "-Infinity".
[[nodiscard]] NumberStatus parse_float(std::string_view text, float& value);
[[nodiscard]] NumberStatus parse_float(std::string_view text, double& value);

}  // namespace sp::text

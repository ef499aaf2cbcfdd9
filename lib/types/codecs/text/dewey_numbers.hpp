#pragma once

// DeweyNumber of Flink CEP, the version of a run of a pattern: "1.0.2", as Flink's own messages have it, for the digits 1, 0
// and 2, each an i4. Digits are ints and may have any number of places; no digits are "".

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sp/bytes.hpp"
#include "types/codecs/text/integers.hpp"

namespace sp::text {

/// At most so many characters for so many bytes of digits, with what write_dewey_number() writes past its end.
[[nodiscard]] constexpr std::size_t max_dewey_number(std::size_t bytes) { return 3 * bytes + kMaxInt; }

/// Without quotes.
char* write_dewey_number(char* out, Bytes digits);
[[nodiscard]] std::string dewey_number_text(Bytes digits);

/// Only what write_dewey_number() writes.
[[nodiscard]] std::optional<ByteVector> parse_dewey_number(std::string_view text);

}  // namespace sp::text

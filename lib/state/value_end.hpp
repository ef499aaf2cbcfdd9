#pragma once

// Heap snapshots, operator state and raw timers hold values without lengths: where one ends is known only when it has
// been decoded. This finds ends in a window that grows only as far as one value needs.

#include <cstddef>
#include <optional>
#include <string>

#include "io/windowed_reader.hpp"
#include "types/codecs/skipper.hpp"

namespace sp {

/// So many values of no bytes (NullValue) are taken where a count in front of them is all that tells of them: nothing
/// else bounds what a damaged count can ask for.
inline constexpr std::uint64_t kMaxEmptyValues = 65536;

/// As find_value_end, for values that must be looked at.
[[nodiscard]] std::optional<std::size_t> decode_to_value_end(WindowedReader& window, const codec::Skipper& skipper,
                                                             std::size_t from, bool may_move);

/// How many bytes behind the window's position a value ends that starts `from` bytes behind it; `from` must lie in the
/// window. Nothing if the window would have to move and `may_move` is false. Throws codec::DecodeFault where there is
/// no such value, or the source ends within it.
[[nodiscard]] inline std::optional<std::size_t> find_value_end(WindowedReader& window, const codec::Skipper& skipper,
                                                               std::size_t from, bool may_move) {
    const std::int64_t fixed = skipper.fixed_size();
    if (fixed >= 0 && static_cast<std::size_t>(fixed) <= window.available() - from) {
        return from + static_cast<std::size_t>(fixed);
    }
    return decode_to_value_end(window, skipper, from, may_move);
}

/// What is wrong with a value that starts at `begin`: "at its byte 3 expected …".
[[nodiscard]] std::string describe_fault(const codec::DecodeFault& fault, const std::uint8_t* begin);

}  // namespace sp

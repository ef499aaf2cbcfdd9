#pragma once

// Heap snapshots, operator state and raw timers hold values without lengths: where one ends is known only when it has been
// decoded. This finds ends in a window that grows only as far as one value needs.

#include <cstddef>
#include <optional>
#include <string>

#include "io/windowed_reader.hpp"
#include "types/codecs/interpreter.hpp"

namespace sp {

/// How many bytes behind the window's position a value ends that starts `from` bytes behind it; `from` must lie in the
/// window. Nothing if the window would have to move and `may_move` is false. Throws codec::DecodeFault where there is no
/// such value, or the source ends within it.
[[nodiscard]] std::optional<std::size_t> find_value_end(WindowedReader& window, const codec::Skipper& skipper, std::size_t from,
                                                        bool may_move);

/// The same, and the window may move.
[[nodiscard]] std::size_t require_value_end(WindowedReader& window, const codec::Skipper& skipper, std::size_t from);

/// What is wrong with a value that starts at `begin`: "at its byte 3 expected …".
[[nodiscard]] std::string describe_fault(const codec::DecodeFault& fault, const std::uint8_t* begin);

}  // namespace sp

#pragma once

// The forms that option values come in: sizes, ranges, numbers, A=B and U/S with backslash escapes, one of some words, and
// files with one value a line. What does not parse is a UsageError that says what was expected.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sp::cli {

/// Both ends belong to the range.
struct NumberRange {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
};

[[nodiscard]] std::uint64_t parse_number(std::string_view text);

/// "64M", "1G", "4096": bytes, with K, M, G, T as powers of 1024.
[[nodiscard]] std::uint64_t parse_size(std::string_view text);

/// "A-B" or "A".
[[nodiscard]] NumberRange parse_range(std::string_view text);

/// The two sides of the first `separator` that no backslash escapes; `\/ \= \\` stand for the characters themselves.
[[nodiscard]] std::pair<std::string, std::string> parse_pair(std::string_view text, char separator);

/// A text with the same escapes, and no separator.
[[nodiscard]] std::string unescape(std::string_view text);

/// "10m", "2h", "-7d", "500ms": ms. Units are ms, s, m, h and d.
[[nodiscard]] std::int64_t parse_duration(std::string_view text);

/// 32 hex digits, given back in lower case.
[[nodiscard]] std::string parse_operator_id(std::string_view text);

/// One of `words`; else the message lists them and names the nearest.
[[nodiscard]] std::string parse_word(std::string_view text, std::span<const std::string_view> words);

/// A whole file ("-": stdin). InputError if it cannot be read.
[[nodiscard]] std::string read_text(const std::string& path);

/// The lines of a file ("-": stdin) without their line ends; empty lines are left out. InputError if it cannot be read.
[[nodiscard]] std::vector<std::string> read_lines(const std::string& path);

/// The candidate with the fewest edits to `word`, or an empty text if none is near.
[[nodiscard]] std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace sp::cli

#include "common/option_values.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <limits>
#include <numeric>
#include <sstream>
#include <system_error>

#include "sp/error.hpp"

namespace sp::cli {

namespace {

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

/// The number at the start of `text`, which is moved behind it.
bool take_number(std::string_view& text, std::uint64_t& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc()) {
        return false;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

}  // namespace

std::uint64_t parse_number(std::string_view text) {
    std::string_view rest = text;
    std::uint64_t value = 0;
    if (!take_number(rest, value) || !rest.empty()) {
        throw UsageError(quoted(text) + " is not a whole number");
    }
    return value;
}

std::uint64_t parse_size(std::string_view text) {
    static constexpr std::string_view kUnits = "KMGT";
    std::string_view rest = text;
    std::uint64_t value = 0;
    bool is_good = take_number(rest, value);
    if (is_good && !rest.empty()) {
        const std::size_t unit = kUnits.find(rest.front());
        is_good = rest.size() == 1 && unit != std::string_view::npos;
        const auto shift = static_cast<unsigned>(is_good ? 10 * (unit + 1) : 0);
        is_good = is_good && value <= (std::numeric_limits<std::uint64_t>::max() >> shift);
        value <<= shift;
    }
    if (!is_good) {
        throw UsageError(quoted(text) + " is not a size such as 4096, 64M or 1G");
    }
    return value;
}

NumberRange parse_range(std::string_view text) {
    std::string_view rest = text;
    NumberRange range;
    bool is_good = take_number(rest, range.first);
    range.last = range.first;
    if (is_good && !rest.empty() && rest.front() == '-') {
        rest.remove_prefix(1);
        is_good = take_number(rest, range.last);
    }
    if (!is_good || !rest.empty() || range.last < range.first) {
        throw UsageError(quoted(text) + " is not a range such as 0-63 or 17");
    }
    return range;
}

std::pair<std::string, std::string> parse_pair(std::string_view text, char separator) {
    std::pair<std::string, std::string> sides;
    std::string* side = &sides.first;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char next = i + 1 < text.size() ? text[i + 1] : '\0';
        if (text[i] == '\\' && (next == '/' || next == '=' || next == '\\' || next == separator)) {
            *side += next;
            ++i;
        } else if (text[i] == separator && side == &sides.first) {
            side = &sides.second;
        } else {
            *side += text[i];
        }
    }
    if (side == &sides.first) {
        throw UsageError(quoted(text) + " has no '" + std::string(1, separator) + "'");
    }
    return sides;
}

std::string unescape(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char next = i + 1 < text.size() ? text[i + 1] : '\0';
        i += text[i] == '\\' && (next == '/' || next == '=' || next == '\\' || next == ':') ? 1 : 0;
        plain += text[i];
    }
    return plain;
}

std::int64_t parse_duration(std::string_view text) {
    static constexpr std::pair<std::string_view, std::int64_t> kUnits[] = {
        {"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}, {"d", 86'400'000}};
    std::int64_t number = 0;
    const std::string_view digits = text.starts_with('+') ? text.substr(1) : text;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const std::string_view unit(stop, static_cast<std::size_t>(digits.data() + digits.size() - stop));
    for (const auto& [name, size] : kUnits) {
        std::int64_t millis = 0;
        if (error == std::errc() && unit == name && !__builtin_mul_overflow(number, size, &millis)) {
            return millis;
        }
    }
    throw UsageError(quoted(text) + " is not a duration such as 500ms, 10m, 2h or -7d");
}

std::string parse_operator_id(std::string_view text) {
    std::string id;
    for (const char c : text) {
        const bool is_upper = c >= 'A' && c <= 'F';
        if (!is_upper && !(c >= 'a' && c <= 'f') && !(c >= '0' && c <= '9')) {
            break;
        }
        id += is_upper ? static_cast<char>(c - 'A' + 'a') : c;
    }
    if (id.size() != text.size() || id.size() != 32) {
        throw UsageError(quoted(text) + " is not an operator id of 32 hex digits");
    }
    return id;
}

std::string parse_word(std::string_view text, std::span<const std::string_view> words) {
    if (std::find(words.begin(), words.end(), text) != words.end()) {
        return std::string(text);
    }
    std::string message = quoted(text) + " is not one of";
    for (const std::string_view word : words) {
        message += " " + std::string(word);
    }
    if (const std::string_view near = nearest(text, words); !near.empty()) {
        message += "; did you mean " + std::string(near) + "?";
    }
    throw UsageError(std::move(message));
}

std::string read_text(const std::string& path) {
    const auto fail = [&] {
        throw InputError((path == "-" ? "stdin" : path) +
                         ": cannot be read: " + std::generic_category().message(errno));
    };
    const int fd = path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        fail();
    }
    std::string text;
    char buffer[64 * 1024];
    for (;;) {
        const ssize_t n = ::read(fd, buffer, sizeof buffer);
        if (n > 0) {
            text.append(buffer, static_cast<std::size_t>(n));
        } else if (n == 0) {
            break;
        } else if (errno != EINTR) {
            fail();
        }
    }
    if (fd != STDIN_FILENO) {
        ::close(fd);
    }
    return text;
}

std::vector<std::string> read_lines(const std::string& path) {
    std::istringstream in(read_text(path));
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // of UTF-8, as editors of Windows leave it
    std::vector<std::string> lines;
    std::string line;
    for (bool is_first = true; std::getline(in, line); is_first = false) {
        if (is_first && line.starts_with(kByteOrderMark)) {
            line.erase(0, kByteOrderMark.size());
        }
        if (!line.empty() && line.back() == '\r') {
            line.pop_back();
        }
        if (!line.empty()) {
            lines.push_back(line);
        }
    }
    return lines;
}

namespace {

/// Levenshtein's distance.
std::size_t edits(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t above = row[j + 1];
            row[j + 1] = std::min({above + 1, row[j] + 1, diagonal + (a[i] == b[j] ? 0U : 1U)});
            diagonal = above;
        }
    }
    return row.back();
}

}  // namespace

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
    std::string_view best;
    const std::size_t length = word.size() - std::min(word.size(), word.find_first_not_of('-'));
    std::size_t best_edits = std::max<std::size_t>(2, length / 3) + 1;
    for (const std::string_view candidate : candidates) {
        // A word cut short or one with more behind it is nearer than its length says.
        const bool is_prefix = word.size() > 3 && candidate.substr(0, word.size()) == word;
        const std::size_t distance = is_prefix ? 1 : edits(word, candidate);
        if (distance < best_edits) {
            best = candidate;
            best_edits = distance;
        }
    }
    return best;
}

}  // namespace sp::cli

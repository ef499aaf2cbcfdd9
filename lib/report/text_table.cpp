#include "report/text_table.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace sp {
namespace {

constexpr std::string_view kGap = "  ";

/// Characters rather than bytes; wide and combining ones are not told apart.
std::size_t width_of(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// C1 controls are U+0080 to U+009F, in UTF-8 C2 and one byte.
bool is_control(std::string_view text, std::size_t at) {
    const auto c = static_cast<unsigned char>(text[at]);
    if (c < 0x20 || c == 0x7F) {
        return true;
    }
    return c == 0xC2 && at + 1 < text.size() && static_cast<unsigned char>(text[at + 1]) < 0xA0;
}

void append_escaped(std::string& out, unsigned char c) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    switch (c) {
        case '\n': out += "\\n"; return;
        case '\t': out += "\\t"; return;
        case '\r': out += "\\r"; return;
        default: break;
    }
    out += "\\x";
    out += kDigits[c >> 4U];
    out += kDigits[c & 0xFU];
}

}  // namespace

std::string printable(std::string_view text) {
    std::string safe;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!is_control(text, i)) {
            safe += text[i];
            continue;
        }
        const bool is_two_bytes = static_cast<unsigned char>(text[i]) == 0xC2;
        i += is_two_bytes ? 1 : 0;
        append_escaped(safe, static_cast<unsigned char>(text[i]));
    }
    return safe;
}

std::string size_words(std::int64_t bytes) {
    std::string text = count_words(bytes, "byte");
    constexpr std::array kUnits = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    constexpr double kStep = 1024;
    if (bytes < static_cast<std::int64_t>(kStep)) {
        return text;
    }
    double value = static_cast<double>(bytes) / kStep;
    std::size_t unit = 0;
    while (value >= kStep && unit + 1 < kUnits.size()) {
        value /= kStep;
        ++unit;
    }
    std::array<char, 32> human{};
    std::snprintf(human.data(), human.size(), " (%.1f %s)", value, kUnits[unit]);
    return text + human.data();
}

std::string count_words(std::int64_t count, std::string_view thing) {
    return std::to_string(count) + " " + std::string(thing) + (count == 1 ? "" : "s");
}

std::string range_words(const std::vector<std::int32_t>& numbers) {
    std::string text;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t end = i + 1;
        while (end < numbers.size() && std::int64_t{numbers[end]} - numbers[end - 1] == 1) {
            ++end;
        }
        text += (text.empty() ? "" : ", ") + std::to_string(numbers[i]);
        if (end - i > 1) {
            text += (end - i == 2 ? ", " : "-") + std::to_string(numbers[end - 1]);
        }
        i = end;
    }
    return text;
}

std::string TextTable::text(std::string_view indent) const {
    std::size_t columns = headings_.size();
    for (const auto& row : rows_) {
        columns = std::max(columns, row.size());
    }
    std::vector<std::size_t> widths(columns, 0);
    for (const auto& row : rows_) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], width_of(row[i]));
        }
    }
    std::vector<std::vector<std::string>> lines = rows_;
    if (!headings_.empty()) {
        lines.insert(lines.begin(), headings_);
        for (std::size_t i = 0; i < headings_.size(); ++i) {
            widths[i] = widths[i] == 0 ? 0 : std::max(widths[i], width_of(headings_[i]));
        }
    }
    std::string out;
    for (const auto& row : lines) {
        std::string line(indent);
        bool is_first = true;
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (widths[i] == 0) {
                continue;
            }
            line += is_first ? std::string_view() : kGap;
            is_first = false;
            line += row[i] + std::string(widths[i] - std::min(widths[i], width_of(row[i])), ' ');
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    }
    return out;
}

}  // namespace sp

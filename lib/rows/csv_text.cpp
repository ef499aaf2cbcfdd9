#include "rows/csv_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include "sp/error.hpp"

namespace sp::rows {
namespace {

constexpr std::array<bool, 256> kNeedsQuotes = [] {
    std::array<bool, 256> table{};
    for (const char c : {'"', ',', '\r', '\n'}) {
        table[static_cast<unsigned char>(c)] = true;
    }
    return table;
}();

bool needs_quotes(std::string_view text) {
    bool needs = text.empty();
    for (const char c : text) {
        needs |= kNeedsQuotes[static_cast<unsigned char>(c)];
    }
    return needs;
}

/// Needs 2 * size + 2 bytes.
char* write_quoted(char* at, std::string_view text) {
    *at++ = '"';
    while (!text.empty()) {
        const std::size_t quote = text.find('"');
        const std::size_t piece = quote == std::string_view::npos ? text.size() : quote + 1;
        std::memcpy(at, text.data(), piece);
        at += piece;
        if (quote != std::string_view::npos) {
            *at++ = '"';
        }
        text.remove_prefix(piece);
    }
    *at++ = '"';
    return at;
}

void append_utf8(std::string& out, unsigned unit) {
    if (unit < 0x80) {
        out += static_cast<char>(unit);
    } else if (unit < 0x800) {
        out += static_cast<char>(0xC0 | unit >> 6);
        out += static_cast<char>(0x80 | (unit & 0x3F));
    } else {
        out += static_cast<char>(0xE0 | unit >> 12);
        out += static_cast<char>(0x80 | (unit >> 6 & 0x3F));
        out += static_cast<char>(0x80 | (unit & 0x3F));
    }
}

}  // namespace

CsvText::CsvText(std::string null_text) : null_text_(std::move(null_text)) {
    if (!null_text_.empty() && needs_quotes(null_text_)) {
        throw UsageError("--null '" + null_text_ +
                         "': a text with a comma, a quote or a line end cannot stand for null");
    }
}

void append_unescaped(std::string& out, std::string_view json) {
    static constexpr std::string_view kLetters = "bfnrt";
    static constexpr std::string_view kControls = "\b\f\n\r\t";
    json = json.substr(1, json.size() - 2);
    while (!json.empty()) {
        const std::size_t escape = std::min(json.find('\\'), json.size());
        out += json.substr(0, escape);
        json.remove_prefix(escape);
        if (json.size() < 2) {
            return;
        }
        const std::size_t letter = kLetters.find(json[1]);
        if (json[1] == 'u' && json.size() >= 6) {
            unsigned unit = 0;
            std::from_chars(json.data() + 2, json.data() + 6, unit, 16);
            append_utf8(out, unit);
            json.remove_prefix(4);
        } else {
            out += letter == std::string_view::npos ? json[1] : kControls[letter];
        }
        json.remove_prefix(2);
    }
}

std::string_view CsvText::bare(std::string_view json) {
    if (!json.starts_with('"')) {
        return json;
    }
    if (json.find('\\') == std::string_view::npos) {
        return json.substr(1, json.size() - 2);
    }
    unescaped_.clear();
    append_unescaped(unescaped_, json);
    return unescaped_;
}

char* CsvText::write(char* at, std::string_view text) const {
    if (needs_quotes(text) || text == null_text_) {
        return write_quoted(at, text);
    }
    return std::copy(text.begin(), text.end(), at);
}

std::string CsvText::field(std::string_view text) const {
    std::string field(2 * text.size() + 2, '\0');
    field.resize(static_cast<std::size_t>(write(field.data(), text) - field.data()));
    return field;
}

}  // namespace sp::rows

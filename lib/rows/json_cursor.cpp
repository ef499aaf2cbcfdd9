#include "rows/json_cursor.hpp"

#include <simdjson.h>

#include <vector>

#include "rows/json_scan.hpp"
#include "sp/error.hpp"

namespace sp::rows {
namespace {

void append_utf8(std::string& out, unsigned code) {
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += {static_cast<char>(0xC0 | code >> 6), static_cast<char>(0x80 | (code & 0x3F))};
    } else if (code < 0x10000) {
        out += {static_cast<char>(0xE0 | code >> 12), static_cast<char>(0x80 | (code >> 6 & 0x3F)),
                static_cast<char>(0x80 | (code & 0x3F))};
    } else {
        out += {static_cast<char>(0xF0 | code >> 18), static_cast<char>(0x80 | (code >> 12 & 0x3F)),
                static_cast<char>(0x80 | (code >> 6 & 0x3F)), static_cast<char>(0x80 | (code & 0x3F))};
    }
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

bool is_utf8(std::string_view text) { return simdjson::validate_utf8(text.data(), text.size()); }

JsonCursor::JsonCursor(std::string_view text, Encoding encoding) : text_(text) {
    if (encoding == Encoding::kUnchecked && !is_utf8(text)) {
        throw InputError("the JSON text is not UTF-8");
    }
}

void JsonCursor::fail(std::string_view problem) const {
    throw InputError(std::string(problem) + " at byte " + std::to_string(at_) + " of the JSON text");
}

void JsonCursor::skip_blanks() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r')) {
        ++at_;
    }
}

JsonCursor::Kind JsonCursor::peek() {
    skip_blanks();
    switch (next_char()) {
        case '{': return Kind::kObject;
        case '[': return Kind::kArray;
        case '"': return Kind::kString;
        case 't': return Kind::kTrue;
        case 'f': return Kind::kFalse;
        case 'n': return Kind::kNull;
        default:
            if (next_char() != '-' && !is_digit(next_char())) {
                fail(at_ == text_.size() ? "a value is missing" : "a character that starts no value");
            }
            return Kind::kNumber;
    }
}

void JsonCursor::literal() {
    for (const std::string_view word : {"null", "true", "false"}) {
        if (text_.substr(at_, word.size()) == word) {
            at_ += word.size();
            return;
        }
    }
    fail("a word other than null, true and false");
}

void JsonCursor::digits() {
    if (!is_digit(next_char())) {
        fail("a digit is missing");
    }
    while (is_digit(next_char())) {
        ++at_;
    }
}

std::string_view JsonCursor::number() {
    const std::size_t start = at_;
    at_ += next_char() == '-' ? 1 : 0;
    if (next_char() == '0') {
        ++at_;
        if (is_digit(next_char())) {
            fail("a number with a leading zero");
        }
    } else {
        digits();
    }
    if (next_char() == '.') {
        ++at_;
        digits();
    }
    if (next_char() == 'e' || next_char() == 'E') {
        ++at_;
        at_ += next_char() == '-' || next_char() == '+' ? 1 : 0;
        digits();
    }
    return text_.substr(start, at_ - start);
}

void JsonCursor::string(std::string& content) {
    content.clear();
    ++at_;  // the quote that peek() saw
    for (;;) {
        const std::size_t start = at_;
        at_ = find_string_special(text_, at_);
        content.append(text_, start, at_ - start);
        if (at_ == text_.size()) {
            fail("a string without an end");
        }
        const char c = text_[at_];
        if (c == '"') {
            ++at_;
            return;
        }
        if (c != '\\') {
            fail("a control character in a string");
        }
        ++at_;
        escape(content);
    }
}

void JsonCursor::escape(std::string& content) {
    static constexpr std::string_view kNames = "\"\\/bfnrt";
    static constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    const char c = next_char();
    if (const std::size_t known = kNames.find(c); at_ < text_.size() && known != std::string_view::npos) {
        ++at_;
        content += kMeanings[known];
        return;
    }
    if (c != 'u') {
        fail("an escape that JSON does not have");
    }
    ++at_;
    unsigned code = hex4();
    if (code >= 0xD800 && code < 0xDC00 && text_.substr(at_, 2) == "\\u") {
        const std::size_t second = at_;
        at_ += 2;
        const unsigned low = hex4();
        if (low >= 0xDC00 && low < 0xE000) {
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        } else {
            at_ = second;
        }
    }
    append_utf8(content, code);
}

unsigned JsonCursor::hex4() {
    unsigned value = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
        const char c = next_char();
        const char lower = static_cast<char>(c | 0x20);
        if (is_digit(c)) {
            value = value << 4 | static_cast<unsigned>(c - '0');
        } else if (lower >= 'a' && lower <= 'f') {
            value = value << 4 | static_cast<unsigned>(lower - 'a' + 10);
        } else {
            fail("\\u without four hexadecimal digits");
        }
    }
    return value;
}

void JsonCursor::expect(char c, std::string_view what) {
    skip_blanks();
    if (next_char() != c || at_ == text_.size()) {
        fail(std::string(what) + " does not begin");
    }
    ++at_;
}

bool JsonCursor::next_part(char closing, bool is_first) {
    skip_blanks();
    if (next_char() == closing) {
        ++at_;
        return false;
    }
    if (!is_first) {
        if (next_char() != ',') {
            fail(closing == '}' ? "expected ',' or '}'" : "expected ',' or ']'");
        }
        ++at_;
    }
    return true;
}

bool JsonCursor::next_element(bool is_first) { return next_part(']', is_first); }

bool JsonCursor::next_member(std::string& name, bool is_first) {
    if (!next_part('}', is_first)) {
        return false;
    }
    skip_blanks();
    if (next_char() != '"') {
        fail("expected the name of a member");
    }
    string(name);
    expect(':', "the value of a member");
    return true;
}

void JsonCursor::skip_string() {
    for (++at_; at_ < text_.size(); ++at_) {
        at_ = find_string_special(text_, at_);
        if (next_char() == '"') {
            ++at_;
            return;
        }
        at_ += next_char() == '\\' ? 1 : 0;
    }
    at_ = text_.size();
    fail("a string without an end");
}

void JsonCursor::skip() {
    std::vector<bool> is_object;  // of the open objects and arrays
    std::string name;
    bool is_first = false;
    do {
        bool opens = false;
        switch (peek()) {
            case Kind::kObject:
            case Kind::kArray:
                is_object.push_back(next_char() == '{');
                ++at_;
                opens = true;
                break;
            case Kind::kString: skip_string(); break;
            case Kind::kNumber: static_cast<void>(number()); break;
            default: literal();
        }
        is_first = opens;
        while (!is_object.empty() && !(is_object.back() ? next_member(name, is_first) : next_element(is_first))) {
            is_object.pop_back();
            is_first = false;
        }
    } while (!is_object.empty());
}

void JsonCursor::expect_end() {
    skip_blanks();
    if (at_ != text_.size()) {
        fail("text behind the value");
    }
}

}  // namespace sp::rows

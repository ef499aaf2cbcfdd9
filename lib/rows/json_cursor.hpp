#pragma once

// JsonCursor: reads one JSON text from front to back, guided by a caller who knows what should come. Unlike a parser that
// builds a tree it keeps what such a tree loses: the digits of a number as they stand, lone surrogates in \uXXXX escapes,
// the places of members, so that one can come back to them.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sp::rows {

[[nodiscard]] bool is_utf8(std::string_view text);

class JsonCursor {
public:
    /// Whether somebody has looked already.
    enum class Encoding : std::uint8_t { kUnchecked, kUtf8 };

    /// Throws an InputError if the text is not UTF-8. The text must outlive the cursor.
    explicit JsonCursor(std::string_view text, Encoding encoding = Encoding::kUnchecked);

    enum class Kind : std::uint8_t { kObject, kArray, kString, kNumber, kTrue, kFalse, kNull };

    /// What comes next; blanks before it are passed over.
    [[nodiscard]] Kind peek();

    /// null, true or false.
    void literal();
    /// A number's text, in JSON's grammar.
    [[nodiscard]] std::string_view number();
    /// A string's content as WTF-8: escaped surrogates that form a pair are joined, others are kept.
    void string(std::string& content);
    /// Any value, in a loop and not by recursion: texts can nest as deep as they are long.
    void skip();

    void begin_object() { expect('{', "an object"); }
    /// Before each member; false behind the last. The cursor then stands at the member's value.
    [[nodiscard]] bool next_member(std::string& name, bool is_first);
    void begin_array() { expect('[', "an array"); }
    [[nodiscard]] bool next_element(bool is_first);

    /// Nothing but blanks may follow.
    void expect_end();

    [[nodiscard]] std::size_t position() const { return at_; }
    void go_to(std::size_t position) { at_ = position; }
    [[nodiscard]] std::string_view text() const { return text_; }

    /// Throws the InputError "<problem> at byte <n> of the JSON text".
    [[noreturn]] void fail(std::string_view problem) const;

private:
    [[nodiscard]] char next_char() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    void skip_blanks();
    void skip_string();
    void expect(char c, std::string_view what);
    [[nodiscard]] bool next_part(char closing, bool is_first);
    void digits();
    void escape(std::string& content);
    [[nodiscard]] unsigned hex4();

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace sp::rows

#pragma once

// JSON values as fields of CSV (RFC 4180, lines end with LF): scalars bare, arrays and objects as JSON text, null as an empty
// field or as the text chosen for it. A text that could be taken for null is quoted.

#include <string>
#include <string_view>

namespace sp::rows {

class CsvText {
public:
    /// `null_text` must be one that needs no quotes: UsageError otherwise.
    explicit CsvText(std::string null_text);

    // `Out` is an OutputBuffer or a RowText.

    /// A JSON value as our printers write it.
    template <class Out>
    void json(Out& out, std::string_view json) {
        json == "null" ? null(out) : text(out, bare(json));
    }

    /// Any text, which is not null.
    template <class Out>
    void text(Out& out, std::string_view text) const {
        out.commit(write(out.reserve(2 * text.size() + 2), text));
    }

    template <class Out>
    void null(Out& out) const {
        out.append(null_text_);
    }

    /// The same apart from an output.
    [[nodiscard]] std::string field(std::string_view text) const;

private:
    /// What stands in the field: of a string its characters, of all else the JSON.
    [[nodiscard]] std::string_view bare(std::string_view json);
    /// Needs 2 * size + 2 bytes.
    [[nodiscard]] char* write(char* at, std::string_view text) const;

    std::string null_text_;
    std::string unescaped_;
};

/// Appends what the JSON string `json` (with its quotes) stands for, lone surrogates in their three-byte form.
void append_unescaped(std::string& out, std::string_view json);

}  // namespace sp::rows

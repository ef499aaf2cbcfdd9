#pragma once

// JSON values as fields of CSV (RFC 4180, lines end with LF): scalars bare, arrays and objects as JSON text, null as an empty
// field or as the text chosen for it. A text that could be taken for null is quoted.

#include <string>
#include <string_view>

#include "io/output.hpp"

namespace sp::rows {

class CsvText {
public:
    /// `null_text` must be one that needs no quotes: UsageError otherwise.
    explicit CsvText(std::string null_text);

    /// A JSON value as our printers write it.
    void json(OutputBuffer& out, std::string_view json);

    /// Any text, which is not null.
    void text(OutputBuffer& out, std::string_view text) const;

    /// The same apart from an output.
    [[nodiscard]] std::string field(std::string_view text) const;

    void null(OutputBuffer& out) const { out.append(null_text_); }

private:
    std::string null_text_;
    std::string unescaped_;
};

/// Appends what the JSON string `json` (with its quotes) stands for, lone surrogates in their three-byte form.
void append_unescaped(std::string& out, std::string_view json);

}  // namespace sp::rows

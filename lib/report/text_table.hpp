#pragma once

// Text for terminals: aligned columns, sizes in bytes and in words, and names from outside made safe to print.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sp {

/// Control characters, which could break lines or steer the terminal, as \n, \t or \xNN.
[[nodiscard]] std::string printable(std::string_view text);

/// "12063 bytes (11.8 KiB)"; "512 bytes".
[[nodiscard]] std::string size_words(std::int64_t bytes);

/// "1 file", "2 files".
[[nodiscard]] std::string count_words(std::int64_t count, std::string_view thing);

/// "0-2, 5" of ascending numbers.
[[nodiscard]] std::string range_words(const std::vector<std::int32_t>& numbers);

/// Rows of columns as wide as their widest cell. A column that is empty in all rows is left out with its heading; the last
/// one is not padded.
class TextTable {
public:
    explicit TextTable(std::vector<std::string> headings = {}) : headings_(std::move(headings)) {}

    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
    [[nodiscard]] bool empty() const { return rows_.empty(); }

    /// Lines that begin with `indent`.
    [[nodiscard]] std::string text(std::string_view indent = "") const;

private:
    std::vector<std::string> headings_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace sp

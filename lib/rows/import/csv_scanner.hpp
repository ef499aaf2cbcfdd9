#pragma once

// Finds the ends of CSV records: line ends outside of quoted fields. A quote opens a field only at its beginning, so that a
// stray one does not take the lines behind it.

#include <cstdint>

namespace sp::rows {

class CsvScanner {
public:
    /// Whether the record ends with this character, which comes behind those before.
    [[nodiscard]] bool ends_record(char c) {
        if (c == '"') {
            is_quoted_ = is_at_start_ || can_go_on_ ? !is_quoted_ : is_quoted_;
            can_go_on_ = can_go_on_ || is_at_start_;  // a doubled quote ends the field and begins it again
            is_at_start_ = false;
            return false;
        }
        if (is_quoted_) {
            return false;
        }
        is_at_start_ = c == ',' || c == '\n';
        can_go_on_ = false;
        return c == '\n';
    }

private:
    bool is_at_start_ = true;  ///< of a field
    bool is_quoted_ = false;
    bool can_go_on_ = false;  ///< in a field that began with a quote
};

}  // namespace sp::rows

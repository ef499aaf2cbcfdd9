#pragma once

// A row as its named parts, before they are given a meaning: texts of JSON values, or the bare texts of CSV.

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "rows/json_cursor.hpp"

namespace sp::rows {

enum class RowPart : std::uint8_t {
    kUid,
    kOperator,
    kState,
    kKind,
    kTimer,
    kService,
    kSubtask,
    kIndex,
    kKey,
    kNamespace,
    kMapKey,
    kValue,
    kTtlTimestamp,
    kTimestamp,
    kEventTimestamp,
    kEventTime,
    kProcessingTime,
    kIgnored,  ///< raw bytes and key groups, which follow from the rest
};
inline constexpr std::size_t kRowPartCount = static_cast<std::size_t>(RowPart::kIgnored) + 1;

/// What the part is called in rows.
[[nodiscard]] std::string_view name_of(RowPart part);

/// Its position by name; kRowPartCount if none has it.
[[nodiscard]] std::size_t find_row_part(std::string_view name);

struct RowField {
    enum class Form : std::uint8_t { kAbsent, kJson, kBare, kNull };

    Form form = Form::kAbsent;
    std::string_view text;

    /// Absent, or null.
    [[nodiscard]] bool is_empty() const { return form == Form::kAbsent || form == Form::kNull; }
};

/// Sets of parts, a bit each.
using RowParts = std::uint32_t;

[[nodiscard]] constexpr RowParts bit_of(RowPart part) { return RowParts{1} << static_cast<unsigned>(part); }

template <class... Part>
[[nodiscard]] constexpr RowParts parts_of(Part... part) {
    return (bit_of(part) | ...);
}

class RowFields {
public:
    [[nodiscard]] const RowField& operator[](RowPart part) const { return fields_[static_cast<std::size_t>(part)]; }

    void set(RowPart part, const RowField& field) {
        fields_[static_cast<std::size_t>(part)] = field;
        there_ |= bit_of(part);
        given_ |= field.is_empty() ? 0 : bit_of(part);
    }
    void clear() {
        for (RowParts rest = there_; rest != 0; rest &= rest - 1) {
            fields_[static_cast<std::size_t>(std::countr_zero(rest))] = {};
        }
        there_ = given_ = 0;
    }

    [[nodiscard]] bool has(RowPart part) const { return (there_ & bit_of(part)) != 0; }  ///< null or not
    [[nodiscard]] RowParts there() const { return there_; }                              ///< null or not
    [[nodiscard]] RowParts given() const { return given_; }                              ///< that are not null

private:
    std::array<RowField, kRowPartCount> fields_;
    RowParts there_ = 0;
    RowParts given_ = 0;
};

/// Cuts a JSON object, whose text is UTF-8, into its fields; slices of `line`. InputError for what is no object, an unknown member, or one that
/// stands twice.
void read_json_fields(std::string_view line, RowFields& fields);

/// Whether a field's text is known to be UTF-8: what comes from JSON is.
[[nodiscard]] constexpr JsonCursor::Encoding encoding_of(const RowField& field) {
    return field.form == RowField::Form::kJson ? JsonCursor::Encoding::kUtf8 : JsonCursor::Encoding::kUnchecked;
}

/// The text that a field stands for: of JSON a string's content. `buffer` holds it where it is escaped. InputError if it is
/// no text.
[[nodiscard]] std::string_view text_of(const RowField& field, RowPart part, std::string& buffer);

/// InputError if it is no integer.
[[nodiscard]] std::int64_t integer_of(const RowField& field);
[[nodiscard]] std::int64_t integer_of(const RowField& field, RowPart part);  ///< with its name in front

}  // namespace sp::rows

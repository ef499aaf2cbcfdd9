#pragma once

// A row as its named parts, before they are given a meaning: texts of JSON values, or the bare texts of CSV.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

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

class RowFields {
public:
    [[nodiscard]] const RowField& operator[](RowPart part) const { return fields_[static_cast<std::size_t>(part)]; }
    [[nodiscard]] RowField& operator[](RowPart part) { return fields_[static_cast<std::size_t>(part)]; }
    void clear() { fields_.fill({}); }

private:
    std::array<RowField, kRowPartCount> fields_;
};

/// Cuts a JSON object into its fields; slices of `line`. InputError for what is no object, an unknown member, or one that
/// stands twice.
void read_json_fields(std::string_view line, RowFields& fields);

/// The text that a field stands for: of JSON a string's content. `buffer` holds it where it is escaped. InputError if it is
/// no text.
[[nodiscard]] std::string_view text_of(const RowField& field, RowPart part, std::string& buffer);

/// InputError if it is no integer.
[[nodiscard]] std::int64_t integer_of(const RowField& field);
[[nodiscard]] std::int64_t integer_of(const RowField& field, RowPart part);  ///< with its name in front

}  // namespace sp::rows

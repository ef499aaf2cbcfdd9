#include "rows/import/row_columns.hpp"

#include <algorithm>
#include <set>

#include "sp/error.hpp"
#include "types/codecs/type_shape.hpp"
#include "types/schema/name_suggestions.hpp"

namespace sp::rows {
namespace {

/// A JSON string of any text.
void append_quoted(std::string& json, std::string_view text) {
    static constexpr char kDigits[] = "0123456789abcdef";
    json += '"';
    const auto byte_at = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : static_cast<unsigned char>(0);
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const auto byte = byte_at(i);
        if (byte == 0xED && byte_at(i + 1) >= 0xA0 && byte_at(i + 2) >= 0x80) {  // a lone surrogate, in three bytes
            const unsigned unit = 0xD000U | (byte_at(i + 1) & 0x3FU) << 6U | (byte_at(i + 2) & 0x3FU);
            json += "\\u";
            for (int shift = 12; shift >= 0; shift -= 4) {
                json += kDigits[unit >> shift & 15U];
            }
            i += 2;
        } else if (c == '"' || c == '\\') {
            json += '\\';
            json += c;
        } else if (byte < 0x20) {
            json += "\\u00";
            json += kDigits[byte >> 4U];
            json += kDigits[byte & 15U];
        } else {
            json += c;
        }
    }
    json += '"';
}

/// Whether CSV has the JSON text of such a value, and not its bare characters.
bool is_json_in_csv(const Type& type) {
    return codec::is_object(type) || codec::is_sequence(type) || codec::is_map(type) || codec::is_choice(type.kind) ||
           codec::has_value_like_null(type.kind) || type.kind == TypeKind::kVoid || type.kind == TypeKind::kBoolean ||
           type.kind == TypeKind::kBooleanValue;
}

}  // namespace

std::vector<std::string> read_header(const std::vector<CsvField>& header, const RenamedColumns& columns) {
    std::vector<std::string> names;
    for (const CsvField& field : header) {
        names.emplace_back(field.text);
    }
    std::set<std::size_t> renamed;
    for (const auto& [column, field] : columns) {
        std::vector<std::string> originals;
        std::size_t found = header.size();
        for (std::size_t i = 0; i < header.size(); ++i) {
            originals.emplace_back(header[i].text);
            found = header[i].text == column ? i : found;
        }
        if (found == header.size()) {
            throw UsageError("--column: the rows have no column '" + column +
                             "'; there are:" + list_nearest(column, originals));
        }
        names[found] = field;
    }
    std::set<std::string> known;
    for (const std::string& name : names) {
        if (!name.empty() && !known.insert(name).second) {
            throw InputError("the column '" + name + "' stands twice");
        }
    }
    return names;
}

bool is_header_of_entries(const std::vector<std::string>& names) {
    const auto has = [&](std::string_view name) { return std::find(names.begin(), names.end(), name) != names.end(); };
    // A state can be called `timer`: that of temporal joins of SQL is.
    return (has("state") && has("value")) || (has("timer") && has("timestamp")) ||
           (has("service") && has("event_time") && has("processing_time"));
}

RowField field_of(const CsvField& field, const std::optional<std::string>& null_text) {
    const bool is_null = !field.is_quoted && (field.text.empty() || (null_text && field.text == *null_text));
    return {is_null ? RowField::Form::kNull : RowField::Form::kBare, field.text};
}

bool KeyParts::are_all_null() const {
    return std::all_of(parts_.begin(), parts_.end(),
                       [](const Part& part) { return part.field.form == RowField::Form::kNull; });
}

RowField KeyParts::join(const Type& key) {
    const Type& type = codec::printed_type(key);
    if (!codec::is_object(type)) {
        throw InputError("key." + std::string(parts_.front().member) + ": the key has no fields");
    }
    json_ = "{";
    for (const Part& part : parts_) {
        json_ += json_.size() == 1 ? "" : ",";
        append_quoted(json_, (part.member.starts_with('@') ? "@" : "") + std::string(part.member));
        json_ += ':';
        std::size_t index = 0;
        const std::size_t count = codec::field_count(type, 0);
        while (index < count && codec::field_name(type, index, 0) != part.member) {
            ++index;
        }
        if (index == count) {
            throw InputError("key." + std::string(part.member) + ": the key has no such field");
        }
        if (part.field.form == RowField::Form::kNull) {
            json_ += "null";
        } else if (is_json_in_csv(codec::printed_type(codec::field_type(type, index, 0)))) {
            json_ += part.field.text;
        } else {
            append_quoted(json_, part.field.text);
        }
    }
    json_ += '}';
    return {RowField::Form::kJson, json_};
}

}  // namespace sp::rows

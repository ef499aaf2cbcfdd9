#include "rows/import/row_fields.hpp"

#include <vector>

#include "rows/json_cursor.hpp"
#include "sp/error.hpp"
#include "types/codecs/text/number_input.hpp"
#include "types/name_suggestions.hpp"

namespace sp::rows {
namespace {

struct PartName {
    std::string_view name;
    RowPart part;
};

constexpr PartName kNames[] = {
    {"uid", RowPart::kUid},
    {"operator", RowPart::kOperator},
    {"state", RowPart::kState},
    {"kind", RowPart::kKind},
    {"timer", RowPart::kTimer},
    {"service", RowPart::kService},
    {"subtask", RowPart::kSubtask},
    {"index", RowPart::kIndex},
    {"key", RowPart::kKey},
    {"namespace", RowPart::kNamespace},
    {"map_key", RowPart::kMapKey},
    {"value", RowPart::kValue},
    {"ttl_timestamp", RowPart::kTtlTimestamp},
    {"timestamp", RowPart::kTimestamp},
    {"event_timestamp", RowPart::kEventTimestamp},
    {"event_time", RowPart::kEventTime},
    {"processing_time", RowPart::kProcessingTime},
    {"raw", RowPart::kIgnored},
    {"raw_key", RowPart::kIgnored},
    {"raw_namespace", RowPart::kIgnored},
    {"raw_map_key", RowPart::kIgnored},
    {"raw_value", RowPart::kIgnored},
    {"key_group", RowPart::kIgnored},
};

[[noreturn]] void fail_unknown(const std::string& name) {
    std::vector<std::string> names;
    for (const PartName& known : kNames) {
        if (known.part != RowPart::kIgnored) {
            names.emplace_back(known.name);
        }
    }
    throw InputError("no member '" + name + "' is known in rows; there are:" + list_nearest(name, names));
}

/// Of a JSON string without escapes the content, else nothing.
bool plain_content(std::string_view json, std::string_view& content) {
    if (json.size() < 2 || json[0] != '"' || json.find('\\') != std::string_view::npos) {
        return false;
    }
    content = json.substr(1, json.size() - 2);
    return true;
}

}  // namespace

std::string_view name_of(RowPart part) {
    for (const PartName& known : kNames) {
        if (known.part == part) {
            return known.name;
        }
    }
    return "";
}

std::size_t find_row_part(std::string_view name) {
    for (const PartName& known : kNames) {
        if (known.name == name) {
            return static_cast<std::size_t>(known.part);
        }
    }
    return kRowPartCount;
}

void read_json_fields(std::string_view line, RowFields& fields) {
    fields.clear();
    JsonCursor cursor(line);
    if (cursor.peek() != JsonCursor::Kind::kObject) {
        throw InputError("a row is a JSON object");
    }
    cursor.begin_object();
    std::string name;
    for (bool is_first = true; cursor.next_member(name, is_first); is_first = false) {
        const std::size_t part = find_row_part(name);
        if (part == kRowPartCount) {
            fail_unknown(name);
        }
        RowField& field = fields[static_cast<RowPart>(part)];
        if (field.form != RowField::Form::kAbsent && static_cast<RowPart>(part) != RowPart::kIgnored) {
            throw InputError("the member '" + name + "' stands twice");
        }
        const bool is_null = cursor.peek() == JsonCursor::Kind::kNull;
        const std::size_t start = cursor.position();
        cursor.skip();
        field.text = line.substr(start, cursor.position() - start);
        field.form = is_null ? RowField::Form::kNull : RowField::Form::kJson;
    }
    cursor.expect_end();
}

std::string_view text_of(const RowField& field, RowPart part, std::string& buffer) {
    if (field.form == RowField::Form::kBare) {
        return field.text;
    }
    std::string_view content;
    if (plain_content(field.text, content)) {
        return content;
    }
    JsonCursor cursor(field.text);
    if (cursor.peek() != JsonCursor::Kind::kString) {
        throw InputError(std::string(name_of(part)) + ": expected a string, found " + std::string(field.text));
    }
    cursor.string(buffer);
    return buffer;
}

std::int64_t integer_of(const RowField& field, RowPart part) {
    try {
        return integer_of(field);
    } catch (const InputError& error) {
        throw InputError(std::string(name_of(part)) + ": " + error.what());
    }
}

std::int64_t integer_of(const RowField& field) {
    std::string_view text = field.text;
    static_cast<void>(plain_content(field.text, text));  // numbers can be given as strings
    std::int64_t value = 0;
    if (text::parse_integer(text, 8, value) != text::NumberStatus::kOk) {
        throw InputError("expected an integer, found " + std::string(field.text));
    }
    return value;
}

}  // namespace sp::rows

#include "rows/import/row_fields.hpp"

#include <algorithm>
#include <vector>

#include "rows/json_cursor.hpp"
#include "rows/json_scan.hpp"
#include "sp/error.hpp"
#include "types/codecs/text/number_input.hpp"
#include "types/schema/name_suggestions.hpp"

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
    {"view", RowPart::kIgnored},
    {"raw", RowPart::kIgnored},
    {"raw_key", RowPart::kIgnored},
    {"raw_namespace", RowPart::kIgnored},
    {"raw_map_key", RowPart::kIgnored},
    {"raw_value", RowPart::kIgnored},
    {"key_group", RowPart::kIgnored},
};

/// The names by their length.
class NamesByLength {
public:
    static constexpr std::size_t kLongest = 15;

    constexpr NamesByLength() {
        std::size_t count = 0;
        for (std::size_t length = 0; length <= kLongest; ++length) {
            begin_[length] = count;
            for (const PartName& name : kNames) {
                if (name.name.size() == length) {
                    sorted_[count++] = name;
                }
            }
        }
        begin_[kLongest + 1] = count;
    }

    [[nodiscard]] constexpr const PartName* first(std::size_t length) const {
        return sorted_.data() + begin_[std::min(length, kLongest + 1)];
    }
    [[nodiscard]] constexpr const PartName* last(std::size_t length) const {
        return sorted_.data() + begin_[std::min(length, kLongest) + 1];
    }

private:
    std::array<PartName, std::size(kNames)> sorted_{};
    std::array<std::size_t, kLongest + 2> begin_{};
};

constexpr NamesByLength kByLength;
static_assert(kByLength.last(NamesByLength::kLongest) - kByLength.first(0) == std::size(kNames));

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
    // Names of one length are few.
    for (const PartName* known = kByLength.first(name.size()); known != kByLength.last(name.size()); ++known) {
        // Most differ in their last character; a call to compare a few bytes costs more than all of that.
        if (known->name.back() == name.back() && known->name == name) {
            return static_cast<std::size_t>(known->part);
        }
    }
    return kRowPartCount;
}

namespace {

/// Behind a string whose opening quote stands at `at`; npos if it does not end, or holds a control character.
std::size_t end_of_string(std::string_view line, std::size_t at) {
    for (++at;; at += 2) {
        at = find_string_special(line, at);
        if (at >= line.size() || (line[at] != '"' && line[at] != '\\')) {
            return std::string_view::npos;
        }
        if (line[at] == '"') {
            return at + 1;
        }
    }
}

/// Behind an array or object that begins at `at`, if its brackets match in number; what is in it is read later.
std::size_t end_of_nested(std::string_view line, std::size_t at) {
    int depth = 0;
    while (at < line.size()) {
        const char c = line[at];
        if (c == '"') {
            at = end_of_string(line, at);
            continue;
        }
        depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
        ++at;
        if (depth == 0) {
            return at;
        }
    }
    return std::string_view::npos;
}

std::size_t end_of_plain_value(std::string_view line, std::size_t at) {
    if (at >= line.size()) {
        return std::string_view::npos;
    }
    switch (line[at]) {
        case '"': return end_of_string(line, at);
        case '{':
        case '[': return end_of_nested(line, at);
        default:
            while (at < line.size() && line[at] != ',' && line[at] != '}' && line[at] != ' ') {
                ++at;
            }
            return at;
    }
}

/// Rows as our tools write them: one line without blanks, with known members once each. False for all others, well formed
/// or not. Values are only delimited: whoever takes them reads them in full.
bool read_plain_fields(std::string_view line, RowFields& fields) {
    if (line.size() < 2 || line[0] != '{' || line.back() != '}') {
        return false;
    }
    for (std::size_t at = 1;;) {
        if (line[at] != '"') {
            return false;
        }
        const std::size_t name_end = line.find('"', at + 1);
        if (name_end == std::string_view::npos) {
            return false;
        }
        const std::size_t part = find_row_part(line.substr(at + 1, name_end - at - 1));
        at = name_end + 1;
        if (part >= static_cast<std::size_t>(RowPart::kIgnored) || fields.has(static_cast<RowPart>(part)) ||
            at >= line.size() || line[at] != ':') {
            return false;
        }
        const std::size_t end = end_of_plain_value(line, ++at);
        if (end == std::string_view::npos || end == at || end >= line.size()) {
            return false;
        }
        const std::string_view text = line.substr(at, end - at);
        fields.set(static_cast<RowPart>(part), {text == "null" ? RowField::Form::kNull : RowField::Form::kJson, text});
        if (line[end] == '}') {
            return end + 1 == line.size();
        }
        if (line[end] != ',') {
            return false;
        }
        at = end + 1;
    }
}

void read_any_fields(std::string_view line, RowFields& fields) {
    JsonCursor cursor(line, JsonCursor::Encoding::kUtf8);
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
        if (fields.has(static_cast<RowPart>(part)) && static_cast<RowPart>(part) != RowPart::kIgnored) {
            throw InputError("the member '" + name + "' stands twice");
        }
        const bool is_null = cursor.peek() == JsonCursor::Kind::kNull;
        const std::size_t start = cursor.position();
        cursor.skip();
        fields.set(static_cast<RowPart>(part), {is_null ? RowField::Form::kNull : RowField::Form::kJson,
                                                line.substr(start, cursor.position() - start)});
    }
    cursor.expect_end();
}

}  // namespace

void read_json_fields(std::string_view line, RowFields& fields) {
    fields.clear();
    if (!read_plain_fields(line, fields)) {
        fields.clear();
        read_any_fields(line, fields);
    }
}

std::string_view text_of(const RowField& field, RowPart part, std::string& buffer) {
    if (field.form == RowField::Form::kBare) {
        return field.text;
    }
    std::string_view content;
    if (plain_content(field.text, content)) {
        return content;
    }
    JsonCursor cursor(field.text, JsonCursor::Encoding::kUtf8);
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

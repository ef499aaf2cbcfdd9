#include "rows/key_columns.hpp"

#include "rows/part_printer.hpp"
#include "sp/error.hpp"
#include "types/codecs/type_shape.hpp"
#include "types/schema/words.hpp"

namespace sp::rows {
namespace {

/// Empty for keys that are not flattened.
std::vector<std::string> fields_of(const Type& key) {
    const Type& type = codec::printed_type(key);
    std::vector<std::string> fields;
    if (codec::is_object(type) && codec::form_tags(type.kind).empty()) {
        for (std::size_t i = 0; i < codec::field_count(type); ++i) {
            fields.push_back(codec::field_name(type, i));
        }
    }
    return fields;
}

/// Where the JSON value that starts `json` ends. Our own printers wrote it, so it is well-formed.
std::size_t value_end(std::string_view json) {
    int depth = 0;
    for (std::size_t i = 0; i < json.size(); ++i) {
        switch (json[i]) {
            case '"':
                for (++i; json[i] != '"'; ++i) {
                    i += json[i] == '\\' ? 1 : 0;
                }
                break;
            case '{':
            case '[': ++depth; break;
            case '}':
            case ']':
                if (depth-- == 0) {
                    return i;
                }
                break;
            case ',':
            case ':':
                if (depth == 0) {
                    return i;
                }
                break;
            default: break;
        }
    }
    return json.size();
}

std::string_view take_value(std::string_view& json) {
    const std::size_t end = value_end(json);
    const std::string_view value = json.substr(0, end);
    json.remove_prefix(std::min(end + 1, json.size()));
    return value;
}

}  // namespace

KeyColumns::KeyColumns(std::span<const LabelledKey> keys) {
    std::vector<std::string> fields;
    const LabelledKey* first = nullptr;
    for (const LabelledKey& key : keys) {
        if (first == nullptr) {
            first = &key;
            fields = fields_of(*key.type);
        } else if (fields_of(*key.type) != fields) {
            throw UsageError("--flatten-keys: the keys of operators " + first->label + " (" + type_words(*first->type) +
                             ") and " + key.label + " (" + type_words(*key.type) +
                             ") differ in their fields; choose with --uid");
        }
    }
    for (const std::string& field : fields) {
        names_.push_back("key." + field);
        members_.push_back(json_text(field.starts_with('@') ? "@" + field : field));
    }
    if (names_.empty()) {
        names_.emplace_back("key");
    }
}

void KeyColumns::append(RowText& row, CsvText& csv, std::string_view json) const {
    if (members_.empty()) {
        csv.json(row, json);
        return;
    }
    if (json == "null") {
        for (std::size_t i = 0; i < members_.size(); ++i) {
            row.append(i > 0 ? "," : "");
            csv.null(row);
        }
        return;
    }
    std::string_view rest = json.substr(1, json.size() - 2);
    for (std::size_t i = 0; i < members_.size(); ++i) {
        if (take_value(rest) != members_[i]) {
            throw UnsupportedError("--flatten-keys: the key " + std::string(json.substr(0, 200)) + " has no field " +
                                   members_[i] + " in its place; leave the option out");
        }
        row.append(i > 0 ? "," : "");
        csv.json(row, take_value(rest));
    }
    if (!rest.empty()) {
        throw UnsupportedError("--flatten-keys: the key " + std::string(json.substr(0, 200)) +
                               " has more fields than its operator's type; leave the option out");
    }
}

void KeyColumns::append_nothing(RowText& row) const {
    for (std::size_t i = 1; i < names_.size(); ++i) {
        row.append(",");
    }
}

KeyColumns key_columns(EntryReader& reader) {
    std::vector<LabelledKey> keys;
    for (const std::size_t index : reader.operators()) {
        for (const StateDescriptor* const state : reader.keyed_states(index)) {
            keys.push_back({state->key, reader.label(index)});
        }
    }
    return KeyColumns(keys);
}

}  // namespace sp::rows

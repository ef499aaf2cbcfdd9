#include "common/column_options.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "common/option_values.hpp"

namespace sp::cli {
namespace {

constexpr std::string_view kRows = "Rows";

/// Cuts at a separator, all of them or the first only, that no backslash escapes. The escapes stay as they are.
std::vector<std::string> cut(std::string_view text, char separator, bool only_first) {
    std::vector<std::string> parts(1);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == separator && (!only_first || parts.size() == 1)) {
            parts.emplace_back();
            continue;
        }
        parts.back() += text[i];
        if (text[i] == '\\' && i + 1 < text.size()) {
            parts.back() += text[++i];
        }
    }
    return parts;
}

/// With what stands for the characters of U/S=a,b taken as them.
std::string plain(std::string_view text) {
    static constexpr std::string_view kEscaped = "/=,\\";
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool is_escape =
            text[i] == '\\' && i + 1 < text.size() && kEscaped.find(text[i + 1]) != std::string_view::npos;
        result += text[is_escape ? ++i : i];
    }
    return result;
}

/// "U/S"
ColumnNames target_of(std::string_view text, const std::string& origin) {
    const std::vector<std::string> sides = cut(text, '/', true);
    if (sides.size() != 2 || sides[0].empty() || sides[1].empty()) {
        throw UsageError("'" + std::string(text) + "' is not of the form OPERATOR/STATE");
    }
    return {plain(sides[0]), plain(sides[1]), {}, origin};
}

/// Blanks around a name are for people.
std::string trimmed(const std::string& text) {
    const std::size_t first = std::min(text.find_first_not_of(' '), text.size());
    return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

void add_columns(ColumnOptions& o, const std::string& text) {
    const std::vector<std::string> sides = cut(text, '=', true);
    if (sides.size() != 2) {
        throw UsageError("'" + text + "' is not of the form OPERATOR/STATE=NAME,NAME…");
    }
    ColumnNames columns = target_of(sides[0], "--columns");
    for (const std::string& name : cut(sides[1], ',', false)) {
        columns.names.push_back(plain(trimmed(name)));
    }
    o.columns.push_back(std::move(columns));
}

/// {"U/S": ["a", "b"], …}
std::vector<ColumnNames> read_sql_schema(const std::string& path) {
    using Json = nlohmann::ordered_json;
    const auto fail = [&](const std::string& why) { throw UsageError("--sql-schema " + path + ": " + why); };
    std::set<std::string> targets;
    std::string twice;
    const auto look = [&](int depth, Json::parse_event_t event, Json& parsed) {
        if (depth == 1 && event == Json::parse_event_t::key && !targets.insert(parsed.get<std::string>()).second) {
            twice = parsed.get<std::string>();
        }
        return true;
    };
    Json json;
    try {
        json = Json::parse(read_text(path), look);
    } catch (const Json::exception& error) {
        fail(error.what());
    }
    if (!twice.empty()) {
        fail("'" + twice + "' stands there twice");
    }
    if (!json.is_object()) {
        fail(R"(is no object of the form {"OPERATOR/STATE": ["NAME", …], …})");
    }
    std::vector<ColumnNames> all;
    for (const auto& [target, names] : json.items()) {
        const bool are_names = names.is_array() && std::all_of(names.begin(), names.end(),
                                                               [](const Json& name) { return name.is_string(); });
        if (!are_names) {
            fail("'" + target + "' has to be a list of names");
        }
        try {
            all.push_back(target_of(target, "--sql-schema " + path));
        } catch (const UsageError& error) {
            fail(error.what());
        }
        all.back().names = names.get<std::vector<std::string>>();
    }
    return all;
}

}  // namespace

const OptionRow<ColumnOptions> kColumnOptions[kColumnOptionCount] = {
    {{"--columns", 0, "U/S=A,B", kRows,
      "Names for the columns f0, f1, … of SQL rows: in state S of operator U; S@map_key of its map keys, U/@key of "
      "keys.",
      true},
     add_columns},
    {{"--sql-schema", 0, "FILE", kRows, "The same for many: a JSON object {\"U/S\": [\"a\", \"b\"], …}."},
     [](auto& o, const auto& text) { o.sql_schema = text; }},
};

std::vector<ColumnNames> ColumnOptions::names() const {
    std::vector<ColumnNames> all;
    if (!sql_schema.empty()) {
        all = read_sql_schema(sql_schema);
    }
    for (const ColumnNames& given : columns) {
        std::erase_if(all,
                      [&](const ColumnNames& known) { return known.op == given.op && known.target == given.target; });
        all.push_back(given);
    }
    return all;
}

}  // namespace sp::cli

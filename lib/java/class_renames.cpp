#include "java/class_renames.hpp"

#include <algorithm>
#include <cstring>

#include "java/modified_utf8.hpp"
#include "sp/error.hpp"

namespace sp::java {
namespace {

constexpr std::string_view kAllBelow = ".*";

bool is_package(std::string_view name) { return name.ends_with(kAllBelow); }

/// Letters and digits of any script: all that is not ASCII counts.
bool is_part_of_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           static_cast<unsigned char>(c) >= 0x80;
}

void check_name(const std::string& name) {
    std::string_view rest = is_package(name) ? std::string_view(name).substr(0, name.size() - kAllBelow.size()) : name;
    bool is_name = !rest.empty();
    while (is_name && !rest.empty()) {
        const std::size_t dot = rest.find('.');
        const std::string_view part = rest.substr(0, dot);
        is_name = !part.empty() && !(part[0] >= '0' && part[0] <= '9') &&
                  std::all_of(part.begin(), part.end(), is_part_of_name) && dot != rest.size() - 1;
        rest = dot == std::string_view::npos ? std::string_view() : rest.substr(dot + 1);
    }
    if (!is_name) {
        throw UsageError("'" + name +
                         "' is no class (com.acme.Order, com.acme.Order$Line) and no package (com.acme.*)");
    }
}

std::string with_slashes(std::string name) {
    std::replace(name.begin(), name.end(), '.', '/');
    return name;
}

/// Without its last character.
void shorten(std::string& text) {
    do {
        const auto last = static_cast<unsigned char>(text.back());
        text.pop_back();
        if ((last & 0xC0) != 0x80) {
            return;
        }
    } while (!text.empty());
}

bool contains(Bytes bytes, std::string_view needle) {
    return !bytes.empty() && ::memmem(bytes.data(), bytes.size(), needle.data(), needle.size()) != nullptr;
}

}  // namespace

ClassRenames::ClassRenames(const std::vector<std::pair<std::string, std::string>>& rules) {
    std::vector<std::pair<std::string, std::string>> sorted = rules;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
    for (const auto& [from, to] : sorted) {
        check_name(from);
        check_name(to);
        if (is_package(from) != is_package(to)) {
            throw UsageError("'" + from + "=" + to +
                             "' is of a class and a package; a package is named with .* on both sides");
        }
        if (from == to) {
            throw UsageError("'" + from + "' keeps its name");
        }
        Rule& rule = rules_.emplace_back();
        rule.is_package = is_package(from);
        const std::size_t cut = rule.is_package ? 1 : 0;
        rule.from = from.substr(0, from.size() - cut);
        rule.to = to.substr(0, to.size() - cut);
        if (std::any_of(rules_.begin(), rules_.end() - 1, [&](const Rule& other) { return other.from == rule.from; })) {
            throw UsageError("'" + from + "' gets two new names");
        }
        ByteVector encoded;
        append_modified_utf8(encoded, rule.from);
        rule.needles[0] = std::string(as_text(encoded));
        if (!rule.is_package) {
            shorten(rule.needles[0]);
        }
        rule.needles[1] = with_slashes(rule.needles[0]);
    }
}

const ClassRenames::Rule* ClassRenames::rule_for(std::string_view name) const {
    for (const Rule& rule : rules_) {
        const bool begins = name.size() >= rule.from.size() && name.starts_with(rule.from);
        if (begins && (rule.is_package ? name.size() > rule.from.size()
                                       : name.size() == rule.from.size() || name[rule.from.size()] == '$')) {
            return &rule;
        }
    }
    return nullptr;
}

std::optional<std::string> ClassRenames::renamed(std::string_view name) const {
    const std::size_t dimensions = std::min(name.find_first_not_of('['), name.size());
    if (dimensions > 0) {
        std::string_view element = name.substr(dimensions);
        if (!element.starts_with('L') || !element.ends_with(';')) {
            return std::nullopt;
        }
        element = element.substr(1, element.size() - 2);
        const std::optional<std::string> changed = renamed(element);
        return changed ? std::optional(std::string(dimensions, '[') + "L" + *changed + ";") : std::nullopt;
    }
    const Rule* const rule = rule_for(name);
    if (rule == nullptr) {
        return std::nullopt;
    }
    rule->is_used.store(true, std::memory_order_relaxed);
    return rule->to + std::string(name.substr(rule->from.size()));
}

std::optional<std::string> ClassRenames::renamed_signature(std::string_view signature) const {
    const std::size_t dimensions = std::min(signature.find_first_not_of('['), signature.size());
    std::string_view element = signature.substr(dimensions);
    if (!element.starts_with('L') || !element.ends_with(';')) {
        return std::nullopt;
    }
    std::string name(element.substr(1, element.size() - 2));
    std::replace(name.begin(), name.end(), '/', '.');
    const std::optional<std::string> changed = renamed(name);
    return changed ? std::optional(std::string(dimensions, '[') + "L" + with_slashes(*changed) + ";") : std::nullopt;
}

std::string ClassRenames::renamed_in_source(std::string_view text) const {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && (is_part_of_name(text[end]) || text[end] == '.')) {
            ++end;
        }
        std::string_view name = text.substr(at, end - at);
        if (name.empty()) {
            result += text[at++];
            continue;
        }
        // A class inside another is behind a dot in source code, and so may be what is selected from one.
        std::size_t length = name.size();
        std::optional<std::string> changed;
        while (!(changed = renamed(name.substr(0, length))) && length > 0) {
            const std::size_t dot = name.rfind('.', length - 1);
            length = dot == std::string_view::npos ? 0 : dot;
        }
        result += changed ? *changed : "";
        result += name.substr(length);
        at = end;
    }
    return result;
}

bool ClassRenames::may_be_in(Bytes bytes) const {
    return std::any_of(rules_.begin(), rules_.end(), [&](const Rule& rule) {
        return contains(bytes, rule.needles[0]) || contains(bytes, rule.needles[1]);
    });
}

std::vector<std::string> ClassRenames::unused() const {
    std::vector<std::string> names;
    for (const Rule& rule : rules_) {
        if (!rule.is_used.load(std::memory_order_relaxed)) {
            names.push_back(rule.is_package ? rule.from + "*" : rule.from);
        }
    }
    return names;
}

}  // namespace sp::java

#include "report/difference/value_path.hpp"

#include <algorithm>

#include "sp/error.hpp"

namespace sp::difference {
namespace {

/// The end of a bracket that starts at `at`; quoted keys can hold brackets. npos if it is not closed.
std::size_t end_of_item(std::string_view text, std::size_t at) {
    bool is_quoted = false;
    for (std::size_t i = at + 1; i < text.size(); ++i) {
        if (is_quoted && text[i] == '\\') {
            ++i;
        } else if (text[i] == '"') {
            is_quoted = !is_quoted;
        } else if (text[i] == ']' && !is_quoted) {
            return i + 1;
        }
    }
    return std::string_view::npos;
}

}  // namespace

std::string ValuePath::text() const {
    std::string text;
    for (const std::string& segment : segments_) {
        text += (text.empty() || segment.starts_with('[') ? "" : ".") + segment;
    }
    return text;
}

PathPattern::PathPattern(std::string_view text) {
    const auto fail = [&] {
        throw UsageError("'" + std::string(text) + "' is not a path such as .f1, .items[].price or .labels[\"a\"]");
    };
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = 0;
        if (text[at] == '[') {
            end = end_of_item(text, at);
        } else if (text[at] != '.') {
            fail();
        } else if (++at == text.size() || text[at] == '.') {
            fail();
        } else if (text[at] == '[') {
            continue;
        } else {
            end = std::min(text.find_first_of(".[", at), text.size());
        }
        if (end == std::string_view::npos) {
            fail();
        }
        segments_.emplace_back(text.substr(at, end - at));
        at = end;
    }
    if (segments_.empty()) {
        fail();
    }
}

std::size_t PathPattern::find_end(std::string_view word) {
    for (std::size_t at = 0; at < word.size(); ++at) {
        if (word[at] == '@') {
            return at;
        }
        if (word[at] == '[') {
            const std::size_t end = end_of_item(word, at);
            if (end == std::string_view::npos) {
                break;
            }
            at = end - 1;
        }
    }
    return std::string_view::npos;
}

bool PathPattern::covers(const ValuePath& path) const {
    const auto& there = path.segments();
    if (there.size() < segments_.size()) {
        return false;
    }
    for (std::size_t i = 0; i < segments_.size(); ++i) {
        const bool is_any_item = segments_[i] == "[]" && there[i].starts_with('[');
        if (!is_any_item && segments_[i] != there[i]) {
            return false;
        }
    }
    return true;
}

}  // namespace sp::difference

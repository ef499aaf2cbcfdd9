#include "report/explain/state_meaning.hpp"

#include <algorithm>

#include "types/schema/words.hpp"

namespace sp::explain {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string words_of(const TypePtr& type) { return type ? type_words(*type) : std::string(); }

}  // namespace

bool fits(std::string_view pattern, std::string_view text) {
    // Back to the last star, one character further, wherever the rest does not fit.
    std::size_t at = 0;
    std::size_t star = std::string_view::npos;
    std::size_t retry = 0;
    std::size_t next = 0;
    while (next < text.size()) {
        if (at < pattern.size() && pattern[at] == '*') {
            star = at++;
            retry = next;
        } else if (at < pattern.size() && pattern[at] == '#' && is_digit(text[next])) {
            ++next;
            at += next == text.size() || !is_digit(text[next]) ? 1 : 0;
        } else if (at < pattern.size() && pattern[at] == text[next] && pattern[at] != '#') {
            ++at;
            ++next;
        } else if (star != std::string_view::npos) {
            at = star + 1;
            next = ++retry;
        } else {
            return false;
        }
    }
    while (at < pattern.size() && pattern[at] == '*') {
        ++at;
    }
    return at == pattern.size();
}

std::array<std::span<const StateMeaning>, 3> all_states() { return {sql_states(), sql_join_states(), stream_states()}; }

const StateMeaning* find_meaning(const StateDescriptor& state, const std::set<std::string>& names) {
    const std::string& name = state.kind == StateKind::kTimer ? state.timer_service : state.name;
    const auto fits_type = [](std::string_view pattern, const TypePtr& type) {
        return pattern.empty() || fits(pattern, words_of(type));
    };
    const auto is_meant = [&](const StateMeaning& line) {
        return line.kind == state.kind && fits(line.state, name) &&
               fits_type(line.types.name_space, state.name_space) && fits_type(line.types.map_key, state.map_key) &&
               fits_type(line.types.value, state.value) &&
               (line.beside.empty() || names.contains(std::string(line.beside)));
    };
    for (const auto& lines : all_states()) {
        const auto found = std::find_if(lines.begin(), lines.end(), is_meant);
        if (found != lines.end()) {
            return &*found;
        }
    }
    return nullptr;
}

}  // namespace sp::explain

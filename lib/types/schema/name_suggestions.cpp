#include "types/schema/name_suggestions.hpp"

#include <algorithm>
#include <numeric>

namespace sp {
namespace {

constexpr std::size_t kMostShown = 10;

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row[b.size()];
}

}  // namespace

std::string list_nearest(std::string_view word, const std::vector<std::string>& names) {
    constexpr std::size_t kLongest = 200;  // of what is compared: names can be 64 KB
    std::vector<std::pair<std::size_t, const std::string*>> ranked;
    for (const std::string& name : names) {
        ranked.emplace_back(edit_distance(word.substr(0, kLongest), std::string_view(name).substr(0, kLongest)), &name);
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::string text = names.empty() ? " none" : "";
    for (std::size_t i = 0; i < std::min(ranked.size(), kMostShown); ++i) {
        text += "\n  " + *ranked[i].second;
    }
    if (ranked.size() > kMostShown) {
        text += "\n  and " + std::to_string(ranked.size() - kMostShown) + " more";
    }
    return text;
}

}  // namespace sp

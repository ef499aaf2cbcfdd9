#pragma once

// Paths to parts of values, as differences name them and as --ignore takes them: f1, items[0].price, labels["a"]. In patterns []
// stands for any element or key.

#include <string>
#include <string_view>
#include <vector>

namespace sp::difference {

/// Grows and shrinks while two values are walked through.
class ValuePath {
public:
    /// A field, or an alternative.
    void push_field(std::string_view name) { segments_.emplace_back(name); }
    /// An element's index, or a map's key as JSON.
    void push_item(std::string_view text) { segments_.push_back("[" + std::string(text) + "]"); }
    void pop() { segments_.pop_back(); }

    /// Empty for the value itself.
    [[nodiscard]] std::string text() const;

    [[nodiscard]] const std::vector<std::string>& segments() const { return segments_; }

private:
    std::vector<std::string> segments_;
};

class PathPattern {
public:
    /// `text` starts with a dot: ".f1", ".[].price". UsageError if it is no path.
    explicit PathPattern(std::string_view text);

    /// Where in a word that begins with a path an @ ends it; npos if none does. Keys can hold an @ of their own.
    [[nodiscard]] static std::size_t find_end(std::string_view word);

    /// Whether the path is the pattern's or lies below it.
    [[nodiscard]] bool covers(const ValuePath& path) const;

private:
    std::vector<std::string> segments_;
};

}  // namespace sp::difference

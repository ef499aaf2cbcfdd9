#pragma once

// Where two decoded values differ.

#include <span>
#include <string>
#include <vector>

#include "report/difference/value_path.hpp"
#include "report/difference/value_tree.hpp"

namespace sp::difference {

/// What is found: whether there is a difference that counts, and the paths of the first ones.
struct ValueDifference {
    static constexpr std::size_t kMostPaths = 100;

    bool is_different = false;
    std::vector<std::string> paths;  ///< empty where the whole value differs
    bool has_more_paths = false;

    void add(std::string path);
};

class TreeComparison {
public:
    /// Differences that one of `ignored` covers do not count.
    TreeComparison(const ValueTree& old_tree, const ValueTree& new_tree, std::span<const PathPattern> ignored,
                   ValueDifference& difference)
        : old_(old_tree), new_(new_tree), ignored_(ignored), difference_(difference) {}

    /// Both trees from their first node on.
    void run() { compare(0, 0); }

private:
    using Node = ValueTree::Node;
    using Kind = ValueTree::Kind;

    void compare(std::uint32_t old_node, std::uint32_t new_node);
    void compare_arrays(std::uint32_t old_node, std::uint32_t new_node);
    void compare_sets(std::uint32_t old_node, std::uint32_t new_node);
    void compare_maps(std::uint32_t old_node, std::uint32_t new_node);
    void compare_objects(std::uint32_t old_node, std::uint32_t new_node);
    void compare_alternatives(std::uint32_t old_node, std::uint32_t new_node);
    void report();
    void report_field(std::string_view name);
    void report_item(std::string_view text);

    const ValueTree& old_;
    const ValueTree& new_;
    std::span<const PathPattern> ignored_;
    ValueDifference& difference_;
    ValuePath path_;
};

}  // namespace sp::difference

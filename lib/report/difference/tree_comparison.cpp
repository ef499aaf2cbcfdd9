#include "report/difference/tree_comparison.hpp"

#include <algorithm>
#include <bit>

namespace sp::difference {
namespace {

using Node = ValueTree::Node;
using Kind = ValueTree::Kind;

bool is_same_bytes(Bytes a, Bytes b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

/// A float's value in a type that holds both: a field can have become a double.
std::int64_t bits_of(const Node& node) {
    return node.kind == Kind::kFloat32
               ? std::bit_cast<std::int64_t>(double{std::bit_cast<float>(static_cast<std::int32_t>(node.number))})
               : node.number;
}

bool is_float(Kind kind) { return kind == Kind::kFloat32 || kind == Kind::kFloat64; }
bool is_text(Kind kind) { return kind == Kind::kString || kind == Kind::kText; }

/// Values without parts.
bool is_same_scalar(const ValueTree& old_tree, std::uint32_t old_node, const ValueTree& new_tree,
                    std::uint32_t new_node) {
    const Node& a = old_tree[old_node];
    const Node& b = new_tree[new_node];
    if (a.kind != b.kind) {
        return (is_float(a.kind) && is_float(b.kind) && bits_of(a) == bits_of(b)) ||
               (is_text(a.kind) && is_text(b.kind) && is_same_bytes(a.bytes, b.bytes));
    }
    return a.kind == Kind::kTemporal ? old_tree.json(old_node) == new_tree.json(new_node)
                                     : a.number == b.number && is_same_bytes(a.bytes, b.bytes);
}

/// The members of a set, or the keys of a map, in an order that does not depend on where they stand.
struct Member {
    ByteVector canonical;
    std::uint32_t node;
};

std::vector<Member> sorted_members(const ValueTree& tree, std::uint32_t node, bool is_map) {
    std::vector<Member> members;
    for (std::uint32_t child = node + 1; child != tree[node].end; child = tree.next(child)) {
        members.push_back({{}, child});
        tree.append_canonical(child, members.back().canonical);
        if (is_map) {
            child = tree.next(child);
        }
    }
    std::stable_sort(members.begin(), members.end(),
                     [](const Member& a, const Member& b) { return a.canonical < b.canonical; });
    return members;
}

}  // namespace

void ValueDifference::add(std::string path) {
    is_different = true;
    if (paths.size() == kMostPaths) {
        has_more_paths = true;
    } else if (!path.empty()) {
        paths.push_back(std::move(path));
    }
}

void TreeComparison::report() {
    const bool is_ignored = std::any_of(ignored_.begin(), ignored_.end(),
                                        [&](const PathPattern& pattern) { return pattern.covers(path_); });
    if (!is_ignored) {
        difference_.add(path_.text());
    }
}

void TreeComparison::report_field(std::string_view name) {
    path_.push_field(name);
    report();
    path_.pop();
}

void TreeComparison::report_item(std::string_view text) {
    path_.push_item(text);
    report();
    path_.pop();
}

void TreeComparison::compare(std::uint32_t old_node, std::uint32_t new_node) {
    const Kind kind = old_[old_node].kind;
    if (kind != new_[new_node].kind || kind < Kind::kArray || kind == Kind::kReference) {
        if (!is_same_scalar(old_, old_node, new_, new_node)) {
            report();
        }
        return;
    }
    switch (kind) {
        case Kind::kArray: return compare_arrays(old_node, new_node);
        case Kind::kSet: return compare_sets(old_node, new_node);
        case Kind::kMap: return compare_maps(old_node, new_node);
        case Kind::kObject: return compare_objects(old_node, new_node);
        default: return compare_alternatives(old_node, new_node);
    }
}

void TreeComparison::compare_arrays(std::uint32_t old_node, std::uint32_t new_node) {
    const std::uint32_t old_end = old_[old_node].end;
    const std::uint32_t new_end = new_[new_node].end;
    std::uint32_t one = old_node + 1;
    std::uint32_t other = new_node + 1;
    for (std::uint32_t i = 0; one != old_end || other != new_end; ++i) {
        path_.push_item(std::to_string(i));
        if (one == old_end || other == new_end) {
            report();
        } else {
            compare(one, other);
        }
        path_.pop();
        one = one == old_end ? one : old_.next(one);
        other = other == new_end ? other : new_.next(other);
    }
}

void TreeComparison::compare_sets(std::uint32_t old_node, std::uint32_t new_node) {
    const std::vector<Member> old_members = sorted_members(old_, old_node, false);
    const std::vector<Member> new_members = sorted_members(new_, new_node, false);
    const bool is_same = std::equal(old_members.begin(), old_members.end(), new_members.begin(), new_members.end(),
                                    [](const Member& a, const Member& b) { return a.canonical == b.canonical; });
    if (!is_same) {
        report();
    }
}

void TreeComparison::compare_maps(std::uint32_t old_node, std::uint32_t new_node) {
    const std::vector<Member> old_keys = sorted_members(old_, old_node, true);
    const std::vector<Member> new_keys = sorted_members(new_, new_node, true);
    auto one = old_keys.begin();
    auto other = new_keys.begin();
    while (one != old_keys.end() || other != new_keys.end()) {
        if (other == new_keys.end() || (one != old_keys.end() && one->canonical < other->canonical)) {
            report_item(old_.json(one++->node));
        } else if (one == old_keys.end() || other->canonical < one->canonical) {
            report_item(new_.json(other++->node));
        } else {
            path_.push_item(old_.json(one->node));
            compare(old_.next(one++->node), new_.next(other++->node));
            path_.pop();
        }
    }
}

void TreeComparison::compare_objects(std::uint32_t old_node, std::uint32_t new_node) {
    const Node& a = old_[old_node];
    const Node& b = new_[new_node];
    if (a.class_name != b.class_name) {
        return report_field("@class");
    }
    if (a.number != b.number) {
        report_field("@kind");
    }
    const auto find = [](const ValueTree& tree, std::uint32_t object, std::string_view name) {
        std::uint32_t child = object + 1;
        while (child != tree[object].end && tree[child].name != name) {
            child = tree.next(child);
        }
        return child;
    };
    std::uint32_t other = new_node + 1;  // as a rule that of the same place
    for (std::uint32_t one = old_node + 1; one != a.end; one = old_.next(one)) {
        const std::string_view name = old_[one].name;
        other = other != b.end && new_[other].name == name ? other : find(new_, new_node, name);
        path_.push_field(name);
        if (other == b.end) {
            report();
        } else {
            compare(one, other);
            other = new_.next(other);
        }
        path_.pop();
    }
    for (other = new_node + 1; other != b.end; other = new_.next(other)) {
        if (find(old_, old_node, new_[other].name) == a.end) {
            report_field(new_[other].name);
        }
    }
}

void TreeComparison::compare_alternatives(std::uint32_t old_node, std::uint32_t new_node) {
    if (old_[old_node + 1].name != new_[new_node + 1].name) {
        return report();
    }
    path_.push_field(old_[old_node + 1].name);
    compare(old_node + 1, new_node + 1);
    path_.pop();
}

}  // namespace sp::difference

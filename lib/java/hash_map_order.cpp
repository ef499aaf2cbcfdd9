#include "java/hash_map_order.hpp"

#include <algorithm>
#include <bit>

#include "java/hash_codes.hpp"
#include "java/modified_utf8.hpp"

namespace sp::java {
namespace {

constexpr std::size_t kMostBuckets = std::size_t{1} << 30;
/// MIN_TREEIFY_CAPACITY: with fewer, a long bucket makes the table grow instead.
constexpr std::size_t kTreeBuckets = 64;

}  // namespace

HashMapOrder::HashMapOrder(std::size_t initial_capacity)
    : first_size_(std::bit_ceil(std::clamp(initial_capacity, std::size_t{1}, kMostBuckets))) {}

HashMapOrder::Bucket* HashMapOrder::add_node(std::string_view key) {
    const auto [position, is_new] = positions_.try_emplace(std::string(key), static_cast<std::int32_t>(nodes_.size()));
    if (!is_new) {
        return nullptr;
    }
    const auto code = static_cast<std::uint32_t>(hash_of_string(utf8_to_utf16(key)));
    const std::uint32_t hash = code ^ code >> 16;
    nodes_.push_back({position->first, hash, kNone});
    return &buckets_[hash & (buckets_.size() - 1)];
}

void HashMapOrder::append(Bucket& bucket, std::int32_t node) {
    nodes_[static_cast<std::size_t>(node)].next = kNone;
    (bucket.last == kNone ? bucket.first : nodes_[static_cast<std::size_t>(bucket.last)].next) = node;
    bucket.last = node;
    ++bucket.size;
}

void HashMapOrder::grow() {
    if (buckets_.empty()) {
        buckets_.resize(first_size_);
        return;
    }
    if (buckets_.size() >= kMostBuckets) {
        return;
    }
    std::vector<Bucket> old(buckets_.size() * 2);
    old.swap(buckets_);
    for (const Bucket& bucket : old) {
        for (std::int32_t node = bucket.first; node != kNone;) {
            const Node& moved = nodes_[static_cast<std::size_t>(node)];
            const std::int32_t next = moved.next;
            append(buckets_[moved.hash & (buckets_.size() - 1)], node);
            node = next;
        }
    }
}

void HashMapOrder::grow_instead_of_tree(std::size_t bucket_size, std::size_t most) {
    if (bucket_size > most && buckets_.size() < kTreeBuckets) {
        grow();
    }
}

void HashMapOrder::put(std::string_view key) {
    if (buckets_.empty()) {
        grow();
    }
    if (Bucket* const bucket = add_node(key)) {
        append(*bucket, static_cast<std::int32_t>(nodes_.size() - 1));
        grow_instead_of_tree(bucket->size, 8);
        if (is_full()) {
            grow();
        }
    }
}

void HashMapOrder::compute_if_absent(std::string_view key) {
    // Unlike put it grows only when the next key is looked for, be it there or not.
    if (buckets_.empty() || is_full()) {
        grow();
    }
    if (Bucket* const bucket = add_node(key)) {
        const auto node = static_cast<std::int32_t>(nodes_.size() - 1);
        nodes_.back().next = bucket->first;
        bucket->first = node;
        bucket->last = bucket->last == kNone ? node : bucket->last;
        ++bucket->size;
        grow_instead_of_tree(bucket->size, 7);
    }
}

std::vector<std::string> HashMapOrder::keys() const {
    std::vector<std::string> keys;
    keys.reserve(nodes_.size());
    for (const Bucket& bucket : buckets_) {
        for (std::int32_t node = bucket.first; node != kNone; node = nodes_[static_cast<std::size_t>(node)].next) {
            keys.emplace_back(nodes_[static_cast<std::size_t>(node)].key);
        }
    }
    return keys;
}

}  // namespace sp::java

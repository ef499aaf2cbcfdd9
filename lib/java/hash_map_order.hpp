#pragma once

// The order in which Java iterates over a java.util.HashMap with string keys, for those of Flink's decisions that depend
// on it. What OpenJDK 8 to 21 do alike: buckets by the low bits of `h ^ h >>> 16`, twice as many whenever more than three
// quarters of their number of keys are in; within a bucket the order of insertion, with put at the end and with
// computeIfAbsent in front.
//
// One thing is left out: a bucket of eight keys and more becomes a red-black tree if there are at least 64 buckets, and the
// tree's root and new leaves then move within the order. Names that nobody made up for it do not come to that.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sp::java {

class HashMapOrder {
public:
    /// `new HashMap<>()`.
    HashMapOrder() = default;
    /// `new HashMap<>(initial_capacity)`.
    explicit HashMapOrder(std::size_t initial_capacity);
    HashMapOrder(const HashMapOrder&) = delete;
    HashMapOrder& operator=(const HashMapOrder&) = delete;

    /// Both take keys in WTF-8 and change nothing about the place of a key that is there already.
    void put(std::string_view key);
    void compute_if_absent(std::string_view key);

    [[nodiscard]] std::vector<std::string> keys() const;

private:
    static constexpr std::int32_t kNone = -1;

    struct Node {
        std::string_view key;  // of positions_
        std::uint32_t hash;
        std::int32_t next;
    };

    struct Bucket {
        std::int32_t first = kNone;
        std::int32_t last = kNone;
        std::size_t size = 0;
    };

    /// Nothing for a key that is there, else the bucket that its node, the last of nodes_, belongs in.
    [[nodiscard]] Bucket* add_node(std::string_view key);
    void append(Bucket& bucket, std::int32_t node);
    void grow();
    void grow_instead_of_tree(std::size_t bucket_size, std::size_t most);
    [[nodiscard]] bool is_full() const { return nodes_.size() > buckets_.size() * 3 / 4; }

    std::vector<Node> nodes_;
    std::vector<Bucket> buckets_;
    std::size_t first_size_ = 16;  // of buckets_ when the first key comes
    std::unordered_map<std::string, std::int32_t> positions_;
};

}  // namespace sp::java

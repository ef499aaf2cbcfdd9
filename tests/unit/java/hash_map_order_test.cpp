#include "java/hash_map_order.hpp"

#include <algorithm>

#include "catch.hpp"

using namespace sp;

namespace {

using Names = std::vector<std::string>;

const Names kNames = {"offsets",   "state-1",       "state-2",   "state-3",          "topic", "writer_raw_states",
                      "_default_", "bucket-states", "n\xC3\xA9", "\xF0\x9F\x98\x80", "Aa",    "BB",
                      "counter"};

/// One hash for all.
const Names kColliding = {"AaAaAaAa", "AaAaAaBB", "AaAaBBAa", "AaAaBBBB", "AaBBAaAa",
                          "AaBBAaBB", "AaBBBBAa", "AaBBBBBB", "BBAaAaAa"};

/// The keys in order, without those of kColliding.
Names others(const java::HashMapOrder& order) {
    Names keys = order.keys();
    std::erase_if(keys, [](const std::string& key) {
        return std::find(kColliding.begin(), kColliding.end(), key) != kColliding.end();
    });
    return keys;
}

}  // namespace

// What OpenJDK 17 printed for the keySet() of the same maps.

TEST_CASE("put appends to its bucket, and the table grows with the thirteenth key") {
    const Names grown = {"Aa",
                         "BB",
                         "writer_raw_states",
                         "counter",
                         "bucket-states",
                         "_default_",
                         "offsets",
                         "\xF0\x9F\x98\x80",
                         "topic",
                         "n\xC3\xA9",
                         "state-3",
                         "state-2",
                         "state-1"};
    java::HashMapOrder usual;
    java::HashMapOrder small(1);
    for (const std::string& name : kNames) {
        usual.put(name);
        small.put(name);
    }
    CHECK(usual.keys() == grown);
    CHECK(small.keys() == grown);
    usual.put("topic");
    CHECK(usual.keys() == grown);
}

TEST_CASE("computeIfAbsent goes in front of its bucket, and the table grows one call late") {
    java::HashMapOrder order;
    for (const std::string& name : kNames) {
        order.compute_if_absent(name);
    }
    CHECK(order.keys() == Names{"BB", "Aa", "_default_", "writer_raw_states", "offsets", "\xF0\x9F\x98\x80", "topic",
                                "counter", "n\xC3\xA9", "state-3", "state-2", "state-1", "bucket-states"});
    order.compute_if_absent("topic");
    CHECK(order.keys() == Names{"BB", "Aa", "writer_raw_states", "counter", "bucket-states", "_default_", "offsets",
                                "\xF0\x9F\x98\x80", "topic", "n\xC3\xA9", "state-3", "state-2", "state-1"});
}

TEST_CASE("many keys in one bucket make a small table grow") {
    const Names of_16 = {"_default_", "writer_raw_states", "topic", "counter", "bucket-states"};
    const Names of_32 = {"writer_raw_states", "counter", "bucket-states", "_default_", "topic"};
    const Names of_64 = {"bucket-states", "_default_", "writer_raw_states", "counter", "topic"};
    const auto put = [](std::size_t count) {
        java::HashMapOrder order;
        for (const char* const name : {"topic", "counter", "_default_", "writer_raw_states", "bucket-states"}) {
            order.put(name);
        }
        std::for_each_n(kColliding.begin(), count, [&](const std::string& name) { order.put(name); });
        return others(order);
    };
    const auto compute = [](std::size_t count) {
        java::HashMapOrder order;
        for (const char* const name : {"topic", "counter", "_default_", "writer_raw_states", "bucket-states"}) {
            order.compute_if_absent(name);
        }
        std::for_each_n(kColliding.begin(), count, [&](const std::string& name) { order.compute_if_absent(name); });
        return others(order);
    };
    CHECK(put(7) == of_16);
    CHECK(put(8) == of_32);
    CHECK(put(9) == of_64);
    CHECK(compute(7) == of_32);
    CHECK(compute(8) == of_64);
    CHECK(compute(9) == of_64);
}

TEST_CASE("a table of another first size has another order") {
    java::HashMapOrder order(40);
    for (const std::string& name : kNames) {
        order.put(name);
    }
    CHECK(order.keys() == Names{"Aa", "BB", "bucket-states", "_default_", "state-3", "state-2", "state-1",
                                "writer_raw_states", "counter", "offsets", "\xF0\x9F\x98\x80", "topic", "n\xC3\xA9"});
}

#include "report/statistics/value_sizes.hpp"

#include "catch.hpp"

using sp::statistics::ValueSizes;

namespace {

ValueSizes sizes_of(std::uint64_t first, std::uint64_t last, std::uint64_t step) {
    ValueSizes sizes;
    for (std::uint64_t size = first; size <= last; size += step) {
        sizes.add(size);
    }
    return sizes;
}

}  // namespace

TEST_CASE("a percentile is a size that a value has") {
    ValueSizes sizes;
    CHECK(sizes.count() == 0);
    CHECK(sizes.percentile(50) == 0);
    CHECK(sizes.min() == 0);
    CHECK(sizes.mean() == 0);
    sizes.add(7);
    CHECK(sizes.percentile(50) == 7);
    CHECK(sizes.percentile(99) == 7);
    sizes.add(0);
    CHECK(sizes.percentile(50) == 0);  // half of the values are no larger
    CHECK(sizes.percentile(51) == 7);
    CHECK(sizes.min() == 0);
    CHECK(sizes.mean() == 3.5);
}

TEST_CASE("of a hundred sizes the 99th percentile is the second largest") {
    const ValueSizes sizes = sizes_of(1, 100, 1);
    CHECK(sizes.percentile(50) == 50);
    CHECK(sizes.percentile(99) == 99);
    CHECK(sizes.percentile(100) == 100);
    CHECK(sizes_of(1, 101, 1).percentile(99) == 100);
    CHECK(sizes_of(1, 101, 1).percentile(50) == 51);
}

TEST_CASE("large sizes are exact as long as there are not very many") {
    ValueSizes sizes = sizes_of(5000, 5000 + 1000 * 7, 7);
    sizes.add(UINT64_MAX / 4);
    sizes.add(3);
    CHECK_FALSE(sizes.is_approximate());
    CHECK(sizes.count() == 1003);
    CHECK(sizes.percentile(50) == 5000 + 500 * 7);
    CHECK(sizes.max() == UINT64_MAX / 4);
    CHECK(sizes.counts().front() == std::pair<std::uint64_t, std::uint64_t>(3, 1));
}

TEST_CASE("very many large sizes are told by classes, whatever came first and who counted") {
    constexpr std::uint64_t kFirst = 5000;
    constexpr std::uint64_t kLast = kFirst + 3 * ValueSizes::kMostLargeSizes;
    const ValueSizes whole = sizes_of(kFirst, kLast, 1);
    ValueSizes backwards;
    for (std::uint64_t size = kLast; size >= kFirst; --size) {
        backwards.add(size);
    }
    ValueSizes odd = sizes_of(kFirst + 1, kLast, 2);
    const ValueSizes even = sizes_of(kFirst, kLast, 2);
    odd.absorb(even);
    for (const ValueSizes* sizes :
         {&whole, static_cast<const ValueSizes*>(&backwards), static_cast<const ValueSizes*>(&odd)}) {
        CHECK(sizes->is_approximate());
        CHECK(sizes->min() == kFirst);
        CHECK(sizes->max() == kLast);
        CHECK(sizes->sum() == whole.sum());
        CHECK(sizes->counts() == whole.counts());
        const auto half = static_cast<double>((kFirst + kLast) / 2);
        const auto told = static_cast<double>(sizes->percentile(50));
        CHECK(told <= half);
        CHECK(told > half * 127 / 128);
    }
}

TEST_CASE("few sizes here and few there can be too many together") {
    ValueSizes sizes = sizes_of(10000, 10000 + ValueSizes::kMostLargeSizes - 1, 1);
    CHECK_FALSE(sizes.is_approximate());
    ValueSizes other = sizes_of(5000, 5001, 1);
    other.absorb(sizes);
    CHECK(other.is_approximate());
    sizes.add(10001);  // not a new one
    CHECK_FALSE(sizes.is_approximate());
}

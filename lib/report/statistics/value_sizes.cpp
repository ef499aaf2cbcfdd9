#include "report/statistics/value_sizes.hpp"

#include <bit>

namespace sp::statistics {
namespace {

constexpr int kKeptBits = 8;

/// The lower end of the class of a size: its first bits.
std::uint64_t class_of(std::uint64_t size) {
    const int dropped = std::max(static_cast<int>(std::bit_width(size)) - kKeptBits, 0);
    return size >> dropped << dropped;
}

}  // namespace

void ValueSizes::add_other(std::uint64_t size, std::uint64_t count) {
    if (size < kSmall) {
        if (size >= small_.size()) {
            small_.resize(std::max<std::size_t>(std::bit_ceil(size + 1), 64));
        }
        small_[size] += count;
        return;
    }
    large_[is_approximate_ ? class_of(size) : size] += count;
    if (large_.size() > kMostLargeSizes) {
        approximate();
    }
}

/// Whether it comes to this depends on the sizes alone, not on their order or on how they were divided.
void ValueSizes::approximate() {
    if (is_approximate_) {
        return;
    }
    is_approximate_ = true;
    std::unordered_map<std::uint64_t, std::uint64_t> classes;
    for (const auto& [size, count] : large_) {
        classes[class_of(size)] += count;
    }
    large_ = std::move(classes);
}

void ValueSizes::absorb(const ValueSizes& other) {
    if (other.is_approximate_) {
        approximate();
    }
    for (std::size_t size = 0; size < other.small_.size(); ++size) {
        if (other.small_[size] != 0) {
            add_other(size, other.small_[size]);
        }
    }
    for (const auto& [size, count] : other.large_) {
        add_other(size, count);
    }
    note(other.min_, other.max_, other.count_, other.sum_);
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> ValueSizes::counts() const {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> counts;
    for (std::size_t size = 0; size < small_.size(); ++size) {
        if (small_[size] != 0) {
            counts.emplace_back(size, small_[size]);
        }
    }
    const auto small = static_cast<std::ptrdiff_t>(counts.size());
    counts.insert(counts.end(), large_.begin(), large_.end());
    std::sort(counts.begin() + small, counts.end());
    return counts;
}

std::uint64_t ValueSizes::percentile(unsigned percent) const {
    constexpr std::uint64_t kWhole = 100;
    const std::uint64_t whole = count_ / kWhole;  // in two parts, since count_ * percent could overflow
    const std::uint64_t rank = whole * percent + ((count_ - whole * kWhole) * percent + kWhole - 1) / kWhole;
    std::uint64_t seen = 0;
    for (const auto& [size, count] : counts()) {
        seen += count;
        if (seen >= rank) {
            return std::clamp(size, min(), max());
        }
    }
    return max_;
}

}  // namespace sp::statistics

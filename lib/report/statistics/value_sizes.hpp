#pragma once

// How large the values of a state are: a count for each size, so that percentiles are exact. Sizes are small numbers, so this
// fits, until values of very many different large sizes come: then large sizes are counted by classes.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sp::statistics {

class ValueSizes {
public:
    /// So many different sizes beyond the small ones are counted one by one. Classes are less than 1/128 wide.
    static constexpr std::size_t kMostLargeSizes = std::size_t{1} << 16;

    void add(std::uint64_t size) {
        if (size < small_.size()) [[likely]] {
            ++small_[size];
        } else {
            add_other(size, 1);
        }
        note(size, size, 1, size);
    }
    void absorb(const ValueSizes& other);

    [[nodiscard]] std::uint64_t count() const { return count_; }
    [[nodiscard]] std::uint64_t sum() const { return sum_; }
    [[nodiscard]] std::uint64_t min() const { return count_ == 0 ? 0 : min_; }
    [[nodiscard]] std::uint64_t max() const { return max_; }
    [[nodiscard]] double mean() const {
        return count_ == 0 ? 0 : static_cast<double>(sum_) / static_cast<double>(count_);
    }

    /// Large sizes are counted by classes, for which their lower ends stand.
    [[nodiscard]] bool is_approximate() const { return is_approximate_; }

    /// The smallest size that at least `percent` of the values do not exceed; 0 of none.
    [[nodiscard]] std::uint64_t percentile(unsigned percent) const;

    /// Sizes, ascending, and how many values have each.
    [[nodiscard]] std::vector<std::pair<std::uint64_t, std::uint64_t>> counts() const;

private:
    static constexpr std::size_t kSmall = 4096;

    void note(std::uint64_t min, std::uint64_t max, std::uint64_t count, std::uint64_t sum) {
        count_ += count;
        sum_ += sum;
        min_ = std::min(min_, min);
        max_ = std::max(max_, max);
    }
    void add_other(std::uint64_t size, std::uint64_t count);
    void approximate();

    std::vector<std::uint64_t> small_;  ///< by size; as long as it had to be, up to kSmall
    std::unordered_map<std::uint64_t, std::uint64_t> large_;
    std::uint64_t count_ = 0;
    std::uint64_t sum_ = 0;
    std::uint64_t min_ = UINT64_MAX;
    std::uint64_t max_ = 0;
    bool is_approximate_ = false;
};

}  // namespace sp::statistics
